import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import settingList from "#app/platform/settings.json" with { type: "json" };
import { FORMS } from "../forms.ts";
import { PAGES } from "../pages.ts";
import { keysIn, leaksInLog, secretsIn } from "./leaks.ts";
import { httpRequest } from "./request.ts";
import { freePorts, REAL, readOutbox, runSite, type Site } from "./run-site.ts";
import { newBrowser, type SiteBrowser } from "./site-browser.ts";

const CLIENT = "build/client";
/** The sandbox's secret, which signs the stamps of forms. */
const APP_SECRET = "the sandbox has nothing to protect";
const TYPED = "siri-yangu";
const PERSON = { email: `${TYPED}@example.co.ke`, phone: "0712345678", password: `${TYPED} ya mlango` };

let settings: Record<string, string>;
let site: Site;
let outbox: Site;
beforeAll(async () => {
  outbox = await runSite("sandbox", { LOG_LEVEL: "trace" });
  const at = `http://127.0.0.1:${outbox.sandboxPort}`;
  const keys = JSON.parse(await readFile(path.join(outbox.dataDir, "secrets.json"), "utf8"));
  const { PORT: METRICS_PORT } = await freePorts();
  const services = Object.entries(REAL).map(([name, value]) => [name, value.replace("http://127.0.0.1:9", at)]);
  settings = {
    ...Object.fromEntries(services),
    APP_SECRET,
    METRICS_PORT,
    LOG_LEVEL: "trace",
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    REGISTRAR_URL: `${at}/proxy/godaddy`,
    REGISTRAR_AUTH: "sso-key registrar:key-of-the-registrar",
    DNS_URL: `${at}/proxy/cloudflare`,
    DNS_AUTH: "Bearer key-of-the-dns-provider",
    PUBLIC_DNS_URLS: `${at}/public-dns/google/resolve,${at}/public-dns/cloudflare/dns-query`,
    MAIL_KEY: "sandbox-mail-key",
    WORKER_KEY: "sandbox-worker-key",
    TURNSTILE_SECRET: "secret-of-the-widget",
    SMTP_URL: "smtp://sandbox:password-of-the-mail-server@127.0.0.1:9",
  };
  site = await runSite("real", settings);
});

const SIGN_IN = { email: "customer@example.co.ke", password: "sandbox-password", cookies: "on", website_2: "" };
const stamped = (form: Parameters<typeof makeStamp>[0]) => ({ website_2: "", stamp: makeStamp(form, 10_000) });

async function signIn(browser: SiteBrowser) {
  const response = await browser.send({ action: "/login", fields: { ...SIGN_IN, ...stamped("sign-in") } });
  expect(response.status).toBe(303);
  browser.take(response);
}

const PLANTED = [{ name: "MAIL_KEY", value: "p@ss / wort'key+1" }];
const HIDING_PLACES: Record<string, (value: string) => string> = {
  "plain text": (value) => value,
  "a form": (value) => new URLSearchParams({ value }).toString(),
  "a URL": encodeURIComponent,
  JSON: (value) => JSON.stringify({ value }),
  HTML: (value) => value.replace("'", "&#x27;"),
  hexadecimal: (value) => Buffer.from(value).toString("hex"),
  "a cookie": (value) => Buffer.from(JSON.stringify({ value })).toString("base64url"),
  "base64 after one byte": (value) => Buffer.from(`a${value}, and more`).toString("base64"),
  "base64 after two bytes": (value) => Buffer.from(`ab${value}, and more`).toString("base64"),
};
test.each(Object.entries(HIDING_PLACES))("the detector finds a secret in %s", (_place, hide) => {
  expect(secretsIn(`before ${hide(PLANTED[0]?.value ?? "")} behind`, PLANTED)).toEqual(["MAIL_KEY"]);
  expect(secretsIn(`before ${hide("something else of that kind")} behind`, PLANTED)).toEqual([]);
});

test.each([
  ["an e-mail address", "to njeri@example.co.ke"],
  ["an e-mail address", '{"path":"/x?email=njeri%40example.co.ke"}'],
  ["a session or a key of the database", `eyJ${"a".repeat(20)}.${"b".repeat(20)}`],
  ["a secret key of the database", "sb_secret_abcdefgh"],
  ["a bearer token", "Authorization: Bearer abcdefgh1234"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----"],
])("the detector finds %s by its pattern in the log line %s", (kind, text) => {
  expect(leaksInLog(text, [])).toEqual([kind]);
});

test("a test that gets a response with a secret of the site fails", async () => {
  const leaky = `require("node:http").createServer((_req, res) => res.end(Buffer.from(process.env.APP_SECRET).toString("base64"))).listen(process.env.PORT)`;
  const other = await runSite(["-e", leaky], { APP_SECRET: "a secret that only this test knows" });
  await expect(httpRequest(other, "/")).rejects.toThrow("A response of the site contains APP_SECRET.");
});

test("no page, form or log line of a real site contains a key or personal data", async () => {
  const browser = newBrowser(site, "without scripts");
  await signIn(browser);

  for (const { visits: [visit] = [] } of PAGES) if (visit !== undefined) await browser.open(visit);
  for (const [action, names, along] of FORMS) {
    const typed = names.map((name) => [name, PERSON[name as keyof typeof PERSON] ?? `${TYPED} ${name}`]);
    await browser.send({ action, fields: { ...Object.fromEntries(typed), ...along } });
  }
  const visitor = newBrowser(site, "without scripts");
  const school = { name: TYPED, role_label: "Teacher", school: TYPED, phone: PERSON.phone, email: PERSON.email };
  for (const [action, fields] of [
    ["/stride", { ...school, ...stamped("school-interest") }],
    ["/newsletter", { email: PERSON.email, ...stamped("newsletter") }],
    ["/login", { ...PERSON, name: TYPED, intent: "sign-up", ...stamped("sign-up") }],
  ] as const) {
    await visitor.send({ action, fields: { ...fields } });
  }
  // Both links in the mails are opened and their buttons pressed.
  const links = (await readOutbox(outbox)).flatMap(({ text }) =>
    [...text.matchAll(/https?:\/\/\S*token\S*/g)].map(String),
  );
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    const { pathname, search, searchParams } = new URL(link);
    await visitor.open(pathname + search);
    await visitor.send({ action: pathname, fields: Object.fromEntries(searchParams) });
  }

  const log = site.output() + outbox.output();
  for (const event of ["reply", "upstream", "sign-in failed", "started"]) expect(log).toContain(`"event":"${event}"`);
  const tokens = links.map((link) => new URL(link).searchParams).flatMap((all) => [...all.values()]);
  for (const secret of [TYPED, PERSON.phone, SIGN_IN.password, ...tokens.filter((one) => one.length > 20)]) {
    expect(log).not.toContain(secret);
  }
});

// docs/operations.md, "Changing a key".
test("with a new APP_SECRET confirmation links work, sessions and unsubscribe links do not, and an open form is re-rendered once", async () => {
  const where = { ...site };
  const customer = newBrowser(where, "without scripts");
  const typing = newBrowser(where, "without scripts");
  const visitor = newBrowser(where, "without scripts");
  for (const browser of [customer, typing]) await signIn(browser);
  const [confirmed, renewed, unconfirmed] = ["a", "b", "c"].map(
    (one) => `reader-${one}-${crypto.randomUUID()}@example.co.ke`,
  ) as [string, string, string];
  /** Returns the form of a page with the token of the newest link to it that was mailed to an address. */
  const linkedForm = async (email: string, action: string) => {
    const mails = (await readOutbox(outbox)).filter(({ to }) => to === email).map(({ text, html }) => text + html);
    const links = new RegExp(`https?://[^\\s"<]*${action}\\?token=[\\w-]+`).exec(mails.join("\n")) ?? [];
    return { action, fields: Object.fromEntries(new URL(links[0] ?? "").searchParams) };
  };
  for (const email of [confirmed, renewed, unconfirmed]) {
    const sent = await visitor.send({ action: "/newsletter", fields: { email, ...stamped("newsletter") } });
    expect(sent.status).toBe(303);
  }
  const oldLink = await linkedForm(renewed, "/newsletter/confirm");
  expect((await visitor.send(await linkedForm(confirmed, "/newsletter/confirm"))).status).toBe(303);
  const unsubscribe = await linkedForm(confirmed, "/newsletter/unsubscribe");
  const openForm = await visitor.formOn("/stride", "school-interest");

  const APP_SECRET = "openssl rand -base64 32 prints this";
  const METRICS_PORT = (await freePorts()).PORT;
  Object.assign(where, await runSite("real", { ...settings, METRICS_PORT, APP_SECRET }));
  expect((await customer.open("/profile")).headers.location).toBe("/login?redirectTo=%2Fprofile");
  const kept = await typing.send({ action: "/profile", fields: { name: "Njeri Wambui" } });
  expect([kept.status, kept.headers.location]).toEqual([307, expect.stringMatching(/^\/login\/again\?.*by=/)]);
  expect((await visitor.send(unsubscribe)).text).toContain("This link no longer works");
  const school = {
    name: "Grace",
    role_label: "Teacher",
    school: "Kibera Hills",
    phone: PERSON.phone,
    email: confirmed,
  };
  const rejected = await visitor.send({ ...openForm, fields: { ...openForm.fields, ...school } });
  expect([rejected.status, rejected.text.includes('value="Kibera Hills"')]).toEqual([400, true]);
  const [, stamp = ""] = /name="stamp" value="([^"]+)"/.exec(rejected.text) ?? [];
  const accepted = await visitor.send({ ...openForm, fields: { ...openForm.fields, ...school, stamp } });
  expect([accepted.status, accepted.headers.location]).toEqual([303, "/stride"]);

  // The earlier link works, and so does a new one.
  expect((await visitor.send(await linkedForm(unconfirmed, "/newsletter/confirm"))).status).toBe(303);
  const form = await visitor.formOn("/newsletter", "newsletter");
  const early = await visitor.send({ ...form, fields: { ...form.fields, email: renewed } });
  const [, newStamp = ""] = /id="newsletter-form"[\s\S]*?name="stamp" value="([^"]+)"/.exec(early.text) ?? [];
  const again = await visitor.send({ ...form, fields: { ...form.fields, email: renewed, stamp: newStamp } });
  expect(again.status).toBe(303);
  const newLink = await linkedForm(renewed, "/newsletter/confirm");
  expect(newLink).not.toEqual(oldLink);
  expect((await visitor.send(newLink)).status).toBe(303);
});

test("no file for browsers contains a key or the name of one", () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|css|json|svg|txt|html)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  const names = settingList.filter(({ secret }) => secret).map(({ name }) => ({ name, value: name }));
  const ours = [APP_SECRET, "sandbox-mail-key", "sandbox-worker-key", "sandbox-smtp-password"];
  const secrets = [...names, ...ours.map((value) => ({ name: value, value }))];
  for (const file of files) {
    const text = readFileSync(path.join(CLIENT, file), "utf8");
    expect([file, ...secretsIn(text, secrets), ...keysIn(text)]).toEqual([file]);
  }
});
