import { expect, test } from "vitest";
import verdicts from "../../../tests/spf-verdicts.json" with { type: "json" };
import { parseSpf, rejectedTerms } from "./spf.ts";

/**
 * A thousand generated texts with the verdict of pyspf 2.0.14, which passes the test suite of RFC 7208: whether a receiver can
 * use the record. Where pyspf differs from the RFC, these rules say which is right.
 */
const DIFFERENCES: [when: RegExp, isUsable: boolean | undefined, why: string][] = [
  [/[^ -~]/, false, "RFC 7208, section 4.5: only visible ASCII and spaces, so that a tab separates nothing"],
  [/ [+?~-]?exists( |$)/i, false, "section 5.7: exists needs a domain"],
  [/ (?:EXP|REDIRECT)=/, undefined, "section 4.6.1: names have no case; pyspf takes capitals for an unknown modifier"],
  [/%\{[a-z]0/, false, "section 7.1: a number of labels is not zero"],
  [/%\{[^}]*[{;]/, false, "section 7.1: no such delimiter"],
  [/include:%\{d\}/, true, "section 12: the grammar allows it; the loop is found by following it"],
  [/ (foo|x-our\.tag)=.* \1=/, true, "section 6: unknown modifiers are ignored, however often they are there"],
  [/\.\./, true, "section 4.8: an empty label is in the grammar; the name is never found"],
];

test("of a thousand texts, receivers reject the same as an independent implementation", () => {
  const different = verdicts.flatMap(([text, isUsable]) => {
    const ours = rejectedTerms(parseSpf(String(text))).length === 0;
    if (ours === isUsable) return [];
    const known = DIFFERENCES.some(
      ([when, right]) => when.test(String(text)) && (right === undefined || right === ours),
    );
    return known ? [] : [{ text, pyspf: isUsable, ours }];
  });
  expect(different).toEqual([]);
  expect(verdicts.length).toBe(1000);
});
