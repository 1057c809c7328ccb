import { setDeadlines } from "../../tests/deadlines.js";
import "../../tests/integration/mpesa-settings.ts";
import { createClient } from "@redis/client";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { daraja } from "#mocks/daraja/daraja.ts";
import { server } from "#mocks/node.ts";
import { redisServer, startProcess } from "../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../tests/redis-server.ts";

const ASK = { phone: "+254712345990", amountKsh: 1500, reference: "M0000000", callbackUrl: "https://a.ke/pay/k/x" };
const SENT = { kind: "sent" };
const MINUTE_MS = 60_000;

/** The last part of the path of each call of Daraja. */
let calls: string[] = [];
const fetched = () => calls.filter((path) => path === "generate").length;

beforeEach(() => {
  calls = [];
  daraja.deliver = async () => undefined;
  server.events.on(
    "request:start",
    ({ request }) => void calls.push(new URL(request.url).pathname.split("/").at(-1) ?? ""),
  );
});
afterEach(() => {
  server.events.removeAllListeners();
  vi.useRealTimers();
});

/** Starts a process. `sendPrompt` sends a prompt to a phone. */
async function processAt(url?: string) {
  const started = await startProcess(url);
  const { mpesa } = await import("./daraja.api.server.ts");
  return { ...started, sendPrompt: () => mpesa?.sendPrompt(ASK) };
}

/** Invalidates every token, as the doctor does: it fetches a new one that it does not share. */
async function invalidateTokens() {
  await (await processAt()).sendPrompt();
  calls = [];
}

function passTime(ms: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let url = "";
  beforeAll(async () => {
    ({ url } = await redisServer());
  });

  /** Opens another connection to Redis. `nameOfToken` returns the key of the stored token. */
  async function admin() {
    const client = createClient({ url });
    await client.connect();
    onTestFinished(() => client.destroy());
    return { client, nameOfToken: async () => (await client.keys("*:daraja:*")).join() };
  }
  beforeEach(async () => {
    const { client } = await admin();
    await client.flushAll();
  });

  test("two processes fetch one token together", async () => {
    const [one, other] = [await processAt(url), await processAt(url)];
    expect(await one.sendPrompt()).toMatchObject(SENT);
    for (const sent of await Promise.all([other.sendPrompt(), one.sendPrompt(), other.sendPrompt()]))
      expect(sent).toMatchObject(SENT);
    expect(fetched()).toBe(1);
    expect(calls).toHaveLength(5);
  });

  test("a process whose token is refused uses the one that another process has stored meanwhile", async () => {
    const [one, other] = [await processAt(url), await processAt(url)];
    await one.sendPrompt();
    await other.sendPrompt();
    await invalidateTokens();
    for (const sent of await Promise.all([one.sendPrompt(), one.sendPrompt(), one.sendPrompt()]))
      expect(sent).toMatchObject(SENT);
    expect(fetched()).toBe(1);
    calls = [];
    expect(await other.sendPrompt()).toMatchObject(SENT);
    expect(calls).toEqual(["processrequest", "processrequest"]);
  });

  test("a token is used as long as the process that fetched it may use it", async () => {
    const { client, nameOfToken } = await admin();
    const one = await processAt(url);
    await one.sendPrompt();
    passTime(20 * MINUTE_MS);
    await client.pExpire(await nameOfToken(), 30 * MINUTE_MS);
    const other = await processAt(url);
    await other.sendPrompt();
    await client.flushAll();
    passTime(29 * MINUTE_MS);
    await other.sendPrompt();
    expect(fetched()).toBe(1);
    passTime(2 * MINUTE_MS);
    await other.sendPrompt();
    expect(fetched()).toBe(2);
  });

  test("the token is encrypted in Redis and expires within 50 minutes", async () => {
    const { client, nameOfToken } = await admin();
    await (await processAt(url)).sendPrompt();
    const name = await nameOfToken();
    expect(name).toMatch(/^mtandao:1:127\.0\.0\.1:3000:daraja:[\w-]{43}$/);
    const sealed = await client.get(name);
    for (const text of [sealed, Buffer.from(sealed ?? "", "base64url").toString("latin1")]) {
      expect(text).not.toMatch(/token|sandbox/);
    }
    expect(await client.pTTL(name)).toBeGreaterThan(49 * MINUTE_MS);
    expect(await client.pTTL(name)).toBeLessThanOrEqual(50 * MINUTE_MS);
  });

  test.each([
    ["garbage", "garbage"],
    ["an empty text", ""],
    ["a token that was encrypted with another secret", createSeal(Buffer.alloc(32)).seal("token-0", MINUTE_MS)],
  ])("a process ignores %s in Redis and replaces it", async (_what, stored) => {
    const { client, nameOfToken } = await admin();
    await (await processAt(url)).sendPrompt();
    await client.set(await nameOfToken(), stored);
    const [one, other] = [await processAt(url), await processAt(url)];
    calls = [];
    expect(await one.sendPrompt()).toMatchObject(SENT);
    expect(await other.sendPrompt()).toMatchObject(SENT);
    expect(calls).toEqual(["generate", "processrequest", "processrequest"]);
    expect(one.redisState()).toEqual({ is: "shared" });
  });

  test("each app at Daraja has its own token, also if their keys differ only in case", async () => {
    const { client } = await admin();
    await startProcess(url);
    const { createSharedToken } = await import("./daraja-caller.api.server.ts");
    const apps = ["Key", "KEY"].map((key) => createSharedToken({ url: "https://daraja.example", key }));
    for (const [at, app] of apps.entries()) await app.write({ token: `token of ${at}`, lifeMs: MINUTE_MS });
    expect(await client.keys("*:daraja:*")).toHaveLength(2);
    expect(await Promise.all(apps.map((app) => app.read()))).toMatchObject([
      { token: "token of 0" },
      { token: "token of 1" },
    ]);
  });

  test("a process keeps its token while Redis hangs, and fetches the next one for itself", async () => {
    const own = await redisServer();
    const one = await processAt(own.url);
    await one.sendPrompt();
    own.signal("SIGSTOP");
    setDeadlines({ redisCommand: 200 });
    expect(await one.sendPrompt()).toMatchObject(SENT);
    passTime(51 * MINUTE_MS);
    expect(await one.sendPrompt()).toMatchObject(SENT);
    expect(fetched()).toBe(2);
    expect(one.redisState()).toMatchObject({ is: "alone" });
    await own.kill();
  });
});

test("two processes without Redis, or with one that is down, recover by one new token each", async () => {
  for (const url of [undefined, "redis://127.0.0.1:9"]) {
    const [one, other] = [await processAt(url), await processAt(url)];
    calls = [];
    await one.sendPrompt();
    await other.sendPrompt();
    expect(await one.sendPrompt()).toMatchObject(SENT);
    expect(calls).toEqual([
      ...["generate", "processrequest", "generate", "processrequest"],
      ...["processrequest", "generate", "processrequest"],
    ]);
  }
});
