import "./mpesa-settings.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runPayments } from "#app/payments/run.server.ts";
import { billFor, database, PAYER, provider, rows } from "./payment-fixtures.ts";

const OPENED = Date.parse("2026-12-02T05:00:00Z");
const HOUR_MS = 3_600_000;

// The embedded database takes now() from the same clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: OPENED });
});
// The database's idle timer was set months ahead. More than 25 days do not fit into a timer of Node, which then fires every
// millisecond; a statement at the real time sets it anew.
afterEach(async () => {
  vi.useRealTimers();
  await database.query("select 1");
});

/** Lets two processes run at once, so many days and hours after the bill was opened, and once more. */
async function runAt(days: number, hours = 0) {
  vi.setSystemTime(OPENED + (days * 24 + hours) * HOUR_MS);
  await Promise.all([runPayments(provider), runPayments(provider)]);
  await runPayments(provider);
}

const reminders = async () =>
  (await rows("select subject, recipient, body_text from mails where key like '%unpaid-%' order by key")).map(
    (mail) => ({
      subject: String(mail.subject),
      to: String(mail.recipient),
      text: String(mail.body_text),
    }),
  );
const subjects = async () => (await reminders()).map(({ subject }) => subject);

type Payment = { code: string; amount: number; reference: string; confirmedBy?: string };
const pay = ({ code, amount, reference, confirmedBy }: Payment) =>
  database.query("select record_payment($1)", [
    JSON.stringify({
      ...{ code, amount_ksh: amount, paid_at: new Date().toISOString(), source: "paybill", reference },
      ...(confirmedBy && { confirmed_by: confirmedBy }),
    }),
  ]);

describe("a bill that nobody pays", () => {
  test("is reminded of after 3, 10 and 27 days, once each, with a link that needs no account", async () => {
    const bill = await billFor({ "duka.co.ke": 1500, "duka.or.ke": 500 });
    for (const [days, hours, count] of [
      [0, 0, 0],
      [2, 23, 0],
      [3, 0, 1],
      [3, 1, 1],
      [9, 23, 1],
      [10, 0, 2],
      [11, 0, 2],
      [26, 23, 2],
      [27, 0, 3],
      [28, 0, 3],
    ] as const) {
      await runAt(days, hours);
      expect([days, hours, (await reminders()).length]).toEqual([days, hours, count]);
    }
    for (const [times, { subject, to, text }] of (await reminders()).entries()) {
      const words = times < 2 ? "Your order is not paid yet" : "Your order ends soon";
      expect([subject, to]).toEqual([`${words}: KSh 2,000`, PAYER.email]);
      expect(text.includes("Pay before 1 Jan 2027. Then the order ends.")).toBe(times === 2);
      expect(text).toContain(bill.reference);
      expect(text).toMatch(/\/pay\/[\w.-]{40,}/);
    }
  });

  test("is reminded of once if the site was down from the third day to the tenth", async () => {
    await billFor({ "duka.co.ke": 1500 });
    await runAt(12);
    await runAt(12, 1);
    await runAt(20);
    expect(await subjects()).toEqual(["Your order is not paid yet: KSh 1,500"]);
  });

  test("is reminded of by what is missing if a part is paid", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await pay({ code: "PARTPAID01", amount: 600, reference, confirmedBy: "pull" });
    await runAt(3);
    expect(await subjects()).toEqual(["Your order is not paid yet: KSh 900"]);
  });
});

describe("after 30 days", () => {
  const orders = async () =>
    (await rows("select domain, status, reason from orders order by domain")).map(({ status, reason }) => [
      status,
      reason,
    ]);
  const over = ["failed", "It was not paid within 30 days"];

  test("an unpaid bill ends with its orders, three days after the last reminder", async () => {
    await billFor({ "duka.co.ke": 1500, "duka.or.ke": 500 });
    for (const day of [3, 10, 27]) await runAt(day);
    await runAt(29, 23);
    expect(await orders()).toEqual(Array(2).fill(["requested", null]));
    await runAt(30);
    expect(await orders()).toEqual([over, over]);
    await runAt(60);
    expect(await subjects()).toHaveLength(3);
  });

  test("a bill whose last reminder was late ends three days after it", async () => {
    await billFor({ "duka.co.ke": 1500 });
    await runAt(40);
    await runAt(40, 1);
    await runAt(42, 23);
    expect(await orders()).toEqual([["requested", null]]);
    await runAt(43, 1);
    expect([await orders(), (await subjects()).length]).toEqual([[over], 1]);
  });

  const late = ["failed", "It was not paid in full within 60 days"];
  test.each([
    [
      "a part was paid",
      late,
      (reference: string) => pay({ code: "PARTPAID01", amount: 600, reference, confirmedBy: "pull" }),
    ],
    ["money is held", ["requested", null], (reference: string) => pay({ code: "HELDHELD01", amount: 6000, reference })],
    ["the customer typed a code", late, () => database.query("update bills set typed_code = 'SG722NMVXQ'")],
    [
      "M-PESA says that a phone paid it",
      ["requested", null],
      () =>
        database.query(
          "insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state) select id, user_id, '678', 6000, 'paid' from bills",
        ),
    ],
  ])("a bill stays if %s, and after 30 days more it is %j", async (title, inTheEnd, report) => {
    const { reference } = await billFor({ "duka.co.ke": 6000 });
    for (const day of [3, 10, 27]) await runAt(day);
    await report(reference);
    for (const day of [31, 59]) {
      await runAt(day);
      expect(await orders()).toEqual([["requested", null]]);
    }
    await runAt(61);
    expect(await orders()).toEqual([inTheEnd]);
    const refunds = await rows("select ksh from payments_waiting(now()) where kind = 'payment-refund'");
    expect(refunds).toEqual(title === "a part was paid" ? [{ ksh: 600 }] : []);
  });

  test("a bill stays for 30 days after its last part", async () => {
    const { reference } = await billFor({ "duka.co.ke": 6000 });
    for (const day of [3, 10, 27]) await runAt(day);
    await pay({ code: "PARTPAID01", amount: 600, reference, confirmedBy: "pull" });
    await runAt(50);
    await pay({ code: "PARTPAID02", amount: 600, reference, confirmedBy: "pull" });
    await runAt(79);
    expect(await orders()).toEqual([["requested", null]]);
    await runAt(81);
    expect(await orders()).toEqual([late]);
  });

  test("a bill of which a payment was void ends", async () => {
    await billFor({ "duka.co.ke": 1500 });
    for (const day of [3, 10]) await runAt(day);
    await database.query(
      `insert into payments (code, user_id, bill_id, amount_ksh, paid_at, source, own_number, state)
        select 'CASH-17', user_id, id, 1500, now(), 'cash', '17', 'void' from bills`,
    );
    await runAt(27);
    expect((await reminders()).at(-1)?.text).toContain("Then the order ends");
    await runAt(30);
    expect(await orders()).toEqual([over]);
  });

  test("a part of a bill that ended is due back, and its mail asks for nothing", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    for (const day of [3, 10, 27, 30]) await runAt(day);
    await pay({ code: "TOOLATE001", amount: 600, reference, confirmedBy: "pull" });
    await runAt(30, 1);
    const [mail] = await rows("select subject, body_text from mails where key like '%-TOOLATE001'");
    expect(mail?.subject).toBe("KSh 600 is due back to you");
    expect(mail?.body_text).toContain("so KSh 600 is due back to you. Keep it for your next bill");
    expect(mail?.body_text).not.toMatch(/missing|Pay KSh/);
  });

  test("money that comes for a bill that ended is due back", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    for (const day of [3, 10, 27, 30]) await runAt(day);
    await pay({ code: "TOOLATE001", amount: 1500, reference, confirmedBy: "pull" });
    expect(await rows("select paid_ksh, refund_due_ksh from bills")).toEqual([
      { paid_ksh: 1500, refund_due_ksh: 1500 },
    ]);
  });
});

describe("nobody is reminded of a bill", () => {
  test("that is paid, before the first reminder or between the two", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await runAt(3);
    expect(await subjects()).toHaveLength(1);
    await pay({ code: "ALLPAID001", amount: 1500, reference, confirmedBy: "pull" });
    const other = await billFor({ "duka.or.ke": 700 });
    await pay({ code: "ALLPAID002", amount: 700, reference: other.reference, confirmedBy: "pull" });
    await runAt(10);
    await runAt(20);
    expect(await subjects()).toHaveLength(1);
  });

  test("of which all orders have failed; of another, only what is left is named", async () => {
    const [gone, rest] = [
      await billFor({ "taken.co.ke": 1500 }),
      await billFor({ "duka.co.ke": 1500, "failed.co.ke": 500 }),
    ];
    await database.query("update orders set status = 'failed' where domain in ('taken.co.ke', 'failed.co.ke')");
    await runAt(3);
    await runAt(10);
    expect(await subjects()).toEqual(Array(2).fill("Your order is not paid yet: KSh 1,500"));
    for (const { text } of await reminders()) {
      expect(text).toContain(rest.reference);
      expect(text).not.toContain(gone.reference);
    }
  });

  test("while money for it is held, and again once that money was sent back", async () => {
    const { reference } = await billFor({ "duka.co.ke": 6000 });
    vi.setSystemTime(OPENED + HOUR_MS);
    await pay({ code: "HELDHELD01", amount: 6000, reference });
    await runAt(3);
    await runAt(5);
    expect(await subjects()).toEqual([]);
    await database.query("select return_payment('HELDHELD01', null)");
    await runAt(6);
    expect(await subjects()).toEqual(["Your order is not paid yet: KSh 6,000"]);
  });

  test("of an account that was closed, whose mail address is gone", async () => {
    await billFor({ "duka.co.ke": 1500 });
    await database.query("update auth.users set email = $2 where id = $1", [PAYER.id, `${PAYER.id}@invalid`]);
    await runAt(3);
    await database.query("update auth.users set email = $2 where id = $1", [PAYER.id, PAYER.email]);
    expect(await subjects()).toEqual([]);
  });
});
