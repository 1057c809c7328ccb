import { data } from "@remix-run/node";
import { padlockGiver } from "#app/dashboard/name-rows.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { checkNow } from "#app/dns/name-checks.server.ts";
import { checkName } from "#app/domains/check-name.server.ts";
import { type ParsedName, parseDomainName } from "#app/domains/domain-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { isWithUs, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { findLastOrder } from "#app/orders/last-order.table.server.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import {
  afterExpiryWords,
  isEndingByHand,
  maxYearsOf,
  onlyChoice,
  planChoices,
  priceFingerprintOf,
  renewalChoices,
  requiredDocuments,
  transferOf,
  yearChoices,
} from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { listPlanPadlocks } from "#app/orders/own-lists.table.server.ts";
import { promises, stepPromises } from "#app/orders/promises.server.ts";
import { renewalStanding } from "#app/orders/renewals.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { logForeignAccess } from "#app/platform/abuse/security-events.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { formatKsh, type Price } from "#app/platform/money.ts";
import { domainPath, renewalLink } from "#app/routes/dashboard/ui/domain-path.ts";
import { chargeWords } from "./ui/order-aside.tsx";

/** What can be ordered for a name, or why nothing can. */
type FoundOffer = { kind: "offer"; offer: Offer } | NoOffer;
export type NoOffer = {
  kind: "none";
  title: string;
  text: string;
  /** The link to the next step, or to try again. */
  next: { to: string; label: string };
  /** True if the customer's domains could not be read. */
  isOutage?: true;
};

export type OfferRequest = {
  kind: OfferKind;
  name: ParsedName;
  /** The hosting plan that was chosen before, if any. */
  plan: string | null;
  /** The URL of this page, to try again. */
  here: string;
  supabase: Supabase;
  userId: string;
  /** The IP address of the request. A registration counts as a search. */
  address: string | undefined;
};

const UNPRICED = "We e-mail you the price. You decide then.";
const PADLOCK = "It puts the padlock beside your website’s address. We put it in place for you.";
const PADLOCK_GIVERS: Record<string, string> = { hosting: "your hosting", CDN: "the CDN" };
const givenWords = (giver: string) =>
  `Its padlock comes with ${PADLOCK_GIVERS[giver] ?? giver}, at no extra cost. There is nothing to buy.`;
const FREE_PADLOCK = "It is free with our Deluxe and Ultimate hosting, and for a website that goes by the CDN.";
const AT_PROVIDER = "Ask your provider for a padlock, or move the name to us.";
const PLANS_FROM = "deluxe";

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
      return request.kind === "renew" ? renewal(request, own.value) : certificate(request, own.value);
    case "register":
      return own.ok ? alreadyOwned(request) : registration(request);
    case "transfer":
      return own.ok && isWithUs(own.value) ? alreadyOwned(request) : transfer(request);
    case "hosting":
      return hosting(request);
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

/** Nothing is sold for a padlock that is given. */
async function certificate(request: OfferRequest, domain: OwnedDomain): Promise<FoundOffer> {
  const { supabase, userId, name } = request;
  const back = { to: domainPath(domain.name), label: "Back to the name" };
  if (domain.held === "elsewhere") return noOffer(`${name.display} is at another provider`, AT_PROVIDER, back);
  const [plans, check] = await Promise.all([
    listPlanPadlocks(supabase, userId, nowDate()),
    hasDnsProvider ? checkNow(domain) : undefined,
  ]);
  const giver = padlockGiver(domain, { checkOf: () => check, hasPlanPadlock: (one) => plans.has(one) });
  if (giver) return noOffer(`${name.display} has a padlock`, givenWords(giver), back);
  return offer(request, onlyChoice("SSL certificate for one name", undefined), { notes: [PADLOCK, FREE_PADLOCK] });
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

function hosting(request: OfferRequest): FoundOffer {
  const choices = planChoices();
  const chosen = choices.find(({ value }) => value === request.plan)?.value ?? PLANS_FROM;
  return offer(request, choices, { chosen, notes: ["The second year costs the same, at today’s price."] });
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

function noOffer(title: string, text: string, next: NoOffer["next"]): NoOffer {
  return { kind: "none", title, text, next };
}

/** `isByHand`: staff order it from the registry by hand. */
type OfferDetails = { notes?: (string | undefined)[]; chosen?: string; isByHand?: boolean };

function offer(
  { kind, name }: OfferRequest,
  choices: Choice[],
  { notes = [], chosen = choices[0]?.value ?? "", isByHand = false }: OfferDetails = {},
): FoundOffer {
  const isPriced = choices.every(({ price }) => price !== undefined);
  const { domain } = name;
  const priceKsh = choices[0]?.price?.ksh ?? 0;
  const isPaidFirst = isPriced && isPayable({ kind, priceKsh }, isByHand);
  const isDirect = isPriced && !isPaidFirst && orderRun.isDirect({ kind, domain, priceKsh });
  const shownNotes = notes.filter((note) => note !== undefined);
  return {
    kind: "offer",
    offer: {
      kind,
      domain,
      display: name.display,
      choices,
      chosen,
      priceFingerprint: priceFingerprintOf(choices),
      isDirect,
      ...(isPaidFirst && { isPaidFirst }),
      charge: chargeWords(isDirect, isPaidFirst),
      notes: isPriced ? shownNotes : [UNPRICED, ...shownNotes],
      steps: upcomingSteps({
        kind,
        promises: stepPromises,
        isByHand,
        isDirect,
        isPaidFirst,
        ...(!isPriced && { first: "You ask" }),
      }),
      payment: isPaidFirst ? "" : promises.payment,
    },
  };
}

/** Parses the name in `?domain=`. */
export function parseNameParam(search: URLSearchParams) {
  return parseDomainName(search.get("domain") ?? "");
}
