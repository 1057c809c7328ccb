import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { billOfLink } from "#app/orders/new-bill.server.ts";
import type { Order } from "#app/orders/order.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import { outbox } from "#mocks/outbox.ts";
import {
  act,
  baraka,
  leave,
  mails,
  NAME,
  njeri,
  page,
  post,
  postOnce,
  reads,
  row,
  trail,
  wanjiku,
} from "./desk-order-fixtures.ts";
import { atProvider, FIRST, made } from "./order-fixtures.ts";
import { rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";

const bills = () => rows("select id, user_id, reference, amount_ksh, paid_ksh, refund_due_ksh from bills");
const did = async (order: Order) => (await trail(order)).map((line) => line.did);
const payLinks = async () => {
  const list = await readPage("/dashboard/orders", njeri);
  return list.texts("a").filter((text) => /^Pay /.test(text));
};
/** Pays the only bill. */
async function pay() {
  const [bill] = await bills();
  const money = { code: "SG722NMVXQ", amountKsh: Number(bill?.amount_ksh), paidAt: new Date().toISOString() };
  await recordPayment({ ...money, source: "paybill", reference: String(bill?.reference), confirmedBy: "token" });
  await run();
}
const isAgencyNotified = () => outbox.list().filter(({ kind }) => kind === "contact");

describe("a price that staff name", () => {
  test("opens the bill of the order with it, once, and mails the link to pay", async () => {
    const order = await made("certificate", "mamamboga.co.ke", 0);
    expect(await page(order)).toMatch(/Price in shillings.*Then the customer reads: Not paid yet\..*Set the price/);
    for (const ksh of ["4,500", "4500"]) await act(wanjiku, order, "price", { ksh });
    const [bill, ...others] = await bills();
    expect([bill, others]).toMatchObject([{ user_id: FIRST.id, amount_ksh: 4500, paid_ksh: 0 }, []]);
    expect(await row(order)).toMatchObject({ price_ksh: 4500, bill_id: bill?.id, status: "requested" });
    const [mail, ...more] = await mails();
    expect([mail, more]).toMatchObject([{ subject: "KSh 4,500: SSL certificate of mamamboga.co.ke" }, []]);
    expect(mail?.body_text).toContain(String(bill?.reference));
    expect(billOfLink(/\/pay\/(\S+)/.exec(String(mail?.body_text))?.[1])).toBe(bill?.id);
    expect(await reads()).toMatch(/Not paid yet\. We begin when it is paid\..*KSh 4,500, named on /);
    expect(await payLinks()).toEqual(["Pay KSh 4,500"]);
    expect(await page(order)).toMatch(/KSh 4,500, named at \d\d:\d\d, not paid yet.*KSh 4,500 is missing\./);
    expect((await post(baraka, order, "price", { ksh: "4500" })).html).toMatch(
      /Wanjiku Kamau named the price of this order at/,
    );
    expect(await did(order)).toEqual(["order-priced"]);
  });

  test("makes no order one that the site carries out by itself", async () => {
    const order = await made("certificate", "direct-duka.com", 0);
    await act(wanjiku, order, "price", { ksh: "4500" });
    await pay();
    expect([(await row(order))?.status, atProvider()]).toEqual(["requested", []]);
    expect(isAgencyNotified()).toMatchObject([{ subject: "Paid (carry it out): KSh 4,500 for direct-duka.com" }]);
    expect(await reads()).toContain("Paid. We carry it out and e-mail you.");
  });
});

describe("an order that staff accept", () => {
  test.each<[OfferKind, string]>([
    ["register", NAME],
    ["transfer", NAME],
  ])("gets its bill once: %s of %s", async (kind, name) => {
    const order = await made(kind, name, 1500);
    expect(await payLinks()).toEqual([]);
    expect(await page(order)).toMatch(/Then the customer reads: Not paid yet\..*Accept: send the bill/);
    for (const _press of [1, 2]) await act(wanjiku, order, "accept");
    const late = await post(baraka, order, "accept");
    expect(late.status).toBe(409);
    expect(late.html).toMatch(/Wanjiku Kamau accepted, with its bill, this order at \d\d:\d\d\. Nothing was saved/);
    expect(await bills()).toMatchObject([{ user_id: FIRST.id, amount_ksh: 1500 }]);
    expect(await trail(order)).toMatchObject([{ did: "order-accepted", customer: FIRST.id, detail: { ksh: 1500 } }]);
    expect((await mails()).map(({ subject }) => String(subject))).toEqual([
      expect.stringMatching(/^Your bill of KSh 1,500: /),
    ]);
    expect(await payLinks()).toEqual(["Pay KSh 1,500"]);
    expect(await page(order)).not.toContain("send the bill");
  });

  test("is handed to the agency when it is paid, and stays with who has it", async () => {
    const order = await made("register", NAME, 1500);
    await act(wanjiku, order, "take");
    expect((await post(baraka, order, "accept")).html).toMatch(/Wanjiku Kamau took this order at/);
    await act(wanjiku, order, "accept");
    expect(await reads()).toMatch(/Not paid yet\. We begin when it is paid\./);
    await pay();
    expect(await row(order)).toMatchObject({ status: "processing", taken_at: expect.anything() });
    const text = expect.stringContaining("One of us has it at the desk. Carry it out.");
    expect(isAgencyNotified()).toMatchObject([{ subject: `Paid (carry it out): KSh 1,500 for ${NAME}`, text }]);
    expect(await reads()).toContain("We are working on it.");
  });

  test("is carried out by the site after payment only where the site’s rules allow it", async () => {
    const order = await made("transfer", "direct-duka.com", 1500);
    await act(wanjiku, order, "accept");
    expect(atProvider()).toEqual([]);
    await pay();
    expect((await row(order))?.status).toBe("done");
  });

  test.each([
    ["done", "update orders set status = 'done'"],
    ["failed", "update orders set status = 'failed'"],
    ["without a price", "update orders set price_ksh = 0"],
  ])("cannot be one that is %s", async (_state, sql) => {
    const order = await made("register", NAME, 1500);
    await rows(sql);
    expect(await page(order)).not.toContain("Accept");
    expect((await post(wanjiku, order, "accept")).status).toBe(409);
    expect([await bills(), await mails(), await did(order)]).toEqual([[], [], []]);
  });

  test("cannot be one that the site is carrying out", async () => {
    const order = await made("transfer", NAME, 1500);
    await leave(order, 11);
    expect((await post(wanjiku, order, "accept")).status).toBe(409);
    expect(await bills()).toEqual([]);
  });
});

describe("an order with a bill of the desk that fails", () => {
  const fail = (order: Order) => act(wanjiku, order, "failed", { why: "taken", words: "" });

  test("before payment is not to be paid any more, and gets no second bill", async () => {
    const order = await made("transfer", NAME, 1500);
    await act(wanjiku, order, "take");
    await act(wanjiku, order, "accept");
    await fail(order);
    expect(await reads()).toMatch(/Somebody else has this name now\. Nothing was charged\./);
    expect(await payLinks()).toEqual([]);
    expect((await post(baraka, order, "accept")).status).toBe(409);
    expect(await bills()).toMatchObject([{ paid_ksh: 0, refund_due_ksh: 0 }]);
    // The form of orders without a bill, which this page does not offer, asks no question and saves nothing.
    expect((await postOnce(baraka, order, "refund", { ksh: "1500" })).status).toBe(409);
    expect(await row(order)).toMatchObject({ refund_due_ksh: 0 });
  });

  test("after payment is due back, as the desk said before, the mail says and the customer reads", async () => {
    const order = await made("register", NAME, 1500);
    await act(wanjiku, order, "take");
    await act(wanjiku, order, "accept");
    await pay();
    expect(await page(order)).toContain(
      "Then the customer reads: Somebody else has this name now. We pay you back KSh 1,500.",
    );
    await fail(order);
    expect(await bills()).toMatchObject([{ paid_ksh: 1500, refund_due_ksh: 1500 }]);
    const [mail] = (await mails()).filter(({ subject }) => String(subject).startsWith("Not done"));
    expect(mail?.body_text).toContain("We pay you back KSh 1,500.");
    expect(await reads()).toContain("We pay you back KSh 1,500.");
  });
});

test("staff read of an order on a bill whether it is paid, as its customer does", async () => {
  const order = await made("register", NAME, 1500);
  await act(wanjiku, order, "accept");
  expect(await page(order)).toMatch(/Not paid yet.*KSh 1,500 is missing.*Customer reads ?Not paid yet/);
  await pay();
  const paid = await page(order);
  expect(paid).toMatch(/1,500, paid/);
  expect(paid).not.toContain("not paid yet");
});
