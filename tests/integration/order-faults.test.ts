import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { settleOrder } from "#app/gateways/order-claims.server.ts";
import { createOrderRun } from "#app/use-cases/orders/order-run.server.ts";
import { server } from "#mocks/node.ts";
import { atProvider, database, made, named, stored } from "./order-fixtures.ts";

const { carryOut } = createOrderRun({ direct: /^/, dailyKsh: 100_000 });

describe("an order that the provider refuses", () => {
  test("fails with our own message, and the transfer code is deleted", async () => {
    const order = await made("transfer", "duka.org");
    await database.query('update orders set payload = \'{"authCode":"wrong"}\'');
    const [reason, said] = ["The transfer code is not valid", "The authorization code is not valid"];
    const fields = [{ path: "authCode", message: said }];
    expect(await carryOut(order)).toEqual({ kind: "failed", reason, said, fields });
    expect(await stored(order)).toEqual({ status: "failed", reason, payload: {} });
    expect(await named("duka.org")).toBeUndefined();
  });

  test("because the name is taken fails, and no domain is stored", async () => {
    const order = await made("register", "taken-duka.com");
    expect(await carryOut(order)).toMatchObject({ kind: "failed", reason: "The name is not free any more" });
    expect(await named("taken-duka.com")).toBeUndefined();
  });

  test.each(["ratelimit", "forbidden"])("because of our account ('%s') goes back to the agency", async (word) => {
    const order = await made("transfer", `${word}-duka.org`);
    expect(await carryOut(order)).toMatchObject({ kind: "review", why: expect.any(String) });
    expect(await stored(order)).toMatchObject({ status: "requested", payload: { authCode: "aB3!x" } });
  });
});

describe("a lost reply", () => {
  test.each(["lost", "garbage", "timeout", "error500"])(
    "('%s') leaves the order processing, and it is not repeated",
    async (word) => {
      const order = await made("transfer", `${word}-duka.org`);
      expect(await carryOut(order)).toMatchObject({ kind: "unknown", why: expect.stringContaining("lost") });
      expect(await stored(order)).toMatchObject({ status: "processing", payload: { authCode: "aB3!x" } });
      expect(await carryOut(order)).toEqual({ kind: "elsewhere" });
      expect(atProvider()).toHaveLength(word === "lost" || word === "garbage" ? 1 : 0);
      expect(await named(order.domain)).toBeUndefined();
    },
  );
});

test("concurrent runs of an order call the provider once", async () => {
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

test("a process that dies between the provider and the row leaves the order processing, without a domain", async () => {
  const order = await made("register", "duka.com");
  // The process dies after the provider's reply.
  server.use(http.get("*/proxy/godaddy/v1/domains", () => HttpResponse.error()));
  await database.query("create function gone() returns trigger language plpgsql as $$ begin raise 'gone'; end $$");
  await database.query(
    "create trigger gone before update on orders for each row when (new.status = 'done') execute function gone()",
  );
  expect(await carryOut(order)).toMatchObject({ kind: "unknown", why: expect.stringContaining("the provider did it") });
  await database.query("drop function gone cascade");
  expect(await stored(order)).toMatchObject({ status: "processing" });
  expect(await named("duka.com")).toBeUndefined();
  // The next process does not buy it again.
  expect(await carryOut(order)).toEqual({ kind: "elsewhere" });
  expect(atProvider()).toHaveLength(1);
});

test("an order that is over, or was never taken, cannot be settled", async () => {
  const order = await made("register", "duka.com");
  expect(await settleOrder(order.id, { status: "done" })).toBe(false);
  expect(await stored(order)).toMatchObject({ status: "requested" });
});
