import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { findDomain } from "#app/gateways/domains.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { toDisplayName } from "#app/model/dns/display-name.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { namePath } from "#app/routes/dashboard/ui/name-path.ts";
import { hasDnsProvider } from "#app/use-cases/dns/public-zone.server.ts";
import type { OwnZone } from "#app/use-cases/dns/zone-list.server.ts";
import { noteNotOwn } from "#app/use-cases/security-events.server.ts";

type Args = Pick<ActionFunctionArgs, "request" | "context" | "params">;

/**
 * The domain of the address, if it is the customer's own. Anybody else's is a 404 like one that does not exist, before
 * anything is asked upstream; a database that does not answer is a 503. Every loader and action below a domain begins here.
 */
export async function requireDomain({ request, context, params }: Args) {
  const { account, supabase } = await requireUser(request, context);
  const found = await findDomain(supabase, account.id, params.domain ?? "");
  if (found.ok) return { account, supabase, domain: found.value, visit: context };
  if (found.status === 404) noteNotOwn("domain", account.id);
  throw data({ message: found.message, reference: context?.requestId }, { status: found.status === 404 ? 404 : 503 });
}

/** The same for the forms of a zone's records: where nobody of ours runs DNS, the page that says who does comes instead. */
export async function requireProvider(args: Args) {
  const owner = await requireDomain(args);
  if (!hasDnsProvider) throw redirect(dnsPath(owner.domain.name), 303);
  return owner;
}

/**
 * The same for a form of a record that is about to be drawn: without a zone, the page where it is set up comes instead. A form that
 * was sent stays, with what was typed.
 */
export async function requireRecordForm(args: Args) {
  const owner = await requireProvider(args);
  if (owner.domain.zoneId === null && !args.context?.givenBack) throw redirect(dnsPath(owner.domain.name), 303);
  return owner;
}

/** The same for what needs a zone: without one, the page where it is set up comes instead. */
export async function requireZone(args: Args): Promise<OwnZone> {
  const owner = await requireDomain(args);
  const own = ownZone(owner);
  if (!own) throw redirect(dnsPath(owner.domain.name), 303);
  return own;
}

/** A customer's own domain, if it has a zone. */
export function ownZone({
  domain: { zoneId, ...domain },
  ...owner
}: Awaited<ReturnType<typeof requireDomain>>): OwnZone | undefined {
  return zoneId === null ? undefined : { ...owner, domain: { ...domain, zoneId } };
}

/** What a page says of the zone that it belongs to. */
export function shownZone({ name }: Pick<OwnedDomain, "name">) {
  return { domain: name, display: toDisplayName(name), path: dnsPath(name) };
}

export const NO_ZONE = { message: "Zone ID not available", status: 409 };

/** The address of a domain's DNS page, with what comes after it. */
export function dnsPath(domain: string, rest = ""): string {
  return `${namePath(domain)}/dns${rest}`;
}
