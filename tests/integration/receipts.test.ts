import "./mpesa-settings.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { env } from "#app/platform/env.server.ts";
import { arrive, baraka, CODE, page, post, said, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, rows } from "./payment-fixtures.ts";
import { renderPage } from "./render-page.ts";

const before = { tax: { ...env.tax }, brand: { ...env.brand } };
afterEach(() => {
  Object.assign(env.tax, before.tax);
  Object.assign(env.brand, before.brand);
});

const file = async (month: string) =>
  (await renderPage(wanjiku, `/desk/payments.csv?month=${month}`)).html.trim().split("\r\n").slice(1);

/** A paid bill of two names with VAT in its prices. */
async function paidBill() {
  Object.assign(env.tax, { pin: "P000000000A", includesVat: true });
  const bill = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 1788 });
  await arrive({ amountKsh: 3288, reference: bill.reference, confirmedBy: "token" });
  return bill;
}

test("a receipt stays as it was issued when the agency, its taxes and the customer change", async () => {
  const { id } = await paidBill();
  const issued = await readReceipt(id);
  expect(issued).toMatchObject({ ok: true, value: { gross_ksh: 3288, vat_percent: 16, vat_cents: 45_352 } });
  Object.assign(env.tax, { pin: "P999999999Z", includesVat: false });
  Object.assign(env.brand, { name: "Another", registration: "", address: "Elsewhere" });
  await database.query(`update auth.users set raw_user_meta_data = '{"full_name":"Another"}'`);
  await database.query("update orders set domain = 'another.co.ke'");
  expect(await readReceipt(id)).toEqual(issued);
});

test("receipts and credit notes are never changed or deleted", async () => {
  const { id } = await paidBill();
  await readReceipt(id);
  for (const statement of ["update receipts set gross_ksh = 1", "delete from receipts"]) {
    await expect(database.query(statement)).rejects.toThrow("do not change");
  }
});

test("net and VAT are rounded to the cent and add up to the gross amount", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20_000_000 }),
      fc.integer({ min: 1, max: 99 }),
      async (gross, percent) => {
        const [row] = await rows(`select vat_cents(${gross}, ${percent}) as cents`);
        const [amount, parts] = [BigInt(gross) * 100n * BigInt(percent), 100n + BigInt(percent)];
        expect(row?.cents).toBe(Number((2n * amount + parts) / (2n * parts)));
      },
    ),
    { numRuns: 50, seed: 1 },
  );
});

describe("a refund", () => {
  test("is a credit note with a number of its own, in parts too, and leaves receipt and filed month alone", async () => {
    const { id, reference } = await paidBill();
    await database.query("update bills set paid_at = '2026-10-31T20:59:00Z'");
    const october = await file("2026-10");
    expect(october).toHaveLength(1);
    const receipt = await readReceipt(id);
    await database.query("update orders set status = 'failed' where domain = 'duka.co.ke'");
    const back = { reference, way: "mpesa", code: "SBACK00001", ksh: "1000", expectedKsh: "1500" };
    expect((await said(wanjiku, CODE, "refund", { ...back, ksh: "1501" }))[0]).toBe(400);
    expect((await said(wanjiku, CODE, "refund", { ...back, way: "shells" }))[0]).toBe(400);
    expect((await said(wanjiku, CODE, "refund", { ...back, code: " " }))[0]).toBe(400);
    for (const _press of [1, 2]) expect((await post(wanjiku, CODE, "refund", back)).status).toBe(303);
    // Another person has the page from before the first part.
    expect((await said(baraka, CODE, "refund", { ...back, code: "SBACK00002" }))[0]).toBe(409);
    const rest = { ...back, ksh: "500", expectedKsh: "500" };
    expect((await said(baraka, CODE, "refund", rest))[1]).toContain("has this code");
    expect((await post(baraka, CODE, "refund", { ...rest, way: "bank", code: "FT-77" })).status).toBe(303);

    const year = new Date(Date.now() + 3 * 3600_000).getUTCFullYear();
    const notes = await rows("select number, gross_ksh, vat_cents, way, code from credit_notes order by number");
    expect(notes).toEqual([
      { number: `CN-${year}-00001`, gross_ksh: 1000, vat_cents: 13_793, way: "mpesa", code: "SBACK00001" },
      { number: `CN-${year}-00002`, gross_ksh: 500, vat_cents: 6_897, way: "bank", code: "FT-77" },
    ]);
    expect(await file("2026-10")).toEqual(october);
    const after = await readReceipt(id);
    const told = { notes: [{}, {}], notDone: expect.any(String) };
    expect(after).toMatchObject({ ok: true, value: { ...(receipt.ok && receipt.value), ...told } });
    const month = new Date(Date.now() + 3 * 3600_000).toISOString().slice(0, 7);
    expect(await file(month)).toEqual([
      expect.stringMatching(new RegExp(`credit note,CN-${year}-00001,.*,-862.07,-137.93,-1000,SBACK00001,$`)),
      expect.stringMatching(new RegExp(`credit note,CN-${year}-00002,.*,-431.03,-68.97,-500,Bank transfer FT-77,$`)),
    ]);
    expect(await page("/desk/payments")).toContain("No open payments");
  });
});

test("the month's file has all of 2,500 receipts, and its sum is that of the database", async () => {
  await billFor({ "duka.co.ke": 1500 });
  await database.query(`
    insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at, number, issued_number)
    select bill.user_id, 'M' || lpad(count::text, 7, '0'), 100 + count, 100 + count,
      '2026-10-01T09:00:00Z'::timestamptz + count / 3 * interval '1 minute', '2026-' || lpad(count::text, 5, '0'),
      '2026-' || lpad(count::text, 5, '0')
    from bills as bill, generate_series(1, 2500) as count`);
  await database.query(`
    insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)
    select number, id, user_id, paid_at, amount_ksh, 0, '{}', '{}', '[]', '[]' from bills where paid_at is not null`);
  const lines = (await file("2026-10")).map((line) => line.split(","));
  expect(new Set(lines.map((cells) => cells[2])).size).toBe(2500);
  const [sum] = await rows("select sum(amount_ksh)::integer as ksh from bills where paid_at is not null");
  expect(lines.reduce((total, cells) => total + Number(cells[7]), 0)).toBe(sum?.ksh);
});

test("a file with too many rows is refused in words and never cut", async () => {
  const table = (rows: number) =>
    csvResponse(
      "log",
      ["A"],
      Array.from({ length: rows }, () => [1]),
    );
  expect(table(MAX_CSV_ROWS).status).toBe(200);
  const refused = table(MAX_CSV_ROWS + 1);
  expect([refused.status, refused.headers.get("Content-Disposition")]).toEqual([422, null]);
  expect(await refused.text()).toContain("more than 5000 rows");
});

test("the receipts of every month since the first can be downloaded", async () => {
  const months = async () =>
    (await renderPage(wanjiku, "/desk/payments")).html
      .match(/<option value="20\d\d-\d\d"/g)
      ?.map((option) => option.slice(15, 22));
  const { id } = await paidBill();
  expect(await months()).toHaveLength(1);
  // The months are those of Nairobi.
  const today = new Date(Date.now() + 3 * 3_600_000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  await database.query("update bills set paid_at = $1", [new Date(Date.UTC(year, month - 14, 15)).toISOString()]);
  await readReceipt(id);
  const listed = (await months()) ?? [];
  expect([listed.length, new Set(listed).size]).toEqual([15, 15]);
  expect(listed.at(-1)).toBe(new Date(Date.UTC(year, month - 14, 15)).toISOString().slice(0, 7));
  expect((await file(listed.at(-1) ?? "")).length).toBe(1);
});
