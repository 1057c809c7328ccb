import { readFileSync } from "node:fs";
import { Lexer } from "marked";
import { expect, test, vi } from "vitest";
import { markdownToHtml } from "#app/blog/to-html.server.ts";
import { growth } from "../../../tests/cpu-time.ts";
import { PATHOLOGICAL_TEXTS } from "../../../tests/pathological-markdown.ts";
import { TooMuchError } from "./limits.server.ts";

const seed = readFileSync("supabase/seed.sql", "utf8");
const posts = [...seed.matchAll(/\$md\$([\s\S]*?)\$md\$/g)].map(([, text = ""]) => text);
const article = posts.join("\n\n").repeat(3).slice(0, 50_000);

test("renders each of our posts, and all of them as one article of 50,000 characters", () => {
  expect(posts).toHaveLength(20);
  for (const post of posts) expect(markdownToHtml(post)).toMatch(/<p>/);
  expect(markdownToHtml(article)).toMatch(/<table>[\s\S]*<pre>/);
});

/** Renders a text, or returns undefined if it exceeds a limit. */
function render(text: string): string | undefined {
  try {
    return markdownToHtml(text);
  } catch (error) {
    expect(error).toBeInstanceOf(TooMuchError);
    return undefined;
  }
}

/** Returns the number of characters that the parser looks at, summed over its steps: what makes a text slow. */
function workOn(text: string): number {
  let characters = 0;
  for (const step of ["inlineTokens", "blockTokens"] as const) {
    const original = Lexer.prototype[step] as (...all: unknown[]) => never;
    vi.spyOn(Lexer.prototype, step).mockImplementation(function (this: Lexer, ...args: unknown[]) {
      characters += String(args[0]).length;
      return original.apply(this, args);
    });
  }
  expect((render(text) ?? "").length).toBeLessThan(1_000_000);
  return characters;
}

test.each(Object.entries(PATHOLOGICAL_TEXTS))("renders or rejects %s early, without a stack overflow", (_, text) => {
  expect(workOn(text)).toBeLessThan(5_000_000);
});

test("rejects most of the hostile texts", () => {
  const rejected = Object.values(PATHOLOGICAL_TEXTS).filter((text) => render(text) === undefined);
  expect(rejected.length).toBeGreaterThan(35);
});

test.each([
  ["40 quotes in quotes", `${"> ".repeat(30)}a`, false],
  ["50 quotes in quotes", `${"> ".repeat(50)}a`, true],
  ["a paragraph of 20,000 characters", "word ".repeat(4_000), false],
  ["a longer one", "word ".repeat(4_001), true],
  ["a table of 2,800 cells", `|a|b|c|d|\n|-|-|-|-|\n${"|1|2|3|4|\n".repeat(550)}`, false],
  ["a table of 6,000 cells", `|a|b|c|d|\n|-|-|-|-|\n${"|1|2|3|4|\n".repeat(1_500)}`, true],
  ["3,900 elements", "*a*\n\n".repeat(1_950), false],
  ["4,100 elements", "*a*\n\n".repeat(2_050), true],
  ["100,000 characters of code", `    ${"a".repeat(99_000)}`, false],
  ["more", `    ${"a".repeat(100_000)}`, true],
])("applies the limit to %s", (_what, text, isTooMuch) => {
  expect(render(text) === undefined).toBe(isTooMuch);
});

const PIECES = [
  ...["a", " ", "\n", "*", "_ ", "[", "](", ">", "|", "|a|b|\n|-|-|\n", "`", "~", "#", "-", "<", "&", "1. "],
  ...["www.a.", "a@"],
];

test.each(PIECES)("parses 50,000 characters of %j in time proportional to the length", (piece) => {
  const { wholeMs, mostMs } = growth(piece.repeat(50_000 / piece.length), render);
  expect(wholeMs).toBeLessThan(mostMs);
});
