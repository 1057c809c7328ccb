import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import * as change from "#app/routes/dashboard/orders/change.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { pageResult, place } from "./demo-customers.ts";
import { billFor, database, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first, second } from "./two-customers.ts";

const pathOf = (order: unknown) => `/dashboard/orders/change/${order}`;
const press = (order: unknown, fields: Record<string, string>, browser = first) =>
  pageResult(
    (async () =>
      change.action({ ...browser.requestArgs(pathOf(order), fields), params: { order: String(order) } } as never))(),
  );
const cancel = (order: unknown, browser = first) => press(order, { form: "cancel-order" }, browser);
const orders = () => rows("select id, domain, status, reason, price_ksh, payload from orders order by domain");
const bill = async () => (await rows("select amount_ksh, paid_ksh, surplus_ksh, refund_due_ksh from bills"))[0];
const pay = (reference: string, amount: number) =>
  database.query("select record_payment($1)", [
    JSON.stringify({
      ...{ code: "SG722NMVXQ", amount_ksh: amount, paid_at: new Date().toISOString(), source: "pull" },
      ...{ reference, confirmed_by: "pull" },
    }),
  ]);
const prompt = (state: string, age = "0 seconds") =>
  database.query(
    `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, asked_at)
      select id, user_id, '+254712345678', amount_ksh, '${state}', now() - interval '${age}' from bills`,
  );

beforeEach(async () => {
  daraja.deliver = async () => undefined;
  await createDemoCustomers(database);
});

describe("cancelling an unpaid order", () => {
  test("ends it, and a second press is harmless", async () => {
    await billFor({ "duka.com": 1500 });
    const [order] = await orders();
    const list = await readPage("/dashboard/orders", first);
    expect(list.link("Change or cancel")).toEqual([pathOf(order?.id)]);
    for (const _press of [1, 2]) {
      expect(await cancel(order?.id)).toMatchObject({
        status: 303,
        to: "/dashboard/orders",
        flash: { title: "Your order is cancelled" },
      });
    }
    expect(await orders()).toMatchObject([{ status: "failed", reason: "You cancelled it" }]);
    const after = await readPage("/dashboard/orders", first);
    expect(after.texts("main article").join()).toContain("You cancelled it");
    expect(after.link("Change or cancel")).toEqual([]);
    expect((await readPage(pathOf(order?.id), first)).all("main form")).toHaveLength(0);
  });

  test("takes it off a bill with others, as a failed order is", async () => {
    const { reference } = await billFor({ "a.com": 500, "b.com": 700 });
    const [a] = await orders();
    await cancel(a?.id);
    expect(await bill()).toMatchObject({ amount_ksh: 700 });
    await cancel(a?.id);
    await pay(reference, 1200);
    expect(await bill()).toEqual({ amount_ksh: 700, paid_ksh: 700, surplus_ksh: 500, refund_due_ksh: 0 });
  });

  test("is refused once money came, a code was typed, or while a phone is asked", async () => {
    const { reference } = await billFor({ "duka.com": 6000 });
    const [order] = await orders();
    const refused = async () => {
      expect(await cancel(order?.id)).toMatchObject({ status: 409 });
      expect(await orders()).toMatchObject([{ status: "requested" }]);
    };
    await prompt("sent");
    await refused();
    await database.query("update payment_prompts set state = 'paid'");
    await refused();
    await database.query("delete from payment_prompts");
    await database.query("update bills set typed_code = 'SG722NMVXQ'");
    await refused();
    await database.query("update bills set typed_code = null");
    await pay(reference, 600);
    await refused();
  });

  test("works when a phone was asked long ago, and money that comes then is due back", async () => {
    const { reference } = await billFor({ "duka.com": 1500 });
    await prompt("sent", "3 minutes");
    const [order] = await orders();
    expect(await cancel(order?.id)).toMatchObject({ status: 303 });
    await pay(reference, 1500);
    expect(await bill()).toMatchObject({ paid_ksh: 1500, refund_due_ksh: 1500 });
  });

  test("and a payment in the same moment: one of them wins, and no shilling is lost", async () => {
    const { reference } = await billFor({ "duka.com": 1500 });
    const [order] = await orders();
    const [pressed] = await Promise.all([cancel(order?.id), pay(reference, 1500)]);
    const due = pressed.status === 303 ? 1500 : 0;
    expect(await bill()).toEqual({ amount_ksh: 1500, paid_ksh: 1500, surplus_ksh: 0, refund_due_ksh: due });
  });

  test("is for its customer only, and for unpaid bills only", async () => {
    await billFor({ "duka.com": 1500 });
    const [order] = await orders();
    expect(await cancel(order?.id, second)).toMatchObject({ status: 404 });
    expect(await cancel("0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01")).toMatchObject({ status: 404 });
    expect(await rows(`select cancel_order(id, '${order?.id}') from auth.users where email like 'second%'`)).toEqual([
      { cancel_order: null },
    ]);
    await database.query("update orders set bill_id = null");
    expect(await cancel(order?.id)).toMatchObject({ status: 409 });
    expect(await orders()).toMatchObject([{ status: "requested" }]);
  });
});

describe("changing the years of an unpaid order", () => {
  test("of a renewal changes its price and its bill, once", async () => {
    await place(first, "renew", "njeri-bakes.com");
    const [order] = await orders();
    const page = await readPage(pathOf(order?.id), first);
    expect(page.all("input[type=radio][checked]").map((one) => one.getAttribute("value"))).toEqual(["1"]);
    const priceFingerprint = page.all("input[name=priceFingerprint]")[0]?.getAttribute("value") ?? "";
    for (const _press of [1, 2]) {
      expect(await press(order?.id, { form: "change-order", choice: "3", priceFingerprint })).toMatchObject({
        status: 303,
        flash: { title: "Your order is now for 3 years" },
      });
    }
    const price = Number(order?.price_ksh) * 3;
    expect(await orders()).toMatchObject([{ price_ksh: price, payload: { years: 3 } }]);
    expect(await bill()).toMatchObject({ amount_ksh: price });
    expect(await press(order?.id, { form: "change-order", choice: "11", priceFingerprint })).toMatchObject({
      status: 400,
    });
    expect(await press(order?.id, { form: "change-order", choice: "2", priceFingerprint: "1-2" })).toMatchObject({
      status: 409,
    });
    expect(await press(order?.id, { form: "change-order", choice: "2", priceFingerprint }, second)).toMatchObject({
      status: 404,
    });
    await prompt("sent");
    expect(await press(order?.id, { form: "change-order", choice: "2", priceFingerprint })).toMatchObject({
      status: 409,
    });
    expect(await orders()).toMatchObject([{ price_ksh: price }]);
  });

  test("is not offered for hosting, and a price that a person named stays", async () => {
    await place(first, "hosting", "njeri-bakes.com", { choice: "deluxe" });
    const [order] = await orders();
    const page = await readPage(pathOf(order?.id), first);
    expect(page.texts("main form button")).toEqual(["Cancel the order"]);
    expect(await press(order?.id, { form: "change-order", choice: "2", priceFingerprint: "" })).toMatchObject({
      status: 409,
    });
  });
});
