import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { createHttpServer } from "./listen.server.ts";
import { PageCache } from "./page-cache.server.ts";
import { createRequestHandler } from "./request-handler.server.ts";
import { isSandboxDown, losesAnswer, sandboxAddressProblem, setSandboxNetwork } from "./sandbox-endpoint.server.ts";

const { isSandbox } = env;
afterEach(() => {
  Object.assign(env, { isSandbox });
  setSandboxNetwork("up");
  vi.useRealTimers();
});

it.each(["10.0.0.7", "203.0.113.255", "2001:db8::7", "::1", undefined])(
  "takes %j as the address of a visitor",
  (address) => {
    expect(sandboxAddressProblem({ headers: { "x-sandbox-address": address } })).toBeUndefined();
  },
);

it.each(["", "10.0.0", "10.0.0.256", "worker-1", "::1::", "10.0.0.7, 10.0.0.8"])(
  "refuses %j, and says why",
  (address) => {
    expect(sandboxAddressProblem({ headers: { "x-sandbox-address": address } })).toContain("an IPv4 or IPv6 address");
  },
);

it("drops connections for 30 seconds, or until it is told to stop", () => {
  vi.useFakeTimers();
  expect([setSandboxNetwork("down"), isSandboxDown()]).toEqual([true, true]);
  vi.advanceTimersByTime(29_999);
  expect(isSandboxDown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isSandboxDown()).toBe(false);
  setSandboxNetwork("down");
  expect([setSandboxNetwork("slow"), isSandboxDown()]).toEqual([false, true]);
  expect([setSandboxNetwork("up"), isSandboxDown()]).toEqual([true, false]);
});

const form = (subject: string) => Buffer.from(new URLSearchParams({ name: "Njeri", subject }).toString());

it("loses the answers to a contact message for ten seconds after it first arrived", () => {
  const subject = "lostanswer-bei";
  const lost = [0, 9_999, 10_000].map((ms) => losesAnswer({ url: "/contact" }, form(subject), 5_000 + ms));
  expect(lost).toEqual([true, true, false]);
  const other = Buffer.from(`${form(subject)}&message=Habari`);
  expect(losesAnswer({ url: "/contact" }, other, 60_000)).toBe(true);
  expect(losesAnswer({ url: "/contact.data?index" }, form("lostanswer-data"))).toBe(true);
  expect(losesAnswer({ url: "/contact" }, form("Bei"))).toBe(false);
  expect(losesAnswer({ url: "/newsletter" }, form(subject), 0)).toBe(false);
});

it("neither drops a connection nor loses an answer on a real site", () => {
  Object.assign(env, { isSandbox: false });
  setSandboxNetwork("down");
  expect([isSandboxDown(), losesAnswer({ url: "/contact" }, form("lostanswer-real"))]).toEqual([false, false]);
});

it("serves nobody while it is down, and carries out a message whose answer it loses", async () => {
  // The mock providers would reject requests to this test's server.
  mocks.close();
  const carriedOut: string[] = [];
  const site = async (req: Parameters<typeof text>[0], res: { end: (text: string) => void }) => {
    carriedOut.push(await text(req));
    res.end("ok");
  };
  const server = createHttpServer(createRequestHandler({ site: site as never, cache: new PageCache() }));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setSandboxNetwork("down");
  await expect(fetch(origin)).rejects.toThrow("fetch failed");
  setSandboxNetwork("up");
  expect((await fetch(origin)).status).toBe(200);
  const body = new URLSearchParams({ subject: "lostanswer-1" });
  const headers = { "sec-fetch-site": "same-origin" };
  await expect(fetch(`${origin}/contact`, { method: "POST", body, headers })).rejects.toThrow("fetch failed");
  expect(carriedOut.at(-1)).toBe("subject=lostanswer-1");
  server.closeAllConnections();
  server.close();
  mocks.listen({ onUnhandledRequest: "error" });
});
