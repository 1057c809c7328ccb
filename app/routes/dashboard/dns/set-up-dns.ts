import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { sendContactMessage } from "#app/gateways/contact.server.ts";
import { dns } from "#app/gateways/dns.server.ts";
import { setZone } from "#app/gateways/domains.server.ts";
import { refusalForDnsForm } from "#app/http/dns-limit.server.ts";
import { readForm, refuse, statusOf } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { log } from "#app/log.server.ts";
import { type Account, nameOf } from "#app/model/account.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { sendOnce } from "#app/work/send-once.server.ts";
import { dnsPath, requireDomain } from "./own-zone.ts";
import { SET_UP_DNS_FORM } from "./ui/set-up-dns.tsx";

const DNS_NOT_SET_UP = "DNS could not be set up";
const PEOPLE_TOLD = "Our people have been told and will set it up by hand. They write to you.";
const NOT_TOLD = "It has to be set up by hand. Please write to us, or press the button again later.";
const WHY = { exists: "there is a zone already", lost: "its answer was lost" };

/**
 * Makes the zone of a domain that has none. One that exists already is somebody's and is never adopted: a person has to
 * look, and is told. Source: docs/product.md, "DNS records".
 */
export async function setUpDns(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { account, domain } = await requireDomain(args);
  const submission = await readForm(request, z.object({}));
  const refused = { context, form: SET_UP_DNS_FORM, submission, title: DNS_NOT_SET_UP };
  if (submission.status !== "success") return refuse(refused);
  if (domain.zoneId !== null) return done(domain.name);

  const tooOften = await refusalForDnsForm(account.id);
  if (tooOften) return refuse({ ...refused, ...tooOften });
  const body = { domain: domain.id };
  const making = { form: SET_UP_DNS_FORM, owner: account.id, body, value: zoneSchema };
  const made = await sendOnce(making, () => dns.createZone(domain.name));
  if (!made.ok) {
    if (made.reason === "zone-exists" || made.isUnknown) {
      const isTold = await tellAgency(account, domain, made.isUnknown ? "lost" : "exists");
      return refuse({ ...refused, message: isTold ? PEOPLE_TOLD : NOT_TOLD, status: made.isUnknown ? 503 : 409 });
    }
    return refuse({ ...refused, message: made.message, status: statusOf(made) });
  }
  const { id, nameServers } = made.value;
  const kept = await setZone({ userId: account.id, domainId: domain.id, zoneId: id });
  // Another press of the same button has kept it a moment before.
  if (!kept.ok && kept.status !== 409) {
    log.error({ zone: id, reason: kept.message }, "a zone was made and not kept");
    return refuse({ ...refused, message: "Please press the button again in a minute.", status: 503 });
  }
  return done(domain.name, nameServers);
}

const zoneSchema = z.object({ id: z.string(), nameServers: z.array(z.string()) });

function done(domain: string, nameServers: string[] = []) {
  const servers = nameServers.length > 0 ? { text: `Its name servers: ${nameServers.join(", ")}.` } : {};
  return redirectWithNotice(dnsPath(domain), { about: SET_UP_DNS_FORM, title: "DNS is set up", ...servers });
}

/** False when the message could not be sent. */
async function tellAgency(account: Account, { id, name }: OwnedDomain, why: keyof typeof WHY): Promise<boolean> {
  const message = {
    name: nameOf(account),
    email: account.email,
    subject: `Set up DNS by hand: ${name}`.slice(0, 200),
    message: `Setting up the DNS of ${name} failed: ${WHY[why]}. Look at the provider, then tell the customer.`,
    domain: name,
  };
  // The id and not the name: a key has no dots. Another reason is another message, and needs another key.
  const sent = await sendContactMessage(message, `zone-${id}-${why}`);
  if (!sent.ok) log.error({ reason: sent.message }, "agency not told of a zone");
  return sent.ok;
}
