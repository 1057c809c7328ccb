import { expect } from "vitest";
import type { Browser } from "./browser.ts";
import { readPage } from "./read-page.ts";

/** More rows of each kind than a reply of the database has. */
export const ROWS = process.env.LONG === "1" ? 2500 : 1001;
/** Returns the statement that inserts so many rows; `n` is the number of a row in the values. */
export const many = (columns: string, values: string) =>
  `insert into ${columns} select ${values} from generate_series(1, ${ROWS}) as n`;
export const AGO = "now() - interval '1 minute' * n";

/** Follows the links to the next page from a page on. Returns the texts of all rows. */
export async function walkPages(path: string, rows: string, browser: Browser): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null | undefined = path; next; ) {
    const page = await readPage(next, browser);
    expect(page.status).toBe(200);
    found.push(...page.texts(rows));
    [next] = [...page.links("a[rel=next]"), ...page.all("button[name=after]").flatMap(pathOfNext)];
  }
  return found;
}

/** The pages of the dashboard are buttons of its form. */
function pathOfNext(button: Element): string[] {
  const key = button.getAttribute("value") ?? "";
  return button.textContent?.startsWith("Next") ? [`/dashboard?${new URLSearchParams({ after: key })}`] : [];
}

/** Fails if a row is missing or there twice. */
export function expectAll(found: readonly string[]) {
  expect(new Set(found).size).toBe(ROWS);
  expect(found).toHaveLength(ROWS);
}
