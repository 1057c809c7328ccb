import { beforeAll, describe, expect, test } from "vitest";
import { readOutbox, runSite, type Site } from "./run-site.ts";
import { type Fields, newBrowser, redirectTarget, type SiteBrowser, type Way } from "./site-browser.ts";
import { countDnsWrites as countWrites } from "./workbench-calls.ts";

type Send = () => ReturnType<SiteBrowser["send"]>;
/**
 * How a form is sent twice. Each function returns the responses, and stores the cookies that the browser has before the last.
 */
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

// Each other form is sent twice in the test of its page: tests/integration, "once".
/** Each resubmission with or without scripts, in turns; with LONG=1 each with both. */
const MODES = (["without scripts", "with scripts"] as const satisfies Way[]).flatMap((way, nth) =>
  Object.keys(RESUBMISSIONS)
    .filter((_, index) => process.env.LONG === "1" || index % 2 === nth)
    .map((resubmission) => ({ way, resubmission: resubmission as Resubmission })),
);

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn", SANDBOX_PAYMENTS: "0" });
});

/** Returns how many messages to the agency, or orders at the provider, have this text in their subject. */
const countSubjects = async (kind: "contact" | "order", text: string) =>
  (await readOutbox(site)).filter((entry) => entry.kind === kind && entry.subject.includes(text)).length;
const countDnsWrites = (kind: Parameters<typeof countWrites>[1]) => countWrites(site, kind);

describe.each(MODES)("when a form is $resubmission $way", ({ way, resubmission }) => {
  const id = MODES.findIndex((mode) => mode.way === way && mode.resubmission === resubmission);
  const domain = `direct-kioski-${id}.com`;
  const dns = `/dashboard/domains/${domain}/dns`;
  let customer: SiteBrowser;
  beforeAll(async () => {
    customer = newBrowser(site, way);
    const { action, fields } = await customer.formOn("/login", "sign-in");
    // Each of the two may order three names a day.
    const email = id % 2 ? "second@example.co.ke" : "customer@example.co.ke";
    const response = await customer.send({
      action,
      fields: { ...fields, email, password: "sandbox-password", cookies: "on" },
    });
    expect(redirectTarget(response), response.text.slice(0, 2000)).toBe("/");
    customer.take(response);
  });

  type Submission = {
    form: () => ReturnType<SiteBrowser["formOn"]>;
    typed?: Fields;
    /** The message on the next page. */
    message: string;
    /** Returns how often the action was carried out so far. */
    count: () => Promise<number>;
  };

  async function expectOnce({ form, typed = {}, message, count }: Submission) {
    const before = await count();
    const { action, fields } = await form();
    const send = () => customer.send({ action, fields: { ...fields, ...typed } });
    const replies = await RESUBMISSIONS[resubmission](send, customer);
    const bodies = replies.map(({ text }) => text.slice(0, 3000)).join("\n");
    expect(replies.map(redirectTarget), bodies).not.toContain(undefined);
    const [, last = expect.fail("It was sent once.")] = replies;
    customer.take(last);
    const page = await customer.open(redirectTarget(last) ?? "");
    expect(page.text.replaceAll("&#x27;", "'")).toContain(message);
    expect(await count()).toBe(before + 1);
  }

  test("a contact message takes effect once", () => {
    const subject = `Bei ${crypto.randomUUID()}`;
    return expectOnce({
      form: () => customer.formOn("/contact", "contact"),
      typed: { name: "Njeri", email: "njeri@example.co.ke", subject, message: "Habari" },
      message: "Message sent successfully",
      count: () => countSubjects("contact", subject),
    });
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
