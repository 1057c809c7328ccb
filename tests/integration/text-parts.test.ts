import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPosts } from "#app/blog/posts.table.server.ts";
import { searchWords } from "#app/blog/search-words.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

/** Characters that searches, LIKE or arrays treat in their own way, and letters of other scripts. */
const letter = fc.constantFrom(..."ab%_\\\"{},é漢😀 '");
const text = fc.string({ unit: letter, maxLength: 40 });

test("the index leaves out no text that has a part: three letters of the part are three letters of the text", async () => {
  const cut = fc.tuple(text, fc.nat(40), fc.nat(8)).map(([whole, from, size]) => ({
    whole,
    part: [...whole].slice(from, from + size).join(""),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(cut, { minLength: 20, maxLength: 20 }),
      fc.array(text, { maxLength: 5 }),
      async (cuts, others) => {
        const pairs = [...cuts, ...others.flatMap((part) => cuts.map(({ whole }) => ({ whole, part })))];
        const rows = await database.query(
          `select whole, part from jsonb_to_recordset($1::jsonb) as one (whole text, part text)
         where strpos(whole, part) > 0 and not text_parts(whole) @> text_parts(part)`,
          [JSON.stringify(pairs)],
        );
        expect(rows).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
});

test("a search finds the posts that a reader who looks at each finds, the newest first", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        text.filter((one) => one.trim() !== ""),
        { minLength: 1, maxLength: 6 },
      ),
      fc.string({ unit: letter, maxLength: 6 }),
      async (texts, typed) => {
        await database.query("delete from posts");
        await database.query(
          `insert into posts (slug, title, content, category, created_at, published_at)
           select 'post-' || n, 'T', one, 'Business', now() - n * interval '1 day', now() - interval '1 day'
           from unnest($1::text[]) with ordinality as listed (one, n)`,
          [texts],
        );
        const words = searchWords(typed);
        // A search is cached by its words.
        if (words.length === 0 || seen.has(String(words))) return;
        seen.add(String(words));
        const found = await listPosts({ words, page: 1 });
        const expected = texts.flatMap((one, index) =>
          words.every((word) => `t  ${one.toLowerCase()}`.includes(word)) ? [`post-${index + 1}`] : [],
        );
        expect(found.ok && found.value).toMatchObject({ total: expected.length });
        expect(found.ok && found.value.posts.map(({ slug }) => slug)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
const seen = new Set<string>();
