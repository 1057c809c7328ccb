import { expect, test } from "vitest";
import { unsafeSettings } from "./unsafe-settings.ts";

const jwt = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString("base64url")}.x`;
const GOOD = {
  PUBLIC_ORIGIN: "https://www.example.co.ke",
  APP_SECRET: "3f9c0d1be2a47586f0c1d2e3b4a59687",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  CONTACT_URL: "http://127.0.0.1:8080/contact",
  PUBLIC_DNS_URLS: "http://localhost:1/a, http://[::1]:2/b",
  REDIS_URL: "redis://:pass@127.0.0.1:6379/1",
  BRAND_NAME: "http://a.ke",
};

test("safe settings are", () => {
  expect(unsafeSettings(GOOD)).toEqual([]);
  expect(
    unsafeSettings({ ...GOOD, SUPABASE_PUBLISHABLE_KEY: jwt("anon"), SUPABASE_SECRET_KEY: jwt("service_role") }),
  ).toEqual([]);
  for (const REDIS_URL of ["rediss://:pass@redis.example.com", "redis://redis:6379", "redis://[::1]"]) {
    expect(unsafeSettings({ ...GOOD, REDIS_URL })).toEqual([]);
  }
});

test.each([
  [{ PUBLIC_ORIGIN: "http://www.example.co.ke" }, /^PUBLIC_ORIGIN \(https/],
  [{ CONTACT_URL: "http://mail.example.co.ke" }, /^CONTACT_URL \(https/],
  [{ MAIL_URL: "http://10.0.0.7/mail" }, /^MAIL_URL \(https/],
  [{ SMTP_URL: "http://127.0.0.1.example.com" }, /^SMTP_URL/],
  [{ REDIS_URL: "redis://:pass@redis.example.com:6379" }, /^REDIS_URL \(rediss/],
  [{ REDIS_URL: "redis://10.0.0.7" }, /^REDIS_URL/],
  [{ REDIS_URL: "redis://3232235521" }, /^REDIS_URL/],
  [{ PUBLIC_DNS_URLS: "https://a.ke, http://b.ke" }, /^PUBLIC_DNS_URLS/],
  [{ SUPABASE_URL: "https://user:pass@project.example" }, /^SUPABASE_URL \(without user/],
  [{ CONTACT_URL: "http://key@127.0.0.1:8080" }, /^CONTACT_URL \(without user/],
  [{ PUBLIC_DNS_URLS: "https://a.ke, https://:pass@b.ke" }, /^PUBLIC_DNS_URLS \(without user/],
  [{ APP_SECRET: "x".repeat(40) }, /^APP_SECRET \(random/],
  [{ APP_SECRET: "abcabcabcabcabcabcabcabcabcabcabcabc" }, /^APP_SECRET/],
  [{ SUPABASE_PUBLISHABLE_KEY: "sb_secret_1" }, /^SUPABASE_PUBLISHABLE_KEY \(this is the secret/],
  [{ SUPABASE_PUBLISHABLE_KEY: jwt("service_role") }, /^SUPABASE_PUBLISHABLE_KEY/],
  [{ SUPABASE_SECRET_KEY: "sb_publishable_1" }, /^SUPABASE_SECRET_KEY \(this is the public/],
  [{ SUPABASE_SECRET_KEY: jwt("anon") }, /^SUPABASE_SECRET_KEY/],
])("%o is refused, and not repeated", (setting, said) => {
  const [only, ...more] = unsafeSettings({ ...GOOD, ...setting });
  expect(only).toMatch(said);
  expect(more).toEqual([]);
  for (const value of Object.values(setting)) expect(only).not.toContain(value);
});
