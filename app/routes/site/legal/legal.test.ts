import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as cookies from "./cookies.tsx";
import { COOKIES } from "./cookies-text.tsx";
import * as privacy from "./privacy.tsx";
import { PRIVACY } from "./privacy-text.tsx";
import * as terms from "./terms.tsx";
import { TERMS } from "./terms-text.tsx";

const PAGES = [
  ["privacy", privacy, PRIVACY],
  ["terms", terms, TERMS],
  ["cookies", cookies, COOKIES],
] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(PAGES)("/%s was last updated today, in Nairobi", (_name, page) => {
  vi.setSystemTime("2026-11-20T20:30:00Z");
  expect(page.loader().updated).toEqual({ iso: "2026-11-20", words: "20 November 2026" });
  vi.setSystemTime("2026-11-20T21:30:00Z");
  expect(page.loader().updated).toEqual({ iso: "2026-11-21", words: "21 November 2026" });
});

it.each(PAGES)("/%s is cacheable and never hydrated", (_name, page) => {
  expect(page.headers()["Cache-Control"]).toContain("public");
  expect(page.handle.hydrate).toBe("never");
});

it.each(PAGES)("gives every section of /%s its own fragment", (_name, _page, sections) => {
  const ids = sections.map(({ id }) => id);
  expect(new Set([...ids, "write-to-us"]).size).toBe(ids.length + 1);
});
