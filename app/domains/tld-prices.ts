import { type Price, priceFromMicroUnits, usdCentsFromKsh } from "#app/platform/money.ts";

/**
 * The yearly prices of an ending and the rules of its registry. Our prices are "from" prices (docs/product/prices.md, "Price
 * list"). The rules are of 22 November 2026, from
 *
 * - years, and what happens after the last day: KeNIC, ".KE domain name life cycle" (kenic.or.ke; Techweez, 29 August 2023)
 * - transfers of Kenyan names: KeNIC's fee since 1 February 2025 is KSh 1,158.84 with tax, a year's wholesale price
 *   (Techweez, 27 January 2025). No extra year is mentioned, so we promise none; the fee for names directly under .ke is
 *   unknown
 * - papers: KeNIC, ".KE products", "Supporting documents" (kenic.or.ke/ke-domains/ke-products)
 * - other endings: ICANN's Transfer Policy (a transfer adds a year) and registry agreements (ten years at most)
 */
export type TldPrice = {
  tld: string;
  /** Its purpose in a few words. */
  use: string;
  price: Price;
  renewalPrice: Price;
  /** The price of a transfer to us; null: we ask the registry first. */
  transferPrice: Price | null;
  /** Years that a transfer adds. */
  transferYears: number;
  /** The provider does not sell names with this ending: a person registers them with KeNIC. */
  isByHand: boolean;
  /** The most years of one order. */
  maxYears: number;
  /** Documents that the registry requires first. */
  papers?: string;
  /** What happens after the last day; null if the provider decides. */
  afterExpiry: AfterExpiry | null;
};

/**
 * Days after the last day: the domain stops working on `stops`, can be renewed until `renewable`, and is deleted on `deleted`.
 */
export type AfterExpiry = { stops: number; renewable: number; deleted: number };

const KENYAN = {
  transferYears: 0,
  isByHand: true,
  maxYears: 5,
  afterExpiry: { stops: 15, renewable: 80, deleted: 90 },
};
const INTERNATIONAL = { transferYears: 1, isByHand: false, maxYears: 10, afterExpiry: null };
/** KeNIC's fee for a domain with two labels, in whole shillings. */
const KENIC_TRANSFER = 1159;

const SCHOOL = "a copy of the school’s certificate of registration from the Ministry of Education";
const COLLEGE = "a copy of the college’s certificate of registration from its ministry, or of its charter";
const STATE = "a letter of authority from the government’s IT services (GITS)";

/** In display order: Kenyan endings first. */
export const TLD_PRICES: readonly TldPrice[] = [
  kenyan("co.ke", "For a business", 1500),
  { ...kenyan("ke", "The shortest", 4500), transferPrice: null },
  kenyan("or.ke", "For groups and churches", 1500),
  kenyan("me.ke", "For one person", 1500),
  kenyan("ne.ke", "For networks", 1500),
  kenyan("info.ke", "For news", 1500),
  kenyan("mobi.ke", "For phones", 1500),
  { ...kenyan("sc.ke", "For schools", 1500), papers: SCHOOL },
  { ...kenyan("ac.ke", "For colleges", 1500), papers: COLLEGE },
  { ...kenyan("go.ke", "For the state", 1500), papers: STATE },
  international("com", "Known everywhere", 12_990_000, 21_990_000),
  international("org", "For groups", 11_990_000, 22_990_000),
  international("net", "For networks", 14_990_000, 23_990_000),
  international("site", "For any site", 10_990_000, 34_990_000),
  international("ai", "For AI", 79_990_000, 99_990_000),
  international("dev", "For developers", 13_990_000, 21_990_000),
  international("africa", "For the continent", 10_990_000, 24_990_000),
  international("online", "For any site", 10_990_000, 39_990_000),
  international("tech", "For technology", 10_990_000, 59_990_000),
  international("store", "For a shop", 10_990_000, 54_990_000),
  international("shop", "For a shop", 10_990_000, 44_990_000),
  international("info", "For news", 10_990_000, 27_990_000),
  international("biz", "For a business", 10_990_000, 24_990_000),
];

/** Returns the listed ending ("co.ke", without a leading dot), or undefined. */
export function findTldPrice(tld: string): TldPrice | undefined {
  return TLD_PRICES.find((listed) => listed.tld === tld);
}

/** An ending of KeNIC, with the same price every year; `ksh` is what the customer pays. */
function kenyan(tld: string, use: string, ksh: number): TldPrice {
  const price = inShillings(ksh);
  return { ...KENYAN, tld, use, price, renewalPrice: price, transferPrice: inShillings(KENIC_TRANSFER) };
}

/** An ending with the provider's prices in micro-units: the first year, and each year after. */
function international(tld: string, use: string, firstYear: number, eachYearAfter: number): TldPrice {
  const [price, renewalPrice] = [priceFromMicroUnits(firstYear), priceFromMicroUnits(eachYearAfter)];
  return { ...INTERNATIONAL, tld, use, price, renewalPrice, transferPrice: renewalPrice };
}

function inShillings(ksh: number): Price {
  return { ksh, usdCents: usdCentsFromKsh(ksh) };
}
