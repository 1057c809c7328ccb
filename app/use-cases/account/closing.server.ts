import {
  findClosing,
  insertClosingRequest,
  markClosingTold,
  withdrawClosing,
} from "#app/gateways/closing-requests.server.ts";
import { listDomains } from "#app/gateways/domains.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { log } from "#app/log.server.ts";
import { type Account, nameOf } from "#app/model/account.ts";
import { nowDate } from "#app/model/clock.ts";
import { type ClosingRequest, closingDays } from "#app/model/closing.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { type Result, success, tooMany } from "#app/model/result.ts";
import { agencyMessage, tellAgency } from "../agency/tell-agency.server.ts";
import { giveBack, take } from "../limits.server.ts";

/** More names than these are for the agency to look up. */
const NAMES_TOLD = 50;

type Wish = { account: Account; supabase: Supabase; reason: string | undefined };

/**
 * Asks the agency to close an account whose owner has just proved who they are: one open request, however often it is
 * sent. The agency is told where the messages of the contact form go: with the request, or, by a contact service, after it; then the
 * request stands without it, and whoever sends the form again has it told again. Three new ones a day. Source: docs/product.md,
 * "Closing an account".
 */
export async function askToClose({ account, supabase, reason }: Wish): Promise<Result<ClosingRequest>> {
  const open = await findClosing(supabase, account.id);
  const kept = open.ok && open.value ? success(open.value) : await askAnew({ account, supabase, reason });
  if (!kept.ok || kept.value.isTold) return kept;
  const isTold = await tell(await askedWords(kept.value, account, supabase), keyOf(kept.value));
  if (isTold) await markClosingTold(kept.value.id);
  return kept;
}

async function askAnew({ account, supabase, reason }: Wish): Promise<Result<ClosingRequest>> {
  const limit = await take("closingsOfUser", account.id);
  if (!limit.ok) return tooMany("You have asked and cancelled several times today.", limit.retryAfterSeconds);
  const asked = { id: crypto.randomUUID(), createdAt: nowDate().toISOString(), reason: reason || null };
  const notice = agencyMessage(await askedWords(asked, account, supabase), keyOf(asked));
  const kept = await insertClosingRequest(account.id, asked, notice);
  // Of two at once the other one counts.
  if (kept.ok && !kept.value.isNew) await giveBack("closingsOfUser", account.id);
  return kept.ok ? success(kept.value.request) : kept;
}

/** Takes an open request back, and tells the agency of it once. Gives the request's id; null when none was open. */
export async function keepAccount(account: Account): Promise<Result<string | null>> {
  const back = (id: string) => ({ words: backWords(id, account), key: `${keyOf({ id })}-back` });
  const taken = await withdrawClosing(account.id, (id) => agencyMessage(back(id).words, back(id).key));
  if (!taken.ok || taken.value === null) return taken;
  const { words, key } = back(taken.value);
  if (!agencyMessage(words, key)) await tell(words, key);
  return taken;
}

function backWords(id: string, account: Account): ContactMessage {
  return from(account, {
    subject: "Account stays",
    message: `${account.email} has taken back the request to close the account. There is nothing to do.\nRequest ${id}.`,
  });
}

async function askedWords(
  request: Omit<ClosingRequest, "isTold">,
  account: Account,
  supabase: Supabase,
): Promise<ContactMessage> {
  const { due } = closingDays(request);
  const message = [
    `${account.email} asks to close their account. By ${due}: docs/operations.md, "Accounts to close".`,
    `Domains: ${await namesOf(account, supabase)}.`,
    ...(account.phone === undefined ? [] : [`Phone: ${shownNumber(account.phone)}.`]),
    ...(request.reason === null ? [] : [`Why: ${request.reason}`]),
    `Request ${request.id}.`,
  ].join("\n");
  return from(account, { subject: `Close an account, by ${due}`, message });
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

function from(account: Account, about: Pick<ContactMessage, "subject" | "message">): ContactMessage {
  return { name: nameOf(account), email: account.email, ...about, domain: undefined };
}

function keyOf({ id }: Pick<ClosingRequest, "id">): string {
  return `closing-${id}`;
}

async function tell(message: ContactMessage, key: string): Promise<boolean> {
  const refused = await tellAgency(message, key);
  if (refused) log.error({ request: key, reason: refused.message }, "agency not told of an account to close");
  return !refused;
}
