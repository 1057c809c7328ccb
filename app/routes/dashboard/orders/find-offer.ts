import { data } from "@remix-run/node";
import { checkName } from "#app/domains/check-name.server.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import { isWithUs, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { findLastOrder } from "#app/orders/last-order.table.server.ts";
import {
  afterExpiryWords,
  isEndingByHand,
  maxYearsOf,
  onlyChoice,
  renewalChoices,
  requiredDocuments,
  transferOf,
  yearChoices,
} from "#app/orders/order-price.ts";
import { renewalStanding } from "#app/orders/renewals.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { logForeignAccess } from "#app/platform/abuse/security-events.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { formatKsh, type Price } from "#app/platform/money.ts";
import { renewalLink } from "#app/routes/dashboard/ui/domain-path.ts";
import { findServiceOffer } from "./find-service-offer.ts";

import { type FoundOffer, noOffer, type OfferRequest, offer } from "./offer-parts.ts";

export type { NoOffer, OfferRequest } from "./offer-parts.ts";

/**
 * Finds the current price of an order: in the price list, in the plans or at the provider. Throws a 404 for a renewal or a
 * certificate of a domain that is not the customer's own. Source: docs/product/orders.md, "Orders".
 */
export async function findOffer(request: OfferRequest): Promise<FoundOffer> {
  const own = await findDomain(request.supabase, request.userId, request.name.domain);
  if (!own.ok && own.status !== 404) return domainsUnavailable(request);
  switch (request.kind) {
    case "renew":
    case "certificate":
      if (!own.ok) {
        logForeignAccess("domain", request.userId);
        throw data(null, { status: 404 });
      }
      return request.kind === "renew" ? renewal(request, own.value) : findServiceOffer(request, own.value);
    case "register":
      return own.ok ? alreadyOwned(request) : registration(request);
    case "transfer":
      return own.ok && isWithUs(own.value) ? alreadyOwned(request) : transfer(request);
    case "hosting":
    case "mail":
      return findServiceOffer(request);
  }
}

/** Finds the offer of a renewal. The years are added to the expiry date, even if that is in the past, as registries do. */
async function renewal(request: OfferRequest, owned: OwnedDomain): Promise<FoundOffer> {
  const { domain, display } = request.name;
  // Without the last order the database still rejects a second one.
  const last = await findLastOrder(request.supabase, { userId: request.userId, kind: "renew", domain });
  const standing = renewalStanding(owned, last.ok ? last.value : [], nowDate());
  if (standing.state !== "offered") {
    const title = standing.state === "ordered" ? `${display} is ordered already` : `${display} can’t be renewed here`;
    return noOffer(title, standing.text, renewalLink(standing, domain));
  }
  const dated = renewalChoices(owned, nowDate());
  if (dated.length === 0) {
    const text = "A name can be paid for ten years from today at most. It is already.";
    return noOffer(`${display} can’t be renewed further yet`, text, { to: "/dashboard", label: "Your names" });
  }
  return offer(request, dated, { notes: [afterExpiryWords(domain)] });
}

function transfer(request: OfferRequest): FoundOffer {
  const { price, years } = transferOf(request.name.domain);
  const label = years > 0 ? "Transfer, with one more year" : "Transfer, with no extra year";
  return offer(request, onlyChoice(label, price), {
    notes: [
      "Your website and mail stay where they are. Only the name moves.",
      years > 0 ? undefined : "Its last day stays the same.",
    ],
  });
}

async function registration(request: OfferRequest): Promise<FoundOffer> {
  const { name } = request;
  const retry = { to: request.here, label: "Try again" };
  const limit = await consume("search", request.address);
  if (!limit.ok) {
    return noOffer("Too many searches at once", `Please wait ${limit.retryAfterSeconds} s, then try again.`, retry);
  }
  const found = await checkName(name, "typed", request.address);
  const search = { to: `/domains?${new URLSearchParams({ q: name.display })}`, label: "See similar names" };
  switch (found.kind) {
    case "available":
    case "by-hand":
      return forSale(request, found, found.kind === "by-hand" || isEndingByHand(name.domain));
    case "taken":
      return noOffer(`${name.display} is taken`, "Someone already owns it. You may still find a similar name.", search);
    case "not-sold":
      return noOffer(`We don’t sell .${name.tld}`, "We do sell Kenyan endings, and many others.", {
        to: "/domains/pricing",
        label: "See all prices",
      });
    case "unknown":
    case "too-many":
      return noOffer(`We can’t look up ${name.display} right now`, "You may still get the name.", retry);
  }
}

function forSale(
  request: OfferRequest,
  { price, renewalPrice }: { price: Price; renewalPrice: Price },
  isByHand: boolean,
): FoundOffer {
  const { domain, tld } = request.name;
  const papers = requiredDocuments(domain);
  return offer(request, yearChoices({ first: price, after: renewalPrice }, maxYearsOf(domain)), {
    notes: [
      isByHand
        ? `We register .${tld} names for you with the registry. If somebody has it, you pay nothing.`
        : undefined,
      `Each year after the first costs ${formatKsh(renewalPrice.ksh)}.`,
      papers && `The registry asks for ${papers}, with your name on it. We e-mail you about it.`,
      afterExpiryWords(domain),
    ],
    isByHand,
  });
}

function alreadyOwned({ name }: OfferRequest): FoundOffer {
  return noOffer(`${name.display} is already yours`, "It is with us. You can renew it for more years.", {
    to: `/dashboard/orders/new?${new URLSearchParams({ kind: "renew", domain: name.display })}`,
    label: "Renew it",
  });
}

function domainsUnavailable({ here }: OfferRequest): FoundOffer {
  const retry = { to: here, label: "Try again" };
  return { ...noOffer("We can’t read your domains right now", "Nothing was ordered.", retry), isOutage: true };
}

/** Parses the name in `?domain=`. */
export function parseNameParam(search: URLSearchParams) {
  return parseDomainName(search.get("domain") ?? "");
}
