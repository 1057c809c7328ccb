import { findDomain } from "#app/domains/domains.table.server.ts";
import type { Choice } from "#app/orders/order.ts";
import { renewalChoices, renewalPriceOf } from "#app/orders/order-price.ts";
import { nowDate } from "#app/platform/clock.ts";
import { findOffer, type OfferRequest } from "./find-offer.ts";

/** Returns the years to which an unpaid order may be changed, with today's prices; none if it can only be cancelled. */
export async function findOtherYears(request: OfferRequest): Promise<Choice[]> {
  if (request.kind === "register") {
    const found = await findOffer(request);
    return found.kind === "offer" && found.offer.isPaidFirst ? found.offer.choices : [];
  }
  const { domain } = request.name;
  if (request.kind !== "renew" || renewalPriceOf(domain) === undefined) return [];
  const own = await findDomain(request.supabase, request.userId, domain);
  return own.ok ? renewalChoices(domain, new Date(own.value.expiryDate), nowDate()) : [];
}
