import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import type { FormErrors, FormResult } from "#app/platform/http/form-result.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import { dns } from "./dns.api.server.ts";
import type { DnsResult } from "./failure.server.ts";
import type { RecordList } from "./list.api.server.ts";
import type { DnsRecord } from "./record.ts";

/** A customer and a domain of theirs that has a zone. `context` identifies the request: its parts share what is read. */
export type OwnZone = {
  account: Account;
  supabase: Supabase;
  domain: OwnedDomain & { zoneId: string };
  context: object;
};

export const INCOMPLETE_LIST = "The list of records could not be read whole. Please try again.";
/** The message above a limit of changes. */
export const tooManyChanges = (seconds: number): string =>
  `That was a lot of changes in one minute. Please wait ${waitInWords(seconds)}, then press the button again.`;

const lists = new WeakMap<object, Promise<DnsResult<RecordList>>>();

/** Reads the records of a zone from the DNS provider, once for all parts of a request. */
export function readRecords(context: object, zoneId: string): Promise<DnsResult<RecordList>> {
  const list = lists.get(context) ?? dns.listRecords(zoneId);
  lists.set(context, list);
  return list;
}

/** Makes the next `readRecords` of a request read again, after a write. */
export function forgetRecords(context: object): void {
  lists.delete(context);
}

/** Returns the records of a complete list; undefined for an incomplete list, which does not prove that a record is missing. */
export function completeRecords(list: DnsResult<RecordList> | undefined): DnsRecord[] | undefined {
  return list?.ok && list.value.isComplete ? list.value.records : undefined;
}

/** Returns whether a record may exist although it is not in the list, because the list is incomplete. */
export function mayBeUnlisted({ records, isComplete }: RecordList, id: string): boolean {
  return !isComplete && records.every((record) => record.id !== id);
}

/**
 * Reads the zone for a form that adds a record, or changes the record with this id. Counts the form against the customer's
 * limit first, because reading calls the provider. Source: docs/product/dns.md, "DNS records";
 * docs/product/limits-and-outages.md, "Limits".
 */
export async function readForChange(owner: OwnZone, id: string | undefined): Promise<FormResult<DnsRecord[]>> {
  return readCounted(owner, (list) => id === undefined || !mayBeUnlisted(list, id));
}

/** The same as `readForChange` for a plan of many changes, which needs the complete zone. */
export async function readForPlan(owner: OwnZone): Promise<FormResult<DnsRecord[]>> {
  return readCounted(owner, ({ isComplete }) => isComplete);
}

async function readCounted(
  { account, domain, context }: OwnZone,
  isEnough: (list: RecordList) => boolean,
): Promise<FormResult<DnsRecord[]>> {
  const tooOften = await countDnsForm(account.id);
  if (tooOften) return { ok: false, errors: tooOften };
  const list = await readRecords(context, domain.zoneId);
  if (!list.ok) return { ok: false, errors: { message: list.message, status: 503 } };
  if (!isEnough(list.value)) return { ok: false, errors: { message: INCOMPLETE_LIST, status: 503 } };
  return { ok: true, value: list.value.records };
}

/**
 * Counts one DNS form of a customer, whether or not a change is sent for it. Returns why the form fails above the limit,
 * else undefined. Source: docs/product/limits-and-outages.md, "Limits".
 */
export async function countDnsForm(userId: string): Promise<FormErrors | undefined> {
  const allowed = await consume("dnsWritesOfUser", userId);
  if (allowed.ok) return undefined;
  const { retryAfterSeconds } = allowed;
  return { message: tooManyChanges(retryAfterSeconds), status: 429, retryAfterSeconds };
}
