import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

/**
 * Where a "Not" word of the glossary is refused, if it has another meaning elsewhere. All others are refused in all of app/.
 */
const REFUSED_IN: Record<string, RegExp> = {
  // A reply of staff at the desk, a name server's answer, and the field of a challenge response.
  answer: /^app\/platform\/(?:upstream|database|http)\//,
  Answer: /^app\/platform\//,
  ask: /^app\/payments\//,
  card: /^app\/pictures\//,
  letter: /^app\/(?:mail|newsletter)\//,
  // `performance.mark`, and combining marks of Unicode.
  mark: /^app\/(?!ui\/shell\/hydrate-page|domains\/look-alike)/,
  need: /^app\/dashboard\//,
  // Notices are a group of messages at the desk.
  notice: /^app\/(?!contact\/thread|routes\/desk\/(?:messages|ui\/thread-list))/,
  person: /^app\/(?:dashboard|platform)\//,
  // A DNS question, and a question with its answer on a page.
  question: /^app\/(?:contact|newsletter|schools|platform\/(?!abuse\/form-proofs)|routes\/(?!dashboard|site)|ui\/)/,
  // A program that reads text, such as a zone file.
  reader: /^app\/newsletter\//,
  receipt: /^$/,
  // Conform's `submission.reply()`, a visitor's reply in a thread, and the kind of a failed call.
  reply: /^app\/(?!contact|doctor\/try-call|platform\/http\/form\.|platform\/upstream\/attempt|routes\/desk\/article)/,
  template: /^app\/contact\//,
  work: /^$/,
};

const GLOSSARY = readFileSync("docs/glossary.md", "utf8").split("## Part 2")[1] ?? "";
/** The identifiers that the glossary refuses, such as "askedQuestion", each with the word to use. */
const refused = [...GLOSSARY.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, word = "", not = ""]) =>
  not === "Not" || not === "---" ? [] : not.split(", ").map((one) => ({ word, not: toIdentifier(one) })),
);

function toIdentifier(words: string): string {
  return words.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function identifiersIn(path: string): Set<string> {
  const names = new Set<string>();
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    JSXIdentifier: ({ name }) => void names.add(name),
  }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  return names;
}

test("no identifier in app/ is a word that the glossary replaces by another", () => {
  const paths = Object.keys(import.meta.glob("../app/**/*.{ts,tsx}")).map((path) => path.replace("../", ""));
  const found = paths
    .filter((path) => !path.includes(".test."))
    .flatMap((path) => {
      const names = identifiersIn(path);
      return refused
        .filter(({ not }) => (REFUSED_IN[not] ?? /^app\//).test(path) && (names.has(not) || names.has(`${not}s`)))
        .map(({ word, not }) => `${path}: ${not}, where the glossary says ${word}`);
    });
  expect(refused.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
