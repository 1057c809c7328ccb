/** What a service still owes is asked for wherever its customer looks, and nowhere while its money is looked for. */
import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { remindOfBills } from "#app/payments/notify.server.ts";
import { make, post } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { database, FIRST, first } from "./two-customers.ts";

const UPGRADE = JSON.stringify({ plan: "deluxe", from: "starter", yearKsh: 17_148 });
const words = async (at: string) => (await readPage(at, first)).texts("main").join();
const mailed = async (key: string) =>
  (await database.query("select body_text from mails where key like $1", [`%${key}%`])).map((mail) =>
    String(mail.body_text),
  );

/** Adds an order with a bill to the service. Returns the path of the bill. */
async function addOrder(kind: string, { status = "done", days = 1, payload = "{}" } = {}) {
  const [bill] = await database.query(
    `insert into bills (user_id, reference, amount_ksh, opened_at) values ($1, 'M' || upper(left(md5(random()::text), 7)), 6228,
       now() - make_interval(days => $2)) returning id`,
    [FIRST.id, days],
  );
  await database.query(
    `insert into orders (user_id, kind, domain, price_ksh, status, bill_id, service_id, payload, created_at, idempotency_key)
     select $1, $2, 'duka.co.ke', 6228, 'requested', $3, id, $4, now() - make_interval(days => $5), gen_random_uuid()::text from services`,
    [FIRST.id, kind, bill?.id, payload, days],
  );
  await database.query("update orders set status = $1 where bill_id = $2", [status, bill?.id]);
  return `/dashboard/orders/pay/${bill?.id}`;
}

test("that was set up before it was paid is asked for on its page, in the lists, and on its bill", async () => {
  const path = await make();
  const bill = await addOrder("hosting");
  for (const at of [path, "/dashboard/services", "/dashboard", "/dashboard/orders"]) {
    expect((await readPage(at, first)).all(`main a[href="${bill}"]`), at).not.toEqual([]);
  }
  expect(await words("/dashboard/orders")).toContain("Your hosting is ordered. It is still to be paid.");
  const steps = (await readPage(bill, first)).texts("main ol li").join();
  expect(steps).toMatch(/You order.*We set up the hosting.*Done.*You pay on your phone/);
  expect(steps).not.toMatch(/within|e-mail you/);
});

test("whose next year turned out unpaid is asked for it, and is not called paid", async () => {
  const path = await make({ ends: 20 });
  const bill = await addOrder("extend");
  const page = await readPage(path, first);
  expect(page.link("Pay KSh 6,228")).toContain(bill);
  expect(page.texts("main").join()).toMatch(/Not paid yet: Next year\..*Ordered, not paid here/s);
  expect(page.texts("main").join()).not.toMatch(/have paid|is paid|A larger plan/);
});

test("is known by the orders of its years, however many changes were ordered and given up after them", async () => {
  const path = await make();
  for (let one = 0; one < 25; one++) {
    await addOrder("upgrade", { status: "failed", days: 30 - one, payload: UPGRADE });
  }
  await addOrder("hosting", { days: 400 });
  const page = await readPage(path, first);
  expect(page.link("Pay KSh 6,228")).toHaveLength(1);
  expect(page.texts("main dl").join()).not.toContain("Paid");
  const [desk] = await database.query("select desk_service(id) -> 'orders' as orders from services");
  expect(desk?.orders).toHaveLength(21);
  expect(desk?.orders).toContainEqual(expect.objectContaining({ kind: "hosting", is_unpaid: true }));
});

test.each([
  ["nothing is begun", "select 1", /We begin when it is paid\..*cancel it in your orders/],
  ["it is done", "update orders set status = 'done'", /We have begun already, so please pay it now\./],
  ["a part is paid", "update bills set paid_ksh = 500", /We begin when all of it is paid\..*answer this e-mail/],
])("the reminder of a bill says what is so if %s", async (_what, change, expected) => {
  await make();
  await addOrder("upgrade", { status: "requested", days: 4, payload: UPGRADE });
  await database.query("delete from mails");
  await database.query(change);
  await remindOfBills();
  const [text] = await mailed("unpaid-");
  expect(text).toMatch(new RegExp(expected.source, "s"));
  expect(text).toMatch(/Pay KSh/);
});

test("while a typed code is looked for, no mail asks for the money: neither the bill's nor the service's", async () => {
  const path = await make({ ends: -8 });
  await post(path, "renew");
  await database.query("delete from mails");
  await database.query("update bills set typed_code = 'SG722NMVXQ', opened_at = now() - interval '4 days'");
  await remindOfBills();
  expect(await sendRenewalReminders(new Date())).toBe(true);
  const ofService = (text: string) => text.split("\n\n").find((part) => part.includes("hosting for")) ?? "";
  const texts = [...(await mailed("unpaid-")), ...(await mailed(FIRST.id)).map(ofService)];
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    expect(text).toMatch(/[Dd]on’t pay again/);
    expect(text).not.toMatch(/Pay KSh|Pay for|Bill number/);
  }
});

test("money that M-PESA says was paid is waited for before a bill is reminded of", async () => {
  await make();
  await addOrder("upgrade", { status: "requested", days: 4 });
  await database.query(`insert into payment_prompts (bill_id, user_id, amount_ksh, phone_e164, state, asked_at)
    select id, user_id, 6228, '+254712345678', 'paid', now() - interval '2 hours' from bills`);
  await database.query("delete from mails");
  await remindOfBills();
  expect(await mailed("unpaid-")).toEqual([]);
  await database.query("update payment_prompts set asked_at = now() - interval '25 hours'");
  await remindOfBills();
  expect(await mailed("unpaid-")).toHaveLength(1);
  await database.query("delete from payment_prompts");
});

test("the page of a bill of which nothing is to be paid says why, and leads to the order form", async () => {
  await make();
  const bill = await addOrder("hosting", { status: "failed" });
  await database.query("update orders set reason = 'You cancelled it'");
  const page = await readPage(bill, first);
  expect(page.texts("main").join()).toContain("Not set up: you cancelled it.");
  expect(page.link("Order again")).toEqual(["/dashboard/orders/new?kind=hosting&domain=duka.co.ke"]);
});

test("nothing larger is sold while a larger plan that was done is not paid", async () => {
  const path = await make();
  await addOrder("upgrade", { payload: UPGRADE });
  const page = await readPage(path, first);
  expect(page.link("Pay KSh 6,228")).toHaveLength(1);
  expect(page.texts("main").join()).not.toMatch(/A larger plan|ordered and paid/);
  await expect(addOrder("upgrade", { status: "requested", payload: "{}" })).rejects.toThrow("does not allow");
});

test("the price that was asked for is waited for, and can be taken back on the page of the service", async () => {
  await database.query(
    `insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key) values ($1, 'certificate', 'duka.co.ke', 0, 'requested', 'asked')`,
    [FIRST.id],
  );
  const [service] = await database.query("select id from services");
  const page = await readPage(`/dashboard/services/${service?.id}`, first);
  expect(page.texts("main").join()).toMatch(/It is not ordered yet\. You pay nothing yet\..*You asked for the price/);
  expect(page.link("Take it back")).toHaveLength(1);
});

test("the bill of a next year that is ordered early is on the dashboard", async () => {
  const path = await make({ ends: 45 });
  const { to: bill } = await post(path, "renew");
  expect((await readPage("/dashboard", first)).all(`main a[href="${bill}"]`)).not.toEqual([]);
});

test("money that is here and not confirmed is neither asked for nor threatened about, also of a bill that has closed", async () => {
  const path = await make({ ends: -10 });
  const bill = String((await post(path, "renew")).to);
  const [{ reference } = {}] = await database.query("select reference from bills");
  const report = { code: "SG722NMVXQ", amount_ksh: 6228, paid_at: "2026-11-30T05:00Z", source: "paybill", reference };
  // The customer had typed its code, too.
  await database.query("update bills set typed_code = 'SG722NMVXQ'");
  await database.query("select record_payment($1)", [JSON.stringify(report)]);
  expect(await words(path)).not.toMatch(/Without a payment|may delete/);
  await database.query("update orders set status = 'failed', reason = 'It is too long ago'");
  expect(await words(bill)).toMatch(/Your KSh.6,228 is here/);
  expect(await words("/dashboard/orders")).toMatch(/Don’t pay again/);
  for (const at of [bill, "/dashboard/orders"])
    expect(await words(at)).not.toMatch(/Nothing to pay|Nothing was charged/);
});

test("a suspended service is not kept by a form that it does not have", async () => {
  const path = await make({ state: "suspended", ends: -39 });
  expect((await post(path, "keep")).status).toBe(409);
});

test("of a closed account ends with its last day, also if its order is reopened and set up", async () => {
  await database.query(
    `insert into orders (user_id, kind, domain, price_ksh, status, payload, idempotency_key)
     values ($1, 'hosting', 'duka.co.ke', 6228, 'requested', '{"plan": "starter"}', 'first')`,
    [FIRST.id],
  );
  await database.query("update orders set status = 'failed'");
  const [{ email } = {}] = await database.query("select email from auth.users where id = $1", [FIRST.id]);
  await database.query("update auth.users set email = 'closed-1@invalid' where id = $1", [FIRST.id]);
  await database.query("update orders set status = 'processing'");
  expect(await database.query("select state, will_end from services")).toEqual([{ state: "ordered", will_end: true }]);
  await database.query("update auth.users set email = $2 where id = $1", [FIRST.id, email]);
});
