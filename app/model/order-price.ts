import { HOSTING_PLANS } from "./hosting-plans.ts";
import { addPrices, type Price, timesPrice } from "./money.ts";
import { type Choice, HOSTING_MONTHS, MAX_YEARS, type Offer } from "./order.ts";
import { type AfterExpiry, findTldPrice, type TldPrice } from "./tld-prices.ts";

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

/** For how many years a name can be ordered at once: what its registry allows, or ten where we do not list its ending. */
export function maxYearsOf(name: string): number {
  return listedFor(name)?.maxYears ?? MAX_YEARS;
}

/** What moving a name to us costs, and the years that it adds; the price is undefined where we ask for it first. */
export function transferOf(name: string): { price: Price | undefined; years: number } {
  const listed = listedFor(name);
  return { price: listed?.transferPrice ?? undefined, years: listed?.transferYears ?? 0 };
}

/** What the registry does after a name's last day, in days; undefined where that is the provider's affair. */
export function afterExpiryOf(name: string): AfterExpiry | undefined {
  return listedFor(name)?.afterExpiry ?? undefined;
}

/** The same in a sentence. */
export function afterExpiryWords(name: string): string | undefined {
  const rule = afterExpiryOf(name);
  if (!rule) return undefined;
  return `After its last day the name works ${rule.stops - 1} more days and stops on day ${rule.stops}. It can be renewed until day ${rule.renewable}, and is deleted on day ${rule.deleted}.`;
}

/** What the registry wants to see before it gives a name with this ending. */
export function papersFor(name: string): string | undefined {
  return listedFor(name)?.papers;
}

/** One year up to `most`, at the price of the first and of each after. Without prices each is offered without one. */
export function yearChoices(prices: { first: Price; after: Price } | undefined, most: number): Choice[] {
  return Array.from({ length: most }, (_, index) => {
    const price = prices && addPrices([prices.first, timesPrice(prices.after, index)]);
    return { value: String(index + 1), label: yearsWords(index + 1), price };
  });
}

/** "1 year", "2 years". */
export function yearsWords(years: number): string {
  return years === 1 ? "1 year" : `${years} years`;
}

/** The hosting plans for a year. */
export function planChoices(): Choice[] {
  return HOSTING_PLANS.map(({ slug, shortName, discountedPrice }) => ({
    value: slug,
    label: shortName,
    note: `for ${HOSTING_MONTHS} months`,
    price: timesPrice(discountedPrice, HOSTING_MONTHS),
  }));
}

/** The only choice there is. */
export function onlyChoice(label: string, price: Price | undefined): Choice[] {
  return [{ value: "", label, price }];
}

/** The prices of an offer as one word, to notice that one has changed while somebody was reading. */
export function shownPrices(choices: readonly Choice[]): Offer["shown"] {
  return choices.map(({ price }) => price?.ksh ?? 0).join("-");
}
