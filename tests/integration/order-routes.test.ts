import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import * as profile from "#app/routes/account/profile.tsx";
import * as list from "#app/routes/dashboard/orders/list.tsx";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import { consume } from "#app/use-cases/limits.server.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { look, pageResult, place, signedIn } from "./demo-customers.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

beforeEach(async () => {
  outbox.clear();
  await database.query("delete from orders");
});

const rows = () =>
  database.query("select user_id, kind, domain, payload, price_ksh, status from orders order by created_at");

describe("an order", () => {
  test.each(["renew", "certificate"])("to %s another customer's or an unknown domain is a 404", async (kind) => {
    for (const name of ["oumaelectronics.co.ke", "nobody.co.ke"]) {
      expect((await look(first, kind, name)).status).toBe(404);
      expect((await place(first, kind, name)).status).toBe(404);
    }
    expect((await place(first, "steal", "mamamboga.co.ke")).status).toBe(404);
    expect(await rows()).toEqual([]);
  });

  test.each([
    ["renew", "mamamboga.co.ke", { choice: "3" }, { years: 3 }, 4500],
    ["certificate", "mamamboga.co.ke", {}, { certificateType: "DV" }, 0],
    ["register", "njeri-duka.com", { choice: "2" }, { years: 2 }, 1942 + 3288],
    ["register", "njeri-duka.co.ke", {}, { years: 1 }, 1500],
    ["transfer", "njeri-duka.org", { authCode: "aB3!x" }, { authCode: "aB3!x" }, 3437],
    ["transfer", "njeri-duka.or.ke", { authCode: "aB3!x" }, { authCode: "aB3!x" }, 1159],
    ["transfer", "njeri-duka.ke", { authCode: "aB3!x" }, { authCode: "aB3!x" }, 0],
    ["register", "njeri-duka.or.ke", { choice: "5" }, { years: 5 }, 7500],
    ["hosting", "njeri-duka.org", { choice: "starter" }, { plan: "starter", months: 12 }, 6228],
  ])("%s of %s is stored as requested, and the agency is notified", async (kind, domain, fields, payload, price) => {
    expect(await place(first, kind, domain, fields)).toMatchObject({ status: 303, to: "/dashboard/orders" });
    expect(await rows()).toEqual([{ user_id: FIRST.id, kind, domain, payload, price_ksh: price, status: "requested" }]);
    const [told, ...more] = outbox.list();
    expect(more).toEqual([]);
    expect(told?.subject).toContain(domain);
    expect(told?.text).toContain(FIRST.email);
    expect(JSON.stringify(told)).not.toContain("aB3!x");
  });

  test("is made once by a second submission, at once or later, and from another tab", async () => {
    const presses = await Promise.all([1, 2, 3].map(() => place(first, "renew", "mamamboga.co.ke")));
    presses.push(await place(first, "renew", "mamamboga.co.ke", { choice: "2" }));
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await rows()).toHaveLength(1);
    expect(outbox.list()).toHaveLength(1);
  });

  test("can be repeated a day after it was done, or after it failed", async () => {
    await place(first, "renew", "mamamboga.co.ke");
    await database.query("update orders set status = 'done'");
    await place(first, "renew", "mamamboga.co.ke");
    expect(await rows()).toHaveLength(1);
    await database.query("update orders set created_at = now() - interval '25 hours'");
    await place(first, "renew", "mamamboga.co.ke");
    expect(await rows()).toHaveLength(2);
    await database.query("update orders set status = 'failed'");
    await place(first, "renew", "mamamboga.co.ke");
    expect(await rows()).toHaveLength(3);
  });

  test("leads to a flash message with the agency's call to the customer's number", async () => {
    const you = { form: "you", name: "Otieno", phone: "0712345678" };
    expect(await pageResult(profile.action(second.visit("/profile", you)))).toMatchObject({ status: 303 });
    await place(second, "register", "duka-ya-otieno.com");
    expect(outbox.list()[0]?.text).toContain("Phone: 0712 345678.");
  });

  test("may be made by two customers for the same domain", async () => {
    for (const browser of [first, second]) expect((await place(browser, "register", "duka.com")).status).toBe(303);
    expect(await rows()).toHaveLength(2);
  });

  test("is limited to three a day for each customer, however fast they come", async () => {
    const names = ["a-duka.com", "b-duka.com", "c-duka.com", "d-duka.com", "e-duka.com"];
    const made = await Promise.all(names.map((name) => place(first, "register", name)));
    expect(made.map(({ status }) => status).sort()).toEqual([303, 303, 303, 429, 429]);
    const refused = made.find(({ status }) => status === 429);
    expect(JSON.stringify(refused?.data)).toContain("You have ordered 3 times today");
    expect(await rows()).toHaveLength(3);
    expect((await place(second, "register", "f-duka.com")).status).toBe(303);
    await database.query("update orders set created_at = created_at - interval '1 day'");
    expect((await place(first, "register", "g-duka.com")).status).toBe(303);
  });

  test("is re-rendered for confirmation when the price has changed, without the transfer code", async () => {
    const changed = await place(first, "transfer", "njeri-duka.org", { shown: "1", authCode: "aB3!x" });
    expect(changed.status).toBe(409);
    expect(JSON.stringify(changed.data)).toContain("The price changed");
    expect(JSON.stringify(changed.data)).not.toContain("aB3!x");
    expect(await rows()).toEqual([]);
  });

  test("is re-rendered with the messages of invalid fields, and never with a transfer code", async () => {
    const years = await place(first, "renew", "mamamboga.co.ke", { choice: "6" });
    expect(years).toMatchObject({ status: 400 });
    expect(JSON.stringify(years.data)).toContain("from 1 to 5");
    const more = await place(first, "register", "njeri-duka.com", { choice: "11" });
    expect(JSON.stringify(more.data)).toContain("from 1 to 10");
    expect(await rows()).toEqual([]);
    const code = await place(first, "transfer", "njeri-duka.org", { authCode: "secret code" });
    expect(JSON.stringify(code.data)).toContain("The code has no spaces");
    expect(JSON.stringify(code.data)).not.toContain("secret");
  });

  test.each([
    ["register", "google.com", "google.com is taken"],
    ["register", "error500-duka.com", "We could not look up error500-duka.com just now"],
    ["register", "njeri.zz", "We don’t sell .zz"],
    ["register", "mamamboga.co.ke", "mamamboga.co.ke is already yours"],
    ["transfer", "mamamboga.co.ke", "mamamboga.co.ke is already yours"],
  ])("%s of %s: offers nothing to order, and a POST changes nothing", async (kind, domain, title) => {
    expect((await look(first, kind, domain)).data).toMatchObject({ none: { title } });
    expect((await place(first, kind, domain, { choice: "1", authCode: "x" })).status).toBe(409);
    expect(await rows()).toEqual([]);
  });

  test("says beforehand what it needs and what happens", async () => {
    const offer = async (kind: string, domain: string) =>
      ((await look(first, kind, domain)).data as never as { offer: Record<string, unknown> }).offer;
    const school = await offer("register", "shule-yetu.sc.ke");
    expect(JSON.stringify(school.notes)).toContain("certificate of registration from the Ministry of Education");
    expect(school).toMatchObject({ payment: "We send you the M-Pesa Pay Bill number by e-mail." });
    expect(JSON.stringify((await offer("transfer", "njeri-duka.or.ke")).choices)).toContain("no extra year");
    const renewal = await offer("renew", "mamamboga.co.ke");
    expect(JSON.stringify(renewal.notes)).toContain("deleted on day 90");
    expect(JSON.stringify(renewal.choices)).toMatch(/until \d+ \w+ 20\d\d/);
    expect(await offer("register", "unreachable-duka.co.ke")).toBeDefined();
  });

  test("counts looking up names to register as searches", async () => {
    const visitor = await signedIn(SECOND.email);
    await consume("search", visitor.visit().context.address, 120);
    expect((await look(visitor, "register", "njeri-duka.com")).data).toMatchObject({
      none: { title: "Too many searches at once" },
    });
    expect((await look(visitor, "renew", "oumaelectronics.co.ke")).data).toHaveProperty("offer");
  });

  test("is stored even when the agency could not be notified", async () => {
    server.use(http.post("*/contact", () => HttpResponse.json({ error: "down" }, { status: 500 })));
    expect((await place(first, "renew", "mamamboga.co.ke")).status).toBe(303);
    expect(await rows()).toHaveLength(1);
  });

  test("asks for a domain if there is none: one of the customer's to renew, any to transfer", async () => {
    const ask = (kind: string) => pageResult(order.loader(first.visit(`/dashboard/orders/new?kind=${kind}`)));
    const own = demoDomains.filter(({ owner }) => owner === 0).map(({ name }) => name);
    expect(((await ask("renew")).data as never as { wanted: { names: string[] } }).wanted.names.sort()).toEqual(
      own.sort(),
    );
    expect((await ask("transfer")).data).toMatchObject({ wanted: { names: null } });
    expect(await ask("register")).toMatchObject({ status: 200 });
    expect(await pageResult(order.loader(first.visit("/dashboard/orders/new")))).toMatchObject({
      status: 200,
      data: { kind: null },
    });
    expect(await ask("transfer&domain=a%20b")).toMatchObject({
      status: 400,
      data: { wanted: { typed: "a b", instead: ["ab.com", "a-b.com"] } },
    });
  });
});

test("the list of orders has only the customer's, newest first, without their payload", async () => {
  await place(second, "renew", "oumaelectronics.co.ke");
  await place(first, "transfer", "njeri-duka.org", { authCode: "aB3!x" });
  await place(first, "certificate", "mamamboga.co.ke");
  const { data } = await pageResult(list.loader(first.visit("/dashboard/orders")));
  expect((data as never as { orders: { domain: string }[] }).orders.map(({ domain }) => domain)).toEqual([
    "mamamboga.co.ke",
    "njeri-duka.org",
  ]);
  expect(JSON.stringify(data)).not.toMatch(/aB3!x|payload|user_id/);
});
