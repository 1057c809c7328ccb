import { createHash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { steadyClock } from "#app/model/time-apart.ts";
import { seal, unseal } from "../seal.server.ts";

/** For how long an answer is waited for. */
const LIFE_MS = 3600_000;

const askedSchema = z.object({ id: z.string(), asks: z.string(), form: z.string() });
type Asked = z.infer<typeof askedSchema>;

/** The questions that were answered, and by which submit; forgotten when they could not be answered any more anyway. */
const answered = new LRUCache<string, string>({ max: 50_000, ttl: LIFE_MS, perf: steadyClock });

/** What a form carries of the question that it asks: which one, sealed, for this form and this time alone. */
export function sealQuestion(asks: string, form: string): string {
  return seal({ id: randomUUID(), asks, form } satisfies Asked, LIFE_MS);
}

/** The question that a form carries; undefined when it is none of ours, another form's, or too old. */
export function openQuestion(sealed: unknown, form: string): Asked | undefined {
  const asked = askedSchema.safeParse(unseal(sealed)).data;
  return asked?.form === form ? asked : undefined;
}

/**
 * Spends a question that was answered rightly. Gives back whether it may count: once, and again for the very same submit
 * where that is sent once anyway, because it is a second press. Passwords are tried anew each time.
 * Source: docs/product.md, "The bot check" and "Sent once".
 */
export function spendQuestion({ id, form }: Asked, submit: Record<string, unknown>): boolean {
  const by = createHash("sha256").update(JSON.stringify(submit)).digest("base64url");
  const before = answered.get(id);
  if (before === undefined) answered.set(id, by);
  return before === undefined || (before === by && form !== "sign-in");
}
