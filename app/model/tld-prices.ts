import { type Price, priceFromMicroUnits, usdCentsFromKsh } from "./money.ts";

/**
 * What one ending costs for a year. `isByHand`: the provider does not sell it, we register it with KeNIC ourselves.
 * `needsDocuments`: KeNIC asks for supporting papers (kenic.or.ke, "KE domains").
 */
export type TldPrice = {
  tld: string;
  price: Price;
  renewalPrice: Price;
  isByHand: boolean;
  needsDocuments: boolean;
};

/** The "from" prices of docs/product.md, "Price list", in the order they are shown: Kenyan endings first. */
export const TLD_PRICES: readonly TldPrice[] = [
  kenyan("co.ke", 1500),
  kenyan("or.ke", 1500),
  kenyan("ke", 4500),
  kenyan("me.ke", 1500),
  kenyan("ne.ke", 1500),
  kenyan("info.ke", 1500),
  kenyan("mobi.ke", 1500),
  { ...kenyan("sc.ke", 1500), needsDocuments: true },
  { ...kenyan("ac.ke", 1500), needsDocuments: true },
  { ...kenyan("go.ke", 1500), needsDocuments: true },
  international("com", 12_990_000, 21_990_000),
  international("org", 11_990_000, 22_990_000),
  international("net", 14_990_000, 23_990_000),
  international("site", 10_990_000, 34_990_000),
  international("ai", 79_990_000, 99_990_000),
  international("dev", 13_990_000, 21_990_000),
  international("africa", 10_990_000, 24_990_000),
  international("online", 10_990_000, 39_990_000),
  international("tech", 10_990_000, 59_990_000),
  international("store", 10_990_000, 54_990_000),
  international("shop", 10_990_000, 44_990_000),
  international("info", 10_990_000, 27_990_000),
  international("biz", 10_990_000, 24_990_000),
];

/** The listed price of an ending ("co.ke", without a dot in front); undefined when we do not list it. */
export function findTldPrice(tld: string): TldPrice | undefined {
  return TLD_PRICES.find((listed) => listed.tld === tld);
}

/** KeNIC's endings cost the same every year; `ksh` is what the customer pays. */
function kenyan(tld: string, ksh: number): TldPrice {
  const price = { ksh, usdCents: usdCentsFromKsh(ksh) };
  return { tld, price, renewalPrice: price, isByHand: true, needsDocuments: false };
}

/** Prices in the provider's micro-units: the first year, then each year after. */
function international(tld: string, firstYear: number, eachYearAfter: number): TldPrice {
  const [price, renewalPrice] = [priceFromMicroUnits(firstYear), priceFromMicroUnits(eachYearAfter)];
  return { tld, price, renewalPrice, isByHand: false, needsDocuments: false };
}
