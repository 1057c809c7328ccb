import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it, vi } from "vitest";
import { rejectAboveLimit } from "./too-many-requests.server.ts";

vi.mock("#app/platform/env.server.ts", async (original) => {
  const { env } = await original<typeof import("#app/platform/env.server.ts")>();
  return { env: { ...env, isSandbox: false } };
});

/** Returns "passed on", or the limit page that was sent. */
async function request(address: string, path: string, method = "GET", visit: { rejectedStatus?: number } = {}) {
  const response: { status?: number; head?: object; page?: string } = {};
  const res = {
    writeHead: (status: number, head: object) => Object.assign(response, { status, head }),
    end: (page: Buffer) => Object.assign(response, { page: page.toString() }),
    getHeader: (name: string) => (name === "Retry-After" ? "42" : undefined),
  } as unknown as ServerResponse;
  const req = { url: `${path}?a=1`, method } as IncomingMessage;
  return (await rejectAboveLimit(req, res, { address, ...visit })) ? response : "passed on";
}

it("sends an address a short page with 429 after 300 pages in ten seconds, and does not affect others", async () => {
  vi.useFakeTimers();
  for (let page = 0; page < 300; page += 1) expect(await request("flood", "/domains")).toBe("passed on");
  vi.advanceTimersByTime(4_000);
  expect(await request("flood", "/contact")).toEqual({
    status: 429,
    head: expect.objectContaining({ "Retry-After": "6", "Cache-Control": "private, no-store" }),
    page: expect.stringContaining("Please wait 6 seconds, then try again"),
  });
  expect(await request("another", "/")).toBe("passed on");
  expect(await request("flood", "/contact", "POST")).toBe("passed on");
  expect(await request("flood", "/images")).toBe("passed on");
  vi.advanceTimersByTime(6_000);
  expect(await request("flood", "/domains")).toBe("passed on");
  vi.useRealTimers();
});

it("sends a short page for too many forms, to which the browser's Back keeps the input", async () => {
  expect(await request("flood of forms", "/refused", "GET", { rejectedStatus: 429 })).toEqual({
    status: 429,
    head: expect.objectContaining({ "Retry-After": "42", "Cache-Control": "private, no-cache" }),
    page: expect.stringMatching(/<h1>Too many forms<.*Please wait 42 seconds/s),
  });
  expect(await request("another", "/refused", "GET", { rejectedStatus: 403 })).toBe("passed on");
});
