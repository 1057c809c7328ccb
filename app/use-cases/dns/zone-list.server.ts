import type { DnsResult } from "#app/gateways/dns/failure.server.ts";
import type { RecordList } from "#app/gateways/dns/list.server.ts";
import { dns } from "#app/gateways/dns.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import type { Account } from "#app/model/account.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";

/** A customer and a domain of theirs that has a zone. `visit` is the request that asks: its parts share what is read. */
export type OwnZone = {
  account: Account;
  supabase: Supabase;
  domain: OwnedDomain & { zoneId: string };
  visit: object;
};

export const NOT_WHOLE = "The list of records could not be read whole. Please try again.";

const lists = new WeakMap<object, Promise<DnsResult<RecordList>>>();

/** The records of the zone that a request is about: read once for all its parts. */
export function listOnce(visit: object, zoneId: string): Promise<DnsResult<RecordList>> {
  const known = lists.get(visit) ?? dns.listRecords(zoneId);
  lists.set(visit, known);
  return known;
}

/** After a write the list is another one. */
export function forgetList(visit: object): void {
  lists.delete(visit);
}

/** The records of a list that is whole: only that says that something is not there. */
export function wholeList(list: DnsResult<RecordList> | undefined): DnsRecord[] | undefined {
  return list?.ok && list.value.isComplete ? list.value.records : undefined;
}

/** Whether a record may exist although the list does not have it, because the list is not whole. */
export function isUnlisted({ records, isComplete }: RecordList, id: string): boolean {
  return !isComplete && records.every((record) => record.id !== id);
}
