import { expect, test } from "vitest";
import verdicts from "../../../tests/dmarc-verdicts.json" with { type: "json" };
import { judgeDmarc } from "./dmarc-judge.ts";

/**
 * Texts that checkdmarc 6.0.4 accepts, some with a warning, and that we reject. `why`: the rule by which many receivers do so
 * too.
 */
const STRICTER: [when: RegExp, why: string][] = [
  [/adkim=strict/, "an unknown value is ignored: checkdmarc warns, too"],
  [/^v *= *DMARC1(?!.*\bp *=)/, "RFC 7489, section 6.6.3: without p= the text is ignored"],
  [/P=|V=/, "RFC 6376, section 3.2: names of tags have a case"],
  [/https:/, "RFC 9989, section 4.7: receivers need only send to mailto"],
  [/ mailto:b/, "RFC 7489, section 6.2: a comma stands between addresses"],
];

test("of a thousand texts, an independent implementation rejects none that we call fine", () => {
  const different = verdicts.flatMap(([text, isFine]) => {
    const problems = judgeDmarc(String(text));
    const isKnown = problems.length > 0 && STRICTER.some(([when]) => when.test(String(text)));
    return (problems.length === 0) === isFine || isKnown ? [] : [{ text, isFine, problems }];
  });
  expect(different).toEqual([]);
  expect(verdicts.length).toBe(1000);
});

test.each([
  ["v=DMARC1; p=none; rua=reports@example.com", "rua=mailto:reports@example.com"],
  ["v=DMARC1; p=none; rua=", "rua= is empty"],
  ["v=DMARC1; p=none; rua=mailto:a@b.co,c@d.co", "rua=mailto:c@d.co"],
  ["v=DMARC1; p=none; rua=mailto:a@b.co!10m; pct=50; ri=86400", undefined],
  ["v=DMARC1; rua=mailto:a@b.co", "add p=none"],
  ["v=DMARC1; p=quarentine", "p=quarentine is no policy"],
  ["v=DMARC1; rua=mailto:a@b.co; p=reject", "right after v=DMARC1"],
  ["v=DMARC1; p=reject; pct=150", "pct=150"],
  ["p=none; v=DMARC1", "begins with v=DMARC1"],
])("of %s the page says %j", (text, words) => {
  const said = judgeDmarc(text)
    .map((problem) => problem.words)
    .join(" ");
  expect(said).toContain(words ?? "");
  if (words === undefined) expect(said).toBe("");
});
