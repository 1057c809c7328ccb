import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { measure } from "#app/metrics.server.ts";
import { type Client, createConnection } from "./redis/connection.server.ts";
import { nameInRedis } from "./redis/names.server.ts";
import type { Why } from "./upstream/failure-kind.server.ts";

/** `off`: no REDIS_URL. `shared`: all processes count together. `alone`: Redis is away, and this one counts for itself. */
type RedisState = { is: "off" | "shared" } | { is: "alone"; why: Why };

const hearers: ((message: string | undefined) => void)[] = [];
const channel = nameInRedis("changes");
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
    proofKey: nameInRedis("proof"),
    channel,
    onMessage: (message) => {
      for (const hear of hearers) hear(message);
    },
    onChange: (trouble) => {
      if (trouble) log.error({ redis: { host, ...trouble } }, "limits not shared");
      else log.info({ redis: { host } }, "limits shared");
    },
  });
}

/** Connects, where REDIS_URL says where to. Done when it works or has failed once; it is tried again for ever after. */
export async function openRedis(): Promise<void> {
  await connection?.open();
}

/** Ends the connection. */
export function closeRedis(): void {
  connection?.close();
}

/** Whether what processes share is shared just now. */
export function redisState(): RedisState {
  const state = connection?.state();
  if (state === undefined) return { is: "off" };
  return state === "well" ? { is: "shared" } : { is: "alone", why: state };
}

/** Does work with Redis. Throws, within 200 ms, when that cannot be done; at once while it is away, or where there is none. */
export function askRedis<T>(work: (redis: Client) => Promise<T>): Promise<T> {
  return connection ? connection.ask(work) : Promise.reject(new Error("no Redis"));
}

/**
 * Does work with Redis for all processes together; or, without Redis or while it is away, `alone` for this process. Nobody
 * waits longer than 200 ms to learn that. What is counted alone is to be counted by `portion`.
 */
export async function together<T>(work: (redis: Client) => Promise<T>, alone: () => T | Promise<T>): Promise<T> {
  try {
    return await askRedis(work);
  } catch {
    return alone();
  }
}

/** What a process that counts for itself may let through: everything where it is the only one, else half, and at least one. */
export function portion(points: number): number {
  return connection === undefined ? points : Math.min(points, Math.max(1, Math.floor(points / 2)));
}

/** Sends a message to all processes, this one too, where there is a Redis. */
export function publish(message: string): void {
  askRedis((redis) => redis.publish(channel, message)).catch(() => undefined);
}

/** `hear` gets each message of every process; undefined when some may have been missed. Without Redis there are none. */
export function onMessage(hear: (message: string | undefined) => void): void {
  hearers.push(hear);
}
