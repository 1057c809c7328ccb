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
const DAY_MS = 24 * HOUR_MS;
/** How long the link in the mail works. */
const STOP_MS = 7 * DAY_MS;

const stopSeal = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "stop request", 32)));

type Ask = { account: Account; domain: OwnedDomain; kind: RequestKind; wanted: Wanted };

/**
 * Stores a customer's request about their domain, and mails it to the account and to the addresses that it had in the last 30
 * days. The same form sent twice is one request. Fails with 409 if another request of the kind is open, or if the domain is no
 * longer with us. Source: docs/product/domains.md, "Requests about a name".
 */
export async function askRequest({ account, domain, kind, wanted }: Ask): Promise<Result<null>> {
  const terms = await findTerms(account.id);
  if (!terms.ok) return terms;
  const id = crypto.randomUUID();
  const notBefore = new Date(nowMs() + terms.value.hours * HOUR_MS).toISOString();
  const firstName = firstNameIn(account.name ?? "");
  const before = terms.value.before.filter((one) => one.toLowerCase() !== account.email.toLowerCase());
  const request = { id, name: domain.name, kind, wanted, notBefore, firstName };
  const mails = requestMails(request, [account.email, ...before], stopLink(id), mailSite());
  const stored = await insertRequest({ ...request, userId: account.id, domainId: domain.id }, mails);
  if (!stored.ok) return stored;
  if (stored.value === "open") return failure(409, "You have asked for this already. Cancel that request first.");
  if (stored.value === "gone") return failure(409, "This name is not with us now, so we cannot change it.");
  if (stored.value === "many") return tooMany("You have asked us very often today. Please write to us.", DAY_MS / 1000);
  return success(null);
}

/** Returns the URL that stops a request without signing in. */
export function stopLink(id: string): string {
  return `${env.origin}/stop/${stopSeal.seal(id, STOP_MS)}`;
}

/** Returns the id of the request that a link stops; undefined for a link that was changed or is older than seven days. */
export function openStopLink(token: string | undefined): string | undefined {
  const id = stopSeal.unseal(token);
  return typeof id === "string" ? id : undefined;
}
