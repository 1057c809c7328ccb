import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "#app/env.server.ts";
import settings from "#app/settings.json" with { type: "json" };
import { makeDataFolder } from "#mocks/database/data-folder.ts";
import { httpRequest } from "./request.ts";
import { BY_SMTP, freePorts, makeFolder, REAL, runSite, runToEnd } from "./run-site.ts";

const REQUIRED = settings.filter((setting) => setting.required).map((setting) => setting.name);

/** Another program that uses the port. */
const LISTEN = `require("node:http").createServer((_req, res) => res.end()).listen(process.env.PORT, "127.0.0.1")`;

/** Matches one sentence on one line, without a stack trace. */
function expectSentence({ code, output }: { code: number | null; output: string }, sentence: string | RegExp) {
  expect(output).toMatch(/^[^\n]+\.\n$/);
  expect(output).not.toMatch(/\bat .+:\d+|Error:/);
  expect(output).toMatch(sentence);
  expect(code).toBe(1);
}

test("SANDBOX=0 without settings does not start, and one sentence names all that are missing", async () => {
  const start = await runToEnd("real", { SANDBOX: "0" });
  expectSentence(start, `These settings are missing: ${REQUIRED.join(", ")}. See .env.example.`);
});

test("one service setting leaves the sandbox, and the missing ones are named", async () => {
  const missing = REQUIRED.filter((name) => name !== "CONTACT_URL");
  const start = await runToEnd("sandbox", { CONTACT_URL: "http://127.0.0.1:9/" });
  expectSentence(start, `These settings are missing: ${missing.join(", ")}. See .env.example.`);
});

test("invalid service settings are named together, and not repeated", async () => {
  const wrong = { PUBLIC_ORIGIN: "https://a.ke/x", APP_SECRET: "too-short", SUPABASE_URL: "abc.supabase.co:443" };
  const start = await runToEnd("real", { ...REAL, ...wrong, REGISTRAR_URL: "not an address" });
  expectSentence(start, /cannot be used: .*PUBLIC_ORIGIN.*APP_SECRET.*SUPABASE_URL.*REGISTRAR_URL/);
  for (const value of Object.values(wrong)) expect(start.output).not.toContain(value);
});

test("unsafe settings are refused, and not repeated", async () => {
  const unsafe = { PUBLIC_ORIGIN: "http://www.example.co.ke", SUPABASE_PUBLISHABLE_KEY: "sb_secret_1" };
  const start = await runToEnd("real", { ...REAL, ...unsafe });
  expectSentence(start, /cannot be used: PUBLIC_ORIGIN \(https.*SUPABASE_PUBLISHABLE_KEY \(this is the secret one/);
  for (const value of Object.values(unsafe)) expect(start.output).not.toContain(value);
});

test("plausible but wrong values are refused in both modes, and not repeated", async () => {
  const mistaken = {
    BRAND_CPANEL_LINK: "javascript:alert(1)",
    SUPABASE_URL: "https://project.supabase.co/rest/v1",
    SMTP_URL: '"smtp://mail.jirani.example"',
  };
  const start = await runToEnd("real", { ...REAL, ...mistaken });
  expectSentence(
    start,
    /cannot be used: SMTP_URL \(without quot.*BRAND_CPANEL_LINK \(https.*SUPABASE_URL \(the project's/,
  );
  for (const value of Object.values(mistaken)) expect(start.output).not.toContain(value);
  expect(() => readEnv({ BRAND_SOCIAL: "javascript:alert(1)" })).toThrow("cannot be used: BRAND_SOCIAL (https");
  expect(readEnv({ BRAND_SOCIAL: "https://x.com/a, https://x.com/b" }).brand.social).toHaveLength(2);
});

test("invalid process settings are named together", async () => {
  const wrong = { PORT: "http", SANDBOX_PORT: "70000", SANDBOX: "yes", LOG_LEVEL: "loud", TRUSTED_PROXIES: "-1" };
  const start = await runToEnd("sandbox", wrong);
  expectSentence(start, `a value that cannot be used: ${Object.keys(wrong).join(", ")}. See .env.example.`);
});

test.each(REQUIRED)("%s alone missing is named alone", (name) => {
  const { [name]: _left, ...rest } = BY_SMTP;
  expect(() => readEnv(rest)).toThrow(`These settings are missing: ${name}. See .env.example.`);
});

test("all other settings are optional, and half a provider is refused", () => {
  const least = Object.fromEntries(REQUIRED.map((name) => [name, BY_SMTP[name]]));
  expect(readEnv(least)).toMatchObject({ registrar: null, dns: null, addresses: {}, botCheck: { siteKey: "" } });
  expect(readEnv(REAL)).toMatchObject({ registrar: { url: REAL.REGISTRAR_URL }, dns: { account: REAL.DNS_ACCOUNT } });
  expect(() => readEnv({ ...least, DNS_URL: "https://dns.example" })).toThrow(
    "These settings are missing: DNS_ACCOUNT.",
  );
});

test("direct orders require a daily total, and the sentence names it", async () => {
  const start = await runToEnd("real", { ...REAL, ORDERS: "direct" });
  expectSentence(start, "These settings are missing: ORDERS_DAILY_KSH. See .env.example.");
  // Each of them leaves the sandbox, like any other setting of a service.
  for (const own of [{ ORDERS: "review" }, { ORDERS_DAILY_KSH: "5000" }]) {
    expect(() => readEnv(own)).toThrow(`These settings are missing: ${REQUIRED.join(", ")}. See .env.example.`);
  }
});

test.each(["0", "-5", "5000.50", "5,000", "much"])("%s is not a valid daily total", (total) => {
  expect(() => readEnv({ ...REAL, ORDERS: "direct", ORDERS_DAILY_KSH: total })).toThrow(
    "These settings cannot be used: ORDERS_DAILY_KSH (whole shillings above 0). See .env.example.",
  );
});

test("orders wait for a person unless ORDERS is direct, and other values are refused", () => {
  expect(readEnv(REAL).orders.direct).toBeNull();
  expect(readEnv({ ...REAL, ORDERS: "review", ORDERS_DAILY_KSH: "5000" }).orders.direct).toBeNull();
  const { direct, dailyKsh } = readEnv({ ...REAL, ORDERS: "direct", ORDERS_DAILY_KSH: "5000" }).orders;
  expect([direct?.test("duka.com"), dailyKsh]).toEqual([true, 5000]);
  expect(() => readEnv({ ...REAL, ORDERS: "Direct" })).toThrow("cannot be used: ORDERS (review or direct)");
  const sandbox = readEnv({}).orders.direct;
  expect([sandbox?.test("duka.com"), sandbox?.test("direct-duka.com")]).toEqual([false, true]);
});

test("the workers' key is optional, unless this server verifies the tokens of their forms", async () => {
  expect(readEnv(REAL)).toMatchObject({ workerKey: undefined, botCheck: { forms: [] } });
  const here = { BOT_CHECK_FORMS: "newsletter, school-interest" };
  const start = await runToEnd("real", { ...REAL, ...here });
  expectSentence(start, "These settings are missing: WORKER_KEY. See .env.example.");
  expect(readEnv({ ...REAL, ...here, WORKER_KEY: "k" })).toMatchObject({
    workerKey: "k",
    botCheck: { forms: ["newsletter", "school-interest"] },
  });
  expect(() => readEnv({ ...REAL, BOT_CHECK_FORMS: "sign-in", WORKER_KEY: "k" })).toThrow(
    "These settings cannot be used: BOT_CHECK_FORMS (newsletter, school-interest). See .env.example.",
  );
});

test("a mail server is required if a sending service is missing, and each service that is set is used", () => {
  expect(readEnv(REAL)).toMatchObject({
    smtp: null,
    addresses: { CONTACT_URL: expect.any(String) },
    mail: { key: "mail-key" },
    newsletter: {},
    strideMail: {},
  });
  expect(readEnv(BY_SMTP)).toMatchObject({ mail: null, newsletter: null, strideMail: null });
  for (const name of ["CONTACT_URL", "MAIL_URL", "NEWSLETTER_URL", "STRIDE_MAIL_URL"]) {
    const { [name]: _left, ...rest } = REAL;
    expect(() => readEnv(rest)).toThrow("These settings are missing: SMTP_URL. See .env.example.");
    const { addresses, mail, newsletter, strideMail } = readEnv({ ...rest, SMTP_URL: "smtp://127.0.0.1" });
    const services = [addresses.CONTACT_URL, mail, newsletter, strideMail];
    expect(services.filter((service) => !service)).toHaveLength(1);
  }
  const { MAIL_KEY: _key, ...keyless } = REAL;
  expect(() => readEnv({ ...keyless, SMTP_URL: "smtp://127.0.0.1" })).toThrow("These settings are missing: MAIL_KEY.");
});

test("the bot check needs a worker or Turnstile's secret, and a site key; without both it is off", () => {
  const { BOT_CHECK_URL = "", BOT_CHECK_SITE_KEY = "", ...none } = REAL;
  expect(readEnv(REAL).botCheck).toMatchObject({ url: BOT_CHECK_URL, siteKey: BOT_CHECK_SITE_KEY });
  const key = { BOT_CHECK_SITE_KEY };
  for (const how of [{ BOT_CHECK_URL }, { TURNSTILE_SECRET: "secret" }]) {
    expect(() => readEnv({ ...none, ...how })).toThrow("These settings are missing: BOT_CHECK_SITE_KEY.");
    expect(readEnv({ ...none, ...how, ...key }).botCheck.siteKey).toBe(BOT_CHECK_SITE_KEY);
  }
  expect(readEnv({ ...none, ...key }).botCheck).toMatchObject({ url: undefined, secret: "", siteKey: "" });
});

test("a mail server setting has a host, a protocol and credentials", () => {
  const read = (SMTP_URL: string) => readEnv({ ...BY_SMTP, SMTP_URL }).smtp;
  const auth = { user: "info@jirani.example", pass: "p@ss/word:1" };
  expect(read("smtp://info%40jirani.example:p%40ss%2Fword%3A1@mail.jirani.example")).toEqual({
    host: "mail.jirani.example",
    port: 587,
    isSecure: false,
    auth,
  });
  expect(read("smtps://mail.jirani.example/")).toEqual({
    host: "mail.jirani.example",
    port: 465,
    isSecure: true,
    auth: undefined,
  });
  expect(read("smtp://[::1]:2525")).toMatchObject({ host: "::1", port: 2525 });
  const secret = "geheim";
  for (const wrong of [
    "mail.jirani.example:587",
    `https://u:${secret}@mail.jirani.example`,
    `smtp://u:${secret}@mail.jirani.example?ignoreTLS=true`,
    `smtp://u:${secret}@mail.jirani.example/path`,
    "smtp://user@mail.jirani.example",
    `smtp://u:%zz${secret}@mail.jirani.example`,
    "smtp://",
  ]) {
    expect(() => read(wrong)).toThrow("cannot be used: SMTP_URL (smtp://user:password@host:587, or smtps://)");
    expect(() => read(wrong)).not.toThrow(secret);
  }
});

test.each([
  ["IMAGE_HOSTS", "https://pictures.example"],
  ["IMAGE_HOSTS", "pictures.example/folder"],
  ["IMAGE_HOSTS", "localhost"],
  ["IMAGE_HOSTS", "127.0.0.1"],
  ["IMAGE_HOSTS", "0x7f.0.0.1"],
  ["IMAGE_HOSTS", "[::1]"],
  ["IMAGE_HOSTS", "*.example"],
  ["IMAGE_HOSTS", "user@pictures.example"],
  ["IMAGE_HOSTS", "pictures.example:99999"],
  ["PUBLIC_DNS_URLS", "https://dns.google/resolve"],
  ["PUBLIC_DNS_URLS", "https://a.example,https://b.example,https://c.example"],
  ["PUBLIC_DNS_URLS", "dns.google,cloudflare-dns.com"],
  ["DNS_NAME_SERVERS", "amani"],
  ["DNS_NAME_SERVERS", "a.example b.example"],
  ["DNS_NAME_SERVERS", "https://a.example"],
])("%s=%s is refused", (name, value) => {
  expect(() => readEnv({ ...REAL, [name]: value })).toThrow(`These settings cannot be used: ${name} (`);
});

test("process settings alone do not leave the sandbox, and a running sandbox keeps its data folder and ports", async () => {
  const own = { HOST: "127.0.0.1", LOG_LEVEL: "info", TRUSTED_PROXIES: "0", CDN: "0", BRAND_NAME: "Jirani" };
  const site = await runSite("sandbox", { ...own, NODE_ENV: "production" });
  await site.said("(sandbox; its outbox is at");

  const inFolder = await runToEnd("sandbox", { ...(await freePorts()), DATA_DIR: site.dataDir });
  expectSentence(
    inFolder,
    `The data folder ${site.dataDir} is in use by process ${site.pid}: stop it, or set DATA_DIR.`,
  );
  expect((await httpRequest(site, "/blog")).text).toContain("/blog/co-ke-or-com");
  const inPort = await runToEnd("sandbox", { ...(await freePorts()), SANDBOX_PORT: String(site.outboxPort) });
  expectSentence(inPort, `127.0.0.1:${site.outboxPort} is in use; end what uses it or set PORT (and SANDBOX_PORT)`);

  await site.stop("SIGTERM");
  const another = await runSite(["-e", LISTEN], { PORT: String(site.port) });
  const onPort = await runToEnd("sandbox", {
    ...(await freePorts()),
    PORT: String(another.port),
    DATA_DIR: site.dataDir,
  });
  expectSentence(onPort, `127.0.0.1:${another.port} is in use; end what uses it or set PORT`);
  expect(await readdir(site.dataDir)).not.toContain("lock");
});

test("the real site reports that its port is in use", async () => {
  const other = await runSite(["-e", LISTEN]);
  const start = await runToEnd("real", { ...REAL, PORT: String(other.port), LOG_LEVEL: "silent" });
  expectSentence(start, `127.0.0.1:${other.port} is in use; end what uses it or set PORT`);
});

test("a data folder that cannot be made or written is refused with one sentence", async () => {
  const file = path.join(await makeFolder(), "file");
  await writeFile(file, "");
  const start = await runToEnd("sandbox", { ...(await freePorts()), DATA_DIR: file });
  expectSentence(start, `The data folder ${file} cannot be`);
  for (const folder of [path.join(file, "below"), file, "/sys/mtandao"]) {
    await expect(makeDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be`);
  }
});
