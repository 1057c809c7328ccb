import { data } from "@remix-run/node";
import { findDomain } from "#app/gateways/domains.server.ts";
import { findLastOrder } from "#app/gateways/orders.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { type ParsedName, parseDomainName } from "#app/model/domain-name.ts";
import type { Price } from "#app/model/money.ts";
import { addYears, dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import type { Choice, Offer, OrderKind } from "#app/model/order.ts";
import {
  afterExpiryWords,
  isEndingByHand,
  maxYearsOf,
  onlyChoice,
  planChoices,
  renewalPriceOf,
  requiredDocuments,
  shownPrices,
  transferOf,
  yearChoices,
} from "#app/model/order-price.ts";
import { upcomingSteps } from "#app/model/order-steps.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { renewalStanding } from "#app/model/renewals.ts";
import { renewalWay } from "#app/routes/dashboard/ui/order-path.ts";
import { take } from "#app/use-cases/limits.server.ts";
import { checkName } from "#app/use-cases/names/check-name.server.ts";
import { orderRun } from "#app/use-cases/orders/order-run.server.ts";
import { promises } from "#app/use-cases/orders/promises.server.ts";
import { noteNotOwn } from "#app/use-cases/security-events.server.ts";

/** What can be ordered for a name, or why nothing can. */
type FoundOffer = { kind: "offer"; offer: Offer } | NoOffer;
export type NoOffer = {
  kind: "none";
  title: string;
  text: string;
  /** The next step; asking again where that may help. */
  next: { to: string; label: string };
};

type Asked = {
  kind: OrderKind;
  name: ParsedName;
  /** The hosting plan that was picked before, if any. */
  plan: string | null;
  /** This page's own address, to try again. */
  here: string;
  supabase: Supabase;
  userId: string;
  /** Where the request came from; a registration counts as a search. */
  address: string | undefined;
};

const UNPRICED = "We will tell you the price before anything is charged.";
const PLANS_FROM = "deluxe";

/**
 * Reads the price of an order anew: from the price list, the plans or the provider. Throws a 404 for renewing or securing
 * a name that is not the customer's own, whoever has it. Source: docs/product.md, "Orders".
 */
export async function findOffer(asked: Asked): Promise<FoundOffer> {
  const own = await findDomain(asked.supabase, asked.userId, asked.name.domain);
  if (!own.ok && own.status !== 404) return unread(asked);
  switch (asked.kind) {
    case "renew":
    case "certificate":
      if (!own.ok) {
        noteNotOwn("domain", asked.userId);
        throw data(null, { status: 404 });
      }
      return asked.kind === "renew" ? renewal(asked, own.value) : certificate(asked);
    case "register":
      return own.ok ? ownAlready(asked) : registration(asked);
    case "transfer":
      return own.ok ? ownAlready(asked) : transfer(asked);
    case "hosting":
      return hosting(asked);
  }
}

/** The years begin at the name's last day so far; a day that is past counts too, as registries count. */
async function renewal(asked: Asked, { name, expiryDate }: OwnedDomain): Promise<FoundOffer> {
  const { domain, display } = asked.name;
  // Where it could not be read the order is refused when it is made: the database knows.
  const last = await findLastOrder(asked.supabase, { userId: asked.userId, kind: "renew", domain });
  const standing = renewalStanding({ name, expiryDate }, last.ok ? last.value : [], nowDate());
  if (standing.state !== "offered") {
    const title = standing.state === "late" ? `${display} can’t be renewed here` : `${display} is ordered already`;
    return none(title, standing.text, renewalWay(standing, domain));
  }
  const price = renewalPriceOf(domain);
  const choices = yearChoices(price && { first: price, after: price }, maxYearsOf(domain));
  const dated = choices.map((choice) => ({
    ...choice,
    note: `until ${dateOf(dayNumber(addYears(new Date(expiryDate), Number(choice.value)))).words}`,
  }));
  return offer(asked, dated, { notes: [afterExpiryWords(domain)] });
}

function certificate(asked: Asked): FoundOffer {
  return offer(asked, onlyChoice("Domain-validated (DV) certificate", undefined));
}

function transfer(asked: Asked): FoundOffer {
  const { price, years } = transferOf(asked.name.domain);
  const label = years > 0 ? "Transfer, with one more year" : "Transfer, with no extra year";
  return offer(asked, onlyChoice(label, price), {
    notes: [
      "Your site and mail stay where they are: a transfer only moves the name.",
      years > 0
        ? undefined
        : "It expires on the same day as before: its registry does not say that a transfer adds time.",
    ],
  });
}

function hosting(asked: Asked): FoundOffer {
  const choices = planChoices();
  const chosen = choices.find(({ value }) => value === asked.plan)?.value ?? PLANS_FROM;
  return offer(asked, choices, { chosen });
}

async function registration(asked: Asked): Promise<FoundOffer> {
  const { name } = asked;
  const retry = { to: asked.here, label: "Try again" };
  const limit = await take("search", asked.address);
  if (!limit.ok) {
    return none("Too many searches at once", `Please wait ${limit.retryAfterSeconds} s, then try again.`, retry);
  }
  const found = await checkName(name, "typed", asked.address);
  const search = { to: `/domains?${new URLSearchParams({ q: name.display })}`, label: "See similar names" };
  switch (found.kind) {
    case "available":
    case "by-hand":
      return forSale(asked, found, found.kind === "by-hand" || isEndingByHand(name.domain));
    case "taken":
      return none(`${name.display} is taken`, "Somebody has this name. You may still find a similar one.", search);
    case "not-sold":
      return none(`We don’t sell .${name.tld}`, "We do sell Kenyan endings, and many others.", {
        to: "/domains/pricing",
        label: "See all prices",
      });
    case "unknown":
    case "too-many":
      return none(`We could not look up ${name.display} just now`, "You may still get the name.", retry);
  }
}

function forSale(
  asked: Asked,
  { price, renewalPrice }: { price: Price; renewalPrice: Price },
  isByHand: boolean,
): FoundOffer {
  const { domain, tld } = asked.name;
  const papers = requiredDocuments(domain);
  return offer(asked, yearChoices({ first: price, after: renewalPrice }, maxYearsOf(domain)), {
    notes: [
      isByHand ? `We register .${tld} names by hand. If it turns out to be taken, nothing is charged.` : undefined,
      papers && `The registry wants to see ${papers}, with your name on it. We will ask you for it by e-mail.`,
      afterExpiryWords(domain),
    ],
    isByHand,
  });
}

function ownAlready({ name }: Asked): FoundOffer {
  return none(`${name.display} is already yours`, "It is with us. You can renew it for more years.", {
    to: `/dashboard/orders/new?${new URLSearchParams({ kind: "renew", domain: name.display })}`,
    label: "Renew it",
  });
}

function unread({ here }: Asked): FoundOffer {
  return none("We couldn’t read your domains just now", "Nothing was ordered.", { to: here, label: "Try again" });
}

function none(title: string, text: string, next: NoOffer["next"]): FoundOffer {
  return { kind: "none", title, text, next };
}

/** What else is said of an offer. `isByHand`: the registry has to be asked by a person. */
type Said = { notes?: (string | undefined)[]; chosen?: string; isByHand?: boolean };

function offer(
  { kind, name }: Asked,
  choices: Choice[],
  { notes = [], chosen = choices[0]?.value ?? "", isByHand = false }: Said = {},
): FoundOffer {
  const isPriced = choices.every(({ price }) => price !== undefined);
  const { domain } = name;
  const isDirect = isPriced && orderRun.isDirect({ kind, domain, priceKsh: choices[0]?.price?.ksh ?? 0 });
  const said = notes.filter((note) => note !== undefined);
  return {
    kind: "offer",
    offer: {
      kind,
      domain,
      display: name.display,
      choices,
      chosen,
      shown: shownPrices(choices),
      isDirect,
      notes: isPriced ? said : [UNPRICED, ...said],
      steps: upcomingSteps({ kind, promises, isByHand, isDirect }),
      payment: promises.payment,
    },
  };
}

/** The name of `?domain=`, in whatever form it was typed. */
export function nameIn(search: URLSearchParams) {
  return parseDomainName(search.get("domain") ?? "");
}
