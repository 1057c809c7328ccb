import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { requestJson } from "./request-json.server.ts";

const DEADLINES = { attemptMs: 4000, totalMs: 4000 };
export const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/** "silent": nobody said, so the token proves nothing and disproves nothing. */
type Verdict = "accepted" | "refused" | "silent";

/**
 * Spends a bot check's token: it is good once, for 300 seconds. By the agency's worker, or at Turnstile itself, where it must
 * also be of this site and of this form. Never throws, takes at most four seconds.
 * Source: docs/product.md, "The bot check", and Turnstile's siteverify.
 */
export async function verifyToken(token: string, form: string): Promise<Verdict> {
  const verdict = env.botCheck.url === undefined ? await askTurnstile(token, form) : await askWorker(token);
  if (verdict !== "accepted") log.warn({ verdict }, "Turnstile verification failed");
  return verdict;
}

async function askWorker(token: string): Promise<Verdict> {
  const schema = z.object({ success: z.boolean() });
  const reply = await post(env.botCheck.url ?? "", { token }, schema);
  return reply.ok ? verdictOf(reply.value.success) : "silent";
}

/** How the widget of a form is called, where it is not called as the form: the specification has a name for it. */
const ACTIONS: Record<string, string> = { "school-interest": "stride-signup" };

const verifiedSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});

/** Codes that say nothing of the token: our secret is wrong, or the service is in trouble. */
const NOT_OF_THE_TOKEN = /^(missing-input-secret|invalid-input-secret|bad-request|internal-error)$/;

async function askTurnstile(token: string, form: string): Promise<Verdict> {
  const body = { secret: env.botCheck.secret, response: token, idempotency_key: randomUUID() };
  const reply = await post(SITEVERIFY, body, verifiedSchema);
  if (!reply.ok) return "silent";
  const { success, hostname, action, "error-codes": codes = [] } = reply.value;
  const trouble = codes.find((code) => NOT_OF_THE_TOKEN.test(code));
  if (trouble !== undefined) {
    log.error({ code: trouble }, "Turnstile does not verify for us");
    return "silent";
  }
  const isOurs = hostname === new URL(env.origin).hostname && action === (ACTIONS[form] ?? form);
  return verdictOf(success && isOurs);
}

function verdictOf(isGood: boolean): Verdict {
  return isGood ? "accepted" : "refused";
}

function post<T>(base: string, body: object, schema: z.ZodType<T>) {
  const call = { service: "bot-check", op: "verify", base, path: [], method: "POST" as const };
  return requestJson({ ...call, body, schema, fallbackMessage: "No answer", deadlines: DEADLINES });
}
