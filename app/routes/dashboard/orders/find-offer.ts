import { data } from "@remix-run/node";
import { findDomain } from "#app/gateways/domains.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { type ParsedName, parseDomainName } from "#app/model/domain-name.ts";
import type { Choice, Offer, OrderKind } from "#app/model/order.ts";
import { onlyChoice, planChoices, renewalPriceOf, shownPrices, yearChoices } from "#app/model/order-price.ts";
import { take } from "#app/work/limits.server.ts";
import { checkName } from "#app/work/names/check-name.server.ts";
import { orderRun } from "#app/work/orders/order-run.server.ts";
import { noteNotOwn } from "#app/work/security-events.server.ts";

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
      return asked.kind === "renew" ? renewal(asked) : certificate(asked);
    case "register":
      return own.ok ? ownAlready(asked) : registration(asked);
    case "transfer":
      return own.ok ? ownAlready(asked) : transfer(asked);
    case "hosting":
      return hosting(asked);
  }
}

function renewal(asked: Asked): FoundOffer {
  const price = renewalPriceOf(asked.name.domain);
  return offer(asked, yearChoices(price && { first: price, after: price }));
}

function certificate(asked: Asked): FoundOffer {
  return offer(asked, onlyChoice("Domain-validated (DV) certificate", undefined));
}

function transfer(asked: Asked): FoundOffer {
  const price = renewalPriceOf(asked.name.domain);
  return offer(asked, onlyChoice("Transfer, with one year more", price), {
    notes: ["Your site and mail stay where they are: a transfer moves the name alone."],
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
  const found = await checkName(name);
  const search = { to: `/domains?${new URLSearchParams({ q: name.display })}`, label: "See names close to it" };
  switch (found.kind) {
    case "available":
      return offer(asked, yearChoices({ first: found.price, after: found.renewalPrice }));
    case "by-hand":
      return offer(asked, yearChoices({ first: found.price, after: found.renewalPrice }), {
        notes: [
          `We register .${name.tld} names by hand. If it turns out to be taken, nothing is charged.`,
          ...(found.papers ? [`For this ending the registry wants to see ${found.papers}.`] : []),
        ],
      });
    case "taken":
      return none(`${name.display} is taken`, "Somebody has this name. One close to it may be there for you.", search);
    case "not-sold":
      return none(`We don’t sell .${name.tld}`, "Kenyan and many other endings we do.", {
        to: "/domains/pricing",
        label: "See all prices",
      });
    case "unknown":
    case "too-many":
      return none(`We could not look up ${name.display} just now`, "You may still get the name.", retry);
  }
}

function ownAlready({ name }: Asked): FoundOffer {
  return none(`${name.display} is yours already`, "It is with us. You can renew it for longer.", {
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

function offer(
  { kind, name }: Asked,
  choices: Choice[],
  { notes = [], chosen = choices[0]?.value ?? "" }: { notes?: string[]; chosen?: string } = {},
): FoundOffer {
  const isPriced = choices.every(({ price }) => price !== undefined);
  return {
    kind: "offer",
    offer: {
      kind,
      domain: name.domain,
      display: name.display,
      choices,
      chosen,
      shown: shownPrices(choices),
      isDirect: isPriced && orderRun.isDirect({ kind, domain: name.domain, priceKsh: choices[0]?.price?.ksh ?? 0 }),
      notes: isPriced ? notes : [UNPRICED, ...notes],
    },
  };
}

/** The name of `?domain=`, in whatever form it was typed. */
export function nameIn(search: URLSearchParams) {
  return parseDomainName(search.get("domain") ?? "");
}
