import type { Request, Response } from "express";
import { expect, it, vi } from "vitest";
import { limitPages } from "./limit-pages.server.ts";

vi.mock("#app/env.server.ts", async (original) => {
  const { env } = await original<typeof import("#app/env.server.ts")>();
  return { env: { ...env, isSandbox: false } };
});

/** What becomes of a request from an address: "drawn", or the reply. */
function ask(address: string, path: string, method = "GET") {
  return new Promise((done) => {
    const head: Record<string, string> = {};
    const res = { set: (more: object) => Object.assign(head, more), status: (status: number) => replyWith(status) };
    const replyWith = (status: number) => ({ type: () => ({ send: (page: string) => done({ status, head, page }) }) });
    limitPages(() => address)({ path, method } as Request, res as unknown as Response, () => done("drawn"));
  });
}

it("above 300 pages in ten seconds an address gets a few plain sentences, and everybody else what they ask for", async () => {
  vi.useFakeTimers();
  for (let page = 0; page < 300; page += 1) expect(await ask("flood", "/domains")).toBe("drawn");
  vi.advanceTimersByTime(4_000);
  expect(await ask("flood", "/contact")).toEqual({
    status: 429,
    head: { "Retry-After": "6", "Cache-Control": "private, no-store" },
    page: expect.stringContaining("Please wait 6 seconds, then load this page again"),
  });
  expect([await ask("another", "/"), await ask("flood", "/contact", "POST"), await ask("flood", "/images")]).toEqual([
    "drawn",
    "drawn",
    "drawn",
  ]);
  vi.advanceTimersByTime(6_000);
  expect(await ask("flood", "/domains")).toBe("drawn");
  vi.useRealTimers();
});
