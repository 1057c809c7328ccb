import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { effectiveTerms, isMechanism, parseSpf, rejectedTerms, type SpfTerm, spfKey } from "./spf.ts";
import { includesAny, mergeSpf } from "./spf-merge.ts";

const GOOGLE = { include: "_spf.google.com", all: "~all" } as const;

// Each line: SPF texts without "v=spf1", the merged text with "+" for Google's include, and the rule.
test.each<[string[], string, string]>([
  [[], "+ ~all", "without a text, the preset's: Google, Set up SPF"],
  [["mx -all"], "mx + -all", "senders, their order and the ending are kept"],
  [["mx"], "mx + ~all", "a missing ending is added"],
  [["INCLUDE:_SPF.Google.com. ~all"], "INCLUDE:_SPF.Google.com. ~all", "a text with the provider is kept"],
  [["?include:_spf.google.com -all"], "?include:_spf.google.com + -all", "a neutral include allows nobody"],
  [["mx mx +mx -all"], "mx + -all", "duplicates are removed"],
  [["mx -all include:a.example"], "mx include:a.example + -all", "RFC 7208, 5.1: terms after all"],
  [["-all ~all"], "+ -all", "RFC 7208, 5.1: the first ending counts"],
  [["redirect=_spf.example.com"], "+ redirect=_spf.example.com", "RFC 7208, 6.1"],
  [["mx exp=e.example -all"], "mx + -all exp=e.example", "RFC 7208, 6: modifiers at the end"],
  [["mx -all", "include:a.example ~all"], "mx include:a.example + ~all", "of two endings, the milder one"],
  [["mx +all", "a -all"], "mx a + -all", "+all never beside another ending"],
  [["mx -all", "redirect=b.example"], "mx + include:b.example -all", "RFC 7208, 6.1: all beats redirect"],
  [
    ["redirect=a.example", "redirect=b.example"],
    "+ include:b.example redirect=a.example",
    "RFC 7208, 6: redirect once",
  ],
  [["a -all v=spf1 mx -all"], "a mx + -all", "two texts in one record"],
  [["foo -all"], "+ -all", "RFC 7208, 4.6: an unreadable word would make receivers reject the whole record"],
  [["include:a.com~all"], "include:a.com + ~all", "an unreadable word stands in its likely meaning"],
])("merges %j to %s (%s)", (texts, merged) => {
  const expected = `v=spf1 ${merged.replace(/(^| )\+( |$)/, "$1include:_spf.google.com$2")}`;
  expect(
    mergeSpf(
      texts.map((text) => `v=spf1 ${text}`),
      GOOGLE,
    ),
  ).toBe(expected);
});

test("removes the includes of a former provider on request", () => {
  const text = "v=spf1 include:_spf.google.com include:zohomail.com -all";
  expect(mergeSpf([text], { include: "b.example", without: ["_spf.google.com"], all: "~all" })).toBe(
    "v=spf1 include:zohomail.com include:b.example -all",
  );
});

const word = fc.constantFrom(
  ...["a", "mx", "+a", "?mx", "-ip4:192.0.2.7", "ip4:192.0.2.0/24", "ip6:2001:db8::1", "exists:%{i}.d.example", "ptr"],
  ...["include:a.example", "include:B.example", "~include:c.example", "include:_spf.google.com", "exp=e.example"],
  ...["-all", "~all", "?all", "+all", "all", "redirect=r.example", "redirect=s.example"],
  ...["foo", "v=spf1", "ipv4:192.0.2.9"],
);
const texts = fc.array(
  fc.array(word, { maxLength: 8 }).map((words) => ["v=spf1", ...words].join(" ")),
  { maxLength: 3 },
);

describe("Merging any SPF texts", () => {
  const isAll = (term: SpfTerm) => isMechanism(term, "all");
  const isSender = (term: SpfTerm) => term.kind === "mechanism" && !isAll(term);

  test("keeps every sender, adds the new one, and ends once", () => {
    forAny([texts], (before) => {
      const merged = parseSpf(mergeSpf(before, GOOGLE));
      const kept = new Set(merged.map(spfKey));
      for (const term of before.flatMap(parseSpf).filter(isSender)) expect(kept).toContain(spfKey(term));
      expect(rejectedTerms(merged)).toEqual([]);
      expect(includesAny(effectiveTerms(merged), ["_spf.google.com"])).toBe(true);
      expect(kept.size).toBe(merged.length);
      expect(merged.filter(isAll).length).toBeLessThanOrEqual(1);
      expect(merged.filter(({ name }) => name === "redirect" || name === "all")).toHaveLength(1);
      expect(effectiveTerms(merged)).toEqual(merged);
    });
  });

  test("gives the same text when repeated", () => {
    forAny([texts], (before) => {
      const merged = mergeSpf(before, GOOGLE);
      expect(mergeSpf([merged], GOOGLE)).toBe(merged);
    });
  });

  test("never lets everybody send unless all texts did", () => {
    forAny([texts], (before) => {
      const endings = before.flatMap((text) => effectiveTerms(parseSpf(text)).find(isAll) ?? []);
      const isOpen = parseSpf(mergeSpf(before, GOOGLE)).some((term) => isAll(term) && term.qualifier === "+");
      expect(isOpen).toBe(endings.length > 0 && endings.every(({ qualifier }) => qualifier === "+"));
    });
  });
});
