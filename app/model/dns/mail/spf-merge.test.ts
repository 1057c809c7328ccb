import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectiveTerms, isMechanism, parseSpf, type SpfTerm, spfKey } from "./spf.ts";
import { includesAny, mergeSpf } from "./spf-merge.ts";

const GOOGLE = { include: "_spf.google.com", all: "~all" } as const;

describe("Merging", () => {
  test.each([
    [[], "v=spf1 include:_spf.google.com ~all", "none before: Google, Set up SPF"],
    [["v=spf1 -all"], "v=spf1 include:_spf.google.com -all", "the ending is kept"],
    [["v=spf1"], "v=spf1 include:_spf.google.com ~all", "an ending is added"],
    [
      ["v=spf1 ip4:60.200.100.30 include:smtp.adatum.com -all"],
      "v=spf1 ip4:60.200.100.30 include:smtp.adatum.com include:_spf.google.com -all",
      "order is kept; Microsoft, External DNS records, adds in front",
    ],
    [["v=spf1 include:_spf.google.com ~all"], "v=spf1 include:_spf.google.com ~all", "named already"],
    [
      ["v=spf1 INCLUDE:_SPF.Google.com. ~all"],
      "v=spf1 INCLUDE:_SPF.Google.com. ~all",
      "named already, however written",
    ],
    [
      ["v=spf1 ?include:_spf.google.com -all"],
      "v=spf1 ?include:_spf.google.com include:_spf.google.com -all",
      "neutral lets nobody through",
    ],
    [["v=spf1 mx mx +mx -all"], "v=spf1 mx include:_spf.google.com -all", "what is there twice"],
    [
      ["v=spf1 mx -all include:a.example"],
      "v=spf1 mx include:a.example include:_spf.google.com -all",
      "RFC 7208, 5.1: behind all",
    ],
    [["v=spf1 -all ~all"], "v=spf1 include:_spf.google.com -all", "RFC 7208, 5.1: the first ending counts"],
    [["v=spf1 redirect=_spf.example.com"], "v=spf1 include:_spf.google.com redirect=_spf.example.com", "RFC 7208, 6.1"],
    [
      ["v=spf1 mx exp=e.example -all"],
      "v=spf1 mx include:_spf.google.com -all exp=e.example",
      "RFC 7208, 6: modifiers at the end",
    ],
    [
      ["v=spf1 mx -all", "v=spf1 include:a.example ~all"],
      "v=spf1 mx include:a.example include:_spf.google.com ~all",
      "of two endings the one that loses less",
    ],
    [
      ["v=spf1 mx +all", "v=spf1 a -all"],
      "v=spf1 mx a include:_spf.google.com -all",
      "never everybody beside another ending",
    ],
    [
      ["v=spf1 mx -all", "v=spf1 redirect=b.example"],
      "v=spf1 mx include:_spf.google.com include:b.example -all",
      "RFC 7208, 6.1: redirect is not looked at beside all",
    ],
    [
      ["v=spf1 redirect=a.example", "v=spf1 redirect=b.example"],
      "v=spf1 include:_spf.google.com include:b.example redirect=a.example",
      "RFC 7208, 6: redirect once",
    ],
    [["v=spf1 a -all v=spf1 mx -all"], "v=spf1 a mx include:_spf.google.com -all", "two texts in one record"],
    [["v=spf1 foo -all"], "v=spf1 foo include:_spf.google.com -all", "what cannot be read is not thrown away"],
  ])("%j gives %s (%s)", (texts, merged) => {
    expect(mergeSpf(texts, GOOGLE)).toBe(merged);
  });
});

test("removes the includes of a former provider on request", () => {
  const text = "v=spf1 include:_spf.google.com include:zohomail.com -all";
  expect(mergeSpf([text], { include: "b.example", without: ["_spf.google.com"], all: "~all" })).toBe(
    "v=spf1 include:zohomail.com include:b.example -all",
  );
});

const word = fc.constantFrom(
  "a",
  "mx",
  "+a",
  "?mx",
  "-ip4:192.0.2.7",
  "ip4:192.0.2.0/24",
  "ip6:2001:db8::1",
  "include:a.example",
  "include:B.example",
  "~include:c.example",
  "include:_spf.google.com",
  "exists:%{i}.d.example",
  "ptr",
  "-all",
  "~all",
  "?all",
  "+all",
  "all",
  "redirect=r.example",
  "redirect=s.example",
  "exp=e.example",
  "foo",
  "v=spf1",
  "ipv4:192.0.2.9",
);
const texts = fc.array(
  fc.array(word, { maxLength: 8 }).map((words) => ["v=spf1", ...words].join(" ")),
  { maxLength: 3 },
);
const RUNS = { seed: 1, numRuns: process.env.LONG === "1" ? 20_000 : 1_000 };

describe("Merging any SPF texts", () => {
  const sender = (term: SpfTerm) => term.kind === "mechanism" && !isMechanism(term, "all");

  test("keeps every sender, adds the new one, and ends once", () => {
    fc.assert(
      fc.property(texts, (before) => {
        const merged = parseSpf(mergeSpf(before, GOOGLE));
        const kept = new Set(merged.map(spfKey));
        for (const term of before.flatMap(parseSpf).filter(sender)) expect(kept).toContain(spfKey(term));
        for (const { kind, text } of before.flatMap(parseSpf)) if (kind === "unreadable") expect(kept).toContain(text);
        expect(includesAny(effectiveTerms(merged), ["_spf.google.com"])).toBe(true);
        expect(kept.size).toBe(merged.length);
        expect(merged.filter((term) => isMechanism(term, "all")).length).toBeLessThanOrEqual(1);
        expect(merged.filter(({ name }) => name === "redirect" || name === "all")).toHaveLength(1);
        expect(effectiveTerms(merged)).toEqual(merged);
      }),
      RUNS,
    );
  });

  test("gives the same text when repeated", () => {
    fc.assert(
      fc.property(texts, (before) => {
        const merged = mergeSpf(before, GOOGLE);
        expect(mergeSpf([merged], GOOGLE)).toBe(merged);
      }),
      RUNS,
    );
  });

  test("never lets everybody send unless all texts did", () => {
    fc.assert(
      fc.property(texts, (before) => {
        const endings = before.map((text) => effectiveTerms(parseSpf(text)).find((term) => isMechanism(term, "all")));
        const isOpen = parseSpf(mergeSpf(before, GOOGLE)).some(
          (term) => isMechanism(term, "all") && term.qualifier === "+",
        );
        const said = endings.filter((term) => term !== undefined);
        expect(isOpen).toBe(said.length > 0 && said.every(({ qualifier }) => qualifier === "+"));
      }),
      RUNS,
    );
  });
});
