import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { readCsv } from "../read-csv.ts";
import type { Browser } from "./browser.ts";
import { add, anyRows, BILL, KINDS, monthOf, NOW, type Sums } from "./income-rows.ts";
import { database, FIRST } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

const withoutZeros = (sums: Sums) => add([sums]);

async function incomeAt(at: Date): Promise<{ month: string; sums: Sums }[]> {
  const [row] = await database.query("select desk_income($1, 24) as months", [at]);
  return row?.months as { month: string; sums: Sums }[];
}

beforeEach(async () => {
  await database.query("truncate payments, bills, orders, domains, credits cascade");
  await database.query("insert into bills (id, user_id, reference, amount_ksh) values ($1, $2, 'M0000000', 1)", [
    BILL,
    FIRST.id,
  ]);
});

describe("the income of the last 24 months", () => {
  test("is that of the payments, receipts and names of each month in Nairobi, to the shilling", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        await database.query("begin");
        try {
          for (const { sql, values } of rows) await database.query(sql, values);
          const months = await incomeAt(NOW);
          expect(months).toHaveLength(24);
          expect([months[0]?.month, months[23]?.month]).toEqual(["2025-01", "2026-12"]);
          for (const { month, sums } of months) {
            const ours = rows.filter(({ at }) => monthOf(at) === month).map((row) => row.sums);
            expect([month, withoutZeros(sums)]).toEqual([month, add(ours)]);
          }
          const total = add(months.map(({ sums }) => sums));
          const byKind = KINDS.reduce((sum, kind) => sum + (total[kind] ?? 0), 0);
          expect(byKind).toBe(total.receipts ?? 0);
        } finally {
          await database.query("rollback");
        }
      }),
      { numRuns: process.env.LONG === "1" ? 200 : 25 },
    );
  });

  test("counts a name that left in the month in which staff noted it, and not by its last day", async () => {
    await database.query(
      `insert into domains (user_id, name, expiry_date, status) values ($1, 'gone.co.ke', '2026-06-10', 'left'),
        ($1, 'back.co.ke', '2027-06-10', 'active')`,
      [FIRST.id],
    );
    const left = `insert into desk_log (at, staff, staff_email, did, about_kind, about_id, detail)
      values ($1, $2, 'a@example.co.ke', 'domain-status', 'domain', $3, '{"now": "left"}')`;
    await database.query(left, ["2026-04-10", FIRST.id, "gone.co.ke"]);
    await database.query(left, ["2026-05-10", FIRST.id, "gone.co.ke"]);
    await database.query(left, ["2026-05-11", FIRST.id, "back.co.ke"]);
    const lost = (await incomeAt(NOW)).filter(({ sums }) => sums.lost);
    expect(lost).toEqual([{ month: "2026-05", sums: { lost: 1 } }]);
  });

  test("a receipt has the kind of each order in its lines", async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, bill_id)
       values ($1, 'hosting', 'duka.co.ke', 1, 'x', $2)`,
      [FIRST.id, BILL],
    );
    await database.query("update bills set paid_at = now(), paid_ksh = 1, number = '2026-00001'");
    await database.query(`select issue_receipt($1, '{"seller": {}, "what": {}}')`, [BILL]);
    expect((await database.query("select lines from receipts"))[0]?.lines).toEqual([
      { what: "duka.co.ke", ksh: 1, kind: "hosting" },
    ]);
  });
});

describe("the page", () => {
  let staff: Browser;
  beforeEach(async () => {
    staff = await staffBrowser();
  });

  test("shows this month and each other one that has something, the sum of all, and above them what came in", async () => {
    await database.query(
      `insert into payments (code, amount_ksh, paid_at, source, state) values ('SAB1234567', 1500, now(), 'stk', 'counted'),
        ('SAB1234568', 700, now() - interval '400 days', 'stk', 'counted')`,
    );
    const { document, texts } = await readPage("/desk/income", staff);
    const [money] = document.querySelectorAll("table");
    const rows = [...(money?.querySelectorAll("tbody tr") ?? [])].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows.map(([, ...sums]) => sums)).toEqual([
      ["1,500", "0", "0", "0"],
      ["700", "0", "0", "0"],
      ["2,200", "0", "0", "0"],
    ]);
    expect(texts("main dl dd")).toEqual(["KSh 1,500", "KSh 0", "KSh 1,500"]);
    const names = document.querySelector("[aria-labelledby=names] tbody");
    expect(names?.querySelectorAll("tr")).toHaveLength(1);
    expect((await readPage("/desk", staff)).links(".desk-nav a")).toContain("/desk/income");
  });

  test("has a file with the same sums, VAT in shillings and cents", async () => {
    await database.query(
      `insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
       values ('2026-00001', $1, $2, now(), 1000, 16, 13793, '{}', '{}', '[{"what": "x", "ksh": 1000, "kind": "renew"}]', '[]')`,
      [BILL, FIRST.id],
    );
    const { html, headers } = await renderPage(staff, "/desk/income.csv");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const rows = readCsv(html);
    expect(rows).toHaveLength(25);
    expect(Object.fromEntries(rows[0]?.map((head, index) => [head, rows[1]?.[index]]) ?? [])).toMatchObject({
      month: expect.stringMatching(/^\d{4}-\d\d-01$/),
      ...{ receipts_ksh: "1000", vat_ksh: "137.93", renewals_ksh: "1000", mpesa_ksh: "0" },
    });
  });
});
