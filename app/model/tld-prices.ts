import { type Price, priceFromMicroUnits, usdCentsFromKsh } from "./money.ts";

/**
 * What an ending costs for a year, and what its registry's rules are. Our prices are "from" prices (docs/product.md, "Price
 * list"). The rules were looked up on 22 November 2026, at
 *
 * - years, what happens after the last day: KeNIC, ".KE domain name life cycle" (kenic.or.ke; Techweez, 29 August 2023)
 * - transfers of Kenyan names: KeNIC's fee since 1 February 2025 is KSh 1,158.84 with tax, a year's wholesale price (Techweez,
 *   27 January 2025). It says nothing of a year more, so none is promised; nor what a name right under .ke costs to move
 * - papers: KeNIC, ".KE products", "Supporting documents" (kenic.or.ke/ke-domains/ke-products)
 * - other endings: ICANN's Transfer Policy (a transfer adds a year) and its registry agreements (ten years at most)
 */
export type TldPrice = {
  tld: string;
  /** Whom or what it is for, in a few words. */
  use: string;
  price: Price;
  renewalPrice: Price;
  /** What moving a name to us costs; null: we ask the registry first. */
  transferPrice: Price | null;
  /** By how many years a transfer makes a name last longer. */
  transferYears: number;
  /** The provider does not sell it: we register it with KeNIC ourselves. */
  isByHand: boolean;
  /** For how many years a name can be ordered at once. */
  maxYears: number;
  /** What the registry wants to see first. */
  papers?: string;
  /** What happens after the last day; null where that is the provider's affair. */
  afterExpiry: AfterExpiry | null;
};

/** Days after a name's last day: on `stops` it does not work any more, `renewable` is the last to renew it, on `deleted` it is gone. */
export type AfterExpiry = { stops: number; renewable: number; deleted: number };

const KENYAN = {
  transferYears: 0,
  isByHand: true,
  maxYears: 5,
  afterExpiry: { stops: 15, renewable: 80, deleted: 90 },
};
const INTERNATIONAL = { transferYears: 1, isByHand: false, maxYears: 10, afterExpiry: null };
/** KeNIC's fee for a name of two parts, in whole shillings. */
const KENIC_TRANSFER = 1159;

const SCHOOL = "a copy of the school’s certificate of registration from the Ministry of Education";
const COLLEGE = "a copy of the college’s certificate of registration from its ministry, or of its charter";
const STATE = "a letter of authority from the government’s IT services (GITS)";

/** In the order they are shown: Kenyan endings first. */
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

/** The listed price of an ending ("co.ke", without a dot in front); undefined when we do not list it. */
export function findTldPrice(tld: string): TldPrice | undefined {
  return TLD_PRICES.find((listed) => listed.tld === tld);
}

/** KeNIC's endings cost the same every year; `ksh` is what the customer pays. */
function kenyan(tld: string, use: string, ksh: number): TldPrice {
  const price = inShillings(ksh);
  return { ...KENYAN, tld, use, price, renewalPrice: price, transferPrice: inShillings(KENIC_TRANSFER) };
}

/** Prices in the provider's micro-units: the first year, then each year after. */
function international(tld: string, use: string, firstYear: number, eachYearAfter: number): TldPrice {
  const [price, renewalPrice] = [priceFromMicroUnits(firstYear), priceFromMicroUnits(eachYearAfter)];
  return { ...INTERNATIONAL, tld, use, price, renewalPrice, transferPrice: renewalPrice };
}

function inShillings(ksh: number): Price {
  return { ksh, usdCents: usdCentsFromKsh(ksh) };
}
