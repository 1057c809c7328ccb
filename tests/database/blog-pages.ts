/** The blog's pages, with a database of its own, for the test file that imports this. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";
import { page } from "./whole-pages.ts";

export let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

/** The newest post. */
export const FIRST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
/** The links of a list's posts. */
export const CARDS = ".posts .post-card a";

/** A page as a browser without scripts has it. */
export async function open(path: string, browser = newBrowser()) {
  const { html, status, headers } = await page(browser, path);
  const { document } = new JSDOM(html, { url: `http://127.0.0.1:3000${path}` }).window;
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);
  const links = (selector: string) => [...document.querySelectorAll(selector)].map((link) => link.getAttribute("href"));
  const content = (selector: string) => document.querySelector(selector)?.getAttribute("content");
  return { html, status, headers, document, texts, links, content, kept: headers.get("Cache-Control") };
}

/** Writes a post into the database, older than all others. */
export async function write(slug: string, changes: Record<string, string | null> = {}) {
  const post = { title: slug, excerpt: null, content: "Words.", category: "Business", image_url: null, ...changes };
  const values = [slug, post.title, post.excerpt, post.content, post.category, post.image_url];
  await database.query(
    "insert into posts (slug, title, excerpt, content, category, image_url, created_at) values ($1, $2, $3, $4, $5, $6, '2020-01-01')",
    values,
  );
}
