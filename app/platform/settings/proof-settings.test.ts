import fc from "fast-check";
import { expect, test } from "vitest";
import { mistakenProof, readProof } from "./proof-settings.ts";

const part = fc.stringMatching(/^[a-z][a-z @.]{0,30}[a-z]$/);
const recommendation = fc.record({
  words: fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 }).map((words) => words.join(" ")),
  who: part,
  site: fc.option(fc.constant("https://mamanjeri.co.ke"), { nil: undefined }),
  picture: fc.option(fc.constantFrom("/pictures/njeri.jpg", "https://host.example/njeri.jpg"), { nil: undefined }),
});

test("recommendations are read as they are written, without a mistake", () => {
  fc.assert(
    fc.property(fc.array(recommendation, { maxLength: 3 }), fc.constantFrom("", " "), (all, space) => {
      const written = all.map(({ words, who, site = "", picture = "" }) =>
        [words, who, site, picture].join(`${space}|`),
      );
      const given = { BRAND_RECOMMENDATIONS: written.join(`${space};${space}`) };
      expect(readProof(given).recommendations).toEqual(all);
      expect(mistakenProof(given)).toEqual([]);
    }),
  );
});

test("without settings there is no proof", () => {
  expect(readProof({})).toEqual({ recommendations: [], people: undefined, since: undefined });
  expect(mistakenProof({})).toEqual([]);
});

const GOOD = "Good. | Njeri, Nyeri";
test.each([
  ["more than three", [GOOD, GOOD, GOOD, GOOD].join("; ")],
  ["more than twenty words", `${"word ".repeat(21)}| Njeri`],
  ["nobody who says it", "Good."],
  ["no words", "| Njeri"],
  ["a website that is not https", `${GOOD} | http://mamanjeri.co.ke`],
  ["a picture that is not https", `${GOOD} | | javascript:alert(1)`],
])("a site does not start with recommendations of %s", (_kind, text) => {
  expect(mistakenProof({ BRAND_RECOMMENDATIONS: text })).toEqual([expect.stringMatching(/^BRAND_RECOMMENDATIONS \(/)]);
});

test.each(["16", "since 2016", "3016"])("%s is no year", (year) => {
  expect(mistakenProof({ BRAND_SINCE: year })).toEqual(["BRAND_SINCE (a year)"]);
});
