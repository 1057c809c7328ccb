import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { newBrowser } from "./browser.ts";
import { arrive, baraka, expectSums, LIST, page, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first, second } from "./two-customers.ts";

type Bill = Awaited<ReturnType<typeof billFor>>;
const pathOf = ({ id }: { id: string }) => `/dashboard/orders/pay/${id}`;
const press = (path: string, form: string, expectedKsh: number, browser = first) =>
  renderPage(browser, path, [
    ["form", form],
    ["expectedKsh", String(expectedKsh)],
  ]);
const use = (bill: Bill, ksh: number, browser = first) => press(pathOf(bill), "use-credit", ksh, browser);
const words = async (path: string, browser = first) => (await readPage(path, browser)).texts("main").join(" ");
const balance = async () => (await rows("select coalesce(sum(ksh), 0)::int as ksh from credits"))[0]?.ksh;
const code = async () => String((await rows("select code from payments where source = 'credit'"))[0]?.code);

/** A bill that was paid with 300 too much, which the customer keeps. */
async function keep300() {
  const made = await billFor({ "duka.co.ke": 1500 });
  await arrive({ amountKsh: 1800, reference: made.reference, confirmedBy: "token" });
  await run();
  expect((await press(pathOf(made), "keep", 300)).status).toBe(303);
}

describe("credit", () => {
  test("pays a part of the next bill by one press, and each paper says so", async () => {
    expect(await words("/profile")).not.toContain("with us, for");
    await keep300();
    expect(await words("/profile")).toContain("You have KSh 300 with us, for your next bill.");
    expect(await words("/profile/close")).toContain("KSh 300 is yours: how do we send it?");
    const made = await billFor({ "shamba.co.ke": 1000 });
    expect(await words(pathOf(made))).toContain("You have KSh 300 with us.");
    expect((await use(made, 299)).status).toBe(303);
    expect(await balance()).toBe(300);
    expect((await Promise.all([1, 2, 3].map(() => use(made, 300)))).map(({ status }) => status)).toEqual([
      303, 303, 303,
    ]);
    expect(await balance()).toBe(0);
    const paid = await code();
    expect(paid).toMatch(/^CR[0-9A-F]{8}$/);
    const part = await words(pathOf(made));
    expect(part).toContain(`KSh 300 of KSh 1,000 is here. Paid from your credit ${paid}.`);
    expect(part).not.toContain("with us");
    await run();
    await arrive({ code: "SG722NMVXR", amountKsh: 700, reference: made.reference, confirmedBy: "token" });
    await run();
    expect(await words(pathOf(made))).toContain(`From your credit ${paid}. M-PESA SG722NMVXR`);
    const subjects = (await rows("select subject, body_text from mails where kind = 'payment'")).map(
      (mail) => mail.subject,
    );
    expect(subjects).toContain("We took KSh 300 from your credit");
    const [mail] = await rows("select body_text from mails where subject = 'We took KSh 300 from your credit'");
    expect(mail?.body_text).toContain("KSh 700 is left to pay.");
    expect(mail?.body_text).toContain(`We took KSh 300 from your credit.`);
    expect(mail?.body_text).toContain(`Paid from your credit ${paid}`);
    expect(await readReceipt(made.id)).toMatchObject({ value: { gross_ksh: 1000 } });
    expect(await words(`/dashboard/orders/receipt/${made.id}`)).toMatch(
      /From your credit CR[0-9A-F]{8}\s*300\.00\s*M-PESA SG722NMVXR\s*700\.00/,
    );
    const file = (await renderPage(wanjiku, "/desk/payments.csv")).html;
    expect(file).toContain(`From your credit ${paid} SG722NMVXR`);
    expect(await page(`${LIST}?state=all`)).toMatch(new RegExp(`From credit · ${paid}`));
    expect(await page(`${LIST}/${paid}`)).toContain("From the customer’s credit");
    expect(await page(LIST)).toContain("No open payments");
    await expectSums();
  });

  test("pays a smaller bill whole, and the rest stays", async () => {
    await keep300();
    const made = await billFor({ "shamba.co.ke": 200 });
    expect(await words(pathOf(made))).toContain("Use KSh 200 of it: nothing is left to pay");
    const link = new URL(payUrl(made.id)).pathname;
    expect((await press(link, "use-credit", 200, newBrowser())).status).toBe(303);
    expect([await balance(), await words(link, newBrowser())]).toEqual([
      100,
      expect.stringContaining("Paid. Thank you."),
    ]);
    await run();
    expect(await rows("select subject from mails where subject like 'We took%'")).toEqual([
      { subject: "We took KSh 200 from your credit" },
    ]);
    // Its order fails, and the money may be kept again.
    await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
    expect((await press(pathOf(made), "keep", 200)).status).toBe(303);
    expect(await balance()).toBe(300);
    await expectSums();
  });

  test("is used by staff on the order's page, once, with a line in the log and a mail", async () => {
    await keep300();
    const made = await billFor({ "shamba.co.ke": 1000 });
    const [order] = await rows("select id from orders where domain = 'shamba.co.ke'");
    const path = `/desk/orders/${order?.id}`;
    const shown = await words(path, wanjiku);
    for (const part of [
      `Bill ${made.reference}`,
      "Use KSh 300 of the customer’s credit",
      "Then KSh 700 is left",
      "See that page",
    ])
      expect(shown).toContain(part);
    const pressed = await Promise.all([300, 300, 299].map((ksh) => press(path, "use-credit", ksh, wanjiku)));
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 409]);
    expect(pressed[2]?.html).toContain("Nothing was used.");
    expect(await balance()).toBe(0);
    expect(await rows("select about_id, detail from desk_log where did = 'bill-credit-used'")).toEqual([
      { about_id: made.reference, detail: { ksh: 300 } },
    ]);
    expect(await rows("select staff is not null as is from credits where why = 'used'")).toEqual([{ is: true }]);
    await run();
    expect(await rows("select subject from mails where subject = 'We took KSh 300 from your credit'")).toHaveLength(1);
    expect(await words(path, wanjiku)).not.toContain("of the customer’s credit");
    // A colleague whose page is older.
    const late = await press(path, "use-credit", 300, baraka);
    expect([late.status, /used|Nothing/.test(late.html)]).toEqual([409, true]);
    expect((await press(path, "use-credit", 300)).status).toBe(404);
    await expectSums();
  });

  test("is never below nothing, also when two bills use it at once", async () => {
    await keep300();
    const [one, other] = [await billFor({ "shamba.co.ke": 250 }), await billFor({ "mboga.co.ke": 280 })];
    await Promise.all([use(one, 250), use(other, 280), use(one, 250), use(other, 280)]);
    expect(await rows("select count(*)::int as used from credits where why = 'used'")).toEqual([{ used: 1 }]);
    expect([20, 50]).toContain(await balance());
    await expectSums();
  });

  test("is the customer's alone", async () => {
    await keep300();
    const made = await billFor({ "shamba.co.ke": 1000 });
    expect((await use(made, 300, second)).status).toBe(404);
    // The bill of another customer, through its own link.
    await database.query(
      "update bills set user_id = (select user_id from domains where user_id <> bills.user_id limit 1) where id = $1",
      [made.id],
    );
    const link = new URL(payUrl(made.id)).pathname;
    expect(await words(link, newBrowser())).not.toContain("with us");
    expect((await press(link, "use-credit", 300, newBrowser())).status).toBe(303);
    expect(await balance()).toBe(300);
  });

  test("is not used while a prompt is open or money is being checked", async () => {
    await keep300();
    const made = await billFor({ "shamba.co.ke": 1000 });
    await database.query(
      `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state)
        select id, user_id, '+254712345678', 1000, 'sent' from bills where id = $1`,
      [made.id],
    );
    await use(made, 300);
    expect(await words(`${pathOf(made)}?again=1`)).not.toContain("Use KSh");
    await database.query("update payment_prompts set state = 'refused'");
    await database.query(
      `insert into payments (code, user_id, bill_id, amount_ksh, paid_at, source, state)
        select 'SG722NMVXS', user_id, id, 1000, now(), 'paybill', 'held' from bills where id = $1`,
      [made.id],
    );
    await use(made, 300);
    expect(await balance()).toBe(300);
    await database.query("update payments set state = 'unmatched', bill_id = null where state = 'held'");
    await use(made, 300);
    expect(await balance()).toBe(0);
  });
});
