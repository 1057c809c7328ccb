import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { addTypedCode } from "#app/orders/bills.table.server.ts";
import { payBack, voidPayment } from "#app/payments/desk.table.server.ts";
import { issueReceipts } from "#app/payments/issue-receipts.server.ts";
import { remindOfBills } from "#app/payments/notify.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { demoCustomers } from "#mocks/demo-customers.ts";
import { arrive, baraka, bill, CODE, LIST, page, post, said, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, pass, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const DAY = 86_400;
const staff = { id: demoCustomers[1]?.id ?? "", email: "staff@example.co.ke", name: "Wanjiku" };
const waiting = () => rows("select kind, code, ksh from payments_waiting(now())");
const subjects = async () =>
  (await rows("select subject from mails order by created_at")).map(({ subject }) => subject);

/** Cash that two people have entered and confirmed for a bill. */
async function countCash(reference: string, ksh = "1500") {
  const paidAt = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  await post(wanjiku, "", "enter-cash", { number: "17", takenBy: "Wanjiku", paidAt, ksh, reference });
  expect((await post(baraka, "CASH-17", "confirm", { ksh, expectedKsh: ksh })).status).toBe(303);
}

test("a bill that is paid in part is on the work list three days after its last payment, until its rest comes", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await arrive({ amountKsh: 500, reference, confirmedBy: "token" });
  await pass(2 * DAY);
  expect(await waiting()).toEqual([]);
  await pass(2 * DAY);
  expect(await waiting()).toEqual([{ kind: "payment-part", code: CODE, ksh: 1000 }]);
  expect(await rows("select kind, total::int from payment_backlog(now()) where total > 0")).toContainEqual({
    kind: "payment-part",
    total: 1,
  });
  expect(await page("/desk")).toMatch(/KSh 1,000, SG722NMVXQ.*Not paid in full/s);
  expect(await page(LIST)).toMatch(/KSh 1,000.*Not paid in full · SG722NMVXQ/s);
  expect(await page(`${LIST}/${CODE}`)).toContain("KSh 1,000 of the bill is missing. Call the customer.");
  await arrive({ code: "SG722NMVXR", amountKsh: 400, reference, confirmedBy: "token" });
  expect(await waiting()).toEqual([]);
  await arrive({ code: "SG722NMVXS", amountKsh: 600, reference, confirmedBy: "token" });
  await pass(10 * DAY);
  expect(await waiting()).toEqual([]);
});

test("a bill whose payment was void after its orders were done never ends: it is listed, and no reminder names an end", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await countCash(reference);
  await run();
  await database.query("update orders set status = 'done'");
  await post(wanjiku, "CASH-17", "void", { ksh: "1500" });
  expect(await waiting()).toEqual([{ kind: "payment-part", code: "CASH-17", ksh: 1500 }]);
  await database.query("update bills set reminders = 2, opened_at = now() - interval '28 days'");
  await remindOfBills();
  expect(await rows("select reminders, ends_at from bills")).toEqual([{ reminders: 3, ends_at: null }]);
  expect(await subjects()).toContain("Your order is not paid yet: KSh 1,500");
});

test.each([
  ["a code was typed", 0, "Then the order ends."],
  ["a part is paid", 600, "Then the order ends, and what you paid comes back to you."],
])("the last reminder names the later end of a bill of which %s", async (_what, amountKsh, words) => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  if (amountKsh === 0) await database.query("update bills set typed_code = 'SG722NMVXQ'");
  else await arrive({ amountKsh, reference, confirmedBy: "token" });
  await database.query("update bills set reminders = 2, opened_at = now() - interval '27 days'");
  await remindOfBills();
  const end = dateOf(dayNumber(new Date(Date.now() + 33 * DAY * 1000))).words;
  expect(await rows("select subject, body_text from mails where key like '%unpaid-%'")).toEqual([
    {
      subject: expect.stringMatching(/^Your order is not paid yet: /),
      body_text: expect.stringContaining(`Pay before ${end}. ${words}`),
    },
  ]);
});

test("a bill that nobody paid is listed once its order was done, and leads to the forms that enter a payment", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  expect(await waiting()).toEqual([]);
  await database.query("update orders set status = 'done'");
  expect(await waiting()).toEqual([{ kind: "payment-part", code: null, ksh: 1500 }]);
  expect(await page("/desk")).toMatch(new RegExp(`KSh 1,500, ${reference}.*Not paid in full`));
  expect(await page(LIST)).toMatch(new RegExp(`Not paid in full · no code · ${reference}`));
  expect((await renderPage(wanjiku, `${LIST}/${reference}`)).to).toBe(`${LIST}?owed=${reference}`);
  expect(await page(`${LIST}?owed=${reference}`)).toMatch(/KSh 1,500 of it is missing.*Enter cash.*duka\.co\.ke/s);
  const { document } = await readPage(`${LIST}?owed=${reference}`, wanjiku);
  expect(document.querySelector("[name=reference]")?.getAttribute("value")).toBe(reference);
  await countCash(reference);
  expect(await waiting()).toEqual([]);
  expect(await page(`${LIST}?owed=${reference}`)).not.toContain("is missing");
});

test("the code with which a surplus went back is refused once more for the same bill", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await arrive({ amountKsh: 1900, reference, confirmedBy: "token" });
  const back = { reference, ksh: "200", expectedKsh: "400", way: "mpesa", code: "SBACK00001" };
  expect((await post(wanjiku, CODE, "surplus", back)).status).toBe(303);
  // Lines of the log are not kept for ever.
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("set session_replication_role = origin");
  for (const code of ["SBACK00001", "sbackooool"]) {
    expect(await said(baraka, CODE, "surplus", { ...back, expectedKsh: "200", code })).toEqual([
      400,
      expect.stringContaining("has this code already"),
    ]);
  }
  expect((await post(baraka, CODE, "surplus", { ...back, expectedKsh: "200", code: "SBACK00002" })).status).toBe(303);
  expect(await bill()).toMatchObject({ surplus_ksh: 400, returned_ksh: 400 });
});

test("a payment that is sent back is noted with how, and with its code", async () => {
  await arrive();
  const sent = { ksh: "1500", way: "bank", code: "ft26331abc" };
  expect((await post(wanjiku, CODE, "returned", sent)).status).toBe(303);
  const [line] = await rows("select detail from desk_log where did = 'payment-returned'");
  expect(line?.detail).toEqual({ ksh: 1500, way: "bank", code: "FT26331ABC" });
  expect(await page(`${LIST}/${CODE}`)).toContain(
    "noted the return of this payment: KSh 1,500, Bank transfer FT26331ABC",
  );
});

test("a cancelled receipt has a page, before and after the next one", async () => {
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  await countCash(reference);
  await run();
  const number = (await bill())?.number;
  await post(wanjiku, "CASH-17", "void", { ksh: "1500" });
  const path = `/dashboard/orders/receipt/${id}`;
  expect(await page(`/dashboard/orders/pay/${id}`, first)).toContain("See the cancelled receipt");
  for (const here of [path, `${path}?number=${number}`]) {
    expect(await page(here, first)).toMatch(
      new RegExp(`Credit note CN-.*Cancelled receipt ${number}.*CANCELLED.*Cash 17`, "s"),
    );
  }
  await arrive({ reference, confirmedBy: "token" });
  expect(await page(path, first)).not.toContain("Cancelled");
  expect(await page(`${path}?number=${number}`, first)).toContain("Cancelled receipt");
  expect((await renderPage(first, `${path}?number=2001-00001`)).status).toBe(404);
});

test("the customer is mailed once when a bill becomes paid because it became smaller", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
  await arrive({ amountKsh: 1500, reference, confirmedBy: "token" });
  await run();
  expect(await subjects()).toContain("KSh 500 is still missing");
  await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
  const number = (await bill())?.number;
  expect(number).toEqual(expect.any(String));
  for (const _run of [1, 2]) await run();
  const mails = await rows("select body_text from mails where subject = 'We have your KSh 1,500'");
  expect(mails).toEqual([{ body_text: expect.stringContaining(`Receipt number: ${number}`) }]);
  expect(mails[0]?.body_text).toContain("An order could not be done, so your bill is KSh 1,500 now. It is paid.");
});

test("the parts of a bill whose orders all end are due back with one mail", async () => {
  const { reference } = await billFor({ "duka.co.ke": 6000, "shamba.co.ke": 500 });
  for (const code of ["PARTPAID01", "PARTPAID02"]) {
    await arrive({ code, amountKsh: 600, reference, confirmedBy: "token" });
    await run();
  }
  await database.query("update orders set status = 'failed', reason = 'It was not paid in full within 60 days'");
  for (const _run of [1, 2]) await run();
  const mails = await rows("select subject, body_text from mails where subject like '%due back%'");
  expect(mails).toEqual([
    {
      subject: "KSh 1,200 is due back to you",
      body_text: expect.stringMatching(/not done\.\s+It was not paid in full within 60 days/),
    },
  ]);
});

test("each code that a customer types stays, and each is answered by itself", async () => {
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  for (const code of ["SG722NMVXA", "SG722NMVXB", "SG722NMVXA", "SG722NMVXC"]) await addTypedCode(id, code);
  const codes = async () => (await waiting()).map(({ code }) => code).toSorted();
  expect(await codes()).toEqual(["SG722NMVXA", "SG722NMVXB", "SG722NMVXC"]);
  await arrive({ code: "SG722NMVXA" });
  expect(await page(`${LIST}/SG722NMVXA`)).toContain(`bill ${reference} typed this code`);
  await post(wanjiku, "SG722NMVXA", "returned", { ksh: "1500", way: "mpesa", code: "SBACK00001" });
  for (const code of ["SG722NMVXC", "SG722NMVXB"]) {
    expect((await post(wanjiku, "", "not-there", { reference, code })).status).toBe(303);
    expect(await codes()).not.toContain(code);
  }
  for (let one = 10; one < 60; one++) await addTypedCode(id, `SG722NMV${one}`);
  expect(await rows("select typed_code, cardinality(typed_before) as before from bills")).toEqual([
    { typed_code: "SG722NMV59", before: 20 },
  ]);
});

test("a payment cannot be void, and nothing paid back, before the receipt is made: the site says so, and then does it", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
  await countCash(reference, "2000");
  const undo = () => voidPayment(staff, "CASH-17", 2000, []);
  expect(await undo()).toMatchObject({ ok: true, value: { outcome: "no-receipt" } });
  await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
  const back = () => payBack(staff, "refund", { reference, ksh: 500, expectedKsh: 500, way: "cash", code: "9" });
  expect(await back()).toMatchObject({ ok: true, value: { outcome: "no-receipt" } });
  expect(await bill()).toMatchObject({ paid_ksh: 2000, refunded_ksh: 0 });
  await issueReceipts();
  expect(await back()).toMatchObject({ ok: true, value: { outcome: "done" } });
  expect(await undo()).toMatchObject({ ok: true, value: { outcome: "went-back" } });
});

test("a transfer code is in no column that its customer may read", async () => {
  const granted = await rows(`select table_name || '.' || column_name as name from information_schema.column_privileges
    where grantee = 'authenticated' and table_name in ('orders', 'bills')`);
  const names = granted.map(({ name }) => name);
  for (const name of ["orders.payload", "orders.submission_id", "bills.fulfilled_at", "bills.reminders"])
    expect(names).not.toContain(name);
  expect(names).toContain("orders.choices");
  await billFor({ "duka.co.ke": 1500 });
  await database.query(`update orders set payload = '{"years": 2, "authCode": "secret-1"}'`);
  expect(await rows("select choices from orders")).toEqual([{ choices: { years: 2 } }]);
  expect((await readPage("/dashboard/orders", first)).texts("h1")).toHaveLength(1);
});
