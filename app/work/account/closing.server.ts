import { findClosing, keepClosing, noteClosingTold, withdrawClosing } from "#app/gateways/closing-requests.server.ts";
import { sendContactMessage } from "#app/gateways/contact.server.ts";
import { listDomains } from "#app/gateways/domains.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { log } from "#app/log.server.ts";
import { type Account, nameOf } from "#app/model/account.ts";
import { type Answer, answer, tooMany } from "#app/model/answer.ts";
import { type ClosingRequest, closingDays } from "#app/model/closing.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { giveBack, take } from "../limits.server.ts";

/** More names than these are for the agency to look up. */
const NAMES_TOLD = 50;

type Wish = { account: Account; supabase: Supabase; reason: string | undefined };

/**
 * Asks the agency to close an account whose owner has just proved who they are: one open request, however often it is
 * sent. The agency is told where the messages of the contact form go; the request stands without it, and whoever sends the
 * form again has it told again. Three new ones a day. Source: docs/product.md, "Closing an account".
 */
export async function askToClose({ account, supabase, reason }: Wish): Promise<Answer<ClosingRequest>> {
  const open = await findClosing(supabase, account.id);
  const kept = open.ok && open.value ? answer(open.value) : await askAnew(account.id, reason);
  if (kept.ok && !kept.value.isTold) await tellToClose(kept.value, account, supabase);
  return kept;
}

async function askAnew(userId: string, reason: string | undefined): Promise<Answer<ClosingRequest>> {
  const limit = await take("closingsOfUser", userId);
  if (!limit.ok) return tooMany("You have asked and cancelled several times today.", limit.retryAfterSeconds);
  const kept = await keepClosing(userId, reason);
  // Of two at once the other one counts.
  if (kept.ok && !kept.value.isNew) await giveBack("closingsOfUser", userId);
  return kept.ok ? answer(kept.value.request) : kept;
}

/** Takes an open request back, and tells the agency of it once; null when none was open. */
export async function keepAccount(account: Account): Promise<Answer<ClosingRequest | null>> {
  const taken = await withdrawClosing(account.id);
  if (!taken.ok || taken.value === null) return taken;
  const { id } = taken.value;
  await tell(`closing-${id}-back`, account, {
    subject: "Account stays",
    message: `${account.email} has taken back the request to close the account. There is nothing to do.\nRequest ${id}.`,
  });
  return taken;
}

async function tellToClose(request: ClosingRequest, account: Account, supabase: Supabase) {
  const { due } = closingDays(request);
  const message = [
    `${account.email} asks to close their account. By ${due}: docs/operations.md, "Accounts to close".`,
    `Domains: ${await namesOf(account, supabase)}.`,
    ...(account.phone === undefined ? [] : [`Phone: ${shownNumber(account.phone)}.`]),
    ...(request.reason === null ? [] : [`Why: ${request.reason}`]),
    `Request ${request.id}.`,
  ].join("\n");
  const isTold = await tell(`closing-${request.id}`, account, { subject: `Close an account, by ${due}`, message });
  if (isTold) await noteClosingTold(request.id);
}

async function namesOf({ id }: Account, supabase: Supabase): Promise<string> {
  const found = await listDomains(supabase, id);
  if (!found.ok) return "could not be read";
  const names = found.value.map(
    ({ name, expiryDate }) => `${name} (until ${dateOf(dayNumber(new Date(expiryDate))).words})`,
  );
  const more = names.length - NAMES_TOLD;
  return [...names.slice(0, NAMES_TOLD), ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
}

async function tell(key: string, account: Account, about: { subject: string; message: string }): Promise<boolean> {
  const { email } = account;
  const sent = await sendContactMessage({ name: nameOf(account), email, ...about, domain: undefined }, key);
  if (!sent.ok) log.error({ request: key, reason: sent.message }, "agency not told of an account to close");
  return sent.ok;
}
