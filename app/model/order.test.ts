import { describe, expect, test } from "vitest";
import type { OrderKind } from "./order.ts";
import { orderSchema, payloadOf } from "./order-form.ts";
import {
  afterExpiryWords,
  maxYearsOf,
  onlyChoice,
  planChoices,
  renewalPriceOf,
  requiredDocuments,
  shownPrices,
  transferOf,
  yearChoices,
} from "./order-price.ts";

describe("the price of an order", () => {
  test("is, for years, the first year's and that of each year after", () => {
    const choices = yearChoices({ first: { ksh: 1942, usdCents: 1494 }, after: { ksh: 3288, usdCents: 2529 } }, 10);
    expect(choices).toHaveLength(10);
    expect(choices[0]).toEqual({ value: "1", label: "1 year", price: { ksh: 1942, usdCents: 1494 } });
    expect(choices[1]).toMatchObject({ label: "2 years", price: { ksh: 5230, usdCents: 4023 } });
    expect(choices[9]?.price?.ksh).toBe(1942 + 9 * 3288);
  });

  test.each([
    ["njeri.co.ke", 5],
    ["njeri.ke", 5],
    ["njeri.com", 10],
    ["njeri.xyz", 10],
  ])("covers, for %s, at most %i years", (name, years) => {
    expect(maxYearsOf(name)).toBe(years);
  });

  test("is, for a transfer, the registry's fee, and adds the registry's years", () => {
    expect(transferOf("njeri.co.ke")).toEqual({ price: { ksh: 1159, usdCents: 892 }, years: 0 });
    expect(transferOf("njeri.ke")).toEqual({ price: undefined, years: 0 });
    expect(transferOf("njeri.org")).toEqual({ price: renewalPriceOf("njeri.org"), years: 1 });
    expect(transferOf("njeri.xyz")).toEqual({ price: undefined, years: 0 });
  });

  test("comes with the registry's rules after the last day and its required documents", () => {
    expect(afterExpiryWords("njeri.or.ke")).toBe(
      "After its last day the name works 14 more days and stops on day 15. It can be renewed until day 80, and is deleted on day 90.",
    );
    expect(afterExpiryWords("njeri.com")).toBeUndefined();
    expect(requiredDocuments("shule.sc.ke")).toContain("Ministry of Education");
    expect(requiredDocuments("njeri.co.ke")).toBeUndefined();
  });

  test("is, for hosting, that of twelve months", () => {
    expect(planChoices().map(({ value, price }) => [value, price?.ksh])).toEqual([
      ["starter", 519 * 12],
      ["economy", 1039 * 12],
      ["deluxe", 1429 * 12],
      ["ultimate", 1910 * 12],
    ]);
  });

  test("is undefined for an unlisted ending", () => {
    expect(renewalPriceOf("njeri.xyz")).toBeUndefined();
    expect(renewalPriceOf("njeri.co.ke")?.ksh).toBe(1500);
    expect(yearChoices(undefined, 10)[2]).toEqual({ value: "3", label: "3 years", price: undefined });
  });

  test("is part of one string of all shown prices", () => {
    expect(shownPrices(onlyChoice("x", { ksh: 3288, usdCents: 1 }))).toBe("3288");
    expect(shownPrices(onlyChoice("x", undefined))).toBe("0");
    expect(shownPrices(planChoices())).toBe("6228-12468-17148-22920");
  });
});

describe("the order form", () => {
  const read = (kind: OrderKind, fields: Record<string, string>) => {
    const choices =
      kind === "hosting" ? planChoices() : kind === "renew" ? yearChoices(undefined, 10) : onlyChoice("x", undefined);
    const parsed = orderSchema({ kind, choices }).safeParse(fields);
    return parsed.success ? payloadOf(kind, parsed.data) : parsed.error.issues.map(({ message }) => message);
  };

  test.each<[OrderKind, Record<string, string>, unknown]>([
    ["renew", { choice: "10" }, { years: 10 }],
    ["hosting", { choice: "deluxe" }, { plan: "deluxe", months: 12 }],
    ["certificate", {}, { certificateType: "DV" }],
    ["transfer", { authCode: " aB3!x-Y " }, { authCode: "aB3!x-Y" }],
  ])("of %s with %j stores only %j", (kind, fields, payload) => {
    expect(read(kind, fields)).toEqual(payload);
  });

  test.each<[OrderKind, Record<string, string>, string]>([
    ["renew", { choice: "0" }, "Choose how many years, from 1 to 10."],
    ["renew", { choice: "11" }, "Choose how many years, from 1 to 10."],
    ["renew", { choice: "1.5" }, "Choose how many years, from 1 to 10."],
    ["renew", {}, "Choose how many years, from 1 to 10."],
    ["hosting", { choice: "gold" }, "Choose one of the plans."],
    ["transfer", {}, "Type the code that your current provider gave you."],
    ["transfer", { authCode: "   " }, "Type the code that your current provider gave you."],
    ["transfer", { authCode: "two words" }, "The code has no spaces. Please copy it again."],
    ["transfer", { authCode: "x".repeat(256) }, "The code has at most 255 characters."],
    ["renew", { choice: "1", authCode: "x" }, "No code is needed here."],
  ])("of %s with %j is rejected", (kind, fields, message) => {
    expect(read(kind, fields)).toEqual([message]);
  });
});
