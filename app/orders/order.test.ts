import { describe, expect, test } from "vitest";
import { type OfferKind, orderNumber } from "#app/domains/order-kinds.ts";
import { orderSchema, payloadOf } from "./order-form.ts";
import {
  afterExpiryWords,
  maxRenewalYears,
  maxYearsOf,
  onlyChoice,
  planChoices,
  priceFingerprintOf,
  renewalPriceOf,
  requiredDocuments,
  transferOf,
  yearChoices,
} from "./order-price.ts";

test.each(["123e0045", "dec12026", "00000012", "00120005", "a1b2c3d4"])(
  "the number of the order %s is no number and no day in a spreadsheet",
  (start) => expect(orderNumber(`${start}-6f0a-4a53-9a41-6d2b7f3c1a01`)).toMatch(/^W[0-9A-F]{4}-[0-9A-F]{4}$/),
);

test("the price for years is the first year's and that of each year after", () => {
  const choices = yearChoices({ first: { ksh: 1942, usdCents: 1494 }, after: { ksh: 3288, usdCents: 2529 } }, 10);
  expect(choices).toHaveLength(10);
  expect(choices[0]).toEqual({ value: "1", label: "1 year", price: { ksh: 1942, usdCents: 1494 } });
  expect(choices[1]).toMatchObject({ label: "2 years", price: { ksh: 5230, usdCents: 4023 } });
  // Four times US$11.54 is a cent more than KSh 6,000.
  const listed = { ksh: 1500, usdCents: 1154 };
  expect(yearChoices({ first: listed, after: listed }, 4)[3]).toMatchObject({ price: { ksh: 6000, usdCents: 4615 } });
  expect(yearChoices(undefined, 10)[2]).toEqual({ value: "3", label: "3 years", price: undefined });
});

// A transfer costs the registry's fee, and adds the registry's years.
test.each([
  ["njeri.co.ke", 5, { price: { ksh: 1159, usdCents: 892 }, years: 0 }],
  ["njeri.ke", 5, { price: undefined, years: 0 }],
  ["njeri.org", 10, { price: renewalPriceOf({ name: "njeri.org", renewKsh: null }), years: 1 }],
  ["njeri.xyz", 10, { price: undefined, years: 0 }],
])("%s can be ordered for %i years, and transferred as %j", (name, years, transfer) => {
  expect(maxYearsOf(name)).toBe(years);
  expect(transferOf(name)).toEqual(transfer);
});

test.each([
  ["njeri.com", "2026-11-20T09:00:00Z", 10],
  ["njeri.com", "2026-11-26T09:00:00Z", 10],
  ["njeri.com", "2026-11-27T09:00:00Z", 9],
  ["njeri.com", "2027-11-01T09:00:00Z", 9],
  ["njeri.xyz", "2035-12-26T09:00:00Z", 0],
  ["njeri.com", "2036-11-20T09:00:00Z", 0],
  // KeNIC limits an order, not the term.
  ["njeri.co.ke", "2027-11-01T09:00:00Z", 5],
])("%s, paid until %s, can be renewed for %i years", (name, until, years) => {
  expect(maxRenewalYears(name, new Date(until), new Date("2026-11-26T09:00:00Z"))).toBe(years);
});

test("a renewal has the price that was agreed, the listed price, or none", () => {
  const priceOf = (name: string, renewKsh: number | null) => renewalPriceOf({ name, renewKsh })?.ksh;
  expect(["njeri.co.ke", "njeri.xyz"].map((name) => priceOf(name, null))).toEqual([1500, undefined]);
  expect(["njeri.co.ke", "njeri.xyz"].map((name) => priceOf(name, 1200))).toEqual([1200, 1200]);
});

test("an order shows the registry's rules after the last day and its required documents", () => {
  expect(afterExpiryWords("njeri.or.ke")).toBe(
    "If you don’t renew, the name works 14 more days, then stops. You can renew until day 80. On day 90 it is lost.",
  );
  expect(afterExpiryWords("njeri.com")).toBeUndefined();
  expect(requiredDocuments("shule.sc.ke")).toContain("Ministry of Education");
  expect(requiredDocuments("njeri.co.ke")).toBeUndefined();
});

test("hosting costs twelve months of the plan, and all shown prices make one string", () => {
  expect(planChoices().map(({ value }) => value)).toEqual(["starter", "economy", "deluxe", "ultimate"]);
  expect(priceFingerprintOf(planChoices())).toBe([519, 1039, 1429, 1910].map((ksh) => ksh * 12).join("-"));
  expect(priceFingerprintOf(onlyChoice("x", undefined))).toBe("0");
});

describe("the order form", () => {
  const read = (kind: OfferKind, fields: Record<string, string>) => {
    const choices =
      kind === "hosting" ? planChoices() : kind === "renew" ? yearChoices(undefined, 10) : onlyChoice("x", undefined);
    const parsed = orderSchema({ kind, choices }).safeParse(fields);
    return parsed.success ? payloadOf(kind, parsed.data) : parsed.error.issues.map(({ message }) => message);
  };

  test.each<[OfferKind, Record<string, string>, unknown]>([
    ["renew", { choice: "10" }, { years: 10 }],
    ["hosting", { choice: "deluxe" }, { plan: "deluxe", months: 12 }],
    ["certificate", {}, { certificateType: "DV" }],
    ["transfer", { authCode: " aB3!x-Y " }, { authCode: "aB3!x-Y" }],
  ])("of %s with %j stores only %j", (kind, fields, payload) => {
    expect(read(kind, fields)).toEqual(payload);
  });

  test.each<[OfferKind, Record<string, string>, string]>([
    ["renew", { choice: "0" }, "Choose how many years, from 1 to 10."],
    ["renew", { choice: "1.5" }, "Choose how many years, from 1 to 10."],
    ["hosting", { choice: "gold" }, "Choose one of the plans."],
    ["transfer", {}, "Type the code that your current provider gave you."],
    ["transfer", { authCode: "two words" }, "The code has no spaces. Please copy it again."],
    ["transfer", { authCode: "x".repeat(256) }, "The code has at most 255 characters."],
    ["renew", { choice: "1", authCode: "x" }, "No code is needed here."],
  ])("of %s with %j is rejected", (kind, fields, message) => {
    expect(read(kind, fields)).toEqual([message]);
  });
});
