import { expect, test } from "vitest";
import settings from "../settings.json" with { type: "json" };
import { missingSettings, mistakenSettings, unsafeSettings } from "./check-settings.ts";

const REQUIRED = [
  ...["BRAND_NAME", "BRAND_EMAIL", "PUBLIC_ORIGIN", "APP_SECRET", "SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY"],
  ...["SUPABASE_SECRET_KEY", "SMTP_URL"],
];
const required = Object.fromEntries(REQUIRED.map((name) => [name, "given"]));
const missing = (more: Record<string, string | undefined>) => missingSettings(settings, { ...required, ...more });

test("eight settings are required, and no others", () => {
  expect(missing({})).toEqual([]);
  for (const name of REQUIRED) expect(missing({ [name]: undefined })).toEqual([name]);
  expect(missingSettings(settings, {}).toSorted()).toEqual(REQUIRED.toSorted());
});

test.each<[Record<string, string>, string[]]>([
  [{ REGISTRAR_AUTH: "sso-key a:b" }, ["REGISTRAR_URL"]],
  [{ REGISTRAR_URL: "https://proxy.example" }, []],
  [{ REGISTRAR_URL: "https://api.godaddy.com" }, ["REGISTRAR_AUTH"]],
  [{ REGISTRAR_URL: "https://godaddy.com.proxy.example" }, []],
  [{ DNS_AUTH: "Bearer a" }, ["DNS_URL"]],
  [{ DNS_URL: "https://proxy.example" }, ["DNS_ACCOUNT"]],
  [{ DNS_URL: "https://api.cloudflare.com/client/v4" }, ["DNS_AUTH", "DNS_ACCOUNT"]],
  [{ DNS_NAME_SERVERS: "ns1.example.com" }, []],
  [{ ORDERS: "direct" }, ["REGISTRAR_URL", "ORDERS_DAILY_KSH"]],
  [{ HOSTING: "desk" }, []],
  [{ HOSTING: "whm" }, ["WHM_URL"]],
  [{ HOSTING: "registrar" }, ["REGISTRAR_URL"]],
  [{ MAIL_URL: "https://mail.example" }, ["MAIL_KEY"]],
  [{ BOT_CHECK_URL: "https://check.example" }, ["BOT_CHECK_SITE_KEY"]],
  [{ TURNSTILE_SECRET: "secret" }, ["BOT_CHECK_SITE_KEY"]],
  [{ BOT_CHECK_FORMS: "newsletter" }, ["WORKER_KEY"]],
])("with the required settings, %j lacks %j", (more, expected) => {
  expect(missing(more)).toEqual(expected);
});

const PROJECT = "SUPABASE_URL (the project's own address, https://<project>.supabase.co, with nothing behind it)";

test.each<[Record<string, string>, string[]]>([
  [{ BRAND_NAME: 'Mama "Njeri\'s" Shop', BRAND_SOCIAL: "https://x.com/jina, https://facebook.com/jina," }, []],
  [
    { SUPABASE_URL: "https://project.supabase.co", CONTACT_URL: "https://project.supabase.co/functions/v1/contact" },
    [],
  ],
  [{ SUPABASE_URL: "https://www.example.co.ke/supabase/" }, []],
  [{ BRAND_NAME: "'Jirani'" }, ["BRAND_NAME (without quotation marks)"]],
  [{ BRAND_CPANEL_LINK: '"https://host.example"' }, ["BRAND_CPANEL_LINK (without quotation marks)"]],
  [{ BRAND_CPANEL_LINK: "javascript:alert(1)" }, ["BRAND_CPANEL_LINK (https addresses alone)"]],
  [{ BRAND_OFFICE_LINK: "http://host.example" }, ["BRAND_OFFICE_LINK (https addresses alone)"]],
  [{ BRAND_SOCIAL: "https://x.com/jina,x.com/jina" }, ["BRAND_SOCIAL (https addresses alone)"]],
  [{ BRAND_EMAIL: "not-an-address" }, ["BRAND_EMAIL (one e-mail address)"]],
  [{ BRAND_PHONE: "07" }, ["BRAND_PHONE (one phone number, as people dial it)"]],
  [{ BRAND_PHONE: "0712 345 678 / 0722 345 678" }, ["BRAND_PHONE (one phone number, as people dial it)"]],
  [{ BRAND_PHONE: "call us" }, ["BRAND_PHONE (one phone number, as people dial it)"]],
  [{ BRAND_PHONE: "+254 (0) 20 123-4567", BRAND_WHATSAPP: "+254 700 000 000" }, []],
  [{ BRAND_WHATSAPP: "0700 000 000" }, ["BRAND_WHATSAPP (one phone number with its country code, +254 …)"]],
  [{ PORT: "3000", METRICS_PORT: "3000" }, ["METRICS_PORT (a port that nothing else uses)"]],
  [{ PORT: "3000", METRICS_PORT: "03000" }, ["METRICS_PORT (a port that nothing else uses)"]],
  [{ PORT: "0", METRICS_PORT: "0" }, []],
  [{ PORT: "3000", METRICS_PORT: "9090", BRAND_EMAIL: "info@example.co.ke" }, []],
  [{ SUPABASE_URL: "https://project.supabase.co/rest/v1/" }, [PROJECT]],
  [{ SUPABASE_URL: "https://project.supabase.co/auth/v1" }, [PROJECT]],
  [{ SUPABASE_URL: "https://supabase.com/dashboard/project/abc" }, [PROJECT]],
])("the settings %j have the mistakes %j, named without their values", (setting, mistakes) => {
  expect(mistakenSettings(setting)).toEqual(mistakes);
});

const jwt = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString("base64url")}.x`;
const SAFE = {
  PUBLIC_ORIGIN: "https://www.example.co.ke",
  APP_SECRET: "3f9c0d1be2a47586f0c1d2e3b4a59687",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  CONTACT_URL: "http://127.0.0.1:8080/contact",
  PUBLIC_DNS_URLS: "http://localhost:1/a, http://[::1]:2/b",
  REDIS_URL: "redis://:pass@127.0.0.1:6379/1",
  BRAND_NAME: "http://a.ke",
};

test.each<Record<string, string>>([
  {},
  { SUPABASE_PUBLISHABLE_KEY: jwt("anon"), SUPABASE_SECRET_KEY: jwt("service_role") },
  { REDIS_URL: "rediss://:pass@redis.example.com" },
  { REDIS_URL: "redis://redis:6379" },
  { REDIS_URL: "redis://[::1]" },
])("accepts the safe settings %j", (settings) => {
  expect(unsafeSettings({ ...SAFE, ...settings })).toEqual([]);
});

test.each([
  [{ PUBLIC_ORIGIN: "http://www.example.co.ke" }, /^PUBLIC_ORIGIN \(https/],
  [{ MAIL_URL: "http://10.0.0.7/mail" }, /^MAIL_URL \(https/],
  [{ SMTP_URL: "http://127.0.0.1.example.com" }, /^SMTP_URL/],
  [{ REDIS_URL: "redis://:pass@redis.example.com:6379" }, /^REDIS_URL \(rediss/],
  [{ REDIS_URL: "redis://10.0.0.7" }, /^REDIS_URL/],
  [{ REDIS_URL: "redis://3232235521" }, /^REDIS_URL/],
  [{ PUBLIC_DNS_URLS: "https://a.ke, http://b.ke" }, /^PUBLIC_DNS_URLS/],
  [{ SUPABASE_URL: "https://user:pass@project.example" }, /^SUPABASE_URL \(without user/],
  [{ PUBLIC_DNS_URLS: "https://a.ke, https://:pass@b.ke" }, /^PUBLIC_DNS_URLS \(without user/],
  [{ APP_SECRET: "x".repeat(40) }, /^APP_SECRET \(random/],
  [{ APP_SECRET: "abcabcabcabcabcabcabcabcabcabcabcabc" }, /^APP_SECRET/],
  [{ SUPABASE_PUBLISHABLE_KEY: "sb_secret_1" }, /^SUPABASE_PUBLISHABLE_KEY \(this is the secret/],
  [{ SUPABASE_PUBLISHABLE_KEY: jwt("service_role") }, /^SUPABASE_PUBLISHABLE_KEY/],
  [{ SUPABASE_SECRET_KEY: "sb_publishable_1" }, /^SUPABASE_SECRET_KEY \(this is the public/],
  [{ SUPABASE_SECRET_KEY: jwt("anon") }, /^SUPABASE_SECRET_KEY/],
])("reports the unsafe setting %o without its value", (setting, message) => {
  const [only, ...more] = unsafeSettings({ ...SAFE, ...setting });
  expect(only).toMatch(message);
  expect(more).toEqual([]);
  for (const value of Object.values(setting)) expect(only).not.toContain(value);
});
