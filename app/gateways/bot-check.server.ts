import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { requestJson } from "./request-json.server.ts";

const DEADLINES = { attemptMs: 4000, totalMs: 4000 };

/** "silent": the worker did not say, so the token proves nothing and disproves nothing. */
type Verdict = "accepted" | "refused" | "silent";

/**
 * Spends a bot check's token: it is good once, for 300 seconds. Never throws, takes at most four seconds.
 * Source: docs/product.md, "The bot check", and Turnstile's siteverify.
 */
export async function verifyToken(token: string): Promise<Verdict> {
  const reply = await requestJson({
    service: "bot-check",
    op: "verify",
    base: env.botCheck.url,
    path: [],
    method: "POST",
    body: { token },
    schema: z.object({ success: z.boolean() }),
    fallbackMessage: "No answer",
    deadlines: DEADLINES,
  });
  const verdict = reply.ok ? (reply.value.success ? "accepted" : "refused") : "silent";
  if (verdict !== "accepted") log.warn({ verdict }, "Turnstile verification failed");
  return verdict;
}
