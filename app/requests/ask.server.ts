import { hkdfSync } from "node:crypto";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { failure, type Result, success, tooMany } from "#app/platform/result.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import type { RequestKind, Wanted } from "./request.ts";
import { requestMails } from "./request-mail.ts";
import { findTerms, insertRequest } from "./requests.table.server.ts";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** How long the link in the mail works, and how long a domain's move to another customer may take. */
export const STOP_MS = 7 * DAY_MS;

const stopSeal = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "stop request", 32)));

type Ask = { account: Account; domain: OwnedDomain; kind: RequestKind; wanted: Wanted };

/**
 * Stores a customer's request about their domain, and mails it to the account and to the addresses that it had in the last 30
 * days. The same form sent twice is one request. Fails with 409 if another request of the kind is open, or if the domain is no
 * longer with us. Source: docs/product/domains.md, "Requests about a name".
 */
export async function askRequest({ account, domain, kind, wanted }: Ask): Promise<Result<null>> {
  const terms = await readTerms(account);
  if (!terms.ok) return terms;
  const { notBefore, addresses } = terms.value;
  const id = crypto.randomUUID();
  const firstName = firstNameIn(account.name ?? "");
  const request = { id, name: domain.name, kind, wanted, notBefore, firstName };
  const mails = requestMails(request, addresses, stopLink(id), mailSite());
  const stored = await insertRequest({ ...request, userId: account.id, domainId: domain.id }, mails);
  if (!stored.ok) return stored;
  if (stored.value === "open") return failure(409, "You have asked for this already. Cancel that request first.");
  if (stored.value === "gone") return failure(409, "This name is not with us now, so we cannot change it.");
  if (stored.value === "many") return tooMany("You have asked us very often today. Please write to us.", DAY_MS / 1000);
  return success(null);
}

/**
 * Returns when what a customer asks for now may begin (ISO 8601), and the addresses that get a mail about it at once: that of
 * the account, and those that it had in the last 30 days.
 */
export async function readTerms({ id, email }: Pick<Account, "id" | "email">) {
  const terms = await findTerms(id);
  if (!terms.ok) return terms;
  const before = terms.value.before.filter((one) => one.toLowerCase() !== email.toLowerCase());
  const notBefore = new Date(nowMs() + terms.value.hours * HOUR_MS).toISOString();
  return success({ notBefore, addresses: [email, ...before] });
}

/** What a link of a mail stops: a request by its id, or the move of a name. */
type Stopped = string | { move: string };

/** Returns the URL that stops a request or a move without signing in. */
export function stopLink(stopped: Stopped): string {
  return `${env.origin}/stop/${stopSeal.seal(stopped, STOP_MS)}`;
}

/** Returns what a link stops; undefined for a link that was changed or is older than seven days. */
export function openStopLink(token: string | undefined): Stopped | undefined {
  return stopSeal.unseal(token) as Stopped | undefined;
}
