import { beforeAll, describe, expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { httpRequest } from "./request.ts";
import { mailsTo, readOutbox, runSite, type Site } from "./run-site.ts";
import { type Fields, newBrowser, redirectTarget, type SiteBrowser, type Way } from "./site-browser.ts";

type Send = () => ReturnType<SiteBrowser["send"]>;
/** How a form is sent twice. Each function returns the responses, and stores the cookies that the browser has before the last. */
const RESUBMISSIONS = {
  /** Two presses before the first response: the browser follows the second. */
  "pressed twice": (send: Send) => Promise.all([send(), send()]),
  /** The site processed the form, but its response was lost with its cookies. */
  "sent again after a lost response": async (send: Send) => [await send(), await send()],
  /** Back, and the same form again, with the cookies of the first response. */
  "sent again after its success": async (send: Send, browser: SiteBrowser) => {
    const first = await send();
    browser.take(first);
    const target = redirectTarget(first);
    if (target !== undefined) await browser.open(target);
    return [first, await send()];
  },
};
type Resubmission = keyof typeof RESUBMISSIONS;

/** Each resubmission with or without scripts, in turns; with LONG=1 each with both. */
const MODES = (["without scripts", "with scripts"] as const satisfies Way[]).flatMap((way, nth) =>
  Object.keys(RESUBMISSIONS)
    .filter((_, index) => process.env.LONG === "1" || index % 2 === nth)
    .map((resubmission) => ({ way, resubmission: resubmission as Resubmission })),
);

const PASSWORDS = { first: "mlango mpya 12", second: "dirisha jipya 34", third: "paa jipya 5678" };
let site: Site;
let openForms: Record<"school-interest" | "newsletter" | "sign-up", Awaited<ReturnType<SiteBrowser["formOn"]>>>;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn", SANDBOX_PAYMENTS: "0" });
  await httpRequest({ port: site.sandboxPort }, "/auth-limits", { method: "POST", body: "off" });
  const browser = newBrowser(site, "without scripts");
  // A form that is sent within three seconds is refused. The sandbox signs stamps with a public key.
  const formOn = async (path: string, id: keyof typeof openForms) => {
    const { action, fields } = await browser.formOn(path, id);
    return { action, fields: { ...fields, stamp: makeStamp(id, 10_000) } };
  };
  openForms = {
    "school-interest": await formOn("/stride", "school-interest"),
    newsletter: await formOn("/newsletter", "newsletter"),
    "sign-up": await formOn("/login?tab=signup", "sign-up"),
  };
});

/** Only the account's mails have such a link; notifications have none. */
const LINK = /http[^\s"<]*token[^\s"<]*/;

/** Returns how many mails an address has got. */
const countMails = async (email: string, pattern?: RegExp) => (await mailsTo(site, email, pattern)).length;
/** Returns how many messages to the agency, or orders at the provider, have this text in their subject. */
const countSubjects = async (kind: "contact" | "order", text: string) =>
  (await readOutbox(site)).filter((entry) => entry.kind === kind && entry.subject.includes(text)).length;
/** Returns how many writes of a kind the DNS provider has got. */
const countDnsWrites = async (kind: "zone" | "create" | "update" | "delete") =>
  JSON.parse((await httpRequest({ port: site.sandboxPort }, "/dns-writes.json")).text)[kind];

describe.each(MODES)("when a form is $resubmission $way", ({ way, resubmission }) => {
  const id = MODES.findIndex((mode) => mode.way === way && mode.resubmission === resubmission);
  const email = `mteja-${id}-${crypto.randomUUID()}@example.co.ke`;
  const domain = `direct-kioski-${id}.com`;
  const dns = `/dashboard/domains/${domain}/dns`;
  let customer: SiteBrowser;
  beforeAll(() => {
    customer = newBrowser(site, way);
  });

  type Submission = {
    form: () => ReturnType<SiteBrowser["formOn"]>;
    typed?: Fields;
    /** The message on the next page. */
    message: string;
    /** Returns how often the action was carried out so far. */
    count?: () => Promise<number>;
  };

  async function expectOnce({ form, typed = {}, message, count }: Submission) {
    const before = await count?.();
    const { action, fields } = await form();
    // A bot-check token is valid once, so the scripts send a new one with each press.
    const send = () => {
      const token = { turnstileToken: `token-${crypto.randomUUID()}` };
      const isChecked = way === "with scripts" && "turnstileToken" in fields;
      return customer.send({ action, fields: { ...fields, ...typed, ...(isChecked && token) } });
    };
    const replies = await RESUBMISSIONS[resubmission](send, customer);
    const bodies = replies.map(({ text }) => text.slice(0, 3000)).join("\n");
    expect(replies.map(redirectTarget), bodies).not.toContain(undefined);
    const [, last = expect.fail("It was sent once.")] = replies;
    customer.take(last);
    const page = await customer.open(redirectTarget(last) ?? "");
    expect(page.text.replaceAll("&#x27;", "'")).toContain(message);
    if (before !== undefined) expect(await count?.()).toBe(before + 1);
  }

  /** Opens the link in the newest mail and presses its button. Returns the target of the redirect. */
  async function pressMailedLink() {
    const [mail] = await mailsTo(site, email, LINK);
    const [href = ""] = LINK.exec(`${mail?.text} ${mail?.html}`) ?? [];
    const { searchParams } = new URL(href.replaceAll("&amp;", "&"));
    const reply = await customer.send({ action: "/auth/confirm", fields: Object.fromEntries(searchParams) });
    customer.take(reply);
    return redirectTarget(reply);
  }

  async function expectPassword(password: string) {
    const elsewhere = newBrowser(site, "without scripts");
    const { action, fields } = await elsewhere.formOn("/login", "sign-in");
    const reply = await elsewhere.send({ action, fields: { ...fields, email, password, cookies: "on" } });
    expect(redirectTarget(reply), reply.text.slice(0, 2000)).toBe("/");
  }

  test("a contact message takes effect once", () => {
    const subject = `Bei ${crypto.randomUUID()}`;
    return expectOnce({
      form: () => customer.formOn("/contact", "contact"),
      typed: { name: "Njeri", email, subject, message: "Habari" },
      message: "Message sent successfully",
      count: () => countSubjects("contact", subject),
    });
  });

  test("a newsletter subscription takes effect once", () =>
    expectOnce({
      form: async () => openForms.newsletter,
      typed: { email: `msomaji-${email}` },
      message: "Thank you for subscribing!",
      count: () => countMails(`msomaji-${email}`),
    }));

  test("a school's registration takes effect once", () =>
    expectOnce({
      form: async () => openForms["school-interest"],
      typed: { name: "Grace", school: "Kibera Hills", phone: "0712345678", email: `shule-${email}` },
      message: "Thank you for your interest!",
      count: () => countMails(`shule-${email}`),
    }));

  test("a sign-up takes effect once", () =>
    expectOnce({
      form: async () => openForms["sign-up"],
      typed: { name: "Njeri", email, password: PASSWORDS.first },
      message: "Account created! Please check",
      count: () => countMails(email, LINK),
    }));

  test("requesting another confirmation mail takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn("/login/resend", "resend"),
      typed: { email },
      message: "we have sent a mail to it",
      count: () => countMails(email, LINK),
    });
    // If the response to the first sign-up was lost, the browser lacks its cookie.
    if ((await pressMailedLink()) === "/login/reset") {
      const { action, fields } = await customer.formOn("/login/reset", "new-password");
      const chosen = { ...fields, name: "Njeri", password: PASSWORDS.first };
      expect(redirectTarget(await customer.send({ action, fields: chosen }))).toBe("/");
    }
  });

  test("signing in takes effect once", async () => {
    customer = newBrowser(site, way);
    await expectOnce({
      form: () => customer.formOn("/login", "sign-in"),
      typed: { email, password: PASSWORDS.first, cookies: "on" },
      message: "Logged in successfully!",
    });
    expect((await customer.open("/dashboard")).status).toBe(200);
  });

  test("changing the profile and the password takes effect once", async () => {
    await expectOnce({
      form: () => customer.formOn("/profile", "you"),
      typed: { name: "Njeri W.", phone: "0712 345 678" },
      message: "Profile updated",
    });
    await expectOnce({
      form: () => customer.formOn("/profile", "password"),
      typed: { currentPassword: PASSWORDS.first, newPassword: PASSWORDS.second },
      message: "Your password is changed",
    });
    expect((await customer.open("/dashboard")).text).toContain("Njeri W.");
    await expectPassword(PASSWORDS.second);
  });

  test("requesting and choosing a new password takes effect once", async () => {
    customer = newBrowser(site, way);
    await expectOnce({
      form: () => customer.formOn("/login/forgot", "forgot"),
      typed: { email },
      message: "we have sent a mail to it",
      count: () => countMails(email, LINK),
    });
    expect(await pressMailedLink()).toBe("/login/reset");
    await expectOnce({
      form: () => customer.formOn("/login/reset", "new-password"),
      typed: { password: PASSWORDS.third },
      message: "Your password is changed",
    });
    expect((await customer.open("/dashboard")).status).toBe(200);
    await expectPassword(PASSWORDS.third);
  });

  test("an order takes effect once", () =>
    expectOnce({
      form: () => customer.formOn(`/dashboard/orders/new?kind=register&domain=${domain}`, "order"),
      message: resubmission === "pressed twice" ? "Your orders" : "You have ordered this already",
      count: () => countSubjects("order", domain),
    }));

  test("setting up DNS takes effect once", () =>
    expectOnce({
      form: () => customer.formOn(dns, "set-up-dns"),
      message: "DNS is set up",
      count: () => countDnsWrites("zone"),
    }));

  test("adding a DNS record takes effect once", () =>
    expectOnce({
      form: () => customer.formOn(`${dns}/add`, "add-record"),
      typed: { type: "A", name: "www", content: "41.90.64.12" },
      message: "DNS record added successfully",
      count: () => countDnsWrites("create"),
    }));

  test.each([
    ["editing", "edit", "update", { content: "41.90.64.13" }],
    ["deleting", "delete", "delete", {}],
  ] as const)("%s a DNS record takes effect once", async (_doing, page, write, typed) => {
    const record = /\/dns\/([\w-]+)\/edit"/.exec((await customer.open(dns)).text)?.[1] ?? "none";
    await expectOnce({
      form: () => customer.formOn(`${dns}/${record}/${page}`, `${page}-record-${record}`),
      typed,
      message: `DNS record ${write}d successfully`,
      count: () => countDnsWrites(write),
    });
  });
});
