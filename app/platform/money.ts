/** A price for display: whole Kenyan shillings, and approximate US cents beside them. */
export type Price = { ksh: number; usdCents: number };

const KSH_PER_USD = 130;

/** The lowest price of a domain (docs/product/prices.md, "Price list"). */
export const LOWEST_KSH = 1500;

/** One micro-unit with the markup is MARKED_UP / PER_KSH shillings: 1495 / 10⁷. */
const MARKED_UP = 1495;
const PER_KSH = 10_000_000;

/**
 * The price that is shown if the provider has no usable price (docs/product/prices.md, "Money"). Its dollars are a constant,
 * not computed from its shillings.
 */
export const FALLBACK_PRICE: Price = { ksh: 1800, usdCents: 1499 };

/**
 * Returns whether a provider's price in micro-units (millionths of a US dollar) is a number worth at least a shilling. A lower
 * number is a price in another unit, or an error. Source: docs/product/prices.md, "Money".
 */
export function isUsablePrice(price: unknown): price is number {
  return typeof price === "number" && Number.isSafeInteger(Math.round(price)) && price * MARKED_UP >= PER_KSH;
}

/**
 * Returns the display price of a provider's price in micro-units, with our markup of 15 percent; FALLBACK_PRICE for an unusable
 * price. Source: docs/product/prices.md, "Money".
 */
export function priceFromMicroUnits(price: unknown): Price {
  if (!isUsablePrice(price)) return FALLBACK_PRICE;
  const micro = Math.round(price);
  // Integers throughout: with floating point $7, $11, $17 and $25 come out a shilling low.
  return { ksh: ratio(micro, BigInt(MARKED_UP), BigInt(PER_KSH)), usdCents: ratio(micro, 115n, 1_000_000n) };
}

/** Converts a listed price in KSh to US cents without markup: the customer pays the listed shillings. */
export function usdCentsFromKsh(ksh: number): number {
  return ratio(ksh, 100n, BigInt(KSH_PER_USD));
}

/** Returns the display price of a price in US cents, without markup. Source: docs/product/prices.md, "Hosting plans". */
export function priceFromUsdCents(usdCents: number): Price {
  return { ksh: ratio(usdCents, BigInt(KSH_PER_USD), 100n), usdCents };
}

/**
 * Returns the sum of prices; zero for an empty list. Its dollars are computed from its shillings, which the customer pays: the
 * sum of rounded dollars would be cents off. Source: docs/product/prices.md, "Money".
 */
export function addPrices(prices: readonly Price[]): Price {
  const [first, ...others] = prices;
  if (first && others.length === 0) return first;
  const ksh = prices.reduce((sum, price) => sum + price.ksh, 0);
  return { ksh, usdCents: usdCentsFromKsh(ksh) };
}

/** Returns a price multiplied by a whole number, computed as `addPrices` does. */
export function multiplyPrice(price: Price, times: number): Price {
  return addPrices(Array.from({ length: times }, () => price));
}

/** Created once: a number format takes longer to create than a small page to render. */
const SHILLINGS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const TWO_PLACES = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats shillings without the currency: 1793 → "1,793". */
export function formatShillings(ksh: number): string {
  return SHILLINGS.format(ksh);
}

/** Formats shillings: 1793 → "KSh 1,793". The space is a no-break space, so that no line ends within an amount. */
export function formatKsh(ksh: number): string {
  return `KSh\u00a0${formatShillings(ksh)}`;
}

/**
 * Returns a text with plain spaces in its amounts, for mails' text and subjects: some programs show no-break spaces as a
 * sign.
 */
export function plainSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** Formats cents of a shilling with two places and without the currency: 283448 → "2,834.48". */
export function formatAmount(cents: number): string {
  return TWO_PLACES.format(cents / 100);
}

/** Formats US cents without a currency sign: 1379 → "13.79". */
export function formatUsd(usdCents: number): string {
  return TWO_PLACES.format(usdCents / 100);
}

/** Returns amount × up ÷ down, rounded half up. */
function ratio(amount: number, up: bigint, down: bigint): number {
  return Number((BigInt(amount) * up + down / 2n) / down);
}
