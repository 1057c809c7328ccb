import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, vi } from "vitest";
import { rejectAboveLimit } from "./too-many-requests.server.ts";

vi.mock("#app/env.server.ts", async (original) => {
  const { env } = await original<typeof import("#app/env.server.ts")>();
  return { env: { ...env, isSandbox: false } };
});

/** What becomes of a request from an address: "drawn", or the reply. */
async function ask(address: string, path: string, method = "GET", visit: { rejectedStatus?: number } = {}) {
  const reply: { status?: number; head?: object; page?: string } = {};
  const res = {
    writeHead: (status: number, head: object) => Object.assign(reply, { status, head }),
    end: (page: string) => Object.assign(reply, { page }),
    getHeader: (name: string) => (name === "Retry-After" ? "42" : undefined),
  } as unknown as ServerResponse;
  const req = { url: `${path}?a=1`, method } as IncomingMessage;
  return (await rejectAboveLimit(req, res, { address, ...visit })) ? reply : "drawn";
}

it("above 300 pages in ten seconds an address gets a few plain sentences, and everybody else what they ask for", async () => {
  vi.useFakeTimers();
  for (let page = 0; page < 300; page += 1) expect(await ask("flood", "/domains")).toBe("drawn");
  vi.advanceTimersByTime(4_000);
  expect(await ask("flood", "/contact")).toEqual({
    status: 429,
    head: expect.objectContaining({ "Retry-After": "6", "Cache-Control": "private, no-store" }),
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

it("says in a few plain sentences that too many forms were sent, and lets Back bring back what was typed", async () => {
  expect(await ask("flood of forms", "/refused", "GET", { rejectedStatus: 429 })).toEqual({
    status: 429,
    head: expect.objectContaining({ "Retry-After": "42", "Cache-Control": "private, no-cache" }),
    page: expect.stringMatching(/<h1>Too many forms at once<.*Please wait 42 seconds/s),
  });
  expect(await ask("another", "/refused", "GET", { rejectedStatus: 403 })).toBe("drawn");
});
