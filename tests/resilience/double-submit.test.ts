import { beforeAll, describe, expect, test } from "vitest";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { RESUBMISSION_MODES, RESUBMISSIONS } from "./double-submit.ts";
import { httpRequest } from "./request.ts";
import { mailsTo, readOutbox, runSite, type Site } from "./run-site.ts";
import { type Fields, newBrowser, redirectTarget, type SiteBrowser } from "./site-browser.ts";

const PASSWORDS = { first: "mlango mpya 12", second: "dirisha jipya 34", third: "paa jipya 5678" };
let site: Site;
let shown: Record<"school" | "newsletter" | "sign-up", Awaited<ReturnType<SiteBrowser["formOn"]>>>;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
  await httpRequest({ port: site.outboxPort }, "/auth-limits", { method: "POST", body: "off" });
  const browser = newBrowser(site, "without scripts");
  // A form that is sent within three seconds is refused. The sandbox signs stamps with a public key.
  const formOn = async (path: string, form: "school-interest" | "newsletter" | "sign-up") => {
    const { action, fields } = await browser.formOn(path, form);
    return { action, fields: { ...fields, stamp: makeStamp(form, 10_000) } };
  };
  shown = {
    school: await formOn("/stride", "school-interest"),
    newsletter: await formOn("/newsletter", "newsletter"),
    "sign-up": await formOn("/login?tab=signup", "sign-up"),
  };
});

/** Returns how often something was done so far. */
type Count = () => Promise<number>;
const sentTo =
  (email: string, words?: RegExp): Count =>
  async () =>
    (await mailsTo(site, email, words)).length;
const ordersOf =
  (name: string): Count =>
  async () =>
    (await readOutbox(site)).filter(({ kind, subject }) => kind === "order" && subject.includes(name)).length;
const written =
  (what: string): Count =>
  async () =>
    JSON.parse((await httpRequest({ port: site.outboxPort }, "/dns-writes.json")).text)[what];

/** Only the account's mails have such a link; notifications have none. */
const LINK = /http[^\s"<]*token[^\s"<]*/;

/** Returns the URL in the newest mail to an address. */
async function linkTo(email: string): Promise<URL> {
  const [mail] = await mailsTo(site, email, LINK);
  const [href = ""] = LINK.exec(`${mail?.text} ${mail?.html}`) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

describe.each(RESUBMISSION_MODES)("when a form is sent %s and %s", (way, manner) => {
  const id = RESUBMISSION_MODES.findIndex((mode) => mode[0] === way && mode[1] === manner);
  const email = `mteja-${id}-${crypto.randomUUID()}@example.co.ke`;
  const domain = `direct-kioski-${id}.com`;
  const dns = `/dashboard/domains/${domain}/dns`;
  let customer: SiteBrowser;
  beforeAll(() => {
    customer = newBrowser(site, way);
  });

  type Cell = {
    form: () => ReturnType<SiteBrowser["formOn"]>;
    typed?: Fields;
    /** What the page after the success says, and how often the action was carried out. */
    says: string;
    count?: Count;
  };

  /** A bot-check token is valid once, so the scripts send a new one with each press. */
  const token = (fields: Fields) =>
    way === "with scripts" && "turnstileToken" in fields && { turnstileToken: `token-${crypto.randomUUID()}` };

  async function expectOnce({ form, typed = {}, says, count }: Cell) {
    const before = await count?.();
    const { action, fields } = await form();
    const send = () => customer.send({ action, fields: { ...fields, ...typed, ...token(fields) } });
    const replies = await RESUBMISSIONS[manner](send, customer);
    expect(replies.map(redirectTarget), replies.map(({ text }) => text.slice(0, 3000)).join("\n")).not.toContain(
      undefined,
    );
    const [, last = expect.fail("It was sent once.")] = replies;
    customer.take(last);
    const page = await customer.open(redirectTarget(last) ?? "");
    expect(page.text.replaceAll("&#x27;", "'")).toContain(says);
    if (before !== undefined) expect(await count?.()).toBe(before + 1);
  }

  test("the contact form takes effect once", async () => {
    const subject = `Bei ${crypto.randomUUID()}`;
    await expectOnce({
      form: () => customer.formOn("/contact", "contact"),
      typed: { name: "Njeri", email, subject, message: "Habari" },
      says: "Message sent successfully",
      count: async () => (await readOutbox(site)).filter((entry) => entry.subject === subject).length,
    });
  });

  test("the newsletter form takes effect once", async () => {
    const reader = `msomaji-${email}`;
    await expectOnce({
      form: async () => shown.newsletter,
      typed: { email: reader },
      says: "Thank you for subscribing!",
      count: sentTo(reader),
    });
  });

  test("the school form takes effect once", async () => {
    const school = `shule-${email}`;
    await expectOnce({
      form: async () => shown.school,
      typed: { name: "Grace", school: "Kibera Hills", phone: "0712345678", email: school },
      says: "Thank you for your interest!",
      count: sentTo(school),
    });
  });

  test("the sign-up takes effect once", async () => {
    await expectOnce({
      form: async () => shown["sign-up"],
      typed: { name: "Njeri", email, password: PASSWORDS.first },
      says: "Account created! Please check",
      count: sentTo(email, LINK),
    });
  });

  test("re-sending the confirmation takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn("/login/resend", "resend"),
      typed: { email },
      says: "a mail with it is on its way",
      count: sentTo(email, LINK),
    });
    // If the response to the first sign-up was lost, the browser lacks its cookie.
    if ((await press(await linkTo(email))) === "/login/reset") {
      const { action, fields } = await customer.formOn("/login/reset", "new-password");
      const chosen = { ...fields, name: "Njeri", password: PASSWORDS.first };
      expect(redirectTarget(await customer.send({ action, fields: chosen }))).toBe("/");
    }
  });

  /** Opens a mailed link and presses its button in the customer's browser. Returns the target of the redirect. */
  async function press({ searchParams }: URL) {
    const reply = await customer.send({ action: "/auth/confirm", fields: Object.fromEntries(searchParams) });
    customer.take(reply);
    return redirectTarget(reply);
  }

  test("the sign-in takes effect once", async () => {
    customer = newBrowser(site, way);
    await expectOnce({
      form: () => customer.formOn("/login", "sign-in"),
      typed: { email, password: PASSWORDS.first, cookies: "on" },
      says: "Logged in successfully!",
    });
    expect((await customer.open("/dashboard")).status).toBe(200);
  });

  test("the profile takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn("/profile", "you"),
      typed: { name: "Njeri W.", phone: "0712 345 678" },
      says: "Profile updated",
    });
    await expectOnce({
      form: () => customer.formOn("/profile", "password"),
      typed: { currentPassword: PASSWORDS.first, newPassword: PASSWORDS.second },
      says: "Your password is changed",
    });
    expect((await customer.open("/dashboard")).text).toContain("Njeri W.");
    await expectPassword(PASSWORDS.second);
  });

  async function expectPassword(password: string) {
    const elsewhere = newBrowser(site, "without scripts");
    const { action, fields } = await elsewhere.formOn("/login", "sign-in");
    const reply = await elsewhere.send({ action, fields: { ...fields, email, password, cookies: "on" } });
    expect(redirectTarget(reply), reply.text.slice(0, 2000)).toBe("/");
  }

  test("asking for a new password takes effect once", async () => {
    customer = newBrowser(site, way);
    await expectOnce({
      form: () => customer.formOn("/login/forgot", "forgot"),
      typed: { email },
      says: "a mail with it is on its way",
      count: sentTo(email, LINK),
    });
    expect(await press(await linkTo(email))).toBe("/login/reset");
  });

  test("choosing a new password takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn("/login/reset", "new-password"),
      typed: { password: PASSWORDS.third },
      says: "Your password is changed",
    });
    expect((await customer.open("/dashboard")).status).toBe(200);
    await expectPassword(PASSWORDS.third);
  });

  test("an order takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn(`/dashboard/orders/new?kind=register&domain=${domain}`, "order"),
      says: manner === "pressed twice" ? "Your orders" : "You have ordered this already",
      count: ordersOf(domain),
    });
    expect((await customer.open("/dashboard")).text).toContain(domain);
  });

  test("setting up DNS takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn(dns, "set-up-dns"),
      says: "DNS is set up",
      count: written("zone"),
    });
  });

  test("adding a DNS record takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn(`${dns}/add`, "add-record"),
      typed: { type: "A", name: "www", content: "41.90.64.12" },
      says: "DNS record added successfully",
      count: written("create"),
    });
  });

  const recordId = async () => /\/dns\/([\w-]+)\/edit"/.exec((await customer.open(dns)).text)?.[1] ?? "none";

  test("editing a DNS record takes effect once", async () => {
    const record = await recordId();
    await expectOnce({
      form: () => customer.formOn(`${dns}/${record}/edit`, `edit-record-${record}`),
      typed: { content: "41.90.64.13" },
      says: "DNS record updated successfully",
      count: written("update"),
    });
  });

  test("deleting a DNS record takes effect once", async () => {
    const record = await recordId();
    await expectOnce({
      form: () => customer.formOn(`${dns}/${record}/delete`, `delete-record-${record}`),
      says: "DNS record deleted successfully",
      count: written("delete"),
    });
  });
});
