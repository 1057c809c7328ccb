import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import {
  addPrices,
  formatKsh,
  formatUsd,
  multiplyPrice,
  priceFromMicroUnits,
  priceFromUsdCents,
  usdCentsFromKsh,
} from "./money.ts";

test.each([
  [11_990_000, 1793, "13.79"],
  [7_000_000, 1047, "8.05"],
  [25_000_000, 3738, "28.75"],
  // The lowest price.
  [6689, 1, "0.01"],
])("converts %i micro-units to KSh %i and US$%s", (micro, ksh, usd) => {
  const price = priceFromMicroUnits(micro);
  expect([price.ksh, formatUsd(price.usdCents)]).toEqual([ksh, usd]);
});

// 11.99 is in dollars; 6688 comes to less than a shilling.
test.each([
  undefined,
  null,
  0,
  -1,
  0.2,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "11990000",
  {},
  [1],
  true,
  2 ** 60,
  11.99,
  6688,
])("the unusable price %s gives the fallback price", (price) => {
  expect(priceFromMicroUnits(price)).toEqual({ ksh: 1800, usdCents: 1499 });
});

test("any input gives whole amounts of at least one shilling (property)", () => {
  forAny([fc.oneof(fc.anything(), fc.double(), fc.integer(), fc.maxSafeInteger())], (price) => {
    const { ksh, usdCents } = priceFromMicroUnits(price);
    expect(Number.isInteger(ksh) && ksh >= 1 && Number.isInteger(usdCents) && usdCents >= 0).toBe(true);
  });
});

test("a price is the exact product rounded to a shilling, and grows with the input (property)", () => {
  const micro = fc.integer({ min: 6689, max: 10_000_000_000 });
  forAny([micro, micro], (a, b) => {
    const { ksh } = priceFromMicroUnits(a);
    const missed = BigInt(ksh) * 10_000_000n - BigInt(a) * 1495n;
    expect(missed > -5_000_000n && missed <= 5_000_000n).toBe(true);
    expect(priceFromMicroUnits(Math.min(a, b)).ksh).toBeLessThanOrEqual(priceFromMicroUnits(Math.max(a, b)).ksh);
  });
});

test.each([
  [399, 519],
  [1, 1],
])("converts %i US cents without markup to KSh %i", (usdCents, ksh) => {
  expect(priceFromUsdCents(usdCents)).toEqual({ ksh, usdCents });
});

test("converts listed shillings without markup, and formats amounts with separators", () => {
  expect([1500, 1300].map(usdCentsFromKsh)).toEqual([1154, 1000]);
  expect([1793, 950].map(formatKsh)).toEqual(["KSh\u00a01,793", "KSh\u00a0950"]);
  expect([1154, 123_450].map(formatUsd)).toEqual(["11.54", "1,234.50"]);
});

test("the dollars of a sum are those of its shillings", () => {
  const price = fc.integer({ min: 1, max: 100_000 }).map((ksh) => ({ ksh, usdCents: usdCentsFromKsh(ksh) }));
  fc.assert(
    fc.property(fc.array(price, { maxLength: 30 }), (prices) => {
      const { ksh, usdCents } = addPrices(prices);
      expect([ksh, usdCents]).toEqual([prices.reduce((sum, one) => sum + one.ksh, 0), usdCentsFromKsh(ksh)]);
    }),
    { seed: 19 },
  );
  expect(multiplyPrice({ ksh: 1500, usdCents: 1154 }, 4)).toEqual({ ksh: 6000, usdCents: 4615 });
  expect(addPrices([{ ksh: 1800, usdCents: 1499 }])).toEqual({ ksh: 1800, usdCents: 1499 });
});
