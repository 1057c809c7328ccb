import "./mpesa-settings.ts";
import "./smtp-settings.ts";
import { JSDOM } from "jsdom";
import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { POSTED_LABELS } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { server } from "#mocks/node.ts";
import { FORMS } from "../forms.ts";
import { arrive, CODE } from "./desk-payment-fixtures.ts";
import { newThread } from "./desk-threads.ts";
import { database, FIRST, made } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

// The site keeps its projects itself.
Reflect.deleteProperty(env.addresses, "PROJECTS_URL");

const tomorrow = dateOf(dayNumber(new Date()) + 1).iso;
const today = dateOf(dayNumber(new Date())).iso;

/** What staff type, by the field's name. */
const TYPED: Record<string, string> = {
  ...{
    title: "Bei ya majina",
    body: "Habari, jina lako liko tayari.",
    content: "Maneno yangu marefu",
    words: "Jina limekataliwa",
  },
  ...{ note: "Nilimpigia leo", reference: "M12AB34C", ksh: "1234", paidAt: today, until: tomorrow, next_on: tomorrow },
  ...{ number: "FT26123456", bank: "KCB", account: "4417", takenBy: "Wanjiku", code: "SG722NMVXZ", email: FIRST.email },
  ...{
    stage: "called",
    reason: "order",
    why: "refused",
    typed: "Kibera Hills",
    confirms: "sauti",
    category: "Business",
  },
  ...{
    excerpt: "Kwa ufupi",
    picture: "/pictures/x.jpg",
    slug: "bei-mpya",
    day: tomorrow,
    time: "08:00",
    client: "Duka",
  },
  ...{ year: "2026", description: "Maelezo", fulldescription: "Maelezo marefu", technologies: "Remix", tags: "duka" },
  ...{
    link: "https://duka.example",
    githuburl: "https://code.example/duka",
    demourl: "https://demo.example",
    mail: "all",
    text: "email,name\nnjeri@example.co.ke,Njeri",
  },
};
/** Why a message is deleted is another list than why somebody looks. */
const typedInto = (path: string, name: string) =>
  name === "reason" && path.startsWith("/desk/messages") ? "spam" : TYPED[name];
/** Fields without a label: what the page itself sends, and a password, which no page shows again. */
const OF_THE_PAGE = [
  "password",
  ...[
    "expectedVersion",
    "version",
    "move",
    "expectedExpiry",
    "expectedKsh",
    "expectedNumber",
    "expectedState",
    "partCount",
    "priceFingerprint",
  ],
  ...["holder", "id", "ready", "differs", "mail", "thread", "expected", "asked", "line"],
];

/** Without the page of an order by phone, which redirects if its customer is unknown (desk-phone-orders.test.ts). */
const DESK_FORMS = FORMS.filter(([path]) => path.startsWith("/desk/") && !path.includes("/order?"));
const ids: Record<string, string> = {};
const realPath = (path: string) =>
  path.replace(/(orders|messages|schools)\/[0-9a-f-]{36}/, (_, place) => `${place}/${ids[place]}`);
const statuses = new Set<number>();
let staff: Awaited<ReturnType<typeof staffBrowser>>;

beforeEach(async () => {
  await database.query("truncate payments, school_interest cascade");
  ids.orders = (await made("register", "njeri-duka.co.ke", 0)).id;
  ids.messages = await newThread();
  const [school] = await database.query(
    `insert into school_interest (name, email, phone, phone_e164, school, status, submission_key)
     values ('Grace', 'head@kibera.example', '0712 345 678', '+254712345678', 'Kibera Hills', 'sent', gen_random_uuid()) returning id`,
  );
  ids.schools = String(school?.id);
  await arrive({ code: CODE });
  staff = await staffBrowser();
});

const FAULTS: Record<string, { begin: () => unknown; end: () => unknown }> = {
  "takes no writes": {
    begin: () => database.query("set default_transaction_read_only = on"),
    end: () => database.query("set default_transaction_read_only = off"),
  },
  "does not answer": {
    begin: () => server.use(http.all("*/rest/v1/*", () => HttpResponse.json({ message: "down" }, { status: 503 }))),
    end: () => server.resetHandlers(),
  },
};

describe.each(Object.keys(FAULTS))("while the database %s", (fault) => {
  afterEach(() => FAULTS[fault]?.end());
  afterAll(() => expect([...statuses]).toContain(503));

  test.each(DESK_FORMS.map(([path, fields, along]) => ({ path, fields, along, form: along?.form ?? "" })))(
    "the form $form of $path comes back with all that was typed",
    async ({ path, fields, along }) => {
      const page = realPath(path);
      if (page.startsWith("/desk/people/"))
        await renderPage(staff, page, [
          ["form", "look"],
          ["reason", "order"],
        ]);
      const { document: before } = await readPage(page, staff);
      const button = before.querySelector(`[name=form][value="${along?.form}"]`);
      const ours = along?.form ? button?.closest("form") : before;
      const offered = fields.filter((name) => ours?.querySelector(`[name="${name}"]:not([type=hidden])`));
      const typed = offered.flatMap((name): [string, string][] => {
        const value = typedInto(path, name);
        return value ? [[name, value]] : [];
      });
      await FAULTS[fault]?.begin();
      const { status, html, to } = await renderPage(staff, page, [...typed, ...Object.entries(along ?? {})]);
      expect(to).toBe(null);
      const { document } = new JSDOM(html).window;
      const main = document.querySelector("main");
      const controls = [...(main?.querySelectorAll("input, textarea, option[selected]") ?? [])];
      const kept = controls.map((one) => (one.tagName === "TEXTAREA" ? one.textContent : one.getAttribute("value")));
      const lost = typed.filter(([, value]) => !kept.includes(value) && !main?.textContent?.includes(value));
      expect({ status, lost }).toEqual({ status, lost: [] });
      statuses.add(status);
    },
  );
});

test("every field that staff type has a label on the page of a failed form", () => {
  const fields = new Set(DESK_FORMS.flatMap(([, names]) => names).filter((name) => !OF_THE_PAGE.includes(name)));
  expect([...fields].filter((name) => !(name in POSTED_LABELS))).toEqual([]);
});
