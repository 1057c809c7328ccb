import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { settleOrder } from "#app/gateways/order-claims.server.ts";
import { createOrderRun } from "#app/gateways/order-run.server.ts";
import type { Embedded } from "#app/gateways/supabase/embedded.server.ts";
import { addYears, dayNumber } from "#app/model/nairobi-day.ts";
import type { Order, OrderKind } from "#app/model/order.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { openMemory } from "./open-memory.ts";

const [FIRST, SECOND] = demoCustomers;
const { isDirect, carryOut } = createOrderRun({ direct: /^/, dailyKsh: 100_000 });
const PAYLOADS = {
  renew: { years: 2 },
  register: { years: 3 },
  transfer: { authCode: "aB3!x" },
  hosting: { plan: "deluxe", months: 12 },
  certificate: { certificateType: "DV" },
};
let database: Embedded;

beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
beforeEach(async () => {
  outbox.clear();
  forgetAccount();
  await database.query("delete from orders");
  await database.query("delete from domains");
  await createDemoCustomers(database);
  // What is not answered is given up after a moment instead of six seconds.
  const real = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms > 5500 ? 150 : ms));
});

/** An order of the first customer, as it stands just after it was made. */
async function made(kind: OrderKind, domain: string, priceKsh = 1000): Promise<Order> {
  const [row] = (await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [FIRST.id, kind, domain, JSON.stringify(PAYLOADS[kind]), priceKsh, crypto.randomUUID()],
  )) as { id: string }[];
  const now = new Date().toISOString();
  return { id: row?.id ?? "", kind, domain, priceKsh, status: "requested", reason: null, createdAt: now };
}
const stored = async ({ id }: Order) =>
  (await database.query("select status, reason, payload from orders where id = $1", [id]))[0];
const named = async (name: string) =>
  (await database.query("select user_id, status, expiry_date, ssl_status from domains where name = $1", [name]))[0] as
    | { user_id: string; status: string; expiry_date: Date | string; ssl_status: string | null }
    | undefined;
const dayOf = async (name: string) => dayNumber(new Date((await named(name))?.expiry_date ?? ""));
const atProvider = () => outbox.list().filter(({ kind }) => kind === "order");

describe("an order that is carried out at once", () => {
  test("to renew: the provider gets the years, and the date moves on by them", async () => {
    const before = (await named("njeri-bakes.com"))?.expiry_date ?? "";
    const order = await made("renew", "njeri-bakes.com");
    expect(await carryOut(order)).toEqual({ kind: "done" });
    expect(await stored(order)).toMatchObject({ status: "done", reason: null, payload: { years: 2 } });
    expect(atProvider()).toMatchObject([{ subject: "Renew njeri-bakes.com", text: expect.stringContaining("2") }]);
    expect(await dayOf("njeri-bakes.com")).toBe(dayNumber(addYears(new Date(before), 2)));
  });

  test("to register: the customer has the name, until the provider's date", async () => {
    const order = await made("register", "duka.com");
    expect(await carryOut(order)).toEqual({ kind: "done" });
    expect(JSON.parse(atProvider()[0]?.text ?? "")).toEqual({ domain: "duka.com", period: 3 });
    expect(await named("duka.com")).toMatchObject({ user_id: FIRST.id, status: "active", ssl_status: null });
    expect(await dayOf("duka.com")).toBe(dayNumber(new Date()) + 3 * 365);
  });

  test.each([
    ["register", "active", 3],
    ["transfer", "transferring", 1],
  ] as const)("to %s where the provider does not say the date: from today", async (kind, status, years) => {
    server.use(http.get("*/proxy/godaddy/v1/domains", () => HttpResponse.json([])));
    await carryOut(await made(kind, "duka.com"));
    expect(await named("duka.com")).toMatchObject({ status });
    expect(await dayOf("duka.com")).toBe(dayNumber(addYears(new Date(), years)));
  });

  test("to transfer: the provider gets the code, which is then forgotten", async () => {
    const order = await made("transfer", "duka.org");
    expect(await carryOut(order)).toEqual({ kind: "done" });
    expect(JSON.parse(atProvider()[0]?.text ?? "")).toMatchObject({ domain: "duka.org", authCode: "aB3!x" });
    expect(await stored(order)).toEqual({ status: "done", reason: null, payload: {} });
    expect(await named("duka.org")).toMatchObject({ user_id: FIRST.id, status: "active" });
  });

  test("for a certificate: it is ordered, then installed", async () => {
    expect(await carryOut(await made("certificate", "fundiwaviatu.co.ke"))).toEqual({ kind: "done" });
    expect(atProvider()).toMatchObject([{ subject: "Certificate for fundiwaviatu.co.ke" }]);
    expect(await named("fundiwaviatu.co.ke")).toMatchObject({ ssl_status: "active" });
  });

  test("for a certificate that cannot be installed: it is bought, and a person is asked to put it in", async () => {
    server.use(http.post("*/certificates/install", () => HttpResponse.json({}, { status: 409 })));
    const order = await made("certificate", "fundiwaviatu.co.ke");
    expect(await carryOut(order)).toMatchObject({ kind: "done", left: expect.stringContaining("install") });
    expect(await stored(order)).toMatchObject({ status: "done" });
    expect(await named("fundiwaviatu.co.ke")).toMatchObject({ ssl_status: "pending" });
  });

  test("for hosting: the provider gets the plan", async () => {
    expect(await carryOut(await made("hosting", "mamamboga.co.ke"))).toEqual({ kind: "done" });
    expect(JSON.parse(atProvider()[0]?.text ?? "")).toEqual({ domain: "mamamboga.co.ke", planId: "deluxe" });
  });

  test("for a name that stands with somebody else already: it is done, and nothing of theirs is touched", async () => {
    const expires = new Date("2030-01-01T09:00:00Z").toISOString();
    await database.query("insert into domains (user_id, name, expiry_date) values ($1, 'duka.org', $2)", [
      SECOND.id,
      expires,
    ]);
    expect(await carryOut(await made("transfer", "duka.org"))).toMatchObject({
      kind: "done",
      left: expect.any(String),
    });
    expect(await named("duka.org")).toMatchObject({ user_id: SECOND.id });
  });

  test("leaves no name behind before it is done", async () => {
    let seen: unknown = "not asked";
    server.use(
      http.post("*/proxy/godaddy/v1/domains", async () => {
        seen = await named("duka.com");
      }),
    );
    await carryOut(await made("register", "duka.com"));
    expect(seen).toBeUndefined();
  });
});

describe("what the provider refuses", () => {
  test("has failed, in its own words, and the code is forgotten", async () => {
    const order = await made("transfer", "duka.org");
    await database.query('update orders set payload = \'{"authCode":"wrong"}\'');
    const reason = "The authorization code is not valid";
    expect(await carryOut(order)).toEqual({ kind: "failed", reason });
    expect(await stored(order)).toEqual({ status: "failed", reason, payload: {} });
    expect(await named("duka.org")).toBeUndefined();
  });

  test("because the name is taken has failed, and no name is written", async () => {
    const order = await made("register", "taken-duka.com");
    expect(await carryOut(order)).toMatchObject({ kind: "failed", reason: expect.stringContaining("isn't available") });
    expect(await named("taken-duka.com")).toBeUndefined();
  });

  test.each(["ratelimit", "forbidden"])("because of us ('%s') goes back to the people", async (word) => {
    const order = await made("transfer", `${word}-duka.org`);
    expect(await carryOut(order)).toMatchObject({ kind: "review", why: expect.any(String) });
    expect(await stored(order)).toMatchObject({ status: "requested", payload: { authCode: "aB3!x" } });
  });
});

describe("a lost answer", () => {
  test.each(["lost", "garbage", "timeout", "error500"])("('%s') stays processing and is not repeated", async (word) => {
    const order = await made("transfer", `${word}-duka.org`);
    expect(await carryOut(order)).toMatchObject({ kind: "unknown", why: expect.stringContaining("lost") });
    expect(await stored(order)).toMatchObject({ status: "processing", payload: { authCode: "aB3!x" } });
    expect(await carryOut(order)).toEqual({ kind: "elsewhere" });
    expect(atProvider()).toHaveLength(word === "lost" || word === "garbage" ? 1 : 0);
    expect(await named(order.domain)).toBeUndefined();
  });
});

test("however many run it at once, the provider is asked once", async () => {
  const calls: Request[] = [];
  server.use(
    http.post("*/proxy/godaddy/v1/domains", ({ request }) => {
      calls.push(request);
    }),
  );
  const order = await made("register", "duka.com");
  const runs = await Promise.all([1, 2, 3, 4].map(() => carryOut(order)));
  expect(runs.map(({ kind }) => kind).sort()).toEqual(["done", "elsewhere", "elsewhere", "elsewhere"]);
  expect(calls).toHaveLength(1);
  const [key] = await database.query("select idempotency_key from orders");
  expect(calls[0]?.headers.get("Idempotency-Key")).toBe((key as { idempotency_key: string }).idempotency_key);
});

test("a process that ends between the provider and the row leaves it processing, and no name", async () => {
  const order = await made("register", "duka.com");
  // Nothing comes after the provider's answer: the process is gone.
  server.use(http.get("*/proxy/godaddy/v1/domains", () => HttpResponse.error()));
  await database.query("create function gone() returns trigger language plpgsql as $$ begin raise 'gone'; end $$");
  await database.query(
    "create trigger gone before update on orders for each row when (new.status = 'done') execute function gone()",
  );
  expect(await carryOut(order)).toMatchObject({ kind: "unknown", why: expect.stringContaining("the provider did it") });
  await database.query("drop function gone cascade");
  expect(await stored(order)).toMatchObject({ status: "processing" });
  expect(await named("duka.com")).toBeUndefined();
  // Whoever starts again does not buy it twice.
  expect(await carryOut(order)).toEqual({ kind: "elsewhere" });
  expect(atProvider()).toHaveLength(1);
});

describe("what waits for a person", () => {
  test.each([
    ["without a price", "register", "duka.com", 0],
    ["a registration by hand", "register", "duka.co.ke", 1500],
    ["a renewal by hand", "renew", "mamamboga.co.ke", 1500],
    ["a transfer by hand", "transfer", "duka.or.ke", 1500],
  ] as const)("%s", async (_title, kind, domain, priceKsh) => {
    const order = await made(kind, domain, priceKsh);
    expect(isDirect(order)).toBe(false);
    expect(await carryOut(order)).toEqual({ kind: "review" });
    expect(await stored(order)).toMatchObject({ status: "requested" });
    expect(atProvider()).toEqual([]);
  });

  test("everything, unless the mode says otherwise", async () => {
    const order = await made("register", "duka.com");
    expect(await createOrderRun({ direct: null, dailyKsh: 100_000 }).carryOut(order)).toEqual({ kind: "review" });
    expect(await createOrderRun({ direct: /^direct-/, dailyKsh: 9 }).carryOut(order)).toEqual({ kind: "review" });
  });

  test("what brings a day's orders above the total, whoever made them; what failed and yesterday don't count", async () => {
    await made("renew", "safarinjema.com", 60_000);
    const order = await made("hosting", "duka.com", 40_001);
    expect(await carryOut(order)).toEqual({
      kind: "review",
      why: "the orders of today come to KSh 100,001, and KSh 100,000 is the most",
    });
    expect(await stored(order)).toMatchObject({ status: "requested" });
    expect(atProvider()).toEqual([]);

    expect(await carryOut({ ...order, priceKsh: 40_000 })).toEqual({ kind: "done" });
    await made("renew", "njeri-bakes.com", 90_000);
    for (const change of ["status = 'failed'", "status = 'requested', created_at = now() - interval '1 day'"]) {
      await database.query(`update orders set ${change}`);
      expect(await carryOut(await made("hosting", "duka.com", 100_000))).toEqual({ kind: "done" });
    }
  });

  test("what was chosen and cannot be read", async () => {
    const order = await made("renew", "njeri-bakes.com");
    await database.query("update orders set payload = '{\"years\":0}'");
    expect(await carryOut(order)).toMatchObject({ kind: "review", why: "what was chosen could not be read" });
    expect(await stored(order)).toMatchObject({ status: "requested" });
  });

  test("what a thousand other orders hide", async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key)
       select $1, 'renew', 'x.com', 1, 'key-' || n from generate_series(1, 1001) n`,
      [FIRST.id],
    );
    expect(await carryOut(await made("hosting", "duka.com"))).toMatchObject({
      why: "too many orders today to add up",
    });
  });
});

test("an order that is over, or was never taken, cannot be ended", async () => {
  const order = await made("register", "duka.com");
  expect(await settleOrder(order.id, { status: "done" })).toBe(false);
  expect(await stored(order)).toMatchObject({ status: "requested" });
});
