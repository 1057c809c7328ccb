import { env } from "#app/platform/env.server.ts";
import { openRedis, redisState } from "#app/platform/redis/redis.api.server.ts";
import { type Check, type Finding, good, off, warning } from "./finding.server.ts";
import { failureFinding } from "./try-call.api.server.ts";

/** Returns the check of Redis, where several processes share limits. */
export function redisChecks(): Check[] {
  const why = "Each process counts limits for itself meanwhile, at half: some people are turned away too early.";
  return [{ name: "Redis", why, run: redis }];
}

/** Uses the gateway's own connection, which proves that it may write. */
async function redis(): Promise<Finding> {
  if (env.redisUrl === undefined) return off("REDIS_URL", "each process counts limits for itself");
  await openRedis();
  const state = redisState();
  if (state.is !== "alone") return good(`${new URL(env.redisUrl).host} takes what processes share.`);
  const { message, advice = "" } = failureFinding("REDIS_URL", env.redisUrl, state.why);
  return warning(message, state.why.kind === "key" ? "Look at user and password in REDIS_URL." : advice);
}
