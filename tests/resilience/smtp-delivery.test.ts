import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
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
/** Fewer than one IP address may subscribe without a challenge. */
const SUBSCRIBERS = 8;

let database: Awaited<ReturnType<typeof serveMocks>>;
let embedded: Embedded;
/** The mails that the auth service sent. */
const authMails: AuthMail[] = [];
let settings: Record<string, string>;
let server: Awaited<ReturnType<typeof serveSmtp>>;

/** The mails that the server has got, in the order of their arrival. */
const received: ReceivedMail[] = [];
const toSubscribers = () => received.filter(({ to }) => to.startsWith("subscriber-"));
/** The server acknowledges a mail to a subscriber after this, and all others at once. */
let acknowledge: (count: number) => Promise<void> = async () => {};

/** Starts the database and the mail server of real sites that have only the required settings. */
beforeAll(async () => {
  // A complete sandbox would also send the queued mails.
  const dataDir = await makeReadyFolder();
  database = await serveMocks({ port: 0, dataDir });
  embedded = await openEmbedded({ dataDir, onMail: async (mail) => void authMails.push(mail) });
  server = await serveSmtp({
    port: 0,
    onMail: ({ to, mail }) => {
      received.push({ to, mail });
      return to.startsWith("subscriber-") ? acknowledge(toSubscribers().length) : undefined;
    },
  });
  settings = {
    ...LEAST,
    APP_SECRET,
    SUPABASE_URL: `http://127.0.0.1:${database.port}`,
    SUPABASE_PUBLISHABLE_KEY: embedded.keys.publishableKey,
    SUPABASE_SECRET_KEY: embedded.keys.secretKey,
    SMTP_URL: `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${server.port}`,
  };
});
afterAll(async () => {
  await server.close();
  await database.close();
  await embedded.close();
});

async function subscribe(site: Site, email: string) {
  const fields = { email, firstName: "", lastName: "", website_2: "", stamp: makeStamp("newsletter", 10_000) };
  return (await postForm(site, "/newsletter", fields, { Origin: LEAST.PUBLIC_ORIGIN ?? "" })).status;
}

const unsentMails = () =>
  embedded.query("select id from mails where sent_at is null and recipient like 'subscriber-%'");

test("a mail server that does not reply delays no visitor, and a killed process loses no mail", async () => {
  const replies = createLatch();
  acknowledge = () => replies.passed;
  const first = await runSite("real", settings);
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, index) => `subscriber-${index}@example.co.ke`);
  for (const email of subscribers) expect(await subscribe(first, email)).toBe(303);
  // One mail is being sent, without a reply yet.
  await waitFor(() => toSubscribers().length === 1);
  expect(await unsentMails()).toHaveLength(SUBSCRIBERS);

  // The process is killed when the server has received the fourth mail and not acknowledged it.
  const isKilled = createLatch();
  acknowledge = async (count) => {
    if (count === 4) await isKilled.passed;
  };
  replies.open();
  await waitFor(() => toSubscribers().length === 4);
  await first.stop("SIGKILL");
  isKilled.open();

  // After five minutes its mail is no longer claimed. Two processes send the rest.
  await embedded.query("update mails set claimed_until = '2026-01-01' where claimed_until is not null");
  const [second, third] = await Promise.all([runSite("real", settings), runSite("real", settings)]);
  await waitFor(async () => (await unsentMails()).length === 0);

  expect(new Set(toSubscribers().map(({ to }) => to))).toEqual(new Set(subscribers));
  // The killed process's mail arrived twice, with the same Message-ID.
  expect(toSubscribers()).toHaveLength(SUBSCRIBERS + 1);
  expect(new Set(toSubscribers().map(({ mail }) => mail.messageId)).size).toBe(SUBSCRIBERS);
  const log = [first, second, third].map((site) => site.output()).join("");
  expect(log).toContain('"event":"mail sent"');
  expect(log).not.toMatch(/subscriber-\d|sandbox-smtp-password|token=/);

  // A process that is told to stop finishes its current mail.
  const isHeld = createLatch();
  acknowledge = () => isHeld.passed;
  await third.stop("SIGTERM");
  expect(await subscribe(second, "subscriber-last@example.co.ke")).toBe(303);
  await waitFor(() => toSubscribers().length === SUBSCRIBERS + 2);
  const stopped = second.stop("SIGTERM");
  isHeld.open();
  expect(await stopped).toBe(0);
  expect(await unsentMails()).toEqual([]);
});

/** Returns the error messages of a page, for the failure of a test. */
const errorsIn = (html: string) => /class="(banner|error|field-bad)[\s\S]{0,600}/.exec(html)?.[0] ?? "";

// tests/integration/forms-by-smtp.test.ts and minimal-settings.test.ts have the details.
test("a site with the eight required settings sends its mail by SMTP and says what it does not offer", async () => {
  acknowledge = async () => {};
  // The resolvers are the sandbox's.
  const resolvers = `http://127.0.0.1:${database.port}/public-dns`;
  const PUBLIC_DNS_URLS = `${resolvers}/google/resolve,${resolvers}/cloudflare/dns-query`;
  const site = await runSite("real", { ...settings, PUBLIC_DNS_URLS });
  const browser = newBrowser(site, "without scripts");

  /** Returns the text of a page, which must be a success. */
  const read = async (path: string): Promise<string> => {
    const { status, text, headers } = await browser.open(path);
    if (status === 303) return read(headers.location ?? "");
    expect(status, `${path}: ${errorsIn(text)}`).toBe(200);
    expect(headers["content-security-policy"]).not.toContain("challenges.cloudflare.com");
    return text
      .replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replace(/\s+/g, " ");
  };
  /** Submits fields and follows the redirect. Returns the text of the next page. */
  const send = async (action: string, fields: Fields) => {
    const response = await browser.send({ action, fields });
    expect(response.status, `${action}: ${errorsIn(response.text)}`).toBe(303);
    browser.take(response);
    return read(redirectTarget(response) ?? "");
  };
  const submit = async (path: string, form: string, typed: Fields) => {
    const { action, fields } = await browser.formOn(path, form);
    const stamp: Fields = "stamp" in fields ? { stamp: makeStamp(form as "newsletter", 10_000) } : {};
    return send(action, { ...fields, ...stamp, ...typed });
  };
  /** Opens the link to a path in a mail, and presses the button of its page. */
  const press = async (html: string, path: string) => {
    const [, query = ""] = new RegExp(`${path}\\?([^"\\s]+)`).exec(html.replaceAll("&amp;", "&")) ?? [];
    await read(`${path}?${query}`);
    return send(path, Object.fromEntries(new URLSearchParams(query)));
  };
  const mailTo = async (email: string, subject: RegExp) => {
    const isIt = ({ to, mail }: ReceivedMail) => to === email && subject.test(mail.subject ?? "");
    const found = await findEventually(() => received.find(isIt));
    expect(found, `${subject} to ${email}, among ${received.map(({ mail }) => mail.subject)}`).toBeDefined();
    return found?.mail;
  };

  for (const path of ["/", "/domains/pricing", "/blog", "/stride", "/privacy", "/terms", "/cookies"]) await read(path);
  expect(await read("/projects")).toContain("No projects available at the moment.");
  expect(await read("/domains?q=mamanjeri.com")).toContain("Nobody uses it yet");

  const agency = LEAST.BRAND_EMAIL ?? "";
  const visitor = "mgeni@example.co.ke";
  const message = { name: "Njeri", email: visitor, subject: "Bei ya tovuti", message: "Habari" };
  expect(await submit("/contact", "contact", message)).toContain("Message sent successfully");
  expect((await mailTo(agency, /Bei ya tovuti/))?.replyTo).toMatchObject([{ address: visitor }]);

  expect(await submit("/newsletter", "newsletter", { email: visitor })).toContain("Thank you for subscribing!");
  const confirmation = await mailTo(visitor, /^Confirm your subscription/);
  expect(await press(confirmation?.html ?? "", "/newsletter/confirm")).toContain("Your subscription is confirmed");
  const welcome = await mailTo(visitor, /^Welcome to the newsletter/);
  // One-click unsubscribe (RFC 8058): a mail provider posts in either encoding, without Origin and cookies.
  const header = (name: string) => welcome?.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const { pathname, search } = new URL(header("list-unsubscribe").slice(1, -1));
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  for (const [type, body] of [
    ["multipart/form-data; boundary=b", multipart],
    ["application/x-www-form-urlencoded", header("list-unsubscribe-post")],
  ] as const) {
    const headers = { "Content-Type": type, "Content-Length": String(body.length), "User-Agent": "a mail provider" };
    const { status, text } = await httpRequest(site, pathname + search, { method: "POST", headers, body });
    expect([status, text]).toEqual([200, "You have left the newsletter.\n"]);
  }

  // Supabase sends the mails of accounts by its own server.
  const account = { name: "Njeri", email: "mteja-mpya@example.co.ke", password: "mlango mpya 12" };
  expect(await submit("/login?tab=signup", "sign-up", account)).toContain("Account created! Please check");
  const confirm = await findEventually(() => authMails.find(({ to }) => to === account.email));
  await press(confirm?.html ?? "", "/auth/confirm");
  expect(await read("/dashboard")).toContain("Karibu");
  await submit("/dashboard/orders/new?kind=register&domain=mamanjeri.com", "order", {});
  expect(await read("/dashboard/orders")).toContain("mamanjeri.com");
  await mailTo(agency, /^Order/);
  await submit("/profile/close", "close-account", { reason: "", password: account.password });
  await mailTo(agency, /^Close an account/);

  const lines = site.output().split("\n");
  const started = JSON.parse(lines.find((line) => line.includes('"event":"started"')) ?? "{}");
  expect(started).toMatchObject({
    on: ["mail by SMTP, all of it"],
    off: {
      "bot check": "no TURNSTILE_SECRET or BOT_CHECK_URL: stamps, limits and questions hold the forms",
      "domain provider": "no REGISTRAR_URL: public DNS answers, and people",
      "DNS provider": "no DNS_URL: customers see where their DNS is run",
    },
  });
  expect(site.output()).not.toMatch(/"level":(50|60)|"status":5\d\d/);
});
