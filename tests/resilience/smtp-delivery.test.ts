import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { type Embedded, openEmbedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { serveMocks } from "#mocks/serve.ts";
import { type ReceivedMail, SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { httpRequest, postForm } from "./request.ts";
import { LEAST, makeReadyFolder, runSite, type Site } from "./run-site.ts";
import { type Fields, newBrowser, redirectTarget } from "./site-browser.ts";
import { createLatch, findEventually, waitFor } from "./wait-for.ts";

/** The sandbox's secret, with which the processes sign. */
const APP_SECRET = "the sandbox has nothing to protect";
/** Fewer than one address may send without a challenge. */
const READERS = 8;

let database: Awaited<ReturnType<typeof serveMocks>>;
let embedded: Embedded;
/** The mails of the auth service. */
const ofAccounts: AuthMail[] = [];
let settings: Record<string, string>;
let server: Awaited<ReturnType<typeof serveSmtp>>;

/** Mails in the order of their arrival. */
const taken: ReceivedMail[] = [];
/** The mails to a test's subscribers. The server replies to these after `answer`, and to others at once. */
const toReaders = () => taken.filter(({ to }) => to.startsWith("reader-"));
let answer: (count: number) => Promise<void> = async () => {};

/** Real sites with the required settings, a database and a mail server. */
beforeAll(async () => {
  // A complete sandbox would also send the queued mails.
  const dataDir = await makeReadyFolder();
  database = await serveMocks({ port: 0, dataDir });
  embedded = await openEmbedded({ dataDir, onMail: async (mail) => void ofAccounts.push(mail) });
  const { keys } = embedded;
  server = await serveSmtp({
    port: 0,
    onMail: ({ to, mail }) => {
      taken.push({ to, mail });
      return to.startsWith("reader-") ? answer(toReaders().length) : undefined;
    },
  });
  settings = {
    ...LEAST,
    APP_SECRET,
    SUPABASE_URL: `http://127.0.0.1:${database.port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SMTP_URL: `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${server.port}`,
  };
});
afterAll(async () => {
  await server.close();
  await database.close();
  await embedded.close();
});

/** Queries the database with the secret key. */
async function rest(call: string, options: { method?: string; body?: string } = {}) {
  const apikey = settings.SUPABASE_SECRET_KEY ?? "";
  const headers = { apikey, "Content-Type": "application/json", Prefer: "return=representation" };
  const reply = await httpRequest(database, `/rest/v1/${call}`, { ...options, headers });
  expect(reply.status, reply.text).toBeLessThan(300);
  return JSON.parse(reply.text) as Record<string, unknown>[];
}

async function subscribe(site: Site, email: string) {
  const typed = { email, firstName: "", lastName: "", website_2: "", stamp: makeStamp("newsletter", 10_000) };
  return (await postForm(site, "/newsletter", typed, { Origin: LEAST.PUBLIC_ORIGIN ?? "" })).status;
}

const waiting = () => rest("mails?sent_at=is.null&recipient=like.reader-*&select=id");

test("a mail server that does not reply delays no visitor, and a killed process loses no mail", async () => {
  const isSilent = createLatch();
  answer = () => isSilent.passed;
  const first = await runSite("real", settings);
  const readers = Array.from({ length: READERS }, (_, index) => `reader-${index}@example.co.ke`);
  for (const email of readers) expect(await subscribe(first, email)).toBe(303);
  // One mail is being sent, without a reply yet.
  await waitFor(() => toReaders().length === 1);
  expect(await waiting()).toHaveLength(READERS);

  // It continues, and is killed at the fourth mail, which the server has received and not acknowledged.
  const isKilled = createLatch();
  answer = async (count) => {
    if (count === 4) await isKilled.passed;
  };
  isSilent.open();
  await waitFor(() => toReaders().length === 4);
  await first.stop("SIGKILL");
  isKilled.open();

  // Five minutes pass, so that its mail is free. Two processes send the rest.
  const gone = JSON.stringify({ claimed_until: "2026-01-01T00:00:00Z" });
  await rest("mails?claimed_until=not.is.null", { method: "PATCH", body: gone });
  const others = await Promise.all([runSite("real", settings), runSite("real", settings)]);
  await waitFor(async () => (await waiting()).length === 0);

  expect(new Set(toReaders().map(({ to }) => to))).toEqual(new Set(readers));
  // The killed process's mail arrived twice, with the same Message-ID.
  expect(toReaders()).toHaveLength(READERS + 1);
  expect(new Set(toReaders().map(({ mail }) => mail.messageId)).size).toBe(READERS);
  const words = [first, ...others].map((site) => site.output()).join("");
  expect(words).toContain('"event":"mail sent"');
  expect(words).not.toMatch(/reader-\d|sandbox-smtp-password|token=/);

  // A process that is told to stop finishes its current mail.
  const isHeld = createLatch();
  answer = () => isHeld.passed;
  const [second, third] = others;
  await third?.stop("SIGTERM");
  expect(second && (await subscribe(second, "reader-last@example.co.ke"))).toBe(303);
  await waitFor(() => toReaders().length === READERS + 2);
  const stopped = second?.stop("SIGTERM");
  isHeld.open();
  expect(await stopped).toBe(0);
  expect(await waiting()).toEqual([]);
});

/** Returns the error messages of a page, for the failure of a test. */
const bannerIn = (html: string) => /class="(banner|error|field-bad)[\s\S]{0,600}/.exec(html)?.[0] ?? "";

test("eight settings are a complete site: each form works, and pages say what is not offered", async () => {
  answer = async () => {};
  // The resolvers are the sandbox's.
  const world = `http://127.0.0.1:${database.port}/public-dns`;
  const PUBLIC_DNS_URLS = `${world}/google/resolve,${world}/cloudflare/dns-query`;
  const site = await runSite("real", { ...settings, PUBLIC_DNS_URLS });
  let browser = newBrowser(site, "without scripts");

  /** Returns the text of a page, which must be a success. */
  const read = async (path: string): Promise<string> => {
    const { status, text, headers } = await browser.open(path);
    if (status === 303) return read(headers.location ?? "");
    expect(status, `${path}: ${bannerIn(text)}`).toBe(200);
    expect(headers["content-security-policy"]).not.toContain("challenges.cloudflare.com");
    return text
      .replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replace(/\s+/g, " ");
  };
  /** Submits a form of a page and follows its redirect. Returns the text of the next page. */
  const fill = async (path: string, form: string, typed: Fields) => {
    const { action, fields } = await browser.formOn(path, form);
    const stamped: Fields = "stamp" in fields ? { stamp: makeStamp(form as "newsletter", 10_000) } : {};
    const reply = await browser.send({ action, fields: { ...fields, ...stamped, ...typed } });
    expect(reply.status, `${form}: ${bannerIn(reply.text)}`).toBe(303);
    browser.take(reply);
    return read(redirectTarget(reply) ?? "");
  };
  const mailTo = async (email: string, subject: RegExp) => {
    const found = await findEventually(() =>
      taken.find(({ to, mail }) => to === email && subject.test(mail.subject ?? "")),
    );
    expect(found, `${subject} to ${email}, among ${taken.map(({ mail }) => mail.subject)}`).toBeDefined();
    return found?.mail;
  };
  /** Presses the button of the page behind a mailed link. */
  const press = async (html: string, path: string) => {
    const [, query = ""] = new RegExp(`${path}\\?([^"\\s]+)`).exec(html.replaceAll("&amp;", "&")) ?? [];
    await read(`${path}?${query}`);
    const reply = await browser.send({ action: path, fields: Object.fromEntries(new URLSearchParams(query)) });
    expect(reply.status, `${path}: ${bannerIn(reply.text)}`).toBe(303);
    browser.take(reply);
    return read(redirectTarget(reply) ?? "");
  };

  for (const path of ["/", "/domains/pricing", "/blog", "/stride", "/privacy", "/terms", "/cookies"]) await read(path);
  expect(await read("/projects")).toContain("No projects available at the moment.");
  expect(await read("/domains?q=mamanjeri.com")).toContain("Nobody uses it yet");
  expect(await read("/domains?q=taken-duka.co.ke")).toContain("Somebody has this name");

  const agency = LEAST.BRAND_EMAIL ?? "";
  const visitor = "mgeni@example.co.ke";
  const message = { name: "Njeri", email: visitor, subject: "Bei ya tovuti", message: "Habari" };
  expect(await fill("/contact", "contact", message)).toContain("Message sent successfully");
  expect((await mailTo(agency, /Bei ya tovuti/))?.replyTo).toMatchObject([{ address: visitor }]);

  expect(await fill("/newsletter", "newsletter", { email: visitor })).toContain("Thank you for subscribing!");
  const asked = await mailTo(visitor, /^Confirm your subscription/);
  expect(await press(asked?.html ?? "", "/newsletter/confirm")).toContain("Your subscription is confirmed");
  const welcome = await mailTo(visitor, /^Welcome to the newsletter/);
  // One-click unsubscribe: a mail provider posts it in either encoding, without Origin and cookies.
  const header = (name: string) => welcome?.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const { pathname, search } = new URL(header("list-unsubscribe").slice(1, -1));
  const inParts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  for (const [type, body] of [
    ["multipart/form-data; boundary=b", inParts],
    ["application/x-www-form-urlencoded", header("list-unsubscribe-post")],
  ] as const) {
    const headers = { "Content-Type": type, "Content-Length": String(body.length), "User-Agent": "a mail provider" };
    const { status, text } = await httpRequest(site, pathname + search, { method: "POST", headers, body });
    expect([status, text]).toEqual([200, "You have left the newsletter.\n"]);
  }
  expect(await press(welcome?.html ?? "", "/newsletter/unsubscribe")).toContain(`${visitor} is off the list.`);

  const school = { name: "Grace", school: "Kibera Hills", phone: "0712345678", email: visitor };
  expect(await fill("/stride", "school-interest", school)).toContain("Thank you for your interest!");
  await press((await mailTo(visitor, /^Confirm your interest/))?.html ?? "", "/stride/confirm");
  await mailTo(visitor, /^Thank you for your interest/);

  // Supabase sends the mails of accounts by its own server.
  const customer = "mteja-mpya@example.co.ke";
  const [first, second] = ["mlango mpya 12", "dirisha jipya 34"];
  const supabaseMail = async (subject: string) => {
    const found = await findEventually(() =>
      ofAccounts.find((mail) => mail.to === customer && mail.subject === subject),
    );
    return found?.html ?? "";
  };
  const account = { name: "Njeri", email: customer, password: first };
  expect(await fill("/login?tab=signup", "sign-up", account)).toContain("Account created! Please check");
  await press(await supabaseMail("Confirm your e-mail address"), "/auth/confirm");
  expect(await read("/dashboard")).toContain("Karibu. Start with the name on your shop sign.");
  expect(await fill("/profile", "you", { name: "Wanjiru" })).toContain("Wanjiru");
  await fill("/dashboard/orders/new?kind=register&domain=mamanjeri.com", "order", {});
  expect(await read("/dashboard/orders")).toContain("mamanjeri.com");
  await mailTo(agency, /^Order/);
  await fill("/profile/close", "close-account", { reason: "", password: first });
  await mailTo(agency, /^Close an account/);

  await fill("/login/forgot", "forgot", { email: customer });
  await press(await supabaseMail("Choose a new password"), "/auth/confirm");
  await fill("/login/reset", "new-password", { password: second });

  const owner = { email: "customer@example.co.ke", password: "sandbox-password" };
  browser = newBrowser(site, "without scripts");
  expect(await fill("/login", "sign-in", owner)).toContain("Habari");
  const name = "/dashboard/domains/mamamboga.co.ke";
  for (const path of [name, `${name}/dns`]) expect(await read(path)).toContain("Cloudflare answers for");
  for (const path of [`${name}/dns/add`, `${name}/website`]) expect((await browser.open(path)).status).toBe(303);
  await fill("/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke", "order", {});
  const started =
    site
      .output()
      .split("\n")
      .find((line) => line.includes('"event":"started"')) ?? "{}";
  expect(JSON.parse(started)).toMatchObject({
    on: ["mail by SMTP, all of it"],
    off: {
      "bot check": "no TURNSTILE_SECRET or BOT_CHECK_URL: stamps, limits and questions hold the forms",
      "domain provider": "no REGISTRAR_URL: public DNS answers, and people",
      "DNS provider": "no DNS_URL: customers see where their DNS is run",
    },
  });
  expect(site.output()).not.toMatch(/"level":(50|60)|"status":5\d\d/);
});
