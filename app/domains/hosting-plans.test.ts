import { expect, test } from "vitest";
import { formatUsd } from "#app/platform/money.ts";
import { BUSINESS_EMAIL, findHostingPlan, HOSTING_PLANS } from "./hosting-plans.ts";

test.each([
  ["Starter", "3.99", 519, "4.99", 649, "50 GB", "1 website", "Weekly backups", false],
  ["Economy", "7.99", 1039, "9.99", 1299, "100 GB", "Unlimited websites", "Weekly backups", false],
  ["Deluxe with SSL", "10.99", 1429, "13.99", 1819, "150 GB", "Unlimited websites", "Daily backups", true],
  ["Ultimate with SSL", "14.69", 1910, "19.99", 2599, "200 GB", "Unlimited websites", "Daily backups", true],
])("%s costs US$%s or KSh %i, instead of US$%s or KSh %i", (name, usd, ksh, fullUsd, fullKsh, ...specs) => {
  const [storage, domains, backups, ssl] = specs;
  const plan = HOSTING_PLANS.find((listed) => listed.name === name);
  const prices = [plan?.discountedPrice, plan?.originalPrice];
  expect(prices.map((price) => price?.ksh)).toEqual([ksh, fullKsh]);
  expect(prices.map((price) => formatUsd(price?.usdCents ?? 0))).toEqual([usd, fullUsd]);
  expect(plan?.specs).toEqual({ storage, bandwidth: "Fair-use", domains, ssl, backups });
  const features = [`${storage} storage`, "Fair-use bandwidth", domains, backups];
  expect(plan?.features).toEqual(ssl ? [...features, "SSL included"] : features);
});

test("there are four plans, and only Deluxe is recommended", () => {
  expect(HOSTING_PLANS.map(({ slug }) => slug)).toEqual(["starter", "economy", "deluxe", "ultimate"]);
  expect(HOSTING_PLANS.filter(({ recommended }) => recommended).map(({ slug }) => slug)).toEqual(["deluxe"]);
});

test("business e-mail costs US$6.99 or KSh 909 a user, with 50 GB and five benefits of Microsoft 365", () => {
  expect(BUSINESS_EMAIL).toMatchObject({ price: { ksh: 909, usdCents: 699 }, storage: "50 GB" });
  expect(BUSINESS_EMAIL.benefits).toHaveLength(5);
  expect(BUSINESS_EMAIL.benefits.join()).toContain("1 TB of cloud storage per user");
});

test("finds a plan only by its exact URL name", () => {
  expect(findHostingPlan("deluxe")?.name).toBe("Deluxe with SSL");
  for (const word of ["", "Deluxe", "gold", "constructor"]) expect(findHostingPlan(word)).toBeUndefined();
});
