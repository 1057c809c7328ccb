import { createClient } from "@redis/client";
import fc from "fast-check";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { setDeadlines } from "../../../tests/deadlines.js";
import { redisServer, startProcess, use } from "../../../tests/redis-processes.ts";
import { hasRedis, WITH_REDIS } from "../../../tests/redis-server.ts";

const LIMIT = { points: 10, duration: 60 };
const OPERATIONS = ["consume", "consume", "consume", "penalty", "reward", "get", "delete"] as const;

test("counts for one process in full without Redis, without logs or metrics", async () => {
  const alone = await startProcess();
  const limiter = alone.createLimiter("test", LIMIT);
  expect(await use(limiter, 15)).toBe(10);
  expect(limiter).toBeInstanceOf(RateLimiterMemory);
  expect([alone.redisState(), alone.redisLogs()]).toEqual([{ is: "off" }, []]);
  expect(await alone.measures()).not.toContain("redis");
});

describe.skipIf(!hasRedis)(WITH_REDIS, () => {
  let server: Awaited<ReturnType<typeof redisServer>>;
  let key = "";
  beforeAll(async () => {
    server = await redisServer();
  });
  beforeEach(() => {
    key = Math.random().toString(36);
  });

  /** Opens another connection to Redis. */
  async function admin(url = server.url) {
    const client = createClient({ url }).on("error", () => undefined);
    onTestFinished(() => client.destroy());
    return client.connect();
  }

  test("shares one limit between two processes, with the time to wait", async () => {
    const [one, two] = [await startProcess(server.url), await startProcess(server.url)];
    const [first, second] = [one.createLimiter("test", LIMIT), two.createLimiter("test", LIMIT)];
    const used = await Promise.all([use(first, 15, key), use(second, 15, key)]);
    expect(used[0] + used[1]).toBe(10);
    const counted = { consumedPoints: 30, remainingPoints: 0, msBeforeNext: expect.any(Number) };
    expect(await second.get(key)).toMatchObject(counted);
    await first.delete(key);
    expect([await second.get(key), await use(second, 15, key)]).toEqual([null, 10]);
    expect(one.redisLogs()).toEqual([{ event: "limits shared", redis: { host: `127.0.0.1:${server.port}` } }]);
    expect(one.redisState()).toEqual({ is: "shared" });
    expect(await one.measures()).toContain("mtandao_redis_up 1");
  });

  test("stores keys that are hashed, prefixed by the site and expire", async () => {
    await startProcess(server.url);
    const { consume } = await import("../abuse/limits.server.ts");
    await consume("contactFromEmail", "njeri@example.co.ke");
    await consume("requests", "203.0.113.7");
    const client = await admin();
    const keys = await client.keys("*");
    expect(keys.filter((one) => one.includes(":limit:")).length).toBeGreaterThan(1);
    for (const one of keys) {
      expect(one).toMatch(/^mtandao:1:127\.0\.0\.1:3000:(proof|limit:[\w-]+:[\w.-]+)$/);
      expect(one).not.toMatch(/njeri|example\.co|203/);
      expect(await client.pTTL(one)).not.toBe(-1);
    }
  });

  test("counts in two processes exactly as a single limiter does", async () => {
    const processes = [await startProcess(server.url), await startProcess(server.url)];
    const limiters = processes.map((one) => one.createLimiter("fuzz", LIMIT));
    const step = fc.record({
      limiter: fc.constantFrom(...limiters),
      operation: fc.constantFrom(...OPERATIONS),
      points: fc.integer({ min: 1, max: 4 }),
      suffix: fc.constantFrom("a", "b"),
    });
    let round = 0;
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const single = new RateLimiterMemory(LIMIT);
      round += 1;
      for (const { limiter, operation, points, suffix } of steps) {
        const run = async (one: RateLimiterAbstract) => {
          const name = `${key}${round}${suffix}`;
          if (operation === "get" || operation === "delete") return counted(await one[operation](name));
          // Above the limit both reject with what they have counted.
          return one[operation](name, points).then(counted, (refused) => ["refused", counted(refused)]);
        };
        expect(await run(limiter)).toEqual(await run(single));
      }
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("counts at half while Redis is down, logs it once, and reconnects", async () => {
    const own = await redisServer();
    const one = await startProcess(own.url);
    const limiter = one.createLimiter("test", LIMIT);
    expect(await use(limiter, 1)).toBe(1);
    await own.kill();
    expect(await use(limiter, 15)).toBe(5);
    expect(await use(limiter, 15, "another")).toBe(5);
    expect(one.redisState()).toMatchObject({ is: "alone" });
    expect(await one.measures()).toContain("mtandao_redis_up 0");
    const restarted = await redisServer([], own.port);
    await one.isShared();
    expect(await use(limiter, 15)).toBe(10);
    const events = one.redisLogs().map(({ event }) => event);
    expect(events).toEqual(["limits shared", "limits not shared", "limits shared"]);
    await restarted.kill();
  });

  test("waits for a hanging Redis once, and reconnects when it answers", async () => {
    const own = await redisServer();
    const one = await startProcess(own.url);
    const limiter = one.createLimiter("test", LIMIT);
    own.signal("SIGSTOP");
    setDeadlines({ redisCommand: 200 });
    expect(await use(limiter, 15)).toBe(5);
    expect(one.redisState()).toEqual({ is: "alone", why: { kind: "timeout", code: "TimeoutError" } });
    const command = vi.fn();
    await expect(one.withRedis(command)).rejects.toThrow();
    expect(command).not.toHaveBeenCalled();
    expect(one.redisLogs()).toHaveLength(2);
    setDeadlines();
    own.signal("SIGCONT");
    await one.isShared();
    // Redis has carried out the earlier commands meanwhile.
    expect(await use(limiter, 15, "another")).toBe(10);
    await own.kill();
  });

  test("does not use a full Redis or a replica until it accepts writes", async () => {
    const own = await redisServer();
    const client = await admin(own.url);
    const one = await startProcess(own.url);
    const limiter = one.createLimiter("test", LIMIT);
    await client.configSet("maxmemory", "1");
    expect(await use(limiter, 15)).toBe(5);
    expect(one.redisState()).toEqual({ is: "alone", why: { kind: "status", code: "OOM" } });
    // A process that starts while Redis is full starts all the same.
    const two = await startProcess(own.url);
    expect(two.redisState()).toEqual({ is: "alone", why: { kind: "status", code: "OOM" } });
    await client.configSet("maxmemory", "0");
    await Promise.all([one.isShared(), two.isShared()]);
    await client.sendCommand(["REPLICAOF", "127.0.0.1", "1"]);
    expect(await use(limiter, 15, "another")).toBe(5);
    expect(one.redisState()).toMatchObject({ why: { kind: "status", code: "READONLY" } });
    await client.sendCommand(["REPLICAOF", "NO", "ONE"]);
    await one.isShared();
    await own.kill();
  });

  test.each([
    ["with a wrong password", (url: string) => url.replace(":a-", ":no-"), { kind: "key", code: "WRONGPASS" }],
    ["without a password", (url: string) => url.replace(/:\/\/.*@/, "://"), { kind: "key", code: "NOAUTH" }],
    ["where nothing listens", () => "redis://127.0.0.1:9", { kind: "refused", code: "ECONNREFUSED" }],
  ])("counts at half if it starts %s", async (_how, urlFrom, why) => {
    const one = await startProcess(urlFrom(server.url));
    expect(one.redisState()).toEqual({ is: "alone", why });
    expect(await use(one.createLimiter("test", LIMIT), 15, key)).toBe(5);
    expect(one.redisLogs()).toEqual([{ event: "limits not shared", redis: { host: expect.any(String), ...why } }]);
    expect(JSON.stringify(one.redisLogs())).not.toContain("password");
  });

  test("halves a local limit but keeps at least one point", async () => {
    const one = await startProcess("redis://127.0.0.1:9");
    const left = [0, 1, 2, 3, 50].map((points) => one.localLimit(points));
    expect(left).toEqual([0, 1, 1, 1, 25]);
  });
});

/** Returns what a limiter counted, without its times. */
function counted(result: RateLimiterRes | boolean | null) {
  return result instanceof RateLimiterRes ? [result.consumedPoints, result.remainingPoints] : result;
}
