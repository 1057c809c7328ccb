import { z } from "zod";
import { dns } from "#app/gateways/dns.server.ts";
import { setZone } from "#app/gateways/domains.server.ts";
import { log } from "#app/log.server.ts";
import { type Account, nameOf } from "#app/model/account.ts";
import { nowDate } from "#app/model/clock.ts";
import { type FormResult, statusOf } from "#app/model/form-result.ts";
import { nameServersMail } from "#app/model/notifications/dns-mail.ts";
import { isMailbox } from "#app/model/one-line.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { notifyAgency } from "../agency/tell-agency.server.ts";
import { runOnce } from "../idempotency.server.ts";
import { siteFacts } from "../notifications/site-facts.server.ts";
import { dnsFormLimit } from "./dns-limit.server.ts";

const PEOPLE_TOLD = "Our people have been told and will set it up by hand. They will write to you.";
const NOT_TOLD = "It has to be set up by hand. Please write to us, or press the button again later.";
const NOT_KEPT = "Please press the button again in a minute.";
const WHY = { exists: "there is a zone already", lost: "its answer was lost" };

const zoneSchema = z.object({ id: z.string(), nameServers: z.array(z.string()) });

/**
 * Makes the zone of a domain that has none, and gives its name servers. One that exists already is somebody's and is never
 * adopted: a person has to look, and is told. Source: docs/product.md, "DNS records".
 */
export async function setUpZone(account: Account, domain: OwnedDomain): Promise<FormResult<string[]>> {
  const tooOften = await dnsFormLimit(account.id);
  if (tooOften) return { ok: false, errors: tooOften };
  const making = { form: "set-up-dns", owner: account.id, body: { domain: domain.id }, value: zoneSchema };
  const made = await runOnce(making, () => dns.createZone(domain.name));
  if (!made.ok) {
    if (made.reason === "zone-exists" || made.isUnknown) {
      const isTold = await tellOfZone(account, domain, made.isUnknown ? "lost" : "exists");
      return { ok: false, errors: { message: isTold ? PEOPLE_TOLD : NOT_TOLD, status: made.isUnknown ? 503 : 409 } };
    }
    return { ok: false, errors: { message: made.message, status: statusOf(made) } };
  }
  const { id, nameServers } = made.value;
  const told = { id: domain.id, name: domain.name, to: account.email, nameServers, at: nowDate() };
  const letters = isMailbox(account.email) ? [nameServersMail(told, siteFacts())] : [];
  const kept = await setZone({ userId: account.id, domainId: domain.id, zoneId: id }, letters);
  // Another press of the same button has kept it a moment before.
  if (!kept.ok && kept.status !== 409) {
    log.error({ zone: id }, "a zone was made and not kept");
    return { ok: false, errors: { message: NOT_KEPT, status: 503 } };
  }
  return { ok: true, value: nameServers };
}

/** False when the agency could not be told. */
async function tellOfZone(account: Account, { id, name }: OwnedDomain, why: keyof typeof WHY): Promise<boolean> {
  const message = {
    name: nameOf(account),
    email: account.email,
    subject: `Set up DNS by hand: ${name}`.slice(0, 200),
    message: `Setting up the DNS of ${name} failed: ${WHY[why]}. Look at the provider, then tell the customer.`,
    domain: name,
  };
  // The id and not the name: a key has no dots. Another reason is another message, and needs another key.
  const refused = await notifyAgency(message, `zone-${id}-${why}`);
  if (refused) log.error({ reason: refused.message }, "agency not told of a zone");
  return !refused;
}
