import { describe, expect, test } from "vitest";
import { readEnv } from "#app/env.server.ts";
import { BY_SMTP, LEAST, REAL } from "./run-site.ts";

// app/model/check-settings.test.ts tests which settings are required.

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
    promises: {
      answerTime: "typically within 24 hours",
      payment: "We e-mail you the M-Pesa Pay Bill number.",
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
  ...["0", "-5", "5000.50", "5,000", "much"].map((total) => ["ORDERS_DAILY_KSH", total]),
] as [string, string][])("rejects %s=%s", (name, value) => {
  const source = { ...REAL, REGISTRAR_URL: "https://registrar.example", WORKER_KEY: "k", [name]: value };
  expect(() => readEnv(source)).toThrow(new RegExp(`cannot be used: ${name}\\b`));
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
