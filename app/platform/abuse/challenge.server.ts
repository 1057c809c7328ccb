import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { keyedHash, redisKey } from "../redis/names.server.ts";
import { withRedisOrLocal } from "../redis/redis.api.server.ts";
import { monotonicMs } from "../text/monotonic-clock.ts";
import { seal, unseal } from "./site-seal.server.ts";

/** How long a response is accepted. */
const LIFE_MS = 3600_000;

const challengeSchema = z.object({ id: z.string(), questionId: z.string(), form: z.string() });
type OpenChallenge = z.infer<typeof challengeSchema>;

type Spent = { by: string; isNow: boolean };

/** Spent challenges of this process and the submissions that spent them; kept until they would expire anyway. */
const spentHere = new LRUCache<string, Promise<Spent>>({ max: 50_000, ttl: LIFE_MS, perf: monotonicMs });

/** Seals a challenge for one form and one use. */
export function sealChallenge(questionId: string, form: string): string {
  return seal({ id: randomUUID(), questionId, form } satisfies OpenChallenge, LIFE_MS);
}

/** Opens a sealed challenge; undefined if it is invalid, of another form, or expired. */
export function openChallenge(sealed: unknown, form: string): OpenChallenge | undefined {
  const open = challengeSchema.safeParse(unseal(sealed)).data;
  return open?.form === form ? open : undefined;
}

/**
 * Spends a challenge with a right response. Returns whether it counts: once, and again for an identical submission that is
 * carried out once anyway (a double submission). Sign-ins are carried out each time, so for them it counts once only. Source:
 * docs/product.md, "The bot check" and "Sent once".
 */
export async function spendChallenge({ id, form }: OpenChallenge, payload: Record<string, unknown>): Promise<boolean> {
  const by = keyedHash(createHash("sha256").update(JSON.stringify(payload)).digest("hex"));
  const known = spentHere.get(id);
  const spending = known ?? spend(id, by);
  if (!known) spentHere.set(id, spending);
  const spent = await spending;
  return (!known && spent.isNow) || (spent.by === by && form !== "sign-in");
}

/** Returns which submission spent a challenge, and whether it was just now. Without Redis each process knows only its own. */
function spend(id: string, by: string): Promise<Spent> {
  const key = redisKey("question", id);
  const isNow = { by, isNow: true };
  return withRedisOrLocal<Spent>(
    async (redis) => {
      if (await redis.set(key, by, { condition: "NX", expiration: { type: "PX", value: LIFE_MS } })) return isNow;
      return { by: (await redis.get(key)) ?? by, isNow: false };
    },
    () => isNow,
  );
}
