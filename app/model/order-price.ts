import { HOSTING_PLANS } from "./hosting-plans.ts";
import { addPrices, formatKsh, formatUsd, type Price, timesPrice } from "./money.ts";
import { type Choice, HOSTING_MONTHS, MAX_YEARS, type Offer } from "./order.ts";
import { findTldPrice, type TldPrice } from "./tld-prices.ts";

/** The price list's line for a name such as "njeri.co.ke"; undefined for an ending that we do not list. */
function listedFor(name: string): TldPrice | undefined {
  return findTldPrice(name.slice(name.indexOf(".") + 1));
}

/** Whether a name's ending is one that the provider does not sell: a person registers, renews and moves such names. */
export function isEndingByHand(name: string): boolean {
  return listedFor(name)?.isByHand ?? false;
}

/** What one more year of a name costs; undefined for an ending that we do not list. */
export function renewalPriceOf(name: string): Price | undefined {
  return listedFor(name)?.renewalPrice;
}

/** One to ten years at the price of the first and of each after. Without prices each is offered without one. */
export function yearChoices(prices: { first: Price; after: Price } | undefined): Choice[] {
  return Array.from({ length: MAX_YEARS }, (_, index) => {
    const years = index === 0 ? "1 year" : `${index + 1} years`;
    const price = prices && addPrices([prices.first, timesPrice(prices.after, index)]);
    return choice(String(index + 1), years, price);
  });
}

/** The hosting plans for a year. Their labels are short: on a phone a list shows some thirty characters. */
export function planChoices(): Choice[] {
  return HOSTING_PLANS.map(({ slug, shortName, discountedPrice }) =>
    choice(slug, shortName, timesPrice(discountedPrice, HOSTING_MONTHS)),
  );
}

/** The only choice there is. */
export function onlyChoice(label: string, price: Price | undefined): Choice[] {
  return [{ value: "", label, price }];
}

/** The prices of an offer as one word, to notice that one has changed while somebody was reading. */
export function shownPrices(choices: readonly Choice[]): Offer["shown"] {
  return choices.map(({ price }) => price?.ksh ?? 0).join("-");
}

function choice(value: string, label: string, price: Price | undefined): Choice {
  const cost = price && `${formatKsh(price.ksh)} (≈ US$${formatUsd(price.usdCents)})`;
  return { value, label: cost ? `${label}: ${cost}` : label, price };
}
