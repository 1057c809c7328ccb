import { SAME_PASSWORD } from "#app/gateways/accounts.server.ts";
import { statusOf } from "#app/model/form-result.ts";
import type { Failure } from "#app/model/result.ts";
import { TOKEN_REFUSED } from "#app/use-cases/bot-protection/bot-check.server.ts";

/** Which field of a form the auth service's codes are about (Supabase Auth, "Error codes"). */
const FIELDS = new Map([
  ["weak_password", "password"],
  [SAME_PASSWORD, "password"],
  ["email_address_invalid", "email"],
  ["validation_failed", "email"],
]);

/**
 * How a refusal stands in a form: at the field that the auth service says it is about, else over the form. `fields` are the
 * names that the form has for them; without a name the message stands over the form. A bot-check token that was not accepted has
 * its own words.
 */
export function placed(refused: Failure, fields: { email?: string; password?: string } = {}) {
  if (refused.reason === "token-refused") return TOKEN_REFUSED;
  const { message, retryAfterSeconds } = refused;
  const about = FIELDS.get(refused.code ?? "");
  // One code for all that has no form: only the words tell which field.
  const isPassword = about === "password" || (about === "email" && /password/i.test(message));
  const field = about && fields[isPassword ? "password" : "email"];
  const at = { status: statusOf(refused), retryAfterSeconds };
  return { ...at, ...(field ? { fieldErrors: { [field]: [message] } } : { message }) };
}
