import { RateLimiterRes } from "rate-limiter-flexible";
import { afterAll, afterEach, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { startRedis } from "./redis-server.ts";

type Redis = Awaited<ReturnType<typeof startRedis>>;
const servers: Redis[] = [];
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.resetModules();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
});

/** Starts a Redis for a test file, which ends with it. */
export async function redisServer(...how: Parameters<typeof startRedis>): Promise<Redis> {
  const server = await startRedis(...how);
  servers.push(server);
  return server;
}

/** Loads the modules that use Redis once more, so that they share no memory with other calls, as in another process. */
export async function startProcess(redisUrl?: string) {
  vi.resetModules();
  const { env: own } = await import("#app/platform/env.server.ts");
  Object.assign(own, { ...env, redisUrl });
  const lines: { event: string }[] = [];
  const { log } = await import("#app/platform/log.server.ts");
  const record = (about: object, event: string) => lines.push({ event, ...about });
  Object.assign(log, { info: record, warn: record, error: record });
  const redis = await import("#app/platform/redis/redis.api.server.ts");
  const { createLimiter } = await import("#app/platform/redis/limiter.server.ts");
  const { metrics } = await import("#app/platform/metrics.server.ts");
  await redis.openRedis();
  ends.push(redis.closeRedis);
  return {
    ...redis,
    createLimiter,
    /** Returns its log lines about Redis. */
    redisLogs: () => lines.filter((line) => "redis" in line),
    measures: () => metrics.metrics(),
    isShared: () => vi.waitFor(() => expectShared(redis.redisState().is), { timeout: 60_000 }),
  };
}

function expectShared(is: string) {
  if (is !== "shared") throw new Error(`Redis is ${is}.`);
}

/** Consumes a limit so many times in parallel. Returns how often it was allowed. */
export async function use(limiter: { consume(key: string): Promise<unknown> }, times: number, key = "njeri") {
  const used = Array.from({ length: times }, () =>
    limiter.consume(key).then(
      () => true,
      (refused) => {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return false;
      },
    ),
  );
  return (await Promise.all(used)).filter(Boolean).length;
}
