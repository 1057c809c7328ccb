import { padlockGiver } from "#app/dashboard/name-rows.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { checkNow } from "#app/dns/name-checks.server.ts";
import { BUSINESS_EMAIL, HOSTING_MONTHS } from "#app/domains/hosting-plans.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { onlyChoice, planChoices } from "#app/orders/order-price.ts";
import { multiplyPrice } from "#app/platform/money.ts";
import { domainPath, servicePath } from "#app/routes/dashboard/ui/domain-path.ts";
import type { Service } from "#app/services/service.ts";
import { serviceName } from "#app/services/service-order.ts";
import { padlocksOf } from "#app/services/service-padlocks.ts";
import { MAIL_PLANS } from "#app/services/service-price.ts";
import { listServices } from "#app/services/services.table.server.ts";
import { type FoundOffer, noOffer, type OfferRequest, offer } from "./offer-parts.ts";

const PADLOCK = "It puts the padlock beside your website’s address. We put it in place for you.";
const PADLOCK_GIVERS: Record<string, string> = { hosting: "your hosting", CDN: "the CDN" };
const givenWords = (giver: string) =>
  `Its padlock comes with ${PADLOCK_GIVERS[giver] ?? giver}, at no extra cost. There is nothing to buy.`;
const FREE_PADLOCK = "It is free with our Deluxe and Ultimate hosting, and for a website that goes by the CDN.";
const AT_PROVIDER = "Ask your provider for a padlock, or move the name to us.";
const HAS_IT: Record<Service["kind"], string> = {
  hosting: "Its page shows its last day, and how you renew it or take a larger plan.",
  mail: "Its page shows its last day, and how you add mailboxes.",
  certificate: "Its page shows its last day, and how you renew it.",
};
const SAME_AGAIN = "You pay for a year. The second year costs the same, at today’s price.";

/**
 * Finds the offer of hosting, of mailboxes, or of a certificate for one of the customer's names (`own`). A service that the
 * customer has already is not sold again. If the services cannot be read, the database still rejects a second one.
 */
export async function findServiceOffer(request: OfferRequest, own?: OwnedDomain): Promise<FoundOffer> {
  const { kind, name, supabase, userId } = request;
  const listed = await listServices(supabase, userId);
  const services = listed.ok ? listed.value : [];
  const known = services.find((one) => one.kind === kind && one.domain.toLowerCase() === name.domain);
  if (known) {
    const next = { to: servicePath(known.id), label: "See it" };
    return noOffer(`${name.display} has ${serviceName(known.kind, known)} already`, HAS_IT[known.kind], next);
  }
  if (kind === "mail") return mail(request);
  return own ? certificate(request, own, services) : hosting(request);
}

/** Mailboxes of one plan, priced by the mailbox. */
function mail(request: OfferRequest): FoundOffer {
  const [first] = MAIL_PLANS;
  const { slug, name, monthly } = MAIL_PLANS.find((one) => one.slug === request.plan) ??
    first ?? { slug: "", name: "" };
  const price = monthly && multiplyPrice(monthly, HOSTING_MONTHS);
  const choice = { value: slug, label: `${name}, each mailbox for a year`, price };
  const notes = [
    slug === "professional" ? `Each mailbox has ${BUSINESS_EMAIL.storage}.` : undefined,
    monthly && SAME_AGAIN,
    "You can order more mailboxes later.",
  ];
  return offer(request, [choice], { chosen: slug, plan: slug, notes });
}

function hosting(request: OfferRequest): FoundOffer {
  const choices = planChoices();
  const asked = choices.find(({ value }) => value === request.plan);
  return offer(request, choices, { ...(asked && { chosen: asked.value }), notes: [SAME_AGAIN] });
}

/** Nothing is sold for a padlock that is given. */
async function certificate(
  request: OfferRequest,
  domain: OwnedDomain,
  services: readonly Service[],
): Promise<FoundOffer> {
  const { name } = request;
  const back = { to: domainPath(domain.name), label: "Back to the name" };
  if (domain.held === "elsewhere") return noOffer(`${name.display} is at another provider`, AT_PROVIDER, back);
  const check = hasDnsProvider ? await checkNow(domain) : undefined;
  const padlocks = padlocksOf(services);
  const giver = padlockGiver(domain, { checkOf: () => check, servicePadlock: (one) => padlocks.get(one) });
  if (giver) return noOffer(`${name.display} has a padlock`, givenWords(giver), back);
  return offer(request, onlyChoice("SSL certificate for one name", undefined), { notes: [PADLOCK, FREE_PADLOCK] });
}
