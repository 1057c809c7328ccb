import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { keyedHash, redisKey } from "#app/gateways/redis/names.server.ts";
import { withRedisOrLocal } from "#app/gateways/redis.server.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { seal, unseal } from "../seal.server.ts";

/** For how long an answer is waited for. */
const LIFE_MS = 3600_000;

const askedSchema = z.object({ id: z.string(), asks: z.string(), form: z.string() });
type Asked = z.infer<typeof askedSchema>;

type Spent = { by: string; isNow: boolean };

/** The questions that were answered here, and by which submit; forgotten when they could not be answered any more anyway. */
const answered = new LRUCache<string, Promise<Spent>>({ max: 50_000, ttl: LIFE_MS, perf: monotonicMs });

/** What a form carries of the question that it asks: which one, sealed, for this form and this time alone. */
export function sealChallenge(asks: string, form: string): string {
  return seal({ id: randomUUID(), asks, form } satisfies Asked, LIFE_MS);
}

/** The question that a form carries; undefined when it is none of ours, another form's, or too old. */
export function openChallenge(sealed: unknown, form: string): Asked | undefined {
  const asked = askedSchema.safeParse(unseal(sealed)).data;
  return asked?.form === form ? asked : undefined;
}

/**
 * Spends a question that was answered rightly. Gives back whether it may count: once, and again for the very same submit
 * where that is sent once anyway, because it is a second press. Passwords are tried anew each time.
 * Source: docs/product.md, "The bot check" and "Sent once".
 */
export async function spendChallenge({ id, form }: Asked, submit: Record<string, unknown>): Promise<boolean> {
  const by = keyedHash(createHash("sha256").update(JSON.stringify(submit)).digest("hex"));
  const known = answered.get(id);
  const spending = known ?? spend(id, by);
  if (!known) answered.set(id, spending);
  const spent = await spending;
  return (!known && spent.isNow) || (spent.by === by && form !== "sign-in");
}

/** By which submit a question is spent, and whether it is just now. Without Redis each process knows of itself alone. */
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
