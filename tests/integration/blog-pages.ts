/** The blog's pages, with a database of its own, for the test file that imports this. */
import { afterAll, beforeAll } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "./open-memory.ts";

export { readPage as open } from "./read-page.ts";

export let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

/** The newest post. */
export const FIRST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
/** Selects the links of a list's posts. */
export const CARDS = ".posts .post-card a";

/** Writes a post into the database, older than all others. */
export async function write(slug: string, changes: Record<string, string | null> = {}) {
  const post = { title: slug, excerpt: null, content: "Words.", category: "Business", image_url: null, ...changes };
  const values = [slug, post.title, post.excerpt, post.content, post.category, post.image_url];
  await database.query(
    "insert into posts (slug, title, excerpt, content, category, image_url, created_at) values ($1, $2, $3, $4, $5, $6, '2020-01-01')",
    values,
  );
}
