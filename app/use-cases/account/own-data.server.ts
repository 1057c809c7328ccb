import { findAccountTimes } from "#app/gateways/accounts.server.ts";
import { readOwnData } from "#app/gateways/own-data.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import type { Account } from "#app/model/account.ts";
import { failure } from "#app/model/result.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import { consume, refund } from "../limits.server.ts";

const NOT_READ = "We can’t read your data right now. Please try again in a minute.";

/**
 * Returns everything that is stored about a customer: their account, and each part by its name. The file and the page share a
 * limit; a failed reading does not count. Source: docs/product.md, "Your data".
 */
export async function takeOwnData(supabase: Supabase, account: Account) {
  const limit = await consume("exportsOfUser", account.id);
  if (!limit.ok) {
    const message = `Please wait ${waitInWords(limit.retryAfterSeconds)}, then try again.`;
    return { ...failure(429, message), retryAfterSeconds: limit.retryAfterSeconds };
  }
  const [times, parts] = await Promise.all([findAccountTimes(supabase), readOwnData(supabase, account)]);
  if (!times.ok || !parts.ok) {
    await refund("exportsOfUser", account.id);
    return failure(503, NOT_READ);
  }
  const { id, email, name = null, phone = null, avatarUrl = null } = account;
  const own = { id, email, name, phone, picture: avatarUrl, ...times.value };
  return { ok: true as const, value: { account: own, parts: parts.value } };
}
