import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";
import * as profile from "#app/routes/account/profile.tsx";
import * as list from "#app/routes/dashboard/orders/list.tsx";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import { demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { look, pageResult, place } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import { database, FIRST, first, second } from "./two-customers.ts";

beforeEach(async () => {
  outbox.clear();
  await database.query("delete from orders");
  await database.query("delete from services");
});

const OWN = "mamamboga.co.ke";
const CODE = { authCode: "aB3!x" };
const rows = () =>
  database.query("select user_id, kind, domain, payload, price_ksh, status from orders order by created_at");

describe("an order", () => {
  test.each([
    ["renew", OWN, { choice: "3" }, { years: 3 }, 4500],
    ["certificate", OWN, {}, { certificateType: "DV" }, 0],
    ["register", "njeri-duka.com", { choice: "2" }, { years: 2 }, 1942 + 3288],
    ["register", "njeri-duka.or.ke", { choice: "5" }, { years: 5 }, 7500],
    ["transfer", "njeri-duka.org", CODE, CODE, 3437],
    ["transfer", "njeri-duka.or.ke", CODE, CODE, 1159],
    ["hosting", "njeri-duka.org", { choice: "starter" }, { plan: "starter", months: 12 }, 6228],
  ])("%s of %s is stored as requested, and the agency is notified", async (kind, domain, fields, payload, price) => {
    expect(await place(first, kind, domain, fields)).toMatchObject({ status: 303, to: "/dashboard/orders" });
    expect(await rows()).toEqual([{ user_id: FIRST.id, kind, domain, payload, price_ksh: price, status: "requested" }]);
    const [told, ...more] = outbox.list();
    expect(more).toEqual([]);
    expect(told?.subject).toContain(domain);
    expect(told?.text).toContain(FIRST.email);
    expect(JSON.stringify(told)).not.toContain(CODE.authCode);
  });

  test("is made once by a second submission, at once or later, and from another tab", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => place(first, "renew", OWN)));
    replies.push(await place(first, "renew", OWN, { choice: "2" }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await rows()).toHaveLength(1);
    expect(outbox.list()).toHaveLength(1);
  });

  test.each([
    ["was done less than a day ago", "status = 'done'", 1],
    ["was done a day ago", "status = 'done', created_at = now() - interval '25 hours'", 2],
    ["has failed", "status = 'failed'", 2],
  ])("whose earlier one %s: %s", async (_when, change, expected) => {
    await place(first, "renew", OWN);
    await database.query(`update orders set ${change}`);
    await place(first, "renew", OWN);
    expect(await rows()).toHaveLength(expected);
  });

  test("gives the agency the customer's phone number", async () => {
    const you = { form: "you", name: "Otieno", phone: "0712345678" };
    expect(await pageResult(profile.action(second.requestArgs("/profile", you)))).toMatchObject({ status: 303 });
    await place(second, "register", "duka-ya-otieno.com");
    expect(outbox.list()[0]?.text).toContain("Phone: 0712 345678.");
  });

  test("is limited to three a day for each customer, however fast they come", async () => {
    const names = ["a-duka.com", "b-duka.com", "c-duka.com", "d-duka.com", "e-duka.com"];
    const replies = await Promise.all(names.map((name) => place(first, "register", name)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 303, 303, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(JSON.stringify(refused?.data)).toContain("You have ordered 3 times today");
    expect(await rows()).toHaveLength(3);
    // Another customer may order the same domain.
    expect((await place(second, "register", "a-duka.com")).status).toBe(303);
    await database.query("update orders set created_at = created_at - interval '1 day'");
    expect((await place(first, "register", "g-duka.com")).status).toBe(303);
  });

  test.each([
    ["transfer", "njeri-duka.org", { priceFingerprint: "1", ...CODE }, 409, "The price changed"],
    ["transfer", "njeri-duka.org", { authCode: "aB3!x code" }, 400, "The code has no spaces"],
    ["renew", OWN, { choice: "6" }, 400, "from 1 to 5"],
    ["register", "njeri-duka.com", { choice: "11" }, 400, "from 1 to 10"],
  ])(
    "%s of %s with %j is re-rendered with %i and “%s”, without the transfer code",
    async (kind, domain, fields, status, message) => {
      const response = await place(first, kind, domain, fields);
      expect(response.status).toBe(status);
      expect(JSON.stringify(response.data)).toContain(message);
      expect(JSON.stringify(response.data)).not.toContain(CODE.authCode);
      expect(await rows()).toEqual([]);
    },
  );

  test.each([
    ["register", "google.com", "google.com is taken"],
    ["register", "error500-duka.com", "We can’t look up error500-duka.com right now"],
    ["register", "njeri.zz", "We don’t sell .zz"],
    ["register", OWN, `${OWN} is already yours`],
    ["transfer", OWN, `${OWN} is already yours`],
  ])("%s of %s: offers nothing to order, and a POST changes nothing", async (kind, domain, title) => {
    expect((await look(first, kind, domain)).data).toMatchObject({ none: { title } });
    expect((await place(first, kind, domain, { choice: "1", authCode: "x" })).status).toBe(409);
    expect(await rows()).toEqual([]);
  });

  test("of a new name is not offered after too many searches", async () => {
    await consume("search", second.requestArgs().context.address, 120);
    const { data } = await look(second, "register", "njeri-duka.com");
    expect(data).toMatchObject({ none: { title: "Too many searches at once" } });
  });

  test("is stored even when the agency could not be notified", async () => {
    server.use(http.post("*/contact", () => HttpResponse.json({ error: "down" }, { status: 500 })));
    expect((await place(first, "renew", OWN)).status).toBe(303);
    expect(await rows()).toHaveLength(1);
  });

  test("asks for a domain if there is none: one of the customer's to renew, any to transfer", async () => {
    const ask = (search: string) => pageResult(order.loader(first.requestArgs(`/dashboard/orders/new${search}`)));
    const own = demoDomains.filter(({ owner }) => owner === 0).map(({ name }) => name);
    const renewal = (await ask("?kind=renew")).data as never as { wanted: { own: { name: string; about: string }[] } };
    expect(renewal.wanted.own.map(({ name }) => name).sort()).toEqual(own.sort());
    expect(renewal.wanted.own[0]?.about).toMatch(/^KSh.[\d,]+ a year$/);
    expect((await ask("?kind=hosting")).data).toMatchObject({
      lead: expect.stringMatching(/From KSh.6,228 a year\. Which plan do you want\?$/),
      kinds: expect.arrayContaining([
        {
          to: "/dashboard/orders/new?kind=hosting&plan=starter",
          label: expect.stringMatching(/^Starter: KSh.6,228 a year$/),
          about: expect.any(String),
        },
      ]),
    });
    expect((await ask("?kind=hosting&plan=deluxe")).data).toMatchObject({
      lead: expect.stringMatching(/Deluxe: KSh.17,148/),
    });
    expect((await ask("?kind=mail&plan=microsoft-365")).data).toMatchObject({
      lead: expect.not.stringContaining("KSh"),
    });
    expect((await ask("?kind=transfer")).data).toMatchObject({ wanted: { own: [], isOwnOnly: false } });
    expect(await ask("?kind=register")).toMatchObject({ status: 200 });
    expect(await ask("")).toMatchObject({ status: 200, data: { kind: null } });
    const wanted = { typed: "a b", instead: ["ab.co.ke", "a-b.co.ke", "ab.com", "ab.ke"] };
    expect(await ask("?kind=transfer&domain=a%20b")).toMatchObject({ status: 400, data: { wanted } });
  });
});

test("the list of orders has only the customer's, newest first, without their payload", async () => {
  await place(second, "renew", "oumaelectronics.co.ke");
  await place(first, "transfer", "njeri-duka.org", CODE);
  await place(first, "certificate", OWN);
  const { data } = await pageResult(list.loader(first.requestArgs("/dashboard/orders")));
  expect(data).toMatchObject({ orders: [{ domain: OWN }, { domain: "njeri-duka.org" }] });
  // Steps of what we work on; what has ended has its day.
  await database.query("update orders set status = 'failed', reason = 'No' where domain = 'njeri-duka.org'");
  const page = await readPage("/dashboard/orders", first);
  expect(page.all("main article").map((one) => one.querySelectorAll(".steps li").length)).toEqual([3, 0]);
  expect(page.texts("main article")[1]).toMatch(/closed on \d+ \w+ \d{4}/);
  expect(JSON.stringify(data)).not.toMatch(/oumaelectronics|aB3!x|payload|user_id/);
});
