import type { ContactMessage } from "#app/contact/contact.server.ts";
import { agencyMessage, notifyAgency } from "#app/contact/notify-agency.server.ts";
import type { MessageOrigin } from "#app/contact/thread.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { countUse, peekAll } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { type Account, nameOf } from "#app/platform/http/account.ts";
import { log } from "#app/platform/log.server.ts";
import { type Result, success, tooMany } from "#app/platform/result.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { type ClosingRequest, closingDays } from "./closing.ts";
import {
  findClosing,
  insertClosingRequest,
  markClosingNotified,
  withdrawClosing,
} from "./closing-requests.table.server.ts";

/** The most domains that the message lists; the agency can look up others. */
const MAX_LISTED = 50;

type ClosureRequest = { account: Account; supabase: Supabase; reason: string | undefined };

/**
 * Requests the deletion of an account whose owner has just entered the password. Returns the one open request, however often
 * the form is sent. Without a contact service the agency's mail is stored with the request, in one transaction, and the
 * request counts as notified. With a contact service the agency is notified afterwards. If that fails, the request stands, and
 * sending the form again notifies the agency. Three new requests a day. Source: docs/product/accounts.md, "Closing an
 * account".
 */
export async function requestClosure({ account, supabase, reason }: ClosureRequest): Promise<Result<ClosingRequest>> {
  const open = await findClosing(supabase, account.id);
  const request = open.ok && open.value ? success(open.value) : await createRequest({ account, supabase, reason });
  if (!request.ok || request.value.isNotified) return request;
  const message = await requestMessage(request.value, account, supabase);
  const isNotified = await notify(message, keyOf(request.value), originOf(account));
  if (isNotified) await markClosingNotified(request.value.id);
  return request;
}

async function createRequest({ account, supabase, reason }: ClosureRequest): Promise<Result<ClosingRequest>> {
  const limit = await peekAll([["closingsOfUser", account.id]]);
  if (!limit.ok) return tooMany("You have asked and cancelled several times today.", limit.retryAfterSeconds);
  const request = { id: crypto.randomUUID(), createdAt: nowDate().toISOString(), reason: reason || null };
  const mail = agencyMessage(await requestMessage(request, account, supabase), keyOf(request), originOf(account));
  const stored = await insertClosingRequest(account.id, request, mail);
  // Only a new request counts. Parallel ones become one, and counting each would reach the limit too early.
  if (stored.ok && stored.value.isNew) await countUse("closingsOfUser", account.id);
  return stored.ok ? success(stored.value.request) : stored;
}

/** Withdraws an open request and notifies the agency once. Returns the request's id, or null if none was open. */
export async function withdrawClosure(account: Account): Promise<Result<string | null>> {
  const withdrawal = (id: string) => ({ message: withdrawalMessage(id, account), key: `${keyOf({ id })}-back` });
  const withdrawn = await withdrawClosing(account.id, (id) =>
    agencyMessage(withdrawal(id).message, withdrawal(id).key, originOf(account)),
  );
  if (!withdrawn.ok || withdrawn.value === null) return withdrawn;
  const { message, key } = withdrawal(withdrawn.value);
  if (!agencyMessage(message, key, originOf(account))) await notify(message, key, originOf(account));
  return withdrawn;
}

function withdrawalMessage(id: string, account: Account): ContactMessage {
  return from(account, {
    subject: "Account stays",
    message: `${account.email} has taken back the request to close the account. There is nothing to do.\nRequest ${id}.`,
  });
}

async function requestMessage(
  request: Omit<ClosingRequest, "isNotified">,
  account: Account,
  supabase: Supabase,
): Promise<ContactMessage> {
  const { due } = closingDays(request);
  const message = [
    `${account.email} asks to close their account. By ${due}: docs/operations.md, "Accounts to close".`,
    `Domains: ${await domainList(account, supabase)}.`,
    ...(account.phone === undefined ? [] : [`Phone: ${shownNumber(account.phone)}.`]),
    ...(request.reason === null ? [] : [`Why: ${request.reason}`]),
    `Request ${request.id}.`,
  ].join("\n");
  return from(account, { subject: `Close an account, by ${due}`, message });
}

async function domainList({ id }: Account, supabase: Supabase): Promise<string> {
  const found = await listDomains(supabase, id);
  if (!found.ok) return "could not be read";
  const names = found.value.map(
    ({ name, expiryDate }) => `${name} (until ${dateOf(dayNumber(new Date(expiryDate))).words})`,
  );
  const more = names.length - MAX_LISTED;
  return [...names.slice(0, MAX_LISTED), ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
}

function from(account: Account, about: Pick<ContactMessage, "subject" | "message">): ContactMessage {
  return { name: nameOf(account), email: account.email, ...about, domain: undefined };
}

function keyOf({ id }: Pick<ClosingRequest, "id">): string {
  return `closing-${id}`;
}

function originOf({ id }: Account): MessageOrigin {
  return { kind: "closing", userId: id };
}

async function notify(message: ContactMessage, key: string, origin: MessageOrigin): Promise<boolean> {
  const failed = await notifyAgency(message, key, origin);
  if (failed) log.error({ request: key, reason: failed.message }, "account closure notification failed");
  return !failed;
}
