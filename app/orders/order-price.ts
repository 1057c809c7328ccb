import { HOSTING_MONTHS, HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { type AfterExpiry, findTldPrice, type TldPrice } from "#app/domains/tld-prices.ts";
import { addPrices, multiplyPrice, type Price, usdCentsFromKsh } from "#app/platform/money.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { type Choice, MAX_YEARS, type Offer } from "./order.ts";

/** Returns the price-list entry of a domain such as "njeri.co.ke", or undefined. */
function listedFor(name: string): TldPrice | undefined {
  return findTldPrice(name.slice(name.indexOf(".") + 1));
}

/**
 * Returns whether staff register, renew and transfer this ending by hand with the registry, because the provider does not sell
 * it.
 */
export function isEndingByHand(name: string): boolean {
  return listedFor(name)?.isByHand ?? false;
}

/** A domain whose renewal has a price. `renewKsh`: what staff agreed with the customer. */
type Renewable = Pick<OwnedDomain, "name" | "renewKsh">;

/** Returns the price of one more year: the agreed one, or that of the list; undefined for an unlisted ending. */
export function renewalPriceOf({ name, renewKsh }: Renewable): Price | undefined {
  if (renewKsh === null) return listedFor(name)?.renewalPrice;
  return { ksh: renewKsh, usdCents: usdCentsFromKsh(renewKsh) };
}

/** Returns the most years that one order may cover: the registry's limit, or ten for an unlisted ending. */
export function maxYearsOf(name: string): number {
  return listedFor(name)?.maxYears ?? MAX_YEARS;
}

/**
 * Returns the most years by which a domain can be renewed now: 0 if it is paid for the longest time already. A term ends at
 * most ten years from today, also if the domain has years left. Endings by hand, which are KeNIC's, have no such limit, only a
 * maximum for each order. Source: ICANN, Base Registry Agreement, Specification 6, section 2.2; docs/product/orders.md,
 * "Orders".
 */
export function maxRenewalYears(name: string, expiryDate: Date, now: Date): number {
  const most = maxYearsOf(name);
  if (isEndingByHand(name)) return most;
  const latest = addYears(now, MAX_YEARS);
  return Array.from({ length: most }, (_, index) => index + 1).filter((years) => addYears(expiryDate, years) <= latest)
    .length;
}

/** Returns the price of a transfer to us and the years it adds. The price is undefined if we must ask for it first. */
export function transferOf(name: string): { price: Price | undefined; years: number } {
  const listed = listedFor(name);
  return { price: listed?.transferPrice ?? undefined, years: listed?.transferYears ?? 0 };
}

/**
 * Returns how many days after the last day a name stops, can still be renewed, and is deleted; undefined if the provider
 * decides.
 */
export function afterExpiryOf(name: string): AfterExpiry | undefined {
  return listedFor(name)?.afterExpiry ?? undefined;
}

/** Returns `afterExpiryOf` as a sentence. */
export function afterExpiryWords(name: string): string | undefined {
  const rule = afterExpiryOf(name);
  if (!rule) return undefined;
  return `If you don’t renew, the name works ${rule.stops - 1} more days, then stops. You can renew until day ${rule.renewable}. On day ${rule.deleted} it is lost.`;
}

/**
 * Returns sentences about a name whose last day (a dayNumber) is over: whether it works, and until when it can be renewed.
 * `isLast`: without a rule of its registry it may be lost soon.
 */
export function endedWords(name: string, lastDay: number, today: number, isLast = false): string[] {
  const rule = afterExpiryOf(name);
  if (!rule) {
    const lost = isLast
      ? "It may soon be lost. Its registry decides for how long it can still be renewed, and we do not know the day."
      : "The longer you wait, the more it may cost to get it back.";
    return ["Its website and mail may stop at any time, if they have not stopped yet.", lost];
  }
  const on = (days: number) => dateOf(lastDay + days).words;
  const stopped = lastDay + rule.stops;
  const works =
    stopped > today
      ? `Its website and mail work until ${on(rule.stops - 1)}, then they stop.`
      : stopped === today
        ? "Its website and mail stop today."
        : `Its website and mail stopped on ${on(rule.stops)}.`;
  return [
    works,
    `You can renew it until ${on(rule.renewable)}. On ${on(rule.deleted)} it is deleted, and anybody can have it.`,
  ];
}

/** Returns the documents that the registry requires for this ending, or undefined. */
export function requiredDocuments(name: string): string | undefined {
  return listedFor(name)?.papers;
}

/**
 * Returns the choices from one year up to `most`, priced by the first year and each year after; without prices, choices without
 * a price.
 */
export function yearChoices(prices: { first: Price; after: Price } | undefined, most: number): Choice[] {
  return Array.from({ length: most }, (_, index) => {
    const price = prices && addPrices([prices.first, ...Array.from({ length: index }, () => prices.after)]);
    return { value: String(index + 1), label: yearsWords(index + 1), price };
  });
}

/** Returns the years by which a domain may be renewed now, with prices and last days. */
export function renewalChoices(domain: Renewable & Pick<OwnedDomain, "expiryDate">, now: Date): Choice[] {
  const price = renewalPriceOf(domain);
  const expiryDate = new Date(domain.expiryDate);
  const choices = yearChoices(price && { first: price, after: price }, maxRenewalYears(domain.name, expiryDate, now));
  return choices.map((choice) => ({
    ...choice,
    note: `until ${dateOf(dayNumber(addYears(expiryDate, Number(choice.value)))).words}`,
  }));
}

/** "1 year", "2 years". */
export function yearsWords(years: number): string {
  return years === 1 ? "1 year" : `${years} years`;
}

/** Returns the hosting plans, each for a year. */
export function planChoices(): Choice[] {
  return HOSTING_PLANS.map(
    ({ slug, shortName, discountedPrice, recommended, specs: { storage, domains, ssl, backups } }) => ({
      value: slug,
      label: shortName,
      note: [
        recommended ? `Recommended: ${storage}` : storage,
        ...[domains, backups].map((spec) => spec.toLowerCase()),
        ...(ssl ? ["free SSL"] : []),
      ].join(", "),
      price: multiplyPrice(discountedPrice, HOSTING_MONTHS),
      isYearly: true,
    }),
  );
}

/** Returns a single choice. */
export function onlyChoice(label: string, price: Price | undefined): Choice[] {
  return [{ value: "", label, price }];
}

/** Returns the prices of an offer as one string, to detect that a price changed while the customer was reading. */
export function priceFingerprintOf(choices: readonly Choice[]): Offer["priceFingerprint"] {
  return choices.map(({ price }) => price?.ksh ?? 0).join("-");
}
