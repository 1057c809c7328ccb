import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { requireUser } from "#app/accounts/auth.server.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { rowId } from "#app/dns/listed-record.ts";
import { mayBeUnlisted, type OwnZone, readRecords } from "#app/dns/read-zone.server.ts";
import { isRecordType } from "#app/dns/types.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { logForeignAccess } from "#app/platform/abuse/security-events.server.ts";
import { peekFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";
import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";

type Args = Pick<ActionFunctionArgs, "request" | "context" | "params">;

/**
 * Returns the domain of the URL, if it is the customer's own. Throws a 404 for any other domain, whether or not it exists,
 * before a service is called; a 503 when the database fails. Every loader and action below a domain begins here.
 */
export async function requireDomain({ request, context, params }: Args) {
  const { account, supabase } = await requireUser(request, context);
  const found = await findDomain(supabase, account.id, params.domain ?? "");
  if (found.ok) return { account, supabase, domain: found.value, context };
  if (found.status === 404) logForeignAccess("domain", account.id);
  throw data({ message: found.message, reference: context?.requestId }, { status: found.status === 404 ? 404 : 503 });
}

/**
 * Does the same as `requireDomain`, but redirects to the DNS page, which shows who runs the DNS, if the site has no DNS
 * provider.
 */
export async function requireProvider(args: Args) {
  const owner = await requireDomain(args);
  if (!hasDnsProvider) throw redirect(dnsPath(owner.domain.name), 303);
  return owner;
}

/**
 * Does the same as `requireProvider`, for the loader of a record form: redirects to the page that sets up a zone if the domain
 * has none, except after a post, so that the form keeps its input.
 */
export async function requireRecordForm(args: Args) {
  const owner = await requireProvider(args);
  if (owner.domain.zoneId === null && !args.context?.givenBack) throw redirect(dnsPath(owner.domain.name), 303);
  return owner;
}

/**
 * Returns the record of the URL for the form that changes or deletes it, the records of its zone, and what both pages show.
 * `record` is undefined if it could not be read, and null if no such record exists or its type can only be viewed.
 */
export async function findRecord(args: Args) {
  const { account, domain } = await requireRecordForm(args);
  const id = args.params.record ?? "";
  const page = { zone: domain.name, path: dnsPath(domain.name), id };
  const list = domain.zoneId === null ? undefined : await readRecords(args.context, domain.zoneId);
  if (!list?.ok || mayBeUnlisted(list.value, id)) return { page, record: undefined, records: [] };
  const { records } = list.value;
  const record = records.find((one) => one.id === id);
  if (!record) logForeignAccess("record", account.id);
  return { page, record: record && isRecordType(record.type) ? record : null, records };
}

/** Does the same as `requireDomain`, but redirects to the page that sets up a zone if the domain has none. */
export async function requireZone(args: Args): Promise<OwnZone> {
  const owner = await requireDomain(args);
  const own = ownZone(owner);
  if (!own) throw redirect(dnsPath(owner.domain.name), 303);
  return own;
}

/** Returns the customer's own domain with its zone; undefined if it has no zone. */
export function ownZone({
  domain: { zoneId, ...domain },
  ...owner
}: Awaited<ReturnType<typeof requireDomain>>): OwnZone | undefined {
  return zoneId === null ? undefined : { ...owner, domain: { ...domain, zoneId } };
}

/** What a page shows of the domain that it belongs to. */
export function shownZone({ name }: Pick<OwnedDomain, "name">) {
  return { domain: name, display: toDisplayName(name), path: dnsPath(name) };
}

export const NO_ZONE = { message: "Zone ID not available", status: 409 };

/** The URL of a domain's DNS page, or of a page below it. */
export function dnsPath(domain: string, rest = ""): string {
  return `${domainPath(domain)}/dns${rest}`;
}

/** The URL of the page that shows a job: its plan, its progress or its report. */
export function jobPath(domain: string, job: string): string {
  return dnsPath(domain, `/history/${job}`);
}

type ChangeMade = {
  about: string;
  title: string;
  text?: string;
  job?: string | undefined;
  /** The page to return to, if it is not the list: "/history". */
  page?: string | undefined;
  /** A link to the form of the next step. */
  next?: FlashMessage["next"];
  /** The id of the record that was added or changed. */
  record?: string | undefined;
};

/**
 * Redirects to the list of records, or to another page of the zone, with a flash message about a change, and a button to undo
 * its job. Scrolls to the record.
 */
export function redirectToChangedList(
  domain: string,
  { about, title, text, job, page, next, record }: ChangeMade,
): Promise<Response> {
  return redirectWithFlash(dnsPath(domain, page ?? (record && `#${rowId(record)}`)), {
    about,
    title,
    ...(text && { text }),
    ...(job !== undefined && { undo: jobPath(domain, job) }),
    ...(next !== undefined && { next }),
    ...(record !== undefined && { record }),
  });
}

/** Returns whether the requested page will show a flash message about a change of records. */
export async function willAnnounceChange(request: Request): Promise<boolean> {
  const flash = await peekFlash(request);
  return flash?.undo !== undefined || flash?.title.startsWith("DNS ") === true;
}
