import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { requestJson } from "../upstream/request-json.api.server.ts";

const DEADLINES = { attempt: "botCheck", total: "botCheck" } as const;
export const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/** "silent": no verdict came, so the token is neither valid nor invalid. */
type Verdict = "accepted" | "refused" | "silent";

/**
 * Verifies a bot-check token, which is valid once and for 300 seconds. Uses the agency's worker if configured.
 * Otherwise calls Turnstile, which must also confirm this site's host name and this form's action. Never throws and
 * takes at most four seconds. Source: docs/product/forms.md, "The bot check", and Turnstile's siteverify.
 */
export async function verifyToken(token: string, form: string): Promise<Verdict> {
  const verdict = env.botCheck.url === undefined ? await askTurnstile(token, form) : await askWorker(token);
  if (verdict !== "accepted") log.warn({ verdict }, "Turnstile verification failed");
  return verdict;
}

async function askWorker(token: string): Promise<Verdict> {
  const schema = z.object({ success: z.boolean() });
  const response = await post(env.botCheck.url ?? "", { token }, schema);
  return response.ok ? verdictOf(response.value.success) : "silent";
}

/** Widget actions that differ from the form's name; docs/product/forms.md, "The bot check", defines them. */
const ACTIONS: Record<string, string> = { "school-interest": "stride-signup" };

const verifiedSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  "error-codes": z.array(z.string()).optional(),
});

/** Error codes that say nothing about the token: a wrong secret, or a failure of the service. */
const SERVICE_ERRORS = /^(missing-input-secret|invalid-input-secret|bad-request|internal-error)$/;

async function askTurnstile(token: string, form: string): Promise<Verdict> {
  const body = { secret: env.botCheck.secret, response: token, idempotency_key: randomUUID() };
  const response = await post(SITEVERIFY, body, verifiedSchema);
  if (!response.ok) return "silent";
  const { success, hostname, action, "error-codes": codes = [] } = response.value;
  const trouble = codes.find((code) => SERVICE_ERRORS.test(code));
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
