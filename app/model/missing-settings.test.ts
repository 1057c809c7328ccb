import { expect, test } from "vitest";
import settings from "#app/settings.json" with { type: "json" };
import { missingSettings } from "./missing-settings.ts";

const EIGHT = [
  "BRAND_NAME",
  "BRAND_EMAIL",
  "PUBLIC_ORIGIN",
  "APP_SECRET",
  "SUPABASE_URL",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SMTP_URL",
];
const eight = Object.fromEntries(EIGHT.map((name) => [name, "given"]));
const missing = (more: Record<string, string | undefined>) => missingSettings(settings, { ...eight, ...more });

test("eight settings are all that a site needs, and each of them is needed", () => {
  expect(missing({})).toEqual([]);
  for (const name of EIGHT) expect(missing({ [name]: undefined })).toEqual([name]);
  expect(missingSettings(settings, {}).toSorted()).toEqual(EIGHT.toSorted());
});

test.each<[Record<string, string>, string[]]>([
  [{ REGISTRAR_AUTH: "sso-key a:b" }, ["REGISTRAR_URL"]],
  [{ REGISTRAR_URL: "https://proxy.example" }, []],
  [{ REGISTRAR_URL: "https://api.godaddy.com" }, ["REGISTRAR_AUTH"]],
  [{ REGISTRAR_URL: "https://godaddy.com.proxy.example" }, []],
  [{ DNS_AUTH: "Bearer a" }, ["DNS_URL"]],
  [{ DNS_ACCOUNT: "5a0d" }, ["DNS_URL"]],
  [{ DNS_URL: "https://proxy.example" }, ["DNS_ACCOUNT"]],
  [{ DNS_URL: "https://api.cloudflare.com/client/v4" }, ["DNS_AUTH", "DNS_ACCOUNT"]],
  [{ DNS_NAME_SERVERS: "ns1.example.com" }, []],
  [{ ORDERS: "direct" }, ["REGISTRAR_URL", "ORDERS_DAILY_KSH"]],
  [{ MAIL_URL: "https://mail.example" }, ["MAIL_KEY"]],
  [{ BOT_CHECK_URL: "https://check.example" }, ["BOT_CHECK_SITE_KEY"]],
  [{ TURNSTILE_SECRET: "secret" }, ["BOT_CHECK_SITE_KEY"]],
  [{ BOT_CHECK_FORMS: "newsletter" }, ["WORKER_KEY"]],
])("beside the eight, %j misses %j", (more, expected) => {
  expect(missing(more)).toEqual(expected);
});
