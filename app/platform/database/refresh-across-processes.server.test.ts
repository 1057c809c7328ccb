import { createClient } from "@redis/client";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setDeadlines } from "../../../tests/deadlines.js";
import { redisServer, startProcess } from "../../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../../tests/redis-server.ts";

const ADDRESS = "https://project.supabase.example/auth/v1/token?grant_type=refresh_token";

/** An auth service that accepts each refresh token once. Replies wait until `answer` is called. */
function authService() {
  const waiting: (() => void)[] = [];
  const spent = new Set<string>();
  const refreshed = vi.fn<typeof fetch>(async (_input, init) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const body = String(init?.body);
    if (spent.has(body)) return Response.json({ code: "refresh_token_already_used" }, { status: 400 });
    spent.add(body);
    return Response.json({ refresh_token: "the-new-one" });
  });
  const answer = () => {
    if (waiting.length === 0) throw new Error("no request yet");
    for (const go of waiting.splice(0)) go();
  };
  return { refreshed, answer: () => vi.waitFor(answer, { timeout: 60_000 }) };
}

async function processAt(url: string | undefined, fetchOnce: typeof fetch) {
  const shared = await startProcess(url);
  const { shareRefreshes } = await import("./shared-refresh.server.ts");
  const refresh = shareRefreshes(fetchOnce);
  return {
    ...shared,
    refresh: async (token: string) => {
      const response = await refresh(ADDRESS, { method: "POST", body: JSON.stringify({ refresh_token: token }) });
      return [response.status, await response.json()];
    },
  };
}

const FRESH = [200, { refresh_token: "the-new-one" }];

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let url = "";
  let token = "";
  beforeAll(async () => {
    ({ url } = await redisServer());
  });
  beforeEach(() => {
    token = `old-${Math.random()}`;
  });

  test("refreshes a session once for two processes and returns the reply to both", async () => {
    const auth = authService();
    const [one, other] = [await processAt(url, auth.refreshed), await processAt(url, auth.refreshed)];
    const both = Promise.all([one.refresh(token), other.refresh(token), one.refresh(token)]);
    await auth.answer();
    expect(await both).toEqual([FRESH, FRESH, FRESH]);
    // A later request with the old token gets the same reply.
    const late = await processAt(url, auth.refreshed);
    expect(await late.refresh(token)).toEqual(FRESH);
    expect(auth.refreshed).toHaveBeenCalledTimes(1);
  });

  test("stores the reply encrypted and with an expiry", async () => {
    const auth = authService();
    const one = await processAt(url, auth.refreshed);
    const done = one.refresh(token);
    await auth.answer();
    await done;
    const client = createClient({ url });
    await client.connect();
    const keys = await client.keys("*:refresh:*");
    const values = await Promise.all(keys.map((key) => client.get(key)));
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0);
    client.destroy();
    expect(values.length).toBeGreaterThan(0);
    expect(JSON.stringify([keys, values])).not.toMatch(/old-|new-one/);
  });

  test.each<[string, typeof fetch]>([
    ["gets a 503", async () => Response.json({ message: "down" }, { status: 503 })],
    ["throws", () => Promise.reject(new Error("cut"))],
  ])("lets another process refresh at once if the refresh %s", async (_how, failing) => {
    const auth = authService();
    const [one, other] = [await processAt(url, failing), await processAt(url, auth.refreshed)];
    await one.refresh(token).catch(() => undefined);
    setDeadlines({ sessionRefreshElsewhere: 1500 });
    const done = other.refresh(token);
    await auth.answer();
    expect(await done).toEqual(FRESH);
  });

  test("waits only shortly for a process that was killed while refreshing", async () => {
    const silent = authService();
    const auth = authService();
    const [killed, other] = [await processAt(url, silent.refreshed), await processAt(url, auth.refreshed)];
    void killed.refresh(token);
    await vi.waitFor(() => expect(silent.refreshed).toHaveBeenCalled());
    setDeadlines({ sessionRefreshElsewhere: 1500 });
    const done = other.refresh(token);
    await auth.answer();
    expect(await done).toEqual(FRESH);
  });

  test("refreshes once per process without Redis", async () => {
    const auth = authService();
    const one = await processAt("redis://127.0.0.1:9", auth.refreshed);
    const both = Promise.all([one.refresh(token), one.refresh(token)]);
    await auth.answer();
    expect(await both).toEqual([FRESH, FRESH]);
    expect(auth.refreshed).toHaveBeenCalledTimes(1);
  });
});
