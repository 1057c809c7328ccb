import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { measure } from "../metrics.server.ts";
import type { FailureReason } from "../upstream/failure-kind.server.ts";
import { type Client, createConnection } from "./connection.api.server.ts";
import { redisKey } from "./names.server.ts";

/**
 * `off`: no REDIS_URL. `shared`: all processes count together. `alone`: Redis is unavailable, and this process counts
 * for itself.
 */
type RedisState = { is: "off" | "shared" } | { is: "alone"; why: FailureReason };

const listeners: ((message: string | undefined) => void)[] = [];
const channel = redisKey("changes");
const connection = env.redisUrl === undefined ? undefined : connectionTo(env.redisUrl);

function connectionTo(url: string) {
  const { host } = new URL(url);
  measure({
    name: "mtandao_redis_up",
    help: "1: limits are shared by Redis; 0: it is away, and this process counts for itself, at half",
    collect() {
      this.set(redisState().is === "shared" ? 1 : 0);
    },
  });
  return createConnection({
    url,
    proofKey: redisKey("proof"),
    channel,
    onMessage: (message) => {
      for (const hear of listeners) hear(message);
    },
    onChange: (trouble) => {
      if (trouble) log.error({ redis: { host, ...trouble } }, "limits not shared");
      else log.info({ redis: { host } }, "limits shared");
    },
  });
}

/** Connects if REDIS_URL is set. Resolves after the first success or failure; reconnects for ever afterwards. */
export async function openRedis(): Promise<void> {
  await connection?.open();
}

/** Closes the connection. */
export function closeRedis(): void {
  connection?.close();
}

/** Returns whether processes share their counts now. */
export function redisState(): RedisState {
  const state = connection?.state();
  if (state === undefined) return { is: "off" };
  return state === "well" ? { is: "shared" } : { is: "alone", why: state };
}

/**
 * Runs commands on Redis. Rejects within 200 ms if that fails, and at once while Redis is unavailable or not
 * configured.
 */
export function withRedis<T>(work: (redis: Client) => Promise<T>): Promise<T> {
  return connection ? connection.ask(work) : Promise.reject(new Error("no Redis"));
}

/**
 * Runs commands on Redis, or `local` in this process if Redis is not configured or unavailable. Decides within 200
 * ms. Limits that are counted locally must be reduced by `localLimit`.
 */
export async function withRedisOrLocal<T>(
  work: (redis: Client) => Promise<T>,
  alone: () => T | Promise<T>,
): Promise<T> {
  try {
    return await withRedis(work);
  } catch {
    return alone();
  }
}

/**
 * Returns the limit for a process that counts for itself: all points if the site has no Redis; if Redis is unavailable, half of
 * them and at least one.
 */
export function localLimit(points: number): number {
  return connection === undefined ? points : Math.min(points, Math.max(1, Math.floor(points / 2)));
}

/** Publishes a message to all processes, including this one, if Redis is available. */
export function publish(message: string): void {
  withRedis((redis) => redis.publish(channel, message)).catch(() => undefined);
}

/**
 * Calls `listener` with each message of any process; with undefined if messages may have been missed. Never called without
 * Redis.
 */
export function onMessage(hear: (message: string | undefined) => void): void {
  listeners.push(hear);
}
