import { delay, HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { TURNSTILE_SECRET } from "#mocks/handlers/bot-check.ts";
import { server } from "#mocks/node.ts";
import { SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { RSA_KEYS } from "../../tests/dkim-keys.ts";
import { accountChecks } from "./accounts.api.server.ts";
import { domainChecks } from "./domains.server.ts";
import { mailChecks, senderChecks } from "./mail.server.ts";
import { botCheckChecks, ownServiceChecks } from "./own-services.server.ts";
import type { Check } from "./report.server.ts";
import { runChecks } from "./run-doctor.server.ts";

const before = { ...env, supabase: { ...env.supabase } };
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env, before, { supabase: { ...before.supabase } });
});

/** Lets every call time out at once. */
function timeOutEveryCall() {
  const timedOut = () => AbortSignal.abort(new DOMException("too long", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timedOut);
}

/** Returns state and message of each check, by name. */
async function linesOf(checks: Check[]) {
  const lines = await runChecks(checks);
  return Object.fromEntries(lines.map(({ name, state, message }) => [name, `${state} ${message}`]));
}

const botCheck = (secret: string, more = {}) => {
  Object.assign(env, { botCheck: { ...before.botCheck, url: undefined, secret, ...more } });
  return linesOf(botCheckChecks());
};

test("asks Turnstile whether it knows the secret, and reports test keys as bad", async () => {
  expect((await botCheck(TURNSTILE_SECRET))["bot check"]).toMatch(/^good Turnstile knows the secret/);
  const { "bot check": wrong } = await botCheck("0x4AAAAAAA-of-another-widget");
  expect(wrong).toBe("bad Turnstile does not know the secret (invalid-input-secret).");
  for (const key of ["1x0000000000000000000000000000000AA", "2x0000000000000000000000000000000AA"])
    expect((await botCheck(key))["bot check"]).toMatch(/^bad These are Turnstile's keys for tests/);
  const { "bot check": testWidget } = await botCheck(TURNSTILE_SECRET, { siteKey: "1x00000000000000000000AA" });
  expect(testWidget).toMatch(/^bad These are/);
  expect((await botCheck(""))["bot check"]).toMatch(/^off Off, because TURNSTILE_SECRET is not set: /);
  server.use(http.post("https://challenges.cloudflare.com/*", () => new HttpResponse("", { status: 503 })));
  expect((await botCheck(TURNSTILE_SECRET))["bot check"]).toMatch(/^bad challenges\.cloudflare\.com: .*HTTP 503/);
});

test("does not blame the secret if Cloudflare cannot be reached", async () => {
  Object.assign(env, { botCheck: { ...before.botCheck, url: undefined, secret: TURNSTILE_SECRET } });
  timeOutEveryCall();
  const [line] = await runChecks(botCheckChecks());
  expect(line).toMatchObject({
    state: "bad",
    message: "challenges.cloudflare.com: it did not answer in time (TimeoutError).",
    advice: expect.stringMatching(/^Nothing is wrong with TURNSTILE_SECRET so far: see whether this machine may reach/),
  });
});

test("names an auth service that does not answer in each of its checks", async () => {
  Object.assign(env, { isSandbox: false });
  Object.assign(env.supabase, { url: "https://project.example" });
  timeOutEveryCall();
  const [accounts, siteUrl] = await runChecks(accountChecks());
  for (const line of [accounts, siteUrl]) {
    expect(line).toMatchObject({
      state: "bad",
      message: "project.example: it did not answer in time (TimeoutError).",
      advice: expect.stringContaining("SUPABASE_URL"),
    });
  }
});

test("distinguishes a mail server without TLS from one with a bad certificate", async () => {
  const plain = await serveSmtp({ port: 0, onMail: () => undefined });
  const upgraded = await serveSmtp({ port: 0, onMail: () => undefined, options: { disabledCommands: [] } });
  // 0.0.0.0 leads to this computer, but counts as another one, which must have TLS.
  const at = (port: number) => ({ smtp: { host: "0.0.0.0", port, isSecure: false, auth: SMTP_USER } });
  Object.assign(env, at(plain.port));
  const [line] = await runChecks(mailChecks(undefined));
  expect(line).toMatchObject({
    message: "0.0.0.0: it has no TLS at this port, so user, password and mails could be read on the way (500).",
    advice: expect.stringContaining("smtps://…:465"),
  });
  Object.assign(env, at(upgraded.port));
  expect((await linesOf(mailChecks(undefined)))["mail server"]).toMatch(/its certificate is not good \([A-Z_]+\)\.$/);
  await Promise.all([plain.close(), upgraded.close()]);
});

const PROVIDER = "https://provider.example";
const KEYS = { url: PROVIDER, authorization: "sso-key one:two" };

test("reports a domain provider that refuses the key, as bad if orders are placed directly", async () => {
  Object.assign(env, { registrar: KEYS, orders: { direct: null, dailyKsh: 0 } });
  server.use(http.get(`${PROVIDER}/*`, () => HttpResponse.json({ code: "ACCESS_DENIED" }, { status: 403 })));
  const [search, account] = await runChecks(domainChecks());
  expect(search).toMatchObject({ state: "bad", advice: expect.stringContaining("50 domains") });
  expect(search?.advice).toContain("REGISTRAR_AUTH");
  expect(account).toMatchObject({ state: "warning" });
  Object.assign(env, { orders: { direct: /^/, dailyKsh: 1000 } });
  expect((await linesOf(domainChecks()))["domain account"]).toMatch(/^bad provider\.example: it did not let us in/);
  Object.assign(env, { registrar: null, dns: null, keWhois: null });
  const off = await linesOf(domainChecks());
  for (const name of ["domain search", "domain account", "DNS provider", "WHOIS of .ke"])
    expect(off[name]).toMatch(/^off Off, because [A-Z_]+ is not set: \w+/);
});

const zoneWith = (...permissions: string[]) => ({ result: [{ id: "z", permissions }] });
const READABLE = "good provider.example shows zones and their records.";
test.each([
  [{ result: [] }, "warning It lets us in, and shows no zone."],
  [zoneWith("#dns_records:read"), "bad The token may read records, and not change them."],
  [zoneWith("#dns_records:edit"), READABLE],
  [{ result: [{ id: "z" }] }, READABLE],
])("checks the zones %j of the DNS provider: %s", async (zones, line) => {
  Object.assign(env, { dns: { ...KEYS, account: "a" } });
  server.use(
    http.get(`${PROVIDER}/zones`, () => HttpResponse.json({ success: true, ...zones })),
    http.get(`${PROVIDER}/zones/z/dns_records`, () => HttpResponse.json({ success: true, result: [] })),
  );
  expect((await linesOf(domainChecks()))["DNS provider"]).toBe(line);
});

test("warns if one resolver is silent, and reports two silent ones as bad", async () => {
  const [first = "", second = ""] = env.publicDns.urls;
  server.use(http.get(first, () => HttpResponse.error()));
  expect((await linesOf(domainChecks())).resolvers).toBe("warning Google does not answer.");
  server.use(http.get(second, () => HttpResponse.error()));
  expect((await linesOf(domainChecks())).resolvers).toBe("bad Google and Cloudflare do not answer.");
});

test("reports an auth service that allows no sign-up, sends no mail, or links to another site", async () => {
  Object.assign(env, { isSandbox: false, origin: "https://www.example.co.ke" });
  Object.assign(env.supabase, { url: "https://project.example" });
  const settings = { disable_signup: true, mailer_autoconfirm: true, external: { email: false } };
  server.use(
    http.get("https://project.example/auth/v1/settings", () => HttpResponse.json(settings)),
    http.get(
      "https://project.example/auth/v1/verify",
      () => new HttpResponse(null, { status: 303, headers: { Location: "http://localhost:3000#error=otp_expired" } }),
    ),
  );
  const lines = await linesOf(accountChecks());
  expect(lines.accounts).toMatch(/^bad As it is set, nobody can sign up, and nobody can sign in .*without a mail\.$/);
  expect(lines["site URL"]).toBe("bad Links lead to localhost:3000.");
  expect(lines["mail templates"]).toMatch(/^manual /);
});

test("looks for the DKIM key at the given selector or at the mail server's usual one, and otherwise asks for a manual check", async () => {
  Object.assign(env, { isSandbox: false, brand: { ...env.brand, email: "info@mamamboga.co.ke" } });
  expect((await linesOf(senderChecks(undefined))).DKIM).toMatch(/^manual /);
  expect((await linesOf(senderChecks("other"))).DKIM).toBe(
    "warning mamamboga.co.ke: Your mail is not signed (DKIM). Nothing of the kind stands at other._domainkey.mamamboga.co.ke.",
  );
  const [resolver = ""] = env.publicDns.urls;
  const key = { name: "google._domainkey.mamamboga.co.ke.", type: 16, TTL: 300, data: `v=DKIM1; p=${RSA_KEYS[1024]}` };
  server.use(http.get(resolver, () => HttpResponse.json({ Status: 0, Answer: [key] })));
  Object.assign(env, { smtp: { host: "smtp.gmail.com", port: 587, isSecure: false, auth: undefined } });
  expect((await linesOf(senderChecks(undefined))).DKIM).toMatch(/^good mamamboga\.co\.ke: /);
});

test("waits for a slow resolver", async () => {
  Object.assign(env, { isSandbox: false, brand: { ...env.brand, email: "info@duka.example" } });
  const policy = { name: "_dmarc.duka.example.", type: 16, TTL: 300, data: "v=DMARC1; p=reject" };
  const answerLate = async () => {
    await delay(3000);
    return HttpResponse.json({ Status: 0, Answer: [policy] });
  };
  server.use(...env.publicDns.urls.map((url) => http.get(url, answerLate)));
  expect((await linesOf(senderChecks(undefined))).DMARC).toMatch(/^good duka\.example: /);
});

test("finds a worker that answers without a server error good, and warns about a silent host of pictures", async () => {
  Object.assign(env, { mail: { url: "https://mail.example", key: "k" }, newsletter: { url: "https://news.example" } });
  Object.assign(env, { strideMail: null, images: { origins: ["https://pictures.example"], isOnThisComputer: false } });
  server.use(
    http.options("https://mail.example", () => new HttpResponse(null, { status: 405 })),
    http.options("https://news.example", () => new HttpResponse(null, { status: 500 })),
    http.get("https://pictures.example", () => HttpResponse.error()),
  );
  expect(await linesOf(ownServiceChecks())).toMatchObject({
    "mail service": "good mail.example answers.",
    "newsletter service": "warning news.example answers HTTP 500.",
    "school service": "off Off, because STRIDE_MAIL_URL is not set: the site writes to schools itself.",
    pictures: expect.stringMatching(/^warning pictures\.example: /),
  });
});
