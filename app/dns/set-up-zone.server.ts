import { z } from "zod";
import { notifyAgency } from "#app/contact/notify-agency.server.ts";
import { setZone } from "#app/domains/domains.table.server.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { type Account, nameOf } from "#app/platform/http/account.ts";
import { type FormResult, statusOf } from "#app/platform/http/form-result.ts";
import { log } from "#app/platform/log.server.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { nameServersMail } from "./change-mail.ts";
import { dns } from "./dns.api.server.ts";
import { countDnsForm } from "./read-zone.server.ts";

const AGENCY_ASKED = "We know about it and set it up for you. We e-mail you then.";
const NOT_ASKED = "We have to set it up for you. Please write to us, or press the button again later.";
const NOT_STORED = "Please press the button again in a minute.";
const REASONS = { exists: "there is a zone already", lost: "its answer was lost" };

const zoneSchema = z.object({ id: z.string(), nameServers: z.array(z.string()) });

/**
 * Creates the zone of a domain that has none, and returns its name servers. An existing zone may be somebody else's and is
 * never adopted: the agency is asked to look at it. Source: docs/product/dns.md, "DNS records".
 */
export async function setUpZone(account: Account, domain: OwnedDomain): Promise<FormResult<string[]>> {
  const tooOften = await countDnsForm(account.id);
  if (tooOften) return { ok: false, errors: tooOften };
  const submission = { form: "set-up-dns", owner: account.id, body: { domain: domain.id }, resultSchema: zoneSchema };
  const made = await runOnce(submission, () => dns.createZone(domain.name));
  if (!made.ok) {
    if (made.reason === "zone-exists" || made.isUnknown) {
      const isNotified = await askAgency(account, domain, made.isUnknown ? "lost" : "exists");
      return {
        ok: false,
        errors: { message: isNotified ? AGENCY_ASKED : NOT_ASKED, status: made.isUnknown ? 503 : 409 },
      };
    }
    return { ok: false, errors: { message: made.message, status: statusOf(made) } };
  }
  const { id, nameServers } = made.value;
  const recipient = { to: account.email, firstName: firstNameIn(account.name ?? "") };
  const about = { id: domain.id, name: domain.name, ...recipient, nameServers, at: nowDate() };
  const mails = isMailbox(account.email) ? [nameServersMail(about, mailSite())] : [];
  const stored = await setZone({ userId: account.id, domainId: domain.id, zoneId: id }, mails);
  // 409: another press of the same button stored the zone a moment ago.
  if (!stored.ok && stored.status !== 409) {
    log.error({ zone: id }, "zone created but not stored");
    return { ok: false, errors: { message: NOT_STORED, status: 503 } };
  }
  return { ok: true, value: nameServers };
}

/** Asks the agency to set a zone up by hand. Returns false if the message could not be sent. */
async function askAgency(account: Account, { id, name }: OwnedDomain, reason: keyof typeof REASONS): Promise<boolean> {
  const message = {
    name: nameOf(account),
    email: account.email,
    subject: `Set up DNS by hand: ${name}`.slice(0, 200),
    message: `Setting up the DNS of ${name} failed: ${REASONS[reason]}. Look at the provider, then tell the customer.`,
    domain: name,
  };
  // A key has no dots, so it has the domain's id. Another reason is another message, and needs another key.
  const failed = await notifyAgency(message, `zone-${id}-${reason}`, { kind: "zone", userId: account.id });
  if (failed) log.error({ reason: failed.message }, "agency not notified about a zone");
  return !failed;
}
