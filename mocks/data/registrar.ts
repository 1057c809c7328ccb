/** Prices of the fake domain provider, in micro-units: the first year, then each year after. */
export const PROVIDER_PRICES: Record<string, [price: number, renewalPrice: number]> = {
  com: [12_990_000, 21_990_000],
  org: [11_990_000, 22_990_000],
  net: [14_990_000, 23_990_000],
  site: [10_990_000, 34_990_000],
  ai: [79_990_000, 99_990_000],
  dev: [13_990_000, 21_990_000],
  africa: [10_990_000, 24_990_000],
  online: [10_990_000, 39_990_000],
  tech: [10_990_000, 59_990_000],
  store: [10_990_000, 54_990_000],
  shop: [10_990_000, 44_990_000],
  info: [10_990_000, 27_990_000],
  biz: [10_990_000, 24_990_000],
  // Sold by the provider, but not in our price list.
  xyz: [10_990_000, 15_990_000],
};

/** Names that are taken. */
export const TAKEN_NAMES = [
  "google.com",
  "facebook.com",
  "youtube.com",
  "wikipedia.org",
  "safaricom.com",
  "equitybank.com",
  "jumia.com",
  "example.com",
  "example.org",
  "example.net",
  "nation.africa",
  "mtandao.com",
  "safaricom.co.ke",
  "equitybank.co.ke",
  "kenic.or.ke",
];
