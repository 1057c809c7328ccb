import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createOrderRun } from "#app/orders/order-run.server.ts";
import { server } from "#mocks/node.ts";
import { atProvider, database, made, named, stored } from "./order-fixtures.ts";

const { carryOut } = createOrderRun({ direct: /^/, dailyKsh: 100_000 });

test("an order that the provider refuses fails with our own message, and the transfer code is deleted", async () => {
  const order = await made("transfer", "duka.org");
  await database.query('update orders set payload = \'{"authCode":"wrong"}\'');
  const [reason, said] = [
    "The transfer code is wrong. Ask your current provider for a new one",
    "The authorization code is not valid",
  ];
  const fields = [{ path: "authCode", message: said }];
  expect(await carryOut(order)).toEqual({ kind: "failed", reason, said, fields });
  expect(await stored(order)).toEqual({ status: "failed", reason, payload: {} });
  expect(await named("duka.org")).toBeUndefined();
});

test("an order of a name that is taken fails, and no domain is stored", async () => {
  const order = await made("register", "taken-duka.com");
  expect(await carryOut(order)).toMatchObject({ kind: "failed", reason: "Somebody else has this name now" });
  expect(await named("taken-duka.com")).toBeUndefined();
});

test.each(["ratelimit", "forbidden"])(
  "an order that fails because of our account ('%s') goes back to the agency",
  async (word) => {
    const order = await made("transfer", `${word}-duka.org`);
    expect(await carryOut(order)).toMatchObject({ kind: "review", why: expect.any(String) });
    expect(await stored(order)).toMatchObject({ status: "requested", payload: { authCode: "aB3!x" } });
  },
);

test.each(["lost", "garbage", "timeout", "error500"])(
  "an order whose reply is lost ('%s') stays in processing and is not repeated",
  async (word) => {
    const order = await made("transfer", `${word}-duka.org`);
    expect(await carryOut(order)).toMatchObject({ kind: "unknown", why: expect.stringContaining("lost") });
    expect(await stored(order)).toMatchObject({ status: "processing", payload: { authCode: "aB3!x" } });
    expect(await carryOut(order)).toEqual({ kind: "elsewhere" });
    expect(atProvider()).toHaveLength(word === "lost" || word === "garbage" ? 1 : 0);
    expect(await named(order.domain)).toBeUndefined();
  },
);

test("concurrent runs of an order call the provider once, with the order's idempotency key", async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post("*/proxy/godaddy/v1/domains", ({ request }) => void keys.push(request.headers.get("Idempotency-Key"))),
  );
  const order = await made("register", "duka.com");
  const runs = await Promise.all([1, 2, 3, 4].map(() => carryOut(order)));
  expect(runs.map(({ kind }) => kind).sort()).toEqual(["done", "elsewhere", "elsewhere", "elsewhere"]);
  const [row] = await database.query("select idempotency_key from orders");
  expect(keys).toEqual([row?.idempotency_key]);
});

test("a process that dies between the provider's reply and the row leaves the order in processing, without a domain", async () => {
  const order = await made("register", "duka.com");
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
