import { env } from "#app/env.server.ts";
import { openRedis, redisState } from "#app/gateways/redis.server.ts";
import { type Check, type Finding, good, look, off } from "./finding.server.ts";
import { troubleWith } from "./try-call.server.ts";

/** What several processes share. */
export function redisChecks(): Check[] {
  const why = "Each process counts limits for itself meanwhile, at half: some people are turned away too early.";
  return [{ name: "Redis", why, look: redis }];
}

/** By the gateway's own connection, which proves that it may write. */
async function redis(): Promise<Finding> {
  if (env.redisUrl === undefined) return off("REDIS_URL", "each process counts limits for itself");
  await openRedis();
  const state = redisState();
  if (state.is !== "alone") return good(`${new URL(env.redisUrl).host} takes what processes share.`);
  const { says, todo = "" } = troubleWith("REDIS_URL", env.redisUrl, state.why);
  return look(says, state.why.kind === "key" ? "Look at user and password in REDIS_URL." : todo);
}
