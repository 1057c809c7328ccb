import { TOKEN_REFUSED } from "#app/platform/abuse/bot-check.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Failure } from "#app/platform/result.ts";
import { SAME_PASSWORD } from "./accounts.api.server.ts";

/** Form fields by the auth service's codes (Supabase Auth, "Error codes"). */
const FIELDS = new Map([
  ["weak_password", "password"],
  [SAME_PASSWORD, "password"],
  ["email_address_invalid", "email"],
  ["validation_failed", "email"],
]);

/**
 * Returns a failure as form errors: at the field that the auth service's code refers to, else above the form.
 * `fields` maps to the form's own field names. A rejected bot-check token has its own message.
 */
export function formErrorsOf(failure: Failure, fields: { email?: string; password?: string } = {}) {
  if (failure.reason === "token-refused") return TOKEN_REFUSED;
  const { message, retryAfterSeconds } = failure;
  const about = FIELDS.get(failure.code ?? "");
  // "validation_failed" covers all fields; only the message tells which.
  const isPassword = about === "password" || (about === "email" && /password/i.test(message));
  const field = about && fields[isPassword ? "password" : "email"];
  const response = { status: statusOf(failure), retryAfterSeconds };
  return { ...response, ...(field ? { fieldErrors: { [field]: [message] } } : { message }) };
}
