import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { createOrderRun } from "#app/orders/order-run.server.ts";
import { addYears, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { server } from "#mocks/node.ts";
import { atProvider, database, dayOf, FIRST, made, named, SECOND, stored } from "./order-fixtures.ts";

const { isDirect, carryOut } = createOrderRun({ direct: /^/, dailyKsh: 100_000, hosting: "registrar" });
const sentToProvider = () => JSON.parse(atProvider()[0]?.text ?? "");

describe("a direct order", () => {
  test("to renew sends the years to the provider, and moves the expiry date by them", async () => {
    const before = (await named("njeri-bakes.com"))?.expiry_date ?? "";
    const order = await made("renew", "njeri-bakes.com");
    expect(await carryOut(order)).toEqual({ kind: "done" });
    expect(await stored(order)).toMatchObject({ status: "done", reason: null, payload: { years: 2 } });
    expect(atProvider()).toMatchObject([{ subject: "Renew njeri-bakes.com", text: expect.stringContaining("2") }]);
    expect(await dayOf("njeri-bakes.com")).toBe(dayNumber(addYears(new Date(before), 2)));
  });

  test("to register gives the customer the domain until the provider's date, and not before it is done", async () => {
    let before: unknown = "not called";
    server.use(
      http.post("*/proxy/godaddy/v1/domains", async () => {
        before = await named("duka.com");
      }),
    );
    expect(await carryOut(await made("register", "duka.com"))).toEqual({ kind: "done" });
    expect(before).toBeUndefined();
    expect(sentToProvider()).toEqual({ domain: "duka.com", period: 3 });
    expect(await named("duka.com")).toMatchObject({ user_id: FIRST.id, status: "active", ssl_status: null });
    expect(await dayOf("duka.com")).toBe(dayNumber(new Date()) + 3 * 365);
  });

  test.each([
    ["register", "active", 3],
    ["transfer", "moving", 1],
  ] as const)("to %s without a date from the provider counts from today", async (kind, status, years) => {
    server.use(http.get("*/proxy/godaddy/v1/domains", () => HttpResponse.json([])));
    await carryOut(await made(kind, "duka.com"));
    expect(await named("duka.com")).toMatchObject({ status });
    expect(await dayOf("duka.com")).toBe(dayNumber(addYears(new Date(), years)));
  });

  test("to transfer sends the transfer code, which is then deleted", async () => {
    const order = await made("transfer", "duka.org");
    expect(await carryOut(order)).toEqual({ kind: "done" });
    expect(sentToProvider()).toMatchObject({ domain: "duka.org", authCode: "aB3!x" });
    expect(await stored(order)).toEqual({ status: "done", reason: null, payload: {} });
    expect(await named("duka.org")).toMatchObject({ user_id: FIRST.id, status: "active" });
  });

  test("for a certificate is ordered, then installed", async () => {
    expect(await carryOut(await made("certificate", "fundiwaviatu.co.ke"))).toEqual({ kind: "done" });
    expect(atProvider()).toMatchObject([{ subject: "Certificate for fundiwaviatu.co.ke" }]);
    expect(await named("fundiwaviatu.co.ke")).toMatchObject({ ssl_status: "active" });
  });

  test("for a certificate that cannot be installed is done, and a person is asked to install it", async () => {
    server.use(http.post("*/certificates/install", () => HttpResponse.json({}, { status: 409 })));
    const order = await made("certificate", "fundiwaviatu.co.ke");
    expect(await carryOut(order)).toMatchObject({ kind: "done", left: expect.stringContaining("install") });
    expect(await stored(order)).toMatchObject({ status: "done" });
    expect(await named("fundiwaviatu.co.ke")).toMatchObject({ ssl_status: "pending" });
  });

  test("for hosting is left to staff unless HOSTING says otherwise", async () => {
    const byStaff = createOrderRun({ direct: /^/, dailyKsh: 100_000 });
    const order = await made("hosting", "duka.com", 30_000);
    expect([byStaff.isDirect(order), await byStaff.carryOut(order)]).toEqual([false, { kind: "review" }]);
    expect([atProvider(), (await stored(order))?.status]).toEqual([[], "requested"]);
    expect(byStaff.isDirect({ ...order, kind: "certificate" })).toBe(true);
  });

  test("for hosting is left to our own server if there is one, within the day's limit", async () => {
    const own = createOrderRun({ direct: /^/, dailyKsh: 50_000, hosting: "whm" });
    const order = await made("hosting", "duka.com", 30_000);
    expect(await own.carryOut(order)).toEqual({ kind: "server" });
    expect(await own.carryOut(order)).toEqual({ kind: "server" });
    const columns =
      "select state, provider, wanted from services where id = (select service_id from orders where id = $1)";
    expect(await database.query(columns, [order.id])).toEqual([
      { state: "ordered", provider: "whm", wanted: "create" },
    ]);
    expect(atProvider()).toEqual([]);
    await database.query("update orders set status = 'processing' where id = $1", [order.id]);
    expect(await own.carryOut(await made("hosting", "other.com", 30_000))).toMatchObject({ kind: "review" });
  });

  test.each(["hosting", "certificate"] as const)(
    "for %s for the name of another customer is left to staff",
    async (kind) => {
      await database.query("insert into domains (user_id, name, expiry_date) values ($1, 'duka.com', '2030-01-01')", [
        SECOND.id,
      ]);
      const order = await made(kind, "duka.com");
      expect(await carryOut(order)).toEqual({ kind: "review", why: "another customer has this name" });
      expect([atProvider(), (await stored(order))?.status]).toEqual([[], "requested"]);
    },
  );

  test.each([
    ["hosting", "duka.com"],
    ["certificate", "fundiwaviatu.co.ke"],
    ["register", "duka.com"],
    ["transfer", "duka.com"],
  ] as const)(
    "for %s goes to the provider once, if two customers order it for %s in the same moment",
    async (kind, name) => {
      const both = [await made(kind, name), await made(kind, name.toUpperCase(), 1000, SECOND.id)];
      const outcomes = await Promise.all(both.map((order) => carryOut(order)));
      expect(atProvider()).toHaveLength(1);
      const waits = { kind: "review", why: expect.stringMatching(/^another (?:order for this name|customer has)/) };
      expect(outcomes.filter((outcome) => outcome.kind === "review")).toEqual([waits]);
    },
  );

  test("for hosting keeps the provider's number", async () => {
    const order = await made("hosting", "mamamboga.co.ke");
    await carryOut(order);
    const columns =
      "select state, provider, provider_ref from services where id = (select service_id from orders where id = $1)";
    expect(await database.query(columns, [order.id])).toEqual([
      { state: "active", provider: "registrar", provider_ref: expect.stringMatching(/./) },
    ]);
  });

  test("for hosting sends the plan to the provider", async () => {
    expect(await carryOut(await made("hosting", "mamamboga.co.ke"))).toEqual({ kind: "done" });
    expect(sentToProvider()).toEqual({ domain: "mamamboga.co.ke", planId: "deluxe" });
  });

  test("for a name that another customer has is done, and their domain is untouched", async () => {
    const insert = "insert into domains (user_id, name, expiry_date) values ($1, 'duka.org', '2030-01-01')";
    await database.query(insert, [SECOND.id]);
    const order = await made("transfer", "duka.org");
    expect(await carryOut(order)).toMatchObject({ kind: "done", left: expect.any(String) });
    expect(await named("duka.org")).toMatchObject({ user_id: SECOND.id });
  });
});

describe("an order waits for a person", () => {
  test.each([
    ["without a price", "register", "duka.com", 0],
    ["for a registration by hand", "register", "duka.co.ke", 1500],
    ["for a renewal by hand", "renew", "mamamboga.co.ke", 1500],
    ["for a transfer by hand", "transfer", "duka.or.ke", 1500],
  ] as const)("%s", async (_title, kind, domain, priceKsh) => {
    const order = await made(kind, domain, priceKsh);
    expect(isDirect(order)).toBe(false);
    expect(await carryOut(order)).toEqual({ kind: "review" });
    expect(await stored(order)).toMatchObject({ status: "requested" });
    expect(atProvider()).toEqual([]);
  });

  test.each([null, /^direct-/])("if the setting ORDERS allows the names %s only", async (direct) => {
    const { carryOut } = createOrderRun({ direct, dailyKsh: 100_000 });
    expect(await carryOut(await made("register", "duka.com"))).toEqual({ kind: "review" });
  });

  test("above the daily total of all customers, without unsent orders and those of yesterday", async () => {
    const sent = await made("renew", "safarinjema.com", 60_000);
    await database.query("update orders set status = 'processing', asked_at = now() where id = $1", [sent.id]);
    const order = await made("hosting", "duka.com", 40_001);
    const why = "the orders of today come to KSh\u00a0100,001, and KSh\u00a0100,000 is the most";
    expect(await carryOut(order)).toEqual({ kind: "review", why });
    expect(await stored(order)).toMatchObject({ status: "requested" });
    expect(atProvider()).toEqual([]);

    expect(await carryOut({ ...order, priceKsh: 40_000 })).toEqual({ kind: "done" });
    for (const [index, change] of [
      "status = 'failed'",
      "status = 'requested'",
      "status = 'done', asked_at = now() - interval '1 day'",
      "status = 'done', asked_at = null",
    ].entries()) {
      await database.query(`update orders set ${change}`);
      expect(await carryOut(await made("hosting", `duka${index}.com`, 100_000))).toEqual({ kind: "done" });
    }
  });

  test("if several orders at the same moment exceed the total", async () => {
    const names = ["one.com", "two.com", "three.com"];
    const orders = await Promise.all(names.map((name) => made("hosting", name, 60_000)));
    const outcomes = await Promise.all(orders.map((order) => carryOut(order)));
    expect(outcomes.filter(({ kind }) => kind === "done").length).toBeLessThanOrEqual(1);
    expect(atProvider().length).toBeLessThanOrEqual(1);
  });

  test("if its payload cannot be read", async () => {
    const order = await made("renew", "njeri-bakes.com");
    await database.query("update orders set payload = '{\"years\":0}'");
    expect(await carryOut(order)).toMatchObject({ kind: "review", why: "what was chosen could not be read" });
    expect(await stored(order)).toMatchObject({ status: "requested" });
  });

  test("above a daily total of more than a thousand orders, asked today whenever they were placed", async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, status, asked_at, created_at)
       select $1, 'renew', 'x.com', 100, 'key-' || n, 'done', now(), now() - interval '9 days' from generate_series(1, 1001) n`,
      [FIRST.id],
    );
    expect(await carryOut(await made("hosting", "duka.com"))).toMatchObject({
      why: expect.stringContaining("KSh\u00a0100,000 is the most"),
    });
  });
});
