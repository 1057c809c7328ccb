import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { setDeadlines } from "../../tests/deadlines.js";

const LONG = { proxyQuiet: 600_000, drain: 600_000 };
let draining: typeof import("./graceful-shutdown.server.ts");
let server: Server;
let port: number;

/** Starts a server behind so many proxies, with deadlines that no test reaches. */
async function start(trustedProxies: number): Promise<void> {
  setDeadlines(LONG);
  vi.resetModules();
  draining = await import("./graceful-shutdown.server.ts");
  const { env } = await import("#app/platform/env.server.ts");
  Object.assign(env, { trustedProxies });
  server = createServer((req, res) => {
    if (draining.closesForRetry(req)) res.destroy();
    else res.setHeader("Connection", "close").end("here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
}
beforeEach(() => start(0));

/** Sends a request on a new connection. Returns the response, or an empty text if the connection is closed without one. */
function send(method: string, path = "/"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: site\r\nContent-Length: 0\r\n\r\n`);
  return text(socket).catch(String);
}

async function expectRefused(): Promise<void> {
  const [refused] = await once(connect(port, "127.0.0.1"), "error");
  expect(refused.code).toBe("ECONNREFUSED");
}

test("a stopping server answers connections that came before the stop, and refuses later ones", async () => {
  // The system accepts these connections at once, before Node has had a turn to.
  const responses = Array.from({ length: 20 }, (_, index) => send(index % 2 ? "GET" : "POST"));
  let isReleased = false;
  const drained = draining.drain(server, async () => {
    isReleased = true;
  });
  expect(draining.isDraining()).toBe(true);
  for (const response of await Promise.all(responses)) expect(response).toMatch(/here$/);
  await drained;
  expect(isReleased).toBe(true);
  await expectRefused();
});

test("behind a proxy a stopping server answers forms until a page request that it closes tells the proxy", async () => {
  await start(1);
  expect(await send("GET")).toContain("here");
  const drained = draining.drain(server, async () => {});
  for (const turn of [1, 2, 3]) {
    expect([turn, await send("POST")]).toEqual([turn, expect.stringContaining("here")]);
    await wait(20);
  }
  expect(await send("GET", "/healthz")).toContain("here");
  expect(await send("HEAD")).toBe("");
  await drained;
  await expectRefused();
});

test.each(["proxyQuiet", "drain"] as const)(
  "behind a proxy that sends no page request a stopping server stops listening after %s",
  async (name) => {
    await start(1);
    setDeadlines({ ...LONG, [name]: 30 });
    await draining.drain(server, async () => {});
    await expectRefused();
  },
);
