/**
 * How one pays, as public pages and mails say it where customers pay on the site. Source: docs/product/site.md, "The brand".
 */
import "./paid-here.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { env, readEnv } from "#app/platform/env.server.ts";
import { REAL } from "../resilience/run-site.ts";
import { readPage } from "./read-page.ts";

const MPESA = {
  MPESA_URL: "https://api.safaricom.co.ke",
  MPESA_KEY: "key",
  MPESA_SECRET: "secret",
  MPESA_SHORTCODE: "600000",
  MPESA_PASSKEY: "passkey",
  MPESA_CALLBACK_PATH: "0123456789abcdef0123456789abcdef0123456789abcdef",
};
const PAGES = [
  "/",
  "/questions",
  "/contact",
  "/domains",
  "/domains/pricing",
  "/domains?q=my-new-shop.com",
  "/terms",
  "/blog",
];

test.each(PAGES)("%s says that one pays by M-PESA, and nothing of a bill by e-mail", async (path) => {
  expect(env.mpesa).not.toBeNull();
  const { texts, html } = await readPage(path);
  const words = texts("body").join(" ");
  // No amount breaks over a line.
  expect(html).not.toMatch(/KSh \d/);
  expect(words).toMatch(/\bpay by M-PESA\b/i);
  expect(words).not.toMatch(/bill by e.mail|e.mail you the (M-PESA|bill)|Nothing is charged|M-Pesa|\bMpesa/);
  expect(words).not.toMatch(/Ask my phone|Look again|on the next page|You pay by M-PESA after you order/);
});

// tests/integration/without-payments.test.ts tests the same pages of a site without M-PESA.
test.each([
  ["/terms", "You pay by M-PESA, and only after you type your PIN. What we can’t do after you paid, we pay back."],
  ["/privacy", "If you pay by M-PESA, Safaricom gets your phone number and the amount."],
  ["/privacy", "We keep the number for 30 days, then its last three digits."],
])("%s says “%s”", async (path, words) => {
  expect((await readPage(path)).texts("main").join()).toContain(words);
});

test.each([
  [
    "pays on the site",
    MPESA,
    undefined,
    [true, "M-PESA, on your phone or by Pay Bill", "Pay by M-PESA on your phone, in about a minute, or by Pay Bill."],
  ],
  [
    "pays on the site, in the agency's words",
    MPESA,
    "Pay us on the page.",
    [true, "M-PESA, on your phone or by Pay Bill", "Pay us on the page."],
  ],
  ["gets a bill", {}, undefined, [true, "M-PESA, with a bill by e-mail", "We e-mail you the M-PESA Pay Bill number."]],
  ["pays by bank", {}, "We send you our bank account.", [false, "", "We send you our bank account."]],
])("a customer who %s reads so", (_what, payments, BRAND_PAYMENT, expected) => {
  const { brand, payment, promises } = readEnv({ ...REAL, ...payments, BRAND_PAYMENT });
  expect([brand.hasMpesa, payment.short, promises.payment]).toEqual(expected);
});

test("the sandbox takes payments, and with SANDBOX_PAYMENTS=0 it says that a bill comes", () => {
  expect(readEnv({}).payment.sale).toMatch(/M-PESA on your phone/);
  expect(readEnv({ SANDBOX_PAYMENTS: "0" }).payment.sale).toMatch(/bill by e-mail/);
});

test("the sample posts and settings write M-PESA and KSh in one way", () => {
  for (const file of ["supabase/seed.sql", ".env.example", "app/platform/settings.json", "mocks/data/projects.ts"])
    expect(readFileSync(file, "utf8")).not.toMatch(/M-Pesa|Mpesa\b|\bKsh\.? ?\d|\bKES ?\d|\bKSh\d/);
});
