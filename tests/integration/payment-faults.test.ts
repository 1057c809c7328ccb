import "./mpesa-settings.ts";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { claimCallback } from "#app/payments/prompts.table.server.ts";
import { callbackTarget, promptCallbackUrl, receiveCallback } from "#app/payments/receive-callback.server.ts";
import { askPhone, listMissed } from "#app/payments/send-prompt.server.ts";
import { countUse } from "#app/platform/abuse/limits.server.ts";
import { env } from "#app/platform/env.server.ts";
import * as pay from "#app/routes/pay/own.tsx";
import { ASK_FORM } from "#app/routes/pay/ui/pay-forms.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { billFor, PAYER, pass, provider, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first } from "./two-customers.ts";

const PHONE = "+254712345000";
const PAYBILL = `${env.origin}/pay/c/${env.mpesa?.callbackPath}`;
const paid = () => rows("select paid_ksh, surplus_ksh from bills");
const ALL = [{ paid_ksh: 1500, surplus_ksh: 0 }];
const NOTHING = [{ paid_ksh: 0, surplus_ksh: 0 }];

let statuses: number[] = [];
beforeEach(() => {
  statuses = [];
  daraja.deliver = async (url, body) => {
    const target = callbackTarget(new URL(url).pathname);
    if (target && target.kind !== "validation") statuses.push(await receiveCallback(target, body, "192.0.2.1"));
  };
});

test("while Daraja is down a press says so, Pay Bill works, and the next press asks the phone", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const page = () => readPage(`/dashboard/orders/pay/${bill.id}`, first);
  server.use(http.all("*/daraja/*", () => HttpResponse.error()));
  expect(await askPhone(bill, PHONE)).toMatchObject({ ok: true, value: { state: "refused" } });
  await run();
  const down = await page();
  expect(down.texts("[role=alert]").join()).toContain("We could not ask this phone.");
  expect(down.texts("main dd:nth-of-type(1)")).toEqual(["600123", bill.reference, "1500"]);
  expect(down.all("[name=phone]")).toHaveLength(1);
  await daraja.reportPaybill(daraja.pay({ amount: 600, reference: bill.reference }));
  await run();
  expect(await paid()).toEqual([{ paid_ksh: 600, surplus_ksh: 0 }]);

  server.resetHandlers();
  expect(await askPhone(bill, PHONE)).toMatchObject({ ok: true, value: { amountKsh: 900 } });
  await run();
  expect(await paid()).toEqual(ALL);
});

test("a prompt that reached no phone does not count towards the limits", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const press = () =>
    pay.action({
      ...first.requestArgs(`/dashboard/orders/pay/${bill.id}`, { phone: PHONE, form: ASK_FORM }),
      params: { bill: bill.id },
    });
  const refusal = { requestId: "1", errorCode: "500.001.1001", errorMessage: "Wrong credentials" };
  server.use(http.post("*/processrequest", () => HttpResponse.json(refusal, { status: 500 })));
  await press();
  server.resetHandlers();
  // This use is the first one that counts, and the press after it the second.
  expect(await countUse("promptsOfBill", bill.id)).toBe(1);
  await press();
  expect(await countUse("promptsOfBill", bill.id)).toBe(3);
});

test("a process that is killed with a report in hand, before or after it wrote the payment, counts it once", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  await askPhone(bill, PHONE);
  await Promise.all(daraja.answers);
  expect(statuses).toEqual([200]);
  // The first process takes the report and dies at once; until its claim ends, no other takes it.
  expect(await claimCallback()).toMatchObject({ source: "stk" });
  await run();
  expect(await paid()).toEqual(NOTHING);
  await pass(61);
  // The second writes the payment, and dies before it notes that the report is done.
  server.use(http.post("*/rest/v1/rpc/end_callback", () => HttpResponse.error()));
  await run();
  expect(await paid()).toEqual(ALL);
  server.resetHandlers();
  await pass(61);
  await run();
  expect(await paid()).toEqual(ALL);
  expect(await rows("select state, amount_ksh from payments")).toEqual([{ state: "counted", amount_ksh: 1500 }]);
  expect(await rows("select key from payment_callbacks where handled_at is null")).toEqual([]);
});

test("a report that came while the database was down is found in the provider's list, and counts once if it comes again", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  const money = daraja.pay({ amount: 1500, reference });
  server.use(http.post("*/rest/v1/rpc/store_callback", () => HttpResponse.error()));
  await daraja.reportPaybill(money);
  server.resetHandlers();
  await run();
  expect([statuses, await paid()]).toEqual([[503], NOTHING]);
  await listMissed(provider, new Date());
  expect(await paid()).toEqual(ALL);
  await daraja.reportPaybill(money);
  await run();
  expect([statuses, await paid()]).toEqual([[503, 200], ALL]);
});

test("a report whose texts PostgreSQL cannot store, or with the time of another age, counts", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const typed = `${bill.reference}\0 ${" ".repeat(30)}😀`;
  const body = { TransID: "SG722NMVXQ", TransTime: "00000101000000", TransAmount: "1500.00", BillRefNumber: typed };
  await daraja.deliver(PAYBILL, body);
  await run();
  expect([statuses, await paid()]).toEqual([[200], ALL]);
  expect(await rows("select typed_reference from payments")).toEqual([
    { typed_reference: typed.slice(0, 40).replace("\0", "") },
  ]);
  await daraja.deliver(PAYBILL, { ...body, TransID: " " });
  expect(statuses).toEqual([200, 400]);
});

test("a payment of a prompt that a restored backup does not have waits for a person", async () => {
  const url = promptCallbackUrl("00000000-0000-4000-8000-000000000000");
  const Item = [
    { Name: "Amount", Value: 1500 },
    { Name: "MpesaReceiptNumber", Value: "SG722NMVXQ" },
  ];
  await daraja.deliver(url, { Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item } } } });
  await run();
  expect(statuses).toEqual([200]);
  expect(await rows("select state, amount_ksh from payments")).toEqual([{ state: "unmatched", amount_ksh: 1500 }]);
});

test("a payment that counts already, and that M-PESA then reports for another bill, is shown to a person once", async () => {
  const [bill, other] = [await billFor({ "duka.co.ke": 1500 }), await billFor({ "shamba.co.ke": 1500 })];
  const money = daraja.pay({ amount: 1500, reference: bill.reference });
  await daraja.reportPaybill(money);
  await run();
  // The phone never reports anything by itself.
  await askPhone(other, "+254712345990");
  await Promise.all(daraja.answers);
  const [prompt] = daraja.prompts.values();
  if (!prompt) throw new Error("no prompt");
  await daraja.reportPrompt(prompt, money);
  await run();
  await run();
  const subjects = await rows("select subject from messages where subject like 'Payment %'");
  expect(subjects).toEqual([{ subject: `Payment ${money.code}: look at it` }]);
  expect(await rows("select sum(paid_ksh)::integer as paid from bills")).toEqual([{ paid: 1500 }]);
});

test("a payment in the provider's list that cannot be stored does not hold up the others", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  daraja.pay({ amount: 900, reference: bill.reference }).code = "?";
  daraja.pay({ amount: 600, reference: bill.reference });
  expect(await listMissed(provider, new Date())).toBe(false);
  expect(await paid()).toEqual([{ paid_ksh: 600, surplus_ksh: 0 }]);
});

test("a forged report with a guessed secret is not stored, and one to the true address does not count against the query", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  // This phone reports a payment with a wrong secret.
  await askPhone(bill, "+254712345993");
  await Promise.all(daraja.answers);
  expect(await rows("select key from payment_callbacks")).toEqual([]);
  const [prompt] = daraja.prompts.values();
  if (!prompt) throw new Error("no prompt");
  await daraja.reportPrompt(prompt, { code: "FORGED0001", amount: 1500, reference: "", paidAt: new Date() });
  await run();
  expect(statuses).toEqual([200]);
  prompt.result = "1032";
  for (const seconds of [21, 700, 90_000]) {
    await pass(seconds);
    await run();
    await listMissed(provider, new Date());
    expect(await rows("select state from payments")).toEqual([{ state: "held" }]);
    expect(await paid()).toEqual(NOTHING);
  }
  expect(await rows("select is_disputed from payments")).toEqual([{ is_disputed: true }]);
});

// "4999" is Daraja's "still under processing"; of the others nobody knows what they mean.
test.each(["4999", "7777", "1031", "SFC_IC9999"])(
  "a query that says %s ends no prompt and disputes no payment",
  async (code) => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    // The phone never reports anything by itself.
    await askPhone(bill, "+254712345990");
    await Promise.all(daraja.answers);
    const [prompt] = daraja.prompts.values();
    if (!prompt) throw new Error("no prompt");
    prompt.result = code;
    const before = await rows("select state from payment_prompts");
    await pass(21);
    await run();
    expect(await rows("select state from payment_prompts")).toEqual(before);
    await daraja.reportPrompt(prompt, daraja.pay({ amount: 1500, reference: bill.reference }));
    await pass(21);
    await run();
    expect(await rows("select state, is_disputed from payments")).toEqual([{ state: "held", is_disputed: false }]);
    expect(await paid()).toEqual(NOTHING);
    prompt.result = "0";
    await pass(21);
    await run();
    expect(await paid()).toEqual(ALL);
  },
);

test("a report of an amount with cents makes no payment, and the agency is told once", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const report = { TransID: "SG722NMVXQ", TransAmount: "1500.50", BillRefNumber: bill.reference };
  for (const _time of [1, 2]) {
    await daraja.deliver(PAYBILL, report);
    await run();
  }
  expect([statuses, await paid()]).toEqual([[200, 200], NOTHING]);
  const told = outbox.list().filter(({ kind }) => kind === "contact");
  expect(told).toMatchObject([{ text: expect.stringMatching(/SG722NMVXQ.*1500\.50/) }]);
});

test("what a closed account ordered is left to the agency when its payment comes", async () => {
  const bill = await billFor({ "direct-duka.com": 1500 });
  const [{ email } = {}] = await rows(`select email from auth.users where id = '${PAYER.id}'`);
  await rows(`update auth.users set email = 'closed-1@invalid' where id = '${PAYER.id}'`);
  await daraja.reportPaybill(daraja.pay({ amount: 1500, reference: bill.reference }));
  await run();
  await rows(`update auth.users set email = '${email}' where id = '${PAYER.id}'`);
  expect([await paid(), await rows("select status from orders")]).toEqual([ALL, [{ status: "requested" }]]);
  const told = outbox.list().filter(({ kind }) => kind === "contact");
  expect(told).toMatchObject([{ text: expect.stringContaining("The account is closed.") }]);
  expect(outbox.list().filter(({ to }) => to.includes("@invalid"))).toEqual([]);
});

test("a bill with an order that failed while the phone showed the prompt is due back in part, and one mail says it", async () => {
  const bill = await billFor({ "direct-exists-duka.com": 900, "duka.co.ke": 600 });
  await askPhone(bill, PHONE);
  await rows("update orders set status = 'failed' where domain = 'duka.co.ke'");
  await run();
  expect(await rows("select paid_ksh, refund_due_ksh from bills")).toEqual([{ paid_ksh: 1500, refund_due_ksh: 600 }]);
  const saysIt = await rows("select subject from mails where kind = 'payment' and body_text like '%back to you%'");
  expect(saysIt).toEqual([{ subject: "KSh 600 is due back to you" }]);
});
