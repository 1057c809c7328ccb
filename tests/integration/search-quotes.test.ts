import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { database } from "./database.ts";
import { newThread, staff } from "./desk-threads.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const SINGLE = ["'", "\u2018", "\u2019", "\u201A", "\u201B", "\u2032", "\uFF07"];
const DOUBLE = ['"', "\u201C", "\u201D", "\u201E", "\u201F", "\u2033", "\u00AB", "\u00BB", "\uFF02"];
const PAIRS = [SINGLE, DOUBLE].flatMap((marks) =>
  marks.flatMap((stored) => marks.map((typed) => [stored, typed] as const)),
);

afterAll(() => database.query("delete from posts where slug like 'quoted-%'"));

test("a post is found by its words with any quotation marks", async () => {
  const missed = [];
  for (const [index, [stored, typed]] of PAIRS.entries()) {
    await database.query("insert into posts (slug, title, content, category) values ($1, $2, 'Words.', 'Business')", [
      `quoted-${index}`,
      `The shop${stored}s word${index}x`,
    ]);
    const { links } = await readPage(`/blog?${new URLSearchParams({ q: `shop${typed}s word${index}x` })}`);
    if (!links(".posts a").includes(`/blog/quoted-${index}`)) missed.push([stored, typed]);
  }
  expect(missed).toEqual([]);
});

test("a message is found by its words with any quotation marks, and is shown as it was written", async () => {
  const missed = [];
  for (const [index, [stored, typed]] of PAIRS.entries()) {
    const subject = `The shop${stored}s word${index}x`;
    await newThread({ subject, email: `a${index}@example.co.ke` });
    const { html } = await renderPage(
      staff,
      `/desk/messages?${new URLSearchParams({ q: `shop${typed}s word${index}x` })}`,
    );
    if (!html.includes(`word${index}x</`)) missed.push([stored, typed]);
  }
  expect(missed).toEqual([]);
});

test("database and site fold the same quotation marks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...SINGLE, ...DOUBLE, "a", "`", "\u00B4", "\u02BC", "\u3008") }),
      async (text) => {
        const [row] = await database.query("select plain_quotes($1) as plain", [text]);
        expect(row?.plain).toBe(cleanSearch(text));
      },
    ),
    { numRuns: 60 },
  );
});
