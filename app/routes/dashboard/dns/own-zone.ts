import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from "@remix-run/node";
import type { RecordList } from "#app/gateways/dns/list.server.ts";
import type { DnsAnswer } from "#app/gateways/dns/refusal.server.ts";
import { dns } from "#app/gateways/dns.server.ts";
import { findDomain } from "#app/gateways/domains.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { toDisplayName } from "#app/model/dns/display-name.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { noteNotOwn } from "#app/work/security-events.server.ts";

type Args = Pick<ActionFunctionArgs, "request" | "context" | "params">;

/**
 * The domain of the address, if it is the customer's own. Anybody else's is a 404 like one that does not exist, before
 * anything is asked upstream; a database that does not answer is a 503. Every loader and action below a domain begins here.
 */
export async function requireDomain({ request, context, params }: Args) {
  const { account, supabase } = await requireUser(request, context);
  const found = await findDomain(supabase, account.id, params.domain ?? "");
  if (found.ok) return { account, supabase, domain: found.value };
  if (found.status === 404) noteNotOwn("domain", account.id);
  throw data({ message: found.message, reference: context?.requestId }, { status: found.status === 404 ? 404 : 503 });
}

/** The same for what needs a zone: without one, the page where it is set up comes instead. */
export async function requireZone(args: Args): Promise<OwnZone> {
  const owner = await requireDomain(args);
  const own = ownZone(owner);
  if (!own) throw redirect(dnsPath(owner.domain.name), 303);
  return own;
}

type OwnDomain = Awaited<ReturnType<typeof requireDomain>>;
/** A customer and a domain of theirs that has a zone. */
export type OwnZone = OwnDomain & { domain: { zoneId: string } };

/** A customer's own domain, if it has a zone. */
export function ownZone({ domain: { zoneId, ...domain }, ...owner }: OwnDomain): OwnZone | undefined {
  return zoneId === null ? undefined : { ...owner, domain: { ...domain, zoneId } };
}

/** What a page says of the zone that it belongs to. */
export function shownZone({ name }: Pick<OwnedDomain, "name">) {
  return { domain: name, display: toDisplayName(name), path: dnsPath(name) };
}

const lists = new WeakMap<AppLoadContext, Promise<DnsAnswer<RecordList>>>();

/** The records of the zone of this request's domain: read once for all its loaders. */
export function listOnce(context: AppLoadContext, zoneId: string): Promise<DnsAnswer<RecordList>> {
  const known = lists.get(context) ?? dns.listRecords(zoneId);
  lists.set(context, known);
  return known;
}

export const NO_ZONE = { message: "Zone ID not available", status: 409 };
export const NOT_WHOLE = "The list of records could not be read whole. Please try again.";

/** The records of a list that is whole: only that says that something is not there. */
export function wholeList(list: DnsAnswer<RecordList> | undefined): DnsRecord[] | undefined {
  return list?.ok && list.value.isComplete ? list.value.records : undefined;
}

/** Whether a record may exist although the list does not have it, because the list is not whole. */
export function isUnlisted({ records, isComplete }: RecordList, id: string): boolean {
  return !isComplete && records.every((record) => record.id !== id);
}

/** The address of a domain's DNS page, with what comes after it. */
export function dnsPath(domain: string, rest = ""): string {
  return `/dashboard/domains/${encodeURIComponent(domain)}/dns${rest}`;
}

/** What a notice says of taking back what it is about. */
export function undoOf(domain: string, job: string | undefined): { undo?: string } {
  return job === undefined ? {} : { undo: dnsPath(domain, `/history/${job}`) };
}

/** After a write the list is another one. */
export function forgetList(context: AppLoadContext): void {
  lists.delete(context);
}
