import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { Order } from "#app/orders/order.ts";
import { act, at, baraka, expiryOf, mails, page, post, row, trail, wanjiku } from "./desk-order-fixtures.ts";
import { FIRST, made, SECOND } from "./order-fixtures.ts";
import { rows } from "./payment-fixtures.ts";

const why = { reason: "Wrong row" };
const failed = { why: "other", words: "Hakuna" };
const bill = async () => (await rows("select * from bills order by opened_at desc"))[0];
const newest = async () => (await mails()).filter(({ subject }) => String(subject).startsWith("We go on"));
beforeEach(async () => {
  await rows("delete from payment_prompts");
  await rows("delete from orders");
  await rows("delete from services");
  await rows("delete from domains where name = 'njeri0.co.ke'");
  await rows("truncate bills, services cascade");
});

/** Orders of one bill; `paid`: with the whole sum, which no payment has brought. */
async function billed(paid: boolean, ...prices: number[]): Promise<Order[]> {
  const orders = [];
  for (const [index, price] of prices.entries()) orders.push(await made("certificate", `njeri${index}.co.ke`, price));
  const total = prices.reduce((sum, price) => sum + price, 0);
  await rows(`insert into bills (user_id, reference, amount_ksh, opened_at)
    values ('${FIRST.id}', 'MREP0001', ${total}, now() - interval '20 days')`);
  await rows("update orders set bill_id = (select id from bills)");
  if (paid)
    await rows("update bills set paid_ksh = amount_ksh, paid_at = now(), number = '2026-00001', fulfilled_at = now()");
  return orders;
}

describe("an ended order that is reopened", () => {
  test("goes on with who pressed, once, and is mailed; the bill owes nothing for it any more", async () => {
    const [order, other] = await billed(true, 1000, 500);
    if (!order || !other) return expect.fail("no orders");
    await act(wanjiku, order, "failed", failed);
    await act(wanjiku, other, "failed", failed);
    expect(await bill()).toMatchObject({ refund_due_ksh: 1500 });
    await rows("update bills set wanted_back_ksh = 1500");
    expect(await page(order)).toMatch(/can be reopened until .*Reopen it/);
    const presses = await Promise.all([post(baraka, order, "reopen", why), post(baraka, order, "reopen", why)]);
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect(await row(order)).toMatchObject({
      status: "processing",
      reason: null,
      refund_due_ksh: 0,
      refunded_at: null,
    });
    expect(await bill()).toMatchObject({ refund_due_ksh: 500, wanted_back_ksh: 500 });
    const [mail, more] = await newest();
    expect(more).toBeUndefined();
    for (const words of ["We ended it by mistake and go on.", "Your KSh 1,000 pays for it"])
      expect(String(mail?.body_text).replaceAll("\u00a0", " ")).toContain(words);
    expect((await trail(order)).at(-1)).toMatchObject({ did: "order-reopened", detail: why });
    expect(await page(order, baraka)).toContain("You have this order");
    // It ends once more, with one more mail.
    await act(baraka, order, "failed", failed);
    expect(await bill()).toMatchObject({ refund_due_ksh: 1500 });
    expect((await mails()).filter(({ subject }) => String(subject).startsWith("Not done"))).toHaveLength(3);
  });

  test("of two who reopen it at once the first has it, and the other reads who was first", async () => {
    const order = await made("certificate", "njeri.co.ke");
    await act(wanjiku, order, "failed", failed);
    const presses = await Promise.all([post(wanjiku, order, "reopen", why), post(baraka, order, "reopen", why)]);
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(presses.find(({ status }) => status === 409)?.html).toMatch(/reopened this order.*Wrong row/s);
    expect(await newest()).toHaveLength(1);
  });

  test("begins an unpaid bill anew; one that was taken off its bill gets a new one when it is accepted", async () => {
    const [alone] = await billed(false, 1000);
    if (!alone) return expect.fail("no order");
    await act(wanjiku, alone, "failed", failed);
    await rows("update bills set reminders = 3, ends_at = now()");
    await act(wanjiku, alone, "reopen", why);
    const [mail] = await newest();
    expect(String(mail?.body_text)).toMatch(/Its bill is still to be paid\.[\s\S]*Pay the bill: \S+\/pay\//);
    expect(await bill()).toMatchObject({ amount_ksh: 1000, reminders: 0, ends_at: null, paid_at: null });
    expect(Date.parse(String((await bill())?.opened_at))).toBeGreaterThan(Date.now() - 86_400_000);

    await rows("truncate bills, services cascade");
    const [order] = await billed(false, 700, 300);
    if (!order) return expect.fail("no order");
    await act(wanjiku, order, "failed", failed);
    expect([(await row(order))?.bill_id, (await bill())?.amount_ksh]).toEqual([null, 300]);
    await act(wanjiku, order, "reopen", why);
    await act(wanjiku, order, "accept");
    expect(await rows("select amount_ksh from bills order by amount_ksh")).toEqual([
      { amount_ksh: 300 },
      { amount_ksh: 700 },
    ]);
  });

  test("gives a renewed name its date back if that is ticked, and only while the name has the new date", async () => {
    const name = "mamamboga.co.ke";
    const before = await expiryOf(name);
    const order = await made("renew", name);
    const done = async () => act(wanjiku, order, "done", { until: at(800), expectedExpiry: await expiryOf(name) });
    await done();
    expect(await page(order)).toContain("Set the last day back to");
    const back = { ...why, back: "on", expectedExpiry: await expiryOf(name) };
    expect((await post(wanjiku, order, "reopen", { ...back, expectedExpiry: before })).status).toBe(409);
    await act(wanjiku, order, "reopen", back);
    expect(await expiryOf(name)).toBe(before);
    expect((await newest())[0]?.body_text).toContain("again");
    await done();
    const after = await expiryOf(name);
    await act(wanjiku, order, "reopen", { ...why, expectedExpiry: after });
    expect(await expiryOf(name)).toBe(after);
    await rows(`update domains set expiry_date = '${before}' where name = '${name}'`);
    await done();
    await rows("update domains set expiry_date = expiry_date + interval '3 days'");
    expect(await page(order)).toMatch(/The name stays as it is. Correct the name at its page/);
  });

  test.each([
    [
      "the customer ordered the same again",
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, created_at)
      select user_id, kind, domain, 1, gen_random_uuid(), created_at + interval '1 second' from orders`,
      "ordered the same again",
    ],
    ["its money was paid back or kept", "update orders set refunded_at = now()", "paid back or kept as credit"],
    ["a part of its money went back", "update bills set refunded_ksh = 1", "paid back or kept as credit"],
    [
      "it ended more than 30 days ago",
      "update orders set updated_at = updated_at - interval '30 days'",
      "marked this order",
    ],
    [
      "the name has moved to another customer",
      `insert into domains (user_id, name, status, expiry_date)
      values ('${SECOND.id}', 'njeri0.co.ke', 'active', now() + interval '1 year')`,
      "Another customer has this name",
    ],
    ["its customer cancelled it", "update orders set cancelled_at = now()", "marked this order"],
  ])("is refused if %s", async (_what, statement, words) => {
    const [order] = await billed(true, 1000);
    if (!order) return expect.fail("no order");
    await act(wanjiku, order, "failed", failed);
    await rows(statement);
    const { status, html } = await post(wanjiku, order, "reopen", why);
    expect([status, html.includes(words)]).toEqual([409, true]);
    expect(await row(order)).toMatchObject({ status: "failed", reason: "Hakuna", refund_due_ksh: 1000 });
  });

  test.each([{ reason: "" }, { reason: "w".repeat(201) }])("is refused at the field for %j", async (typed) => {
    const order = await made("certificate", "njeri.co.ke");
    await act(wanjiku, order, "failed", failed);
    expect((await post(wanjiku, order, "reopen", typed)).status).toBe(400);
    expect(await row(order)).toMatchObject({ status: "failed" });
  });
});
