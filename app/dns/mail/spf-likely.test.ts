import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import verdicts from "../../../tests/spf-verdicts.json" with { type: "json" };
import { idleTerms, parseSpf, rejectedTerms } from "./spf.ts";
import { readableSpf } from "./spf-likely.ts";

test.each([
  ["include:_spf.google.com~all", "include:_spf.google.com ~all"],
  ["include:spf.protection.outlook.com; ~all", "include:spf.protection.outlook.com ~all"],
  ["include:sendgrid.net, a:mail.example.com ~all", "include:sendgrid.net a:mail.example.com ~all"],
  ["include:sendgrid.net,include:mailgun.org ~all", "include:sendgrid.net include:mailgun.org ~all"],
  ["include:sendgrid.netinclude:mailgun.org -all", "include:sendgrid.net include:mailgun.org -all"],
  ["a:203.0.113.5 -all", "ip4:203.0.113.5 -all"],
  ["mx:203.0.113.0/24 -all", "ip4:203.0.113.0/24 -all"],
  ["include:1.2.3.4", "ip4:1.2.3.4"],
  ["redirect=203.0.113.5", "ip4:203.0.113.5"],
  ["ip4:2001:db8::1", "ip6:2001:db8::1"],
  ["ip6:203.0.113.5", "ip4:203.0.113.5"],
  ["ip4:mail.example.com", "a:mail.example.com"],
  ["ipv4:203.0.113.5 ipv6:2001:db8::1", "ip4:203.0.113.5 ip6:2001:db8::1"],
  ["203.0.113.5 _spf.google.com", "ip4:203.0.113.5 include:_spf.google.com"],
  ["include=_spf.google.com", "include:_spf.google.com"],
  ["redirect:_spf.google.com", "redirect=_spf.google.com"],
  ["include:https://spf.example.com/ ~all", "include:spf.example.com ~all"],
  ["include: spf.example.com ~ all", "include:spf.example.com ~all"],
  ["mx: a: \u2013all", "mx a -all"],
  ["include:spf.example.com\u00A0~all", "include:spf.example.com ~all"],
  ["include:spf.exam\u200Bple.com ~all", "include:spf.example.com ~all"],
  ["\u201Cinclude:spf.example.com ~all\u201D", "include:spf.example.com ~all"],
  ["mx ~all.", "mx ~all"],
])("%s most likely means %s", (typed, meant) => {
  expect(readableSpf(`v=spf1 ${typed}`)).toMatchObject({ text: `v=spf1 ${meant}`, leftOut: [] });
});

test("a word without a likely meaning is named and left out", () => {
  const { text, leftOut } = readableSpf("v=spf1 foo ip4:192.0.2.0/99 include:localhost -all");
  expect([text, leftOut]).toEqual(["v=spf1 -all", ["foo", "ip4:192.0.2.0/99", "include:localhost"]]);
});

test("of any text the result is within the grammar, and a text without a mistake stays as it is", () => {
  const generated = fc.constantFrom(...verdicts.map(([text]) => String(text)));
  forAny([generated], (text) => {
    const readable = readableSpf(text);
    expect(rejectedTerms(parseSpf(readable.text)).filter(({ kind }) => kind === "unreadable")).toEqual([]);
    if (rejectedTerms(parseSpf(text)).length + idleTerms(parseSpf(text)).length === 0)
      expect([readable.replaced, readable.leftOut]).toEqual([[], []]);
  });
});
