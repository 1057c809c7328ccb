import "./mpesa-settings.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asRead } from "#app/orders/bill-reference.ts";
import { arrive, baraka, did, expectSums, LIST, page, payment, post, said, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

/** A code as M-PESA reports it, and other spellings that a person may read on a phone. */
const CODE = "SG7O2I0L1Q";
const SPELLINGS = ["SG702I0L1Q", "SG7021011Q", "sg7o2l0i1q", "SG 7O2 IOL IQ"];
const payPage = ({ id }: { id: string }) => readPage(`/dashboard/orders/pay/${id}`, first);
const typeCode = ({ id }: { id: string }, code: string) =>
  renderPage(first, `/dashboard/orders/pay/${id}`, [
    ["form", "typed"],
    ["code", code],
  ]);
const typedCode = async () => (await rows("select typed_code from bills where typed_code is not null"))[0]?.typed_code;

describe.each(SPELLINGS)("a customer types M-PESA's code as %j", (spelling) => {
  test("and reads that it has come; the desk proposes the bill; what was typed is stored as it is", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    await arrive({ code: CODE });
    expect((await typeCode(bill, spelling)).status).toBe(303);
    expect(await typedCode()).toBe(spelling.toUpperCase().replaceAll(" ", ""));
    expect((await payPage(bill)).texts("[role=status]").join()).toMatch(/M-PESA has told us of it/);
    const { document } = await readPage(`${LIST}/${CODE}`, wanjiku);
    expect(document.querySelector("[name=to]")?.getAttribute("value")).toBe(bill.reference);
    expect(await page(LIST)).not.toContain("Said to be paid");
    expect(await payment(CODE)).toMatchObject({ state: "unmatched" });
  });

  test("of a payment that the bill has, and comes back to it", async () => {
    const bill = await billFor({ "duka.co.ke": 3000 });
    await arrive({ code: CODE, reference: bill.reference, confirmedBy: "token" });
    expect((await typeCode(bill, spelling)).to).toMatch(/\/pay\/[^?]+$/);
    expect(await typedCode()).toBeUndefined();
  });

  test("and staff who enter it are told of the one that we have: nothing counts twice", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ code: CODE, reference, confirmedBy: "token" });
    const entry = { code: spelling, ksh: "1500", paidAt: "2026-11-20T12:00", reference: "" };
    const [status, html] = await said(wanjiku, "", "enter", entry);
    expect([status, html]).toEqual([409, expect.stringContaining(`We have this payment already, as ${CODE}`)]);
    expect([await rows("select code from payments"), await did()]).toEqual([[{ code: CODE }], []]);
  });

  test("and staff had entered it so before M-PESA reported it: it is one payment with M-PESA's code and amount", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    const entry = { code: spelling, ksh: "1550", paidAt: "2026-11-20T12:00", reference };
    expect((await post(wanjiku, "", "enter", entry)).status).toBe(303);
    for (const _report of [1, 2]) await arrive({ code: CODE, source: "pull", confirmedBy: "pull" });
    const known = "select code, typed_ksh, reported_ksh, amount_ksh, state, is_disputed from payments";
    expect(await rows(known)).toEqual([
      { code: CODE, typed_ksh: 1550, reported_ksh: 1500, amount_ksh: 1500, state: "counted", is_disputed: false },
    ]);
    const typed = spelling.toUpperCase().replaceAll(" ", "");
    for (const code of [CODE, typed]) expect(await page(`${LIST}/${code}`)).toContain("entered this payment by hand");
    expect((await said(baraka, typed, "delete"))[0]).toBe(409);
    expect(await payment(CODE)).toMatchObject({ state: "counted" });
    await expectSums();
  });

  test("and a second person had counted it so: M-PESA's report of the same money counts nothing", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    const typed = spelling.toUpperCase().replaceAll(" ", "");
    await post(wanjiku, "", "enter", { code: spelling, ksh: "1500", paidAt: "2026-11-20T12:00", reference });
    expect((await post(baraka, typed, "confirm", { ksh: "1500", expectedKsh: "1500" })).status).toBe(303);
    await arrive({ code: CODE, reference, confirmedBy: "token" });
    expect(await rows("select code, state from payments")).toEqual([{ code: CODE, state: "counted" }]);
    expect(await rows("select paid_ksh, surplus_ksh from bills")).toEqual([{ paid_ksh: 1500, surplus_ksh: 0 }]);
  });

  test("and staff find it in the list", async () => {
    await arrive({ code: CODE });
    expect(await page(`${LIST}?view=all&q=${encodeURIComponent(spelling)}`)).toContain(CODE);
  });
});

test("of two payments that read the same, only the exact code is found", async () => {
  const bill = await billFor({ "duka.co.ke": 1500 });
  for (const code of ["SG7O2NMVXQ", "SG702NMVXQ"]) await arrive({ code });
  const meant = async (typed: string) => (await database.query("select meant_code($1) as code", [typed]))[0]?.code;
  expect(await meant("SG7O2NMVXQ")).toBe("SG7O2NMVXQ");
  expect(await meant("SG702NMVXQ")).toBe("SG702NMVXQ");
  for (const code of ["SGL02NMVXQ", "SGI02NMVXQ", "TG702NMVXQ"]) await arrive({ code });
  expect(await meant("SG102NMVXQ")).toBeNull();
  expect(await meant("TG7O2NMVXQ")).toBe("TG702NMVXQ");
  await typeCode(bill, "SG102NMVXQ");
  expect((await payPage(bill)).texts("[role=status]").join()).toMatch(/has not told us of it yet/);
});

test("numbers of banks and receipts are never read as others", async () => {
  await post(wanjiku, "", "enter-bank", {
    ksh: "1500",
    paidAt: "2026-11-20",
    reference: "",
    bank: "KCB",
    number: "FT10O",
  });
  expect(await rows("select code from payments")).toEqual([{ code: "BANK-KCB-FT10O" }]);
  const meant = await database.query("select meant_code('BANK-KCB-FT100') as code");
  expect(meant).toEqual([{ code: null }]);
});

test("database and site read codes alike", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."0O1ILQSG7Z"), maxLength: 12 }), async (code) => {
      const [row] = await database.query("select read_code($1) as read", [code]);
      expect(row?.read).toBe(asRead(code));
    }),
    { numRuns: 60 },
  );
});

test.each([
  (reference: string) => `ACC ${reference}`,
  (reference: string) => `${reference} NJERI`,
  (reference: string) => `acc no. ${reference.toLowerCase()}`,
])("an account number with other words fills the form that matches it", async (typed) => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await billFor({ "shamba.co.ke": 1500 });
  await arrive({ code: CODE, typedReference: typed(reference) });
  const { document } = await readPage(`${LIST}/${CODE}`, wanjiku);
  expect(document.querySelector("[name=to]")?.getAttribute("value")).toBe(reference);
});
