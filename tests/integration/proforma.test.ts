import "./mpesa-settings.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { env } from "#app/platform/env.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import * as linked from "#app/routes/pay/linked-proforma.tsx";
import * as own from "#app/routes/pay/proforma.tsx";
import { pageResult } from "./demo-customers.ts";
import { arrive, CODE, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { FIRST, first, second } from "./two-customers.ts";

const before = { tax: { ...env.tax }, bankAccount: env.bankAccount, mpesa: env.mpesa && { ...env.mpesa } };
beforeEach(() => {
  Object.assign(env.tax, { pin: "P000000000A", includesVat: true });
  Object.assign(env, { bankAccount: "Benki ya Duka, Nakuru, account 0123456789" });
});
afterEach(() => {
  Object.assign(env.tax, before.tax);
  Object.assign(env, { bankAccount: before.bankAccount });
  if (env.mpesa) Object.assign(env.mpesa, before.mpesa);
});

const paper = ({ id }: { id: string }) => `/dashboard/orders/proforma/${id}`;
const linkOf = ({ id }: { id: string }) => `${new URL(payUrl(id)).pathname}/proforma`;
const post = (bill: { id: string }, fields: Record<string, string>, browser = first) =>
  pageResult(
    (async () => own.action({ ...browser.requestArgs(paper(bill), fields), params: { bill: bill.id } } as never))(),
  );

describe("the proforma invoice of an unpaid bill", () => {
  test("says what it is, how it is paid and until when, and uses no number of a series", async () => {
    const bill = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 1788 });
    await database.query("update bills set opened_at = '2026-11-30T21:30:00Z'");
    const page = await readPage(paper(bill), first);
    expect([page.status, page.kept]).toEqual([200, "private, no-store"]);
    expect(page.texts(".receipt-kind")).toEqual([`Proforma invoice ${bill.reference}`]);
    expect(page.texts(".receipt-end").join()).toContain("Not a tax invoice.");
    // The bill was opened on 1 December in Nairobi.
    expect(page.texts(".receipt-stamp span")).toEqual(["VALID UNTIL", "31 Dec 2026"]);
    expect(page.texts(".receipt-who").join(" ")).toMatch(
      new RegExp(
        `Njeri Mwangi.*Pay Bill 600123Account number ${bill.reference}.*Benki ya Duka, Nakuru, account 0123456789`,
      ),
    );
    expect(page.texts("tbody tr")).toEqual([
      "duka.co.keRegistration, 1 year1,293.10",
      "shamba.co.keRegistration, 1 year1,541.38",
      "Net2,834.48",
      "VAT 16%453.52",
      "To pay3,288.00",
    ]);
    expect(await rows("select * from receipt_numbers")).toEqual([]);
    expect((await readPage(`/dashboard/orders/pay/${bill.id}`, first)).link("Proforma invoice to print")).toEqual([
      paper(bill),
    ]);
    await arrive({ amountKsh: 3288, reference: bill.reference, confirmedBy: "token" });
    const receipt = await readPage(`/dashboard/orders/receipt/${bill.id}`, first);
    expect(receipt.texts("tbody tr").slice(0, 4)).toEqual(page.texts("tbody tr").slice(0, 4));
  });

  test("is valid no longer than its page asks for the money", async () => {
    const { id } = await billFor({ "duka.co.ke": 6228 });
    await database.query("delete from orders");
    const last = dayNumber(new Date()) + 10;
    const [service] = await database.query(
      `insert into services (user_id, kind, domain, plan, state, starts_on, ends_on, suspended_on)
       values ($1, 'hosting', 'duka.co.ke', 'starter', 'active', $2, $3, null) returning id`,
      [FIRST.id, dateOf(last - 364).iso, dateOf(last).iso],
    );
    await database.query(
      `insert into orders (user_id, kind, domain, service_id, price_ksh, bill_id, idempotency_key)
       values ($1, 'extend', 'duka.co.ke', $2, 6228, $3, 'next year')`,
      [FIRST.id, service?.id, id],
    );
    const pay = async () => (await readPage(`/dashboard/orders/pay/${id}`, first)).texts("main").join();
    for (const [state, ends, by] of [
      ["active", last, last + 7],
      ["suspended", last - 30, last + 8],
      // Its page names no day: it should be paid at once, and can be until day 38.
      ["active", last - 18, last + 20],
      ["active", last - 48, last - 10],
    ] as const) {
      await database.query("update services set state = $1, ends_on = $2", [state, dateOf(ends).iso]);
      const page = await readPage(paper({ id }), first);
      expect(page.texts(".receipt-stamp span")).toEqual(["VALID UNTIL", dateOf(by).words]);
      expect(page.texts("main").join()).not.toContain("out of date");
      if (state === "suspended" || ends === last) expect(await pay()).toContain(dateOf(by).words);
    }
    await database.query("delete from orders");
    await database.query("delete from services");
  });

  test("leaves out the bank if none is set, and M-PESA above what it takes", async () => {
    Object.assign(env, { bankAccount: undefined });
    const bill = await billFor({ "duka.co.ke": 1500 });
    expect((await readPage(paper(bill), first)).texts("main h2")).toEqual(["From", "To", "Pay by M-PESA"]);
    Object.assign(env, { bankAccount: "Benki" });
    const large = await billFor({ "ghali.co.ke": 150_001 });
    const page = await readPage(paper(large), first);
    expect(page.texts("main h2")).toEqual(["From", "To", "Pay by bank"]);
    expect((await readPage(`/dashboard/orders/pay/${large.id}`, first)).link("Proforma invoice to print")).toEqual([
      paper(large),
    ]);
  });

  test("takes a till in place of Pay Bill, and the rest of a bill that is paid in part", async () => {
    if (env.mpesa) Object.assign(env.mpesa, { till: "5123456" });
    const bill = await billFor({ "duka.co.ke": 1500 });
    await arrive({ amountKsh: 700, reference: bill.reference, confirmedBy: "token" });
    const page = await readPage(paper(bill), first);
    expect(page.texts(".receipt-big")).toEqual(["KSh 800"]);
    expect(page.texts("tbody tr").slice(-3)).toEqual(["Total1,500.00", "Paid already−700.00", "To pay800.00"]);
    expect(page.texts("main").join()).toMatch(/Buy Goods till 5123456.*code for bill M/);
  });

  test("says so when it is out of date", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const openedOn = (daysAgo: number) =>
      database.query("update bills set opened_at = $1", [new Date(Date.now() - daysAgo * 86_400_000).toISOString()]);
    await openedOn(30);
    const last = await readPage(paper(bill), first);
    expect(last.texts(".receipt-stamp span")).toContain(dateOf(dayNumber(new Date())).words);
    expect(last.texts("main").join()).not.toContain("out of date");
    await openedOn(31);
    expect((await readPage(paper(bill), first)).texts("main").join()).toContain("This paper is out of date");
  });
});

describe("the buyer of a proforma invoice", () => {
  test("is named with a PIN, corrected, and then stands on the receipt, too", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const wrong = await post(bill, { form: "buyer", name: "", pin: "12" });
    expect(wrong).toMatchObject({
      status: 400,
      data: {
        result: {
          initialValue: { pin: "12" },
          error: { name: ["Please fill this in"], pin: ["A KRA PIN looks like A012345678Z"] },
        },
      },
    });
    const named = { form: "buyer", name: " Shule ya Kibera ", pin: "p012345678z" };
    for (const _press of [1, 2]) expect(await post(bill, named)).toMatchObject({ status: 303, to: paper(bill) });
    const page = await readPage(paper(bill), first);
    expect(page.texts(".receipt-who").join()).toContain("ToShule ya KiberaKRA PIN P012345678Z");
    expect(page.field("Who pays").value).toBe("Shule ya Kibera");
    await post(bill, { ...named, name: "Shule ya Nakuru", pin: "" });
    const to = (await readPage(paper(bill), first)).texts(".receipt-who").join();
    expect([to.includes("Shule ya Nakuru"), to.includes("P012345678Z")]).toEqual([true, false]);
    await arrive({ amountKsh: 1500, reference: bill.reference, confirmedBy: "token" });
    expect((await readPage(`/dashboard/orders/receipt/${bill.id}`, first)).texts(".receipt-who").join()).toContain(
      "Shule ya Nakuru",
    );
    // The bill is paid: its buyer stays.
    expect(await post(bill, { ...named, name: "Mwingine" })).toMatchObject({ status: 303, to: paper(bill) });
    expect(await rows("select buyer_name from bills")).toEqual([{ buyer_name: "Shule ya Nakuru" }]);
  });

  test("is named behind the mailed link, which shows no address", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const path = linkOf(bill);
    const page = await readPage(path);
    expect([page.status, page.html]).toEqual([200, expect.not.stringMatching(/customer@example|Njeri Mwangi/)]);
    expect(page.texts(".receipt-who").join()).toContain(`The customer of bill ${bill.reference}`);
    expect((await readPage(path.replace("/proforma", ""))).link("Proforma invoice to print")).toEqual([path]);
    const args = {
      ...first.requestArgs(path, { form: "buyer", name: "Shule" }),
      params: { token: path.split("/")[2] },
    };
    expect(await pageResult((async () => linked.action(args as never))())).toMatchObject({ status: 303, to: path });
    expect((await readPage(path)).texts(".receipt-who").join()).toContain("ToShule");
    expect((await readPage(path.replace("/proforma", "x/proforma"))).status).toBe(404);
  });
});

describe("a bill without a proforma invoice", () => {
  test("leads to its receipt when it is paid", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    await arrive({ amountKsh: 1500, reference: bill.reference, confirmedBy: "token" });
    const page = await readPage(paper(bill), first);
    expect([page.texts("h1"), page.link("See the receipt")]).toEqual([
      [`Bill ${bill.reference} is paid`],
      [`/dashboard/orders/receipt/${bill.id}`],
    ]);
    const link = linkOf(bill);
    expect((await readPage(link)).link("See the receipt")).toEqual([link.replace("/proforma", "/receipt")]);
  });

  test("says when nothing is to be paid any more", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    await database.query("update orders set status = 'failed'");
    expect((await readPage(paper(bill), first)).texts("h1")).toEqual(["Nothing to pay"]);
  });

  test("is a 404 for another customer and for a made-up id, also when posted to", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    for (const path of [paper(bill), paper({ id: crypto.randomUUID() }), paper({ id: "x" })])
      expect((await readPage(path, second)).status).toBe(404);
    expect((await post(bill, { form: "buyer", name: "Mwizi" }, second)).status).toBe(404);
    expect(await rows("select buyer_name from bills")).toEqual([{ buyer_name: null }]);
  });
});

test("staff print it from the order's page until the bill is paid", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  const [order] = await rows("select id from orders");
  const at = `/desk/orders/${order?.id}`;
  expect((await readPage(at, wanjiku)).link("Proforma invoice")).toEqual([`${at}/proforma`]);
  const page = await readPage(`${at}/proforma`, wanjiku);
  expect(page.texts(".receipt-kind")).toEqual([`Proforma invoice ${bill.reference}`]);
  expect(page.texts(".receipt-who").join()).toContain("customer@example.co.ke");
  expect(page.link("the customer’s page").join()).toMatch(/\/pay\/[\w-]+\/proforma$/);
  // Staff name who pays. Of two who do, the second reads that somebody was first.
  const name = (school: string, expected = "|") =>
    renderPage(
      wanjiku,
      `${at}/proforma`,
      Object.entries({ form: "buyer", name: school, pin: "P051234567X", expected }),
    );
  const named = [await name("Shule ya Kibera"), await name("Shule ya Kibera"), await name("Another school")];
  expect(named.map(({ status }) => status)).toEqual([303, 303, 409]);
  expect(named[2]?.html).toMatch(/named who pays at \d\d:\d\d/);
  expect((await name("Shule ya Kibera", "Another|")).status).toBe(303);
  const paper = (await readPage(`${at}/proforma`, wanjiku)).texts(".receipt-who").join();
  expect(paper).toContain("Shule ya KiberaKRA PIN P051234567X");
  expect(await rows("select about_id, detail from desk_log where did = 'bill-buyer'")).toEqual([
    { about_id: bill.reference, detail: {} },
  ]);
  expect((await renderPage(wanjiku, `${at}/proforma`, [["form", "buyer"]])).status).toBe(400);
  await arrive({ amountKsh: 1500, reference: bill.reference, confirmedBy: "token" });
  expect((await name("Too late", "Shule ya Kibera|P051234567X")).status).toBe(303);
  expect((await readPage(at, wanjiku)).link("Proforma invoice")).toEqual([]);
  expect((await readPage(`${at}/proforma`, wanjiku)).link(`Payment ${CODE}`)).toEqual([`/desk/payments/${CODE}`]);
  await database.query("update orders set bill_id = null");
  expect((await readPage(`${at}/proforma`, wanjiku)).status).toBe(404);
});
