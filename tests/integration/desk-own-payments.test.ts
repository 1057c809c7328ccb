import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { baraka, bill, did, expectSums, LIST, page, payment, post, said, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const FORMS = {
  "enter-bank": { number: "FT26331ABC", bank: "KCB Bank Kenya" },
  "enter-cash": { number: "0017", takenBy: "Wanjiku Kamau" },
  "enter-cheque": { number: "000123", bank: "KCB", account: "1122 334 4417", takenBy: "Wanjiku Kamau" },
};
type Form = keyof typeof FORMS;
const entry = (form: Form, reference = "") => ({ ...FORMS[form], ksh: "1,500", paidAt: today(), reference });

describe.each([
  ["enter-bank", "BANK-KCB-FT26331ABC", "Bank transfer FT26331ABC, KCB Bank Kenya", "bank statement"],
  ["enter-cash", "CASH-17", "Cash 0017", "cash box"],
  ["enter-cheque", "CHEQUE-KCB-4417-123", "Cheque 000123, KCB, account ending 4417", "has paid it"],
] as const)("a payment of the form %s", (form, code, words, place) => {
  test("counts once, when a second person confirms it, and is named wherever its money is", async () => {
    const { id, reference } = await billFor({ "duka.co.ke": 1500 });
    for (const _press of [1, 2]) expect((await post(wanjiku, "", form, entry(form, reference))).status).toBe(303);
    expect(await said(baraka, "", form, entry(form, reference))).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau entered it by hand: KSh\s1,500/),
    ]);
    expect(await payment(code)).toMatchObject({ state: "held", confirmed_by: null });
    expect(await page(LIST)).toContain(`To confirm · ${code} · ${reference}`);
    expect(await page(`${LIST}?q=${code.slice(-3).toLowerCase()}`)).toContain(code);
    const held = (await readPage(`/dashboard/orders/pay/${id}`, first)).texts("main").join();
    expect(held).toMatch(/Your KSh 1,500 is here(?!.*M-PESA still has)/);

    const confirm = { ksh: "1500", expectedKsh: "1500" };
    expect((await said(wanjiku, code, "confirm", confirm))[0]).toBe(409);
    expect(await page(`${LIST}/${code}`, baraka)).toMatch(new RegExp(`${words}.*${place}`));
    expect((await post(baraka, code, "confirm", confirm)).status).toBe(303);
    expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0, number: expect.stringMatching(/-00001$/) });
    await expectSums();
    expect(await did()).toEqual(["payment-entered", "payment-confirmed"]);
    expect(await page("/desk/log")).toContain(`entered payment ${code} by hand: KSh 1,500`);

    await run();
    const [mail] = await rows("select body_text from mails where kind = 'payment' and subject like 'We have your%'");
    expect(mail?.body_text).toContain(`Paid by ${words}`);
    expect((await readPage(`/dashboard/orders/pay/${id}`, first)).texts("main").join()).toContain(words);
    const receipt = await readPage(`/dashboard/orders/receipt/${id}`, first);
    const [, way = "", details = ""] = /^(Bank transfer|Cash|Cheque) (.*)$/.exec(words) ?? [];
    expect(receipt.texts(".receipt-stamp").join()).toContain(`PAID BY ${way.toUpperCase()}${details}`);
    expect(receipt.texts("main").join()).not.toContain("M-PESA");
    const file = (await renderPage(wanjiku, "/desk/payments.csv")).html;
    expect(file).toContain(words.includes(",") ? `1500,"${words}",` : `1500,${words},`);
    expect(await readReceipt(id)).toMatchObject({ ok: true, value: { paid_with: [{ code }] } });
  });

  test("is deleted while it does not count, and may then be entered again", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await post(wanjiku, "", form, entry(form, reference));
    expect((await post(baraka, code, "delete")).status).toBe(303);
    expect(await payment(code)).toBeUndefined();
    expect((await post(baraka, "", form, entry(form))).status).toBe(303);
    const match = { ksh: "1500", expectedKsh: "1500", reference };
    expect((await post(wanjiku, code, "match", match)).status).toBe(303);
    expect(await bill()).toMatchObject({ paid_ksh: 1500 });
    expect((await said(wanjiku, code, "delete"))[0]).toBe(409);
  });
});

test("one number stands for two payments of two banks or accounts, and for one of the same", async () => {
  const enter = async (form: Form, more: object) =>
    (await post(wanjiku, "", form, { ...entry(form), ...more } as Record<string, string>)).status;
  expect(await enter("enter-cheque", {})).toBe(303);
  expect(await enter("enter-cheque", { bank: "Equity" })).toBe(303);
  expect(await enter("enter-cheque", { account: "9999" })).toBe(303);
  expect(await enter("enter-bank", { number: "123" })).toBe(303);
  expect(await enter("enter-cash", { number: "123" })).toBe(303);
  expect(await rows("select from payments")).toHaveLength(5);
  expect((await said(baraka, "", "enter-cheque", { ...entry("enter-cheque"), bank: "KCB Bank Ltd" }))[0]).toBe(409);
  expect((await said(baraka, "", "enter-cash", { ...entry("enter-cash"), number: "0123" }))[0]).toBe(409);
});

test.each([
  ["enter-bank", { number: "  " }, "Type its number"],
  ["enter-bank", { number: "----" }, "Type its number"],
  ["enter-bank", { bank: "12" }, "Type the name of the bank"],
  ["enter-cheque", { account: "44" }, "last four digits"],
  ["enter-cash", { takenBy: "" }, "who of us took it"],
  ["enter-cash", { paidAt: "2026-02-30" }, "Type the day"],
  ["enter-cash", { paidAt: "2099-01-01" }, "Type the day"],
  ["enter-cheque", { ksh: "1500.50" }, "whole number of shillings"],
  ["enter-bank", { reference: "M0000000" }, "No bill has this reference"],
] as const)("%s with %j is refused at the field, and the rest stays typed", async (form, wrong, words) => {
  const [status, html] = await said(wanjiku, "", form, { ...entry(form), ...wrong });
  expect([status, html]).toEqual([400, expect.stringContaining(words)]);
  expect(html).toContain(`value="${"ksh" in wrong ? wrong.ksh : "1,500"}"`);
  expect([await rows("select from payments"), await did()]).toEqual([[], []]);
});
