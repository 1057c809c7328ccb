import { describe, expect, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import { BY_SMTP, LEAST, REAL } from "./run-site.ts";

// app/platform/settings/check-settings.test.ts tests which settings are required.

/** The six settings that are set together. */
const MPESA = {
  MPESA_URL: "https://api.safaricom.co.ke/",
  MPESA_KEY: "key",
  MPESA_SECRET: "the secret of an app",
  MPESA_SHORTCODE: "600123",
  MPESA_PASSKEY: "passkey",
  MPESA_CALLBACK_PATH: "Zk3vJ8wQ2mN7xR5tB9cL4hD6fG1sP0yA",
};

test("a setting of a service leaves the sandbox, and one of the process does not", () => {
  for (const setting of ["CONTACT_URL", "PUBLIC_DNS_URLS", "DNS_NAME_SERVERS", "IMAGE_HOSTS", "ORDERS"]) {
    expect(() => readEnv({ [setting]: "x" })).toThrow("These settings are missing");
  }
  expect(readEnv({ PORT: "5000", REDIS_URL: "redis://127.0.0.1:6379" })).toMatchObject({
    isSandbox: true,
    images: { origins: ["http://127.0.0.1:5001"], isOnThisComputer: true },
  });
});

test("an unset optional setting has a default or turns its feature off", () => {
  expect(readEnv(LEAST)).toMatchObject({
    registrar: null,
    dns: null,
    addresses: {},
    mail: null,
    newsletter: null,
    strideMail: null,
    workerKey: undefined,
    redisUrl: undefined,
    botCheck: { url: undefined, secret: "", siteKey: "", forms: [] },
    publicDns: { urls: ["https://dns.google/resolve", "https://cloudflare-dns.com/dns-query"], nameServers: [] },
    images: { origins: [], isOnThisComputer: false },
    keWhois: null,
    orders: { direct: null },
    mpesa: null,
    whm: null,
    tax: { pin: undefined, includesVat: false },
    promises: {
      answerTime: "typically within 24 hours",
      payment: "We e-mail you the M-PESA Pay Bill number.",
    },
  });
});

test("lists, hosts and names are normalised", () => {
  const { publicDns, images, keWhois, brand } = readEnv({
    ...REAL,
    PUBLIC_DNS_URLS: "https://a.example/r/, https://b.example/q",
    DNS_NAME_SERVERS: "Amani.NS.Example.com. , b.c",
    IMAGE_HOSTS: " Pictures.example , cdn.example:443,cdn.example:8443",
    KE_WHOIS: "whois.kenic.or.ke:43",
    BRAND_SOCIAL: "https://x.com/a, https://x.com/b",
  });
  expect(publicDns).toEqual({
    urls: ["https://a.example/r", "https://b.example/q"],
    nameServers: ["amani.ns.example.com", "b.c"],
  });
  expect(images.origins).toEqual(["https://pictures.example", "https://cdn.example", "https://cdn.example:8443"]);
  expect(keWhois).toEqual({ host: "whois.kenic.or.ke", port: 43 });
  expect(brand.social).toEqual(["https://x.com/a", "https://x.com/b"]);
});

test.each([
  ...["https://pictures.example", "pictures.example/folder", "localhost", "127.0.0.1", "0x7f.0.0.1", "[::1]"].map(
    (hosts) => ["IMAGE_HOSTS", hosts],
  ),
  ...["*.example", "user@pictures.example", "pictures.example:99999"].map((hosts) => ["IMAGE_HOSTS", hosts]),
  ["PUBLIC_DNS_URLS", "https://dns.google/resolve"],
  ["PUBLIC_DNS_URLS", "https://a.example,https://b.example,https://c.example"],
  ["PUBLIC_DNS_URLS", "dns.google,cloudflare-dns.com"],
  ...["amani", "a.example b.example", "https://a.example"].map((names) => ["DNS_NAME_SERVERS", names]),
  ...["a.ke", "a.ke:", "a.ke:70000", "https://a.ke:43", "a.ke:43\r\nx", "a b:43"].map((host) => ["KE_WHOIS", host]),
  ...["127.0.0.1:6379", "http://a.ke", "redis://", "redis://a/x", "redis://a?tls=1", "redis://:50%@a"].map((url) => [
    "REDIS_URL",
    url,
  ]),
  ["BOT_CHECK_FORMS", "sign-in"],
  ["ORDERS", "Direct"],
  ["BRAND_PHONE", "07"],
  ["BRAND_WHATSAPP", "0712 345 678"],
  ...["smtp://user@example.com:pass@mail.example:587", "smtps://user:p@ss@mail.example"].map((url) => [
    "SMTP_URL",
    url,
  ]),
  ["MPESA_URL", "api.safaricom.co.ke"],
  ["MPESA_SHORTCODE", "12 34 56"],
  ["MPESA_TILL", "1"],
  ...[
    "short",
    "x".repeat(129),
    "a/".repeat(20),
    ...["m-pesa", "MPESA", "Safaricom", "exe", "cmd", "sql", "Query"].map((word) => `${word}-${"x".repeat(40)}`),
  ].map((path) => ["MPESA_CALLBACK_PATH", path]),
  ...["MPESA_TRUST_KSH", "MPESA_MOST_KSH"].map((name) => [name, "5,000"]),
  ["MPESA_PULL", "yes"],
  ["PAYMENTS_WITNESS", "no"],
  ["KRA_PIN", "P05112345A"],
  ...["0", "-5", "5000.50", "5,000", "much"].map((total) => ["ORDERS_DAILY_KSH", total]),
] as [string, string][])("rejects %s=%s", (name, value) => {
  const source = {
    ...REAL,
    REGISTRAR_URL: "https://registrar.example",
    WORKER_KEY: "k",
    ...MPESA,
    KRA_PIN: "P051123456A",
    [name]: value,
  };
  expect(() => readEnv(source)).toThrow(new RegExp(`cannot be used: ${name}\\b`));
});

test("M-PESA needs all of its six settings or none", () => {
  expect(readEnv({ ...REAL, ...MPESA, MPESA_PULL: "1", MPESA_TILL: "51234" }).mpesa).toEqual({
    url: "https://api.safaricom.co.ke",
    key: "key",
    secret: "the secret of an app",
    shortcode: "600123",
    till: "51234",
    passkey: "passkey",
    callbackPath: "Zk3vJ8wQ2mN7xR5tB9cL4hD6fG1sP0yA",
    trustKsh: 5000,
    mostKsh: 150_000,
    hasPull: true,
  });
  for (const name of Object.keys(MPESA)) {
    expect(() => readEnv({ ...REAL, ...MPESA, [name]: "" })).toThrow(`These settings are missing: ${name}.`);
    const alone = () => readEnv({ ...REAL, [name]: MPESA[name as keyof typeof MPESA] });
    expect(alone).toThrow("These settings are missing: MPESA_");
  }
  expect(() => readEnv({ ...REAL, MPESA_TILL: "51234" })).toThrow("These settings are missing: MPESA_URL.");
  expect(() => readEnv({ ...REAL, PRICES_INCLUDE_VAT: "1" })).toThrow("These settings are missing: KRA_PIN.");
});

test("orders are carried out at once only if ORDERS is direct, and in the sandbox for names with direct-", () => {
  expect(readEnv({ ...REAL, ORDERS: "review", ORDERS_DAILY_KSH: "5000" }).orders.direct).toBeNull();
  const { direct, dailyKsh } = readEnv({ ...REAL, ORDERS: "direct", ORDERS_DAILY_KSH: "5000" }).orders;
  expect([direct?.test("duka.com"), dailyKsh]).toEqual([true, 5000]);
  const sandbox = readEnv({}).orders.direct;
  expect([sandbox?.test("duka.com"), sandbox?.test("direct-duka.com")]).toEqual([false, true]);
});

test.each(["CONTACT_URL", "MAIL_URL", "NEWSLETTER_URL", "STRIDE_MAIL_URL"])(
  "SMTP_URL is required without %s, and then only the mail of that service goes by SMTP",
  (name) => {
    const { [name]: _left, ...rest } = REAL;
    expect(() => readEnv(rest)).toThrow("These settings are missing: SMTP_URL. See .env.example.");
    const { addresses, mail, newsletter, strideMail } = readEnv({ ...rest, SMTP_URL: "smtp://127.0.0.1" });
    const services = [addresses.CONTACT_URL, mail, newsletter, strideMail];
    expect(services.filter((service) => !service)).toHaveLength(1);
  },
);

test("a bot check by a worker or by Turnstile's secret has a site key, and without both it is off", () => {
  const { BOT_CHECK_URL, BOT_CHECK_SITE_KEY = "", ...rest } = REAL;
  for (const check of [{ BOT_CHECK_URL }, { TURNSTILE_SECRET: "secret" }]) {
    expect(readEnv({ ...rest, ...check, BOT_CHECK_SITE_KEY }).botCheck.siteKey).toBe(BOT_CHECK_SITE_KEY);
  }
  expect(readEnv({ ...rest, BOT_CHECK_SITE_KEY }).botCheck).toMatchObject({ url: undefined, secret: "", siteKey: "" });
});

describe("SMTP_URL", () => {
  const read = (SMTP_URL: string) => readEnv({ ...BY_SMTP, SMTP_URL }).smtp;

  test.each([
    [
      "smtp://info%40jirani.example:p%40ss%2Fword%3A1@mail.jirani.example",
      587,
      false,
      { user: "info@jirani.example", pass: "p@ss/word:1" },
    ],
    ["smtps://mail.jirani.example/", 465, true, undefined],
    ["smtps://mail.jirani.example:2525", 2525, true, undefined],
  ])("%s has its port, protocol and credentials", (url, port, isSecure, auth) => {
    expect(read(url)).toEqual({ host: "mail.jirani.example", port, isSecure, auth });
  });

  test.each([
    "mail.jirani.example:587",
    "https://u:geheim@mail.jirani.example",
    "smtp://u:geheim@mail.jirani.example?ignoreTLS=true",
    "smtp://u:geheim@mail.jirani.example/path",
    "smtp://user@mail.jirani.example",
    "smtp://u:%zzgeheim@mail.jirani.example",
    "smtp://",
  ])("%s is rejected without repeating the password", (wrong) => {
    expect(() => read(wrong)).toThrow("cannot be used: SMTP_URL (smtp://user:password@host:587, or smtps://)");
    expect(() => read(wrong)).not.toThrow("geheim");
  });
});

test("a misspelt name is told beside the setting that is missing, and beside one that cannot be used", () => {
  const { APP_SECRET, ...rest } = REAL;
  const meant = "Names without effect: APP_SECERT (do you mean APP_SECRET?).";
  expect(() => readEnv({ ...rest, APP_SECERT: APP_SECRET })).toThrow(
    `These settings are missing: APP_SECRET. See .env.example. ${meant}`,
  );
  expect(() => readEnv({ ...REAL, APP_SECERT: APP_SECRET, BRAND_PHONE: "07" })).toThrow(meant);
  expect(readEnv({ ...REAL, APP_SECERT: APP_SECRET }).unknownSettings).toEqual([
    "APP_SECERT (do you mean APP_SECRET?)",
  ]);
});
