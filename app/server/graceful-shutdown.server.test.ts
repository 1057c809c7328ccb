import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";

const AT_THE_DOOR = 20;

const deadlines = vi.hoisted(() => ({ PROXY_QUIET_MS: 0, MAX_DRAIN_WAIT_MS: 0 }));
vi.mock("./deadlines.server.ts", () => deadlines);

let draining: typeof import("./graceful-shutdown.server.ts");
let server: Server;
let port: number;

/** A process that has not been told to stop, behind so many proxies; nothing is waited for but what is due. */
async function begin(trustedProxies: number): Promise<void> {
  Object.assign(deadlines, { PROXY_QUIET_MS: 600_000, MAX_DRAIN_WAIT_MS: 600_000 });
  vi.resetModules();
  draining = await import("./graceful-shutdown.server.ts");
  const { env } = await import("#app/env.server.ts");
  Object.assign(env, { trustedProxies });
  server = createServer((req, res) => {
    if (draining.closesForRetry(req)) res.destroy();
    else res.setHeader("Connection", "close").end("here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
}
beforeEach(() => begin(0));

/** What the server says to a request on a connection of its own: nothing where that is closed without a word. */
function ask(method: string, path = "/"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: site\r\nContent-Length: 0\r\n\r\n`);
  return text(socket).catch(String);
}

async function isRefused(): Promise<void> {
  const [refused] = await once(connect(port, "127.0.0.1"), "error");
  expect(refused.code).toBe("ECONNREFUSED");
}

test("whoever is at the door when the server is told to stop gets an answer, and who comes afterwards is refused", async () => {
  // The system lets them in at once; Node has had no turn to.
  const answers = Array.from({ length: AT_THE_DOOR }, (_, index) => ask(index % 2 ? "GET" : "POST"));
  let isReleased = false;
  const drained = draining.drain(server, async () => {
    isReleased = true;
  });
  expect(draining.isDraining()).toBe(true);
  expect((await Promise.all(answers)).filter((answer) => answer.endsWith("here"))).toHaveLength(AT_THE_DOOR);
  await drained;
  expect(isReleased).toBe(true);
  await isRefused();
});

test("behind a proxy forms are answered until it has been told, by a reader who gets no answer, to send nobody", async () => {
  await begin(1);
  expect(await ask("GET")).toContain("here");
  const drained = draining.drain(server, async () => {});
  for (const turn of [1, 2, 3]) {
    expect([turn, await ask("POST")]).toEqual([turn, expect.stringContaining("here")]);
    await wait(20);
  }
  expect(await ask("GET", "/healthz")).toContain("here");
  expect(await ask("HEAD")).toBe("");
  await drained;
  await isRefused();
});

test.each(["PROXY_QUIET_MS", "MAX_DRAIN_WAIT_MS"] as const)(
  "behind a proxy that sends no reader the door is closed after %s",
  async (name) => {
    await begin(1);
    deadlines[name] = 30;
    await draining.drain(server, async () => {});
    await isRefused();
  },
);
