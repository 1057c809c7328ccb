/** A price to show: whole Kenyan shillings, and US cents as the approximation beside them. */
export type Price = { ksh: number; usdCents: number };

const KSH_PER_USD = 130;

/** Where our prices for a name start (docs/product.md, "Price list"). */
export const LOWEST_KSH = 1500;

/** One micro-unit with the markup is 1495 of 10⁷ parts of a shilling. */
const MARKED_UP = 1495;
const PER_KSH = 10_000_000;

/** What is shown when the provider names no usable price (docs/product.md, "Money"). Constants, not computed. */
export const FALLBACK_PRICE: Price = { ksh: 1800, usdCents: 1499 };

/**
 * Whether a provider's price in micro-units (millionths of a US dollar) is one: a number that comes to a shilling at least.
 * Less is a price in another unit, or a mistake. Source: docs/product.md, "Money".
 */
export function isUsablePrice(price: unknown): price is number {
  return typeof price === "number" && Number.isSafeInteger(Math.round(price)) && price * MARKED_UP >= PER_KSH;
}

/**
 * The price to show for a provider's price in micro-units, with our markup of 15 percent. One that cannot be used gives
 * FALLBACK_PRICE. Source: docs/product.md, "Money".
 */
export function priceFromMicroUnits(price: unknown): Price {
  if (!isUsablePrice(price)) return FALLBACK_PRICE;
  const micro = Math.round(price);
  // Whole numbers all the way: with floating point $7, $11, $17 and $25 come out a shilling low.
  return { ksh: ratio(micro, BigInt(MARKED_UP), BigInt(PER_KSH)), usdCents: ratio(micro, 115n, 1_000_000n) };
}

/** US cents for a price that is listed in KSh, without markup: the listed shillings are what the customer pays. */
export function usdCentsFromKsh(ksh: number): number {
  return ratio(ksh, 100n, BigInt(KSH_PER_USD));
}

/** The price to show for one that is set in US cents, without markup. Source: docs/product.md, "Hosting plans". */
export function priceFromUsdCents(usdCents: number): Price {
  return { ksh: ratio(usdCents, BigInt(KSH_PER_USD), 100n), usdCents };
}

/** Several prices as one; nothing costs nothing. */
export function addPrices(prices: readonly Price[]): Price {
  return prices.reduce((sum, { ksh, usdCents }) => ({ ksh: sum.ksh + ksh, usdCents: sum.usdCents + usdCents }), {
    ksh: 0,
    usdCents: 0,
  });
}

/** A price several times over. */
export function timesPrice({ ksh, usdCents }: Price, times: number): Price {
  return { ksh: ksh * times, usdCents: usdCents * times };
}

/** Made once: a number format takes longer to make than a small page to draw. */
const SHILLINGS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const DOLLARS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Shillings as a person reads them: 1793 → "KSh 1,793". */
export function formatKsh(ksh: number): string {
  return `KSh ${SHILLINGS.format(ksh)}`;
}

/** US cents as an amount without its sign: 1379 → "13.79". */
export function formatUsd(usdCents: number): string {
  return DOLLARS.format(usdCents / 100);
}

/** amount × up ÷ down, rounded half up. */
function ratio(amount: number, up: bigint, down: bigint): number {
  return Number((BigInt(amount) * up + down / 2n) / down);
}
