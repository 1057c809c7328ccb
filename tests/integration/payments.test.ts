import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { askPhone, listMissed } from "#app/payments/send-prompt.server.ts";
import { daraja } from "#mocks/daraja/daraja.ts";
import { outbox } from "#mocks/outbox.ts";
import { setDeadlines } from "../deadlines.js";
import { billFor, pass, provider, rows, run } from "./payment-fixtures.ts";
import { pages } from "./payment-site.ts";

const phone = (digits: string) => `+254712345${digits}`;
const billOf = async () => (await rows("select amount_ksh, paid_ksh, surplus_ksh, number from bills"))[0];
const promptOf = async () => (await rows("select state, result_code from payment_prompts order by asked_at desc"))[0];
const payments = () => rows("select state, amount_ksh, confirmed_by, is_disputed, source from payments");
const mails = async (kind: string) =>
  (await rows(`select subject, body_text from mails where kind = '${kind}' order by created_at`)).map((mail) => ({
    subject: String(mail.subject),
    text: String(mail.body_text),
  }));
const counted = { state: "counted", amount_ksh: 1500 };

describe("a prompt on a phone that ends with", () => {
  test.each([
    ["000", { state: "paid" }, [{ ...counted, confirmed_by: "query" }], 1500],
    ["997", { state: "paid" }, [counted], 1500],
    ["996", { state: "paid" }, [counted], 1500],
    ["995", { state: "paid" }, [counted], 1500],
    ["992", { state: "paid" }, [counted], 1500],
    ["994", { state: "paid" }, [{ state: "counted", amount_ksh: 750 }], 750],
    ["991", { state: "paid" }, [{ state: "held", is_disputed: true }], 0],
    ["998", { state: "paid", result_code: "0" }, [], 0],
    ["990", { state: "sent" }, [], 0],
    ["993", { state: "sent" }, [], 0],
    ["032", { state: "refused", result_code: "1032" }, [], 0],
    ["201", { state: "refused", result_code: "2001" }, [], 0],
    ["500", { state: "refused", result_code: "500.003.02" }, [], 0],
  ] as const)("%s ends as %j with the payments %j and KSh %d paid", async (digits, prompt, money, paid) => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    // The reply to this one never comes.
    if (digits === "995") setDeadlines({ write: 2000 });
    expect(await askPhone(bill, phone(digits))).toMatchObject({ ok: true, value: { amountKsh: 1500 } });
    await Promise.all(daraja.answers);
    await pass(21);
    await run();
    expect(await promptOf()).toMatchObject(prompt);
    expect(await payments()).toMatchObject(money);
    expect(await billOf()).toMatchObject({
      paid_ksh: paid,
      number: paid === 1500 ? expect.stringMatching(/-00001$/) : null,
    });
    // Whatever was missed or doubted is in M-PESA's own list.
    await listMissed(provider, new Date());
    const came = [...daraja.money.values()].reduce((sum, { amount }) => sum + amount, 0);
    expect(await billOf()).toMatchObject({ paid_ksh: came });
    expect(pages).toEqual([]);
  });
});

describe("a paid bill", () => {
  test("has its orders carried out where orders are direct, once, and everybody is told", async () => {
    const bill = await billFor({ "direct-duka.com": 1500, "direct-lost-duka.com": 700, "direct-exists-duka.com": 300 });
    await askPhone(bill, phone("000"));
    await run();
    await run();
    expect(await rows("select domain, status from orders order by domain")).toEqual([
      { domain: "direct-duka.com", status: "done" },
      { domain: "direct-exists-duka.com", status: expect.any(String) },
      { domain: "direct-lost-duka.com", status: "processing" },
    ]);
    expect(
      outbox.list().filter(({ kind, subject }) => kind === "order" && subject.includes("direct-duka")),
    ).toHaveLength(1);
    const [paid] = await mails("payment");
    expect(paid).toMatchObject({ subject: "We have your KSh 2,500" });
    expect(paid?.text).toMatch(/See your receipt: http\S+\/pay\/[\w-]+\/receipt/);
    const told = outbox.list().filter(({ kind }) => kind === "contact");
    expect(told).toMatchObject([{ subject: "Paid (carry it out): KSh 2,500 for 3 names" }]);
  });

  test("for one new name: its mails lead to the pages that put the name to use, and say once that it is registered", async () => {
    const bill = await billFor({ "direct-duka.com": 1500 });
    await askPhone(bill, phone("000"));
    await run();
    await run();
    const [paid] = await mails("payment");
    const done = await mails("order-news");
    expect(done.map(({ subject }) => subject)).toEqual(["Done: Registration of direct-duka.com"]);
    for (const mail of [paid, ...done]) {
      expect(mail?.text).toMatch(/Connect a website: http\S+\/dashboard\/domains\/direct-duka\.com\/website/);
      expect(mail?.text).toMatch(/Set up mail: http\S+\/dashboard\/domains\/direct-duka\.com\/dns\/mail/);
    }
  });

  test("whose order the provider refuses is due back, and the customer reads it", async () => {
    const bill = await billFor({ "direct-taken-duka.com": 900 });
    await askPhone(bill, phone("000"));
    await run();
    const [order] = await rows("select status from orders");
    const [told] = outbox.list().filter(({ kind }) => kind === "contact");
    const said = "The provider refused it: The specified domain (direct-taken-duka.com) isn't available for purchase.";
    expect(told?.text).toContain(`${said} Send KSh 900 back.`);
    expect(await rows("select author, body from desk_notes")).toEqual([{ author: "The site", body: said }]);
    expect((await mails("payment")).map(({ text }) => text).join(" ")).not.toContain(said);
    const [{ refund_due_ksh } = {}] = await rows("select refund_due_ksh from bills");
    expect([order?.status, refund_due_ksh]).toEqual(["failed", 900]);
    expect((await mails("payment")).map(({ subject }) => subject)).toEqual([
      "We have your KSh 900",
      "KSh 900 is due back to you",
    ]);
  });

  test("whose order the provider did not take is left to the agency, which reads why", async () => {
    const bill = await billFor({ "direct-ratelimit-duka.com": 900 });
    await askPhone(bill, phone("000"));
    await run();
    const [told] = outbox.list().filter(({ kind }) => kind === "contact");
    expect(told?.text).toMatch(
      /A provider was asked and did not take it\. .*Nothing was bought\. .*carried out at once: \w/s,
    );
    expect(told?.text).not.toContain("Nothing has been asked");
  });

  test("is paid in parts and by anybody, with a surplus at the end", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const pay = async (amount: number, reference = bill.reference) => {
      await daraja.reportPaybill(daraja.pay({ amount, reference }));
      await run();
    };
    await pay(300, `${bill.reference.slice(0, 4).toLowerCase()} ${bill.reference.slice(4)}`);
    await pay(1300);
    await pay(50);
    await pay(70, "shoes");
    await pay(6000);
    expect(await billOf()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 150 });
    expect((await payments()).map(({ state }) => state).sort()).toEqual([
      "counted",
      "counted",
      "held",
      "surplus",
      "unmatched",
    ]);
    expect((await mails("payment")).map(({ subject }) => subject)).toEqual([
      "KSh 1,200 is still missing",
      "We have your KSh 1,300",
      "We have your KSh 50",
    ]);
    await pass(601);
    await run();
    const told = outbox.list().map(({ subject }) => subject);
    expect(told.filter((subject) => subject.endsWith("look at it"))).toHaveLength(2);
  });
});

describe("a payment of which only the callback speaks", () => {
  test.each([
    [5000, "counted"],
    [5001, "held"],
  ])("of KSh %d is %s after ten silent minutes", async (price, state) => {
    const bill = await billFor({ "duka.co.ke": price });
    await askPhone(bill, phone("000"));
    await Promise.all(daraja.answers);
    for (const prompt of daraja.prompts.values()) prompt.result = undefined;
    await run();
    expect(await payments()).toMatchObject([{ state: "held" }]);
    await pass(700);
    await run();
    expect(await payments()).toMatchObject([{ state }]);
  });
});
