import { expect, test } from "vitest";
import { findTldPrice, TLD_PRICES } from "./tld-prices.ts";

test.each([
  ["co.ke", { ksh: 1500, usdCents: 1154 }],
  ["com", { ksh: 1942, usdCents: 1494 }],
  ["xyz", undefined],
  ["", undefined],
])("the first year of the ending %j costs %j", (tld, price) => {
  expect(findTldPrice(tld)?.price).toEqual(price);
});

test("Kenyan endings come first and are those registered by hand", () => {
  const kenyan = TLD_PRICES.filter(({ tld }) => tld === "ke" || tld.endsWith(".ke"));
  expect(TLD_PRICES.slice(0, kenyan.length)).toEqual(kenyan);
  expect(TLD_PRICES.filter(({ isByHand }) => isByHand)).toEqual(kenyan);
  expect(kenyan.slice(0, 4).map(({ tld }) => tld)).toEqual(["co.ke", "ke", "or.ke", "me.ke"]);
});

test("only endings of schools, colleges and government require documents", () => {
  const needing = TLD_PRICES.filter(({ papers }) => papers).map(({ tld }) => tld);
  expect(needing).toEqual(["sc.ke", "ac.ke", "go.ke"]);
});

test("endings of KeNIC have KeNIC's rules, others those of ICANN", () => {
  const kenic = { maxYears: 5, transferYears: 0, afterExpiry: { stops: 15, renewable: 80, deleted: 90 } };
  for (const { isByHand, ...ending } of TLD_PRICES) {
    const icann = { maxYears: 10, transferYears: 1, afterExpiry: null, transferPrice: ending.renewalPrice };
    expect(ending).toMatchObject(isByHand ? kenic : icann);
  }
  expect(findTldPrice("co.ke")?.transferPrice?.ksh).toBe(1159);
  expect(findTldPrice("ke")?.transferPrice).toBeNull();
});

test("every ending is listed once, with positive prices", () => {
  expect(new Set(TLD_PRICES.map(({ tld }) => tld)).size).toBe(TLD_PRICES.length);
  for (const { ksh, usdCents } of TLD_PRICES.flatMap(({ price, renewalPrice }) => [price, renewalPrice]))
    expect(Math.min(ksh, usdCents)).toBeGreaterThan(0);
});
