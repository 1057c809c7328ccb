import { expect, test } from "vitest";
import { effectiveTerms, parseSpf, spfText } from "./spf.ts";

const kinds = (text: string) => parseSpf(text).map(({ kind, name }) => (kind === "unreadable" ? "?" : name));

test.each([
  ["v=spf1", [], "RFC 7208, 4.5"],
  ["V=SPF1  MX   ~All", ["mx", "all"], "RFC 7208, 4.6.1: any case and several spaces"],
  ["v=spf1 a/24 a:www.example.com/24 mx//64 mx/24//64", ["a", "a", "mx", "mx"], "RFC 7208, 5.3 and 5.4"],
  ["v=spf1 include:_spf.google.com ?include:a.example", ["include", "include"], "RFC 7208, 5.2"],
  ["v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/24 ip6:::ffff:192.0.2.1 ip6:2001:db8::/32", ["ip4", "ip4", "ip6", "ip6"], "5.6"],
  ["v=spf1 exists:%{i}._spf.%{d2} ptr ptr:example.com", ["exists", "ptr", "ptr"], "RFC 7208, 5.5, 5.7 and 7"],
  ["v=spf1 redirect=_spf.example.com", ["redirect"], "RFC 7208, 6.1"],
  ["v=spf1 exp=why.%{d} x-our.tag=1", ["exp", "x-our.tag"], "RFC 7208, 6: unknown modifiers are ignored"],
  ["v=spf1 foo -all", ["?", "all"], "RFC 7208, 4.6: unknown mechanisms"],
  ["v=spf1 ip4:300.1.1.1 ip4:192.0.2.0/33 ip6:2001:db8::/129 ip4: ip4:a.example", ["?", "?", "?", "?", "?"], "5.6"],
  ["v=spf1 192.0.2.1 _spf.google.com", ["?", "?"], "RFC 7208, 12"],
  ["v=spf1 include: include include:localhost include:a.example/24", ["?", "?", "?", "?"], "RFC 7208, 5.2 and 7.1"],
  ["v=spf1 all:x -all/8 a/33333 a:%zz", ["?", "?", "?", "?"], "RFC 7208, 5.1, 5.3 and 7.1"],
  ["v=spf1 redirect=", ["?"], "RFC 7208, 6.1"],
])("%s has the terms %j (%s)", (text, names) => {
  expect(kinds(text)).toEqual(names);
});

test("terms keep their spelling and give the same text again", () => {
  const text = "v=spf1 a:WWW.Example.com. ?include:A.example -ALL";
  expect(spfText(parseSpf(text))).toBe(text);
  expect(parseSpf(text)).toMatchObject([
    { target: "www.example.com", qualifier: "+" },
    { target: "a.example", qualifier: "?" },
    { target: "", qualifier: "-" },
  ]);
});

test.each([
  ["v=spf1 a -all mx ~all redirect=b.example exp=c.example", "a -all exp=c.example"],
  ["v=spf1 a redirect=b.example", "a redirect=b.example"],
])("of %s receivers evaluate %s", (text, looked) => {
  expect(
    effectiveTerms(parseSpf(text))
      .map((term) => term.text)
      .join(" "),
  ).toBe(looked);
});
