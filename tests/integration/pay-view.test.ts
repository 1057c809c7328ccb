import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import * as own from "#app/routes/pay/own.tsx";
import { newBrowser } from "./browser.ts";
import { billFor, database, PAYER } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first } from "./two-customers.ts";

const pageOf = ({ id }: { id: string }) => readPage(`/dashboard/orders/pay/${id}`, first);

describe("the page of a bill", () => {
  test("neither urges to pay nor asks for a code while money is checked", async () => {
    const bill = await billFor({ "njeri-bakes.com": 6000 });
    const money = { code: "SG722NMVXQ", amountKsh: 6000, paidAt: "2026-12-02T05:00Z" } as const;
    await recordPayment({ ...money, source: "paybill", reference: bill.reference });
    const held = await pageOf(bill);
    expect(held.texts("h1")).toEqual(["Your KSh 6,000 is here"]);
    expect(held.all("main form")).toHaveLength(0);
  });

  test.each([
    ["that nobody knows", undefined, /M-PESA has not told us of it yet. You will get an e-mail/],
    ["of a payment without a bill", {}, /M-PESA has told us of it. We check that it is for this bill/],
    ["that is held for another bill", { isOther: true }, /It is not on this bill yet. We look into it/],
    ["that paid another bill", { isOther: true, confirmedBy: "token" }, /It is not on this bill yet/],
    ["that came back from nobody", { isReturned: true }, /It is not on this bill yet/],
  ] as const)(
    "says of a typed code %s what becomes of it, and nothing of another customer",
    async (_title, of, words) => {
      const [bill, other] = [await billFor({ "njeri-bakes.com": 1500 }), await billFor({ "other.com": 777 })];
      await database.query("update bills set typed_code = 'SG722NMVXQ' where id = $1", [bill.id]);
      const { isOther, isReturned, ...more } = { isOther: false, isReturned: false, ...of };
      const money = { code: "SG722NMVXQ", amountKsh: 777, paidAt: "2026-12-02T05:00Z", source: "paybill" } as const;
      if (of) await recordPayment({ ...money, ...more, ...(isOther && { reference: other.reference }) });
      if (isReturned) await database.query("select return_payment('SG722NMVXQ', null)");
      const page = await pageOf(bill);
      expect(page.texts("[role=status]").join()).toMatch(words);
      expect(page.texts(".bill-sum")[0]).toBe("KSh 1,500");
      expect(page.texts("main").join()).toContain("Don’t pay twice");
      expect(page.html).not.toMatch(/KSh 777|other\.com/);
      expect(page.html).not.toContain(other.reference);
      // Its own payment is no stranger's.
      await database.query("update payments set bill_id = $1, state = 'held'", [bill.id]);
      expect((await pageOf(bill)).texts("[role=status]").join().includes("We are checking")).toBe(!of);
    },
  );

  test("has one banner, and folds the ways to pay behind a typed code", async () => {
    const bill = await billFor({ "njeri-bakes.com": 6000 });
    const banners = async () => (await pageOf(bill)).texts("main .banner-title, .pay-wait h1");
    const prompt = (state: string) =>
      database.query(
        `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, result_code)
          select id, user_id, '+254712345678', 6000, '${state}', '1032' from bills`,
      );
    await prompt("refused");
    expect(await banners()).toEqual(["You cancelled on your phone. Nothing was taken."]);
    expect((await pageOf(bill)).texts("main summary")).toEqual(["Pay by Pay Bill instead", "Let somebody else pay"]);
    await database.query("update bills set typed_code = 'SG722NMVXQ'");
    const typed = await pageOf(bill);
    expect(typed.texts("main .banner-title")).toEqual(["We are checking code SG722NMVXQ"]);
    expect(typed.texts("main summary")).toEqual(["I have not paid yet", "Pay by Pay Bill instead"]);
    expect(typed.all("main details[open]")).toHaveLength(0);
    expect(typed.all("main button:not([hidden])").every((button) => button.closest("details"))).toBe(true);
    expect(typed.texts("main details").join()).toContain(bill.reference);
    await prompt("sent");
    expect(await banners()).toEqual(["Check your phone"]);
    await database.query("update payment_prompts set state = 'unknown'");
    await recordPayment({
      code: "SG722NMVXR",
      amountKsh: 6000,
      paidAt: "2026-12-02T05:00Z",
      source: "paybill",
      reference: bill.reference,
    });
    expect(await banners()).toEqual(["Your KSh 6,000 is here"]);
  });

  test("shows a refused prompt behind the mailed link only after the form of that page", async () => {
    const bill = await billFor({ "njeri-bakes.com": 6000 });
    await database.query(
      `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, result_code)
        select id, user_id, '+254712345678', 6000, 'refused', '1032' from bills where id = $1`,
      [bill.id],
    );
    const linked = new URL(payUrl(bill.id)).pathname;
    const bannersAt = async (path: string) => (await readPage(path, newBrowser())).texts("main .banner-title");
    expect(await bannersAt(linked)).toEqual([]);
    expect(await bannersAt(`${linked}?n=0`)).toEqual(["You cancelled on your phone. Nothing was taken."]);
    expect((await pageOf(bill)).texts("main .banner-title")).toEqual([
      "You cancelled on your phone. Nothing was taken.",
    ]);
  });

  test("can be sent to somebody else, whose link opens the same bill without signing in", async () => {
    const bill = await billFor({ "njeri-bakes.com": 6000 });
    const page = await pageOf(bill);
    const [chat, sms] = [page.link("Send by WhatsApp")[0], page.link("Send by SMS")[0]];
    const text = new URL(chat ?? "").searchParams.get("text") ?? "";
    expect(text).toMatch(/^Please pay KSh 6,000 to \S+ for .*njeri-bakes\.com.*: http/);
    expect(sms).toBe(`sms:?&body=${encodeURIComponent(text)}`);
    const url = text.slice(text.indexOf("http"));
    const linked = await readPage(new URL(url).pathname, newBrowser());
    expect(linked.texts(".bill-sum")).toEqual(page.texts(".bill-sum"));
    expect(linked.link("Send by WhatsApp")).toEqual([]);
  });

  test("asks no landline, and fills the form with a mobile number only", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const path = `/dashboard/orders/pay/${bill.id}`;
    const messageOf = async (phone: string) => {
      const response = await own.action({
        ...first.requestArgs(path, { form: "ask", phone }),
        params: { bill: bill.id },
      } as never);
      return JSON.stringify("data" in response ? response.data : "");
    };
    for (const phone of ["020 234 5678", "+254 20 2345678", "0800 723 253"]) {
      expect(await messageOf(phone)).toContain("M-PESA asks mobile phones only");
    }
    expect(await messageOf("+44 7911 123456")).toContain("Type a Kenyan number");
    expect(await database.query("select id from payment_prompts")).toEqual([]);
    const shown = async (phone: string) => {
      await database.query("delete from payment_prompts");
      await database.query(
        "insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state) select id, user_id, $1, 1500, 'unknown' from bills",
        [phone],
      );
      return (await pageOf(bill)).field("M-PESA phone number").value;
    };
    expect(await shown("+254202345678")).toBe("");
    expect(await shown("+254712345678")).toBe("0712 345 678");
  });

  test("folds a list of more than four orders", async () => {
    const short = await pageOf(await billFor({ "a.com": 500, "b.com": 500, "c.com": 500, "d.com": 500 }));
    expect([short.texts(".bill summary").length, short.all(".bill-items li").length]).toEqual([1, 4]);
    const long = await pageOf(await billFor({ "e.com": 500, "f.com": 500, "g.com": 500, "h.com": 500, "i.com": 500 }));
    expect(long.texts(".bill summary")).toEqual(["All 5 orders", "Pay by Pay Bill instead"]);
    expect(long.all(".bill details li")).toHaveLength(5);
  });

  test("says of a paid bill what comes back", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    await database.query("update bills set paid_ksh = 1500, paid_at = now(), surplus_ksh = 300, returned_ksh = 100");
    expect((await pageOf(bill)).texts("main p").join()).toContain("You paid KSh 200 too much");
  });

  test("says what comes back of a part that was paid, where no order is left", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    await database.query("update bills set paid_ksh = 400");
    await database.query("update orders set status = 'failed'");
    const words = async () => (await pageOf(bill)).texts("main").join();
    expect(await words()).toMatch(/We owe you KSh 400.*Not registered/);
    await database.query("update bills set refunded_ksh = 400");
    expect(await words()).toMatch(/^\s*Nothing to pay/);
  });

  test("says why a paid order was not done and what became of the money, and celebrates nothing", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 }, "renew");
    await database.query(
      "update bills set paid_ksh = 1500, paid_at = now(), number = '2026-09997', refund_due_ksh = 1500",
    );
    await database.query(
      "update orders set status = 'failed', reason = 'The registry refused it', refund_due_ksh = 1500",
    );
    await readPage(`/dashboard/orders/receipt/${bill.id}`, first);
    const due = await pageOf(bill);
    expect(due.texts("h1")).toEqual(["We owe you KSh 1,500"]);
    // Neither way is urged.
    expect(due.texts("main form .button-alt")).toEqual(["Keep it for my next bill", "Send it back"]);
    const refund = `{"way": "mpesa", "code": "TKR4X9QW2Z", "ksh": 1500}`;
    const [done] = await database.query(
      `select desk_pay_back('{"id": "${PAYER.id}", "email": "staff@example.com"}', $1, 'refund', '${refund}', 1500) as outcome`,
      [bill.reference],
    );
    expect(done).toMatchObject({ outcome: { outcome: "done" } });
    const back = await pageOf(bill);
    expect(back.texts("h1")).toEqual(["Not renewed: the registry refused it"]);
    expect(back.texts(".banner").join()).toMatch(/We sent your KSh 1,500 back on \d+ \w+ \d+, M-PESA TKR4X9QW2Z\./);
    expect(back.all(".happy, .steps, main form")).toEqual([]);
    expect(back.link("Order again")).toEqual(["/dashboard/orders/new?kind=renew&domain=njeri-bakes.com"]);
    const [note] = back.link("Credit note");
    expect((await readPage(note ?? "", first)).texts("h1").join()).toMatch(/^Credit note CN-/);
  });
});
