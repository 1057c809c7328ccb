import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { billOfLink } from "#app/orders/new-bill.server.ts";
import { act, baraka, mails, page, post, row, trail, wanjiku } from "./desk-order-fixtures.ts";
import { made } from "./order-fixtures.ts";
import { rows } from "./payment-fixtures.ts";

const bills = () => rows("select id, amount_ksh, paid_ksh, reference from bills");
const change = { ksh: "1,200", reason: "Promised by phone", expectedKsh: "4500" };
beforeEach(async () => {
  await rows("delete from payment_prompts");
  await rows("delete from orders");
  await rows("delete from services");
  await rows("delete from bills");
});

/** An order whose price staff named, and which has its bill. */
async function billed() {
  const order = await made("certificate", "mamamboga.co.ke", 0);
  await act(wanjiku, order, "price", { ksh: "4500" });
  return order;
}

describe("another price of an unpaid bill", () => {
  test("changes order and bill together, once, and mails both prices with the link to the same bill", async () => {
    const order = await billed();
    const [before] = await bills();
    expect(await page(order)).toContain("Change the price");
    const presses = await Promise.all([
      post(wanjiku, order, "reprice", change),
      post(wanjiku, order, "reprice", change),
    ]);
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect(await bills()).toEqual([{ ...before, amount_ksh: 1200 }]);
    expect(await row(order)).toMatchObject({ price_ksh: 1200, bill_id: before?.id });
    const mail = (await mails()).filter(({ subject }) => String(subject).startsWith("New price"));
    expect(mail).toHaveLength(1);
    for (const words of ["KSh 1,200", "KSh 4,500"])
      expect(String(mail[0]?.body_text).replaceAll("\u00a0", " ")).toContain(words);
    expect(billOfLink(/\/pay\/(\S+)/.exec(String(mail[0]?.body_text))?.[1])).toBe(before?.id);
    expect((await trail(order)).at(-1)).toMatchObject({
      did: "order-repriced",
      detail: { ksh: 1200, from: 4500, reason: "Promised by phone" },
    });
    // And up again.
    await act(wanjiku, order, "reprice", { ...change, ksh: "5000", expectedKsh: "1200" });
    expect(await bills()).toMatchObject([{ amount_ksh: 5000 }]);
  });

  test("of two who change it at once the first counts, and the other reads who was first", async () => {
    const order = await billed();
    const presses = await Promise.all([
      post(wanjiku, order, "reprice", change),
      post(baraka, order, "reprice", { ...change, ksh: "900" }),
    ]);
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(presses.find(({ status }) => status === 409)?.html).toContain("changed the price of this order");
    const [bill] = await bills();
    expect((await row(order))?.price_ksh).toBe(bill?.amount_ksh);
  });

  test.each([
    ["a code was typed", "update bills set typed_code = 'SG722NMVXQ'"],
    [
      "a phone is asked",
      `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state)
         select id, user_id, '+254712345678', amount_ksh, 'sent' from bills`,
    ],
    ["a part is paid", "update bills set paid_ksh = 100"],
  ])("is refused when %s", async (_what, statement) => {
    const order = await billed();
    await rows(statement);
    const { status, html } = await post(wanjiku, order, "reprice", change);
    expect([status, html.includes("Look at “Payments” first")]).toEqual([409, true]);
    expect(html).toContain("Promised by phone");
    expect(await bills()).toMatchObject([{ amount_ksh: 4500 }]);
  });

  test("is refused for a bill with another order", async () => {
    const [order, other] = [await billed(), await made("certificate", "njeri.com", 700)];
    await rows(`update orders set bill_id = (select id from bills) where id = '${other.id}'`);
    expect((await post(wanjiku, order, "reprice", change)).html).toContain("This bill has other orders, too.");
    expect(await row(order)).toMatchObject({ price_ksh: 4500 });
  });

  test.each([
    ["no number", { ksh: "cheap" }],
    ["nothing", { ksh: "0" }],
    ["too much", { ksh: "1000001" }],
    ["the price that it has", { ksh: "4500" }],
    ["no reason", { reason: "" }],
    ["a long reason", { reason: "w".repeat(201) }],
  ])("is refused at the field for %s, and keeps the rest", async (_what, fields) => {
    const order = await billed();
    const { status, html } = await post(wanjiku, order, "reprice", { ...change, ...fields });
    expect(status).toBe(400);
    expect(html).toContain(`value="${{ ...change, ...fields }.ksh}"`);
    expect(await bills()).toMatchObject([{ amount_ksh: 4500 }]);
  });
});
