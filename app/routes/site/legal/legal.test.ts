import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as cookies from "./cookies.tsx";
import * as privacy from "./privacy.tsx";
import * as terms from "./terms.tsx";

const PAGES = [
  ["privacy", privacy],
  ["terms", terms],
  ["cookies", cookies],
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
