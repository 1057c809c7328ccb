import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import * as link from "#app/routes/pay/link.tsx";
import * as own from "#app/routes/pay/own.tsx";
import * as ownState from "#app/routes/pay/own-state.ts";
import * as receipt from "#app/routes/pay/receipt.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { pageResult } from "./demo-customers.ts";
import { billFor, database, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first, second } from "./two-customers.ts";

type Ask = (args: ReturnType<typeof first.requestArgs>) => unknown;
type Action = { action: Ask };
const paths = (bill: string) => ({
  pay: `/dashboard/orders/pay/${bill}`,
  receipt: `/dashboard/orders/receipt/${bill}`,
});
const post = (route: Action, path: string, params: object, fields: Record<string, string>, browser = first) =>
  pageResult((async () => route.action({ ...browser.requestArgs(path, fields), params } as never))());
const billRow = async () =>
  (await rows("select id, reference, amount_ksh, paid_ksh, typed_code, buyer_pin from bills"))[0] ?? {};
/** Lets the provider's list have a payment of a bill. */
async function payAll(reference: string, amountKsh: number) {
  const money = { code: "SG722NMVXQ", amountKsh, paidAt: "2026-12-02T05:00Z" } as const;
  await recordPayment({ ...money, source: "pull", reference, confirmedBy: "pull" });
  await run();
}

/** Returns the reloads that the page asks of a browser without scripts. */
const refreshOf = (page: Awaited<ReturnType<typeof readPage>>) => [
  ...page.all("noscript meta").map((meta) => meta.getAttribute("content")),
  ...[page.headers.get("Refresh") ?? []].flat(),
];
const readState = async (browser: typeof first, bill: string) =>
  (await ownState.loader({ ...browser.requestArgs(`${paths(bill).pay}/state`), params: { bill } } as never)).json();

beforeEach(async () => {
  daraja.deliver = async () => undefined;
  await createDemoCustomers(database);
});

describe("the page of a bill", () => {
  test("asks a phone, looks again by itself, and says what became of it", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const { pay } = paths(bill.id);
    const before = await readPage(pay, first);
    expect([before.status, before.kept]).toEqual([200, "private, no-store"]);
    expect(before.texts("main dd:nth-of-type(1)")).toEqual(["600123", bill.reference, "1500"]);
    expect([before.texts("h1"), before.texts(".bill-sum")]).toEqual([["njeri-bakes.com, 1 year"], ["KSh 1,500"]]);
    expect(refreshOf(before)).toEqual([]);

    const wrong = await post(own, pay, { bill: bill.id }, { form: "ask", phone: "12" });
    expect(wrong).toMatchObject({
      status: 400,
      data: { result: { error: { phone: [expect.stringContaining("0712")] } } },
    });
    const asked = await post(own, pay, { bill: bill.id }, { form: "ask", phone: "0712 345 990" });
    expect(asked).toMatchObject({ status: 303, to: `${pay}?n=0` });
    const open = await readPage(pay, first);
    expect([open.texts("h1"), open.texts(".pay-phone")]).toEqual([["Check your phone"], ["0712 ••• 990"]]);
    // It loads again without scripts, so it has no field in which typed text would be lost.
    expect(refreshOf(open)).toEqual([`10; url=${pay}?n=1`]);
    expect(open.all("main :is(input, form)")).toHaveLength(0);
    const stateOf = async () => (await readState(first, bill.id)) as { key: string; words: string; isLate: boolean };
    expect(await stateOf()).toEqual({
      key: open.all("[data-look]")[0]?.getAttribute("data-look"),
      words: "Waiting for your phone.",
      isLate: false,
    });
    const last = await readPage(`${pay}?n=12`, first);
    expect([refreshOf(last), last.all("[data-look]")]).toEqual([[], []]);
    // The code has a page of its own, which does not load again.
    const code = await readPage(`${pay}?code=1`, first);
    expect([refreshOf(code), code.all("[name=code]").length]).toEqual([[], 1]);
    // Who wants another request is told why none is sent, and keeps the typed number.
    const again = await readPage(`${pay}?again=1`, first);
    expect(again.texts(".banner-title").join()).toMatch(/^The request to 0712 ••• 990 is open until \d\d:\d\d:\d\d$/);
    expect(again.field("M-PESA phone number").value).toBe("0712 345 990");
    const other = await post(own, pay, { bill: bill.id }, { form: "ask", again: "1", phone: "0712 345 991" });
    expect([other.status, JSON.stringify(other.data)]).toEqual([
      409,
      expect.stringContaining("Your first request is open"),
    ]);
    expect((await post(own, pay, { bill: bill.id }, { form: "ask", phone: "0712 345 990" })).status).toBe(303);
    expect(daraja.prompts.size).toBe(1);
  });

  test("shows a refusal and asks again, then is paid with a receipt", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500, "njeri-cakes.com": 500 });
    const { pay, receipt: to } = paths(bill.id);
    await post(own, pay, { bill: bill.id }, { form: "ask", phone: "0712345500" });
    const refused = await readPage(pay, first);
    expect(refused.texts("[role=alert]")).toEqual([expect.stringContaining("M-PESA is busy")]);
    expect(refused.texts("main button").join()).toContain("Pay KSh 2,000 by M-PESA");
    expect([refused.texts("h1"), refused.texts(".bill-items li")]).toEqual([
      ["2 orders"],
      ["njeri-bakes.com, 1 yearKSh 1,500", "njeri-cakes.com, 1 yearKSh 500"],
    ]);
    expect(refused.field("M-PESA phone number").value).toBe("0712 345 500");
    const mailed = await readPage(new URL(payUrl(bill.id)).pathname);
    expect([mailed.field("M-PESA phone number").value, mailed.html]).toEqual([
      "",
      expect.not.stringMatching(/345 ?500/),
    ]);
    expect((await readPage(to, first)).status).toBe(404);
    await payAll(bill.reference, 2000);
    const paid = await readPage(pay, first);
    expect(paid.texts(".happy").join()).toContain("Paid. Thank you.");
    expect(paid.texts(".steps b")[0]).toBe("KSh 2,000 received");
    expect(paid.link("Receipt")).toEqual([to]);
    const page = await readPage(to, first);
    expect(page.texts(".receipt-stamp").join(" ")).toContain("SG722NMVXQ");
    expect(page.texts(".receipt-who").join()).toMatch(/Njeri Mwangi.*customer@example\.co\.ke/);
    expect(page.texts("main tbody tr")).toEqual([
      "njeri-bakes.comRegistration, 1 year1,500.00",
      "njeri-cakes.comRegistration, 1 year500.00",
      "Paid2,000.00",
    ]);
    expect(await post(receipt, to, { bill: bill.id }, { pin: "1" })).toMatchObject({ status: 400 });
    expect(await post(receipt, to, { bill: bill.id }, { pin: "a012345678z" })).toMatchObject({ status: 303, to });
    const withPin = await readPage(to, first);
    expect(withPin.texts(".receipt-who p")).toContain("KRA PIN A012345678Z");
    expect(withPin.field("Your KRA PIN").value).toBe("A012345678Z");
    expect(await post(receipt, to, { bill: bill.id }, { pin: "P098765432B" })).toMatchObject({ status: 303, to });
    expect((await readPage(to, first)).texts(".receipt-who p")).toContain("KRA PIN P098765432B");
    expect((await readPage("/dashboard/orders", first)).link("Receipt")).toEqual([to]);
  });

  test("counts presses while a prompt is open towards no limit", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const press = () => post(own, paths(bill.id).pay, { bill: bill.id }, { form: "ask", phone: "0712345990" });
    for (let presses = 0; presses < 10; presses++) expect((await press()).status).toBe(303);
    expect(daraja.prompts.size).toBe(1);
  });

  test("says how to pay only while money may be sent, and asks anew for what is missing of a bill paid in part", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const { pay } = paths(bill.id);
    await post(own, pay, { bill: bill.id }, { form: "ask", phone: "0712345994" });
    const open = await readPage(pay, first);
    expect(open.all("main dd")).toHaveLength(0);
    expect(open.link("Check now")).toEqual([pay]);
    const [prompt] = await rows("select id from payment_prompts");
    const half = {
      code: "SG722NMVXQ",
      amount_ksh: 750,
      paid_at: "2026-12-02T05:00Z",
      source: "stk",
      prompt_id: prompt?.id,
    };
    await database.query("select record_payment($1)", [JSON.stringify(half)]);
    await database.query("select confirm_payment('SG722NMVXQ', 'query')");
    const part = await readPage(pay, first);
    expect(part.texts(".bill-sum")).toEqual(["Still to pay KSh 750"]);
    expect(part.all("[role=status] .banner-title")).toHaveLength(0);
    expect(part.all("[name=phone]")).toHaveLength(1);
    expect(part.texts("main dd:nth-of-type(1)")).toEqual(["600123", bill.reference, "750"]);
  });

  test("takes the code of a payment that was made, and settles nothing by it", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const { pay } = paths(bill.id);
    const typed = (code: string) => post(own, pay, { bill: bill.id }, { form: "typed", code });
    expect(await typed("12")).toMatchObject({ status: 400 });
    expect(await typed("sg72 2nmvxq")).toMatchObject({ status: 303, to: pay });
    const looking = await readPage(pay, first);
    expect(looking.texts("[role=status] .banner-title")).toEqual(["We are checking code SG722NMVXQ"]);
    expect(looking.link("Check now")).toEqual([pay]);
    expect(await billRow()).toMatchObject({ typed_code: "SG722NMVXQ", paid_ksh: 0 });
  });

  test("opens by a mailed link without signing in, and shows no address", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const path = new URL(payUrl(bill.id)).pathname;
    const page = await readPage(path);
    expect(page.texts(".bill-sum")).toEqual(["KSh 1,500"]);
    expect(page.html).not.toMatch(/customer@example|Njeri Mwangi/);
    const asked = await post(link, path, { token: path.split("/").at(-1) }, { form: "ask", phone: "0712345990" });
    expect(asked).toMatchObject({ status: 303, to: `${path}?n=0` });
    // Nobody who has the link learns the number.
    expect((await readPage(path)).texts(".pay-phone")).toEqual(["•••• ••• 990"]);
    expect((await readPage(`${path}/receipt`)).status).toBe(404);
    await payAll(bill.reference, 1500);
    expect((await readPage(path)).link("Receipt")).toEqual([`${path}/receipt`]);
    const receipt = await readPage(`${path}/receipt`);
    expect([receipt.texts("h1"), page.headers.get("Cache-Control")]).toEqual([
      [expect.stringMatching(/^Receipt \d{4}-\d{5}$/)],
      "private, no-store",
    ]);
    expect(receipt.html).not.toMatch(/customer@example|Njeri Mwangi/);
    expect((await readPage(`${path}x/receipt`)).status).toBe(404);
    for (const wrong of ["/pay/x", `${path}x`, `/pay/${bill.id}`]) {
      const dead = await readPage(wrong);
      expect([dead.status, dead.texts("h1")]).toEqual([404, ["This link does not work"]]);
      expect(dead.link("Your orders")).toEqual(["/dashboard/orders"]);
    }
  });

  test("is a 404 for another customer and for a made-up id, also when posted to", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    const { pay, receipt: to } = paths(bill.id);
    for (const path of [pay, to, paths(crypto.randomUUID()).pay, "/dashboard/orders/pay/x"]) {
      expect((await readPage(path, second)).status).toBe(404);
    }
    const posted = await post(own, pay, { bill: bill.id }, { form: "ask", phone: "0712345000" }, second);
    expect([posted.status, daraja.prompts.size]).toEqual([404, 0]);
  });

  test("above what M-PESA takes shows no form", async () => {
    const bill = await billFor({ "njeri-bakes.com": 150_001 });
    const page = await readPage(paths(bill.id).pay, first);
    expect(page.all("form [name=phone], form [name=code]")).toHaveLength(0);
    expect(page.link("Ask us for our bank account")).toEqual(["/contact"]);
  });
});
