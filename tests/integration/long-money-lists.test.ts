import { beforeAll, beforeEach, test } from "vitest";
import { listServices } from "#app/services/services.table.server.ts";
import { readCsv } from "../read-csv.ts";
import type { Browser } from "./browser.ts";
import { clientOf } from "./demo-customers.ts";
import { AGO, expectAll, many, walkPages } from "./long-lists.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";
import { database, FIRST, first } from "./two-customers.ts";

let wanjiku: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser();
});
beforeEach(async () => {
  await database.query("truncate services, orders, bills cascade");
});

const csv = async (path: string) => readCsv((await renderPage(wanjiku, path)).html).slice(1);
const BILL =
  "bills (id, user_id, reference, amount_ksh, opened_at, paid_ksh, paid_at, number, issued_number, fulfilled_at)";
const bills = (paid: string) =>
  database.query(
    many(
      BILL,
      `md5('b' || n)::uuid, '${FIRST.id}', 'M' || lpad(n::text, 7, '0'), 1500, now() - interval '40 days', ${paid}`,
    ),
  );

test("a customer and the file of the desk have each of many services once", async () => {
  await database.query(
    many(
      "services (user_id, kind, domain, plan, state, starts_on, ends_on, price_ksh, provider, access)",
      `'${FIRST.id}', 'hosting', 's' || n || '.co.ke', 'deluxe', 'active', current_date, current_date + n % 99, 1, 'hand', '{}'`,
    ),
  );
  const own = await listServices(await clientOf(first), FIRST.id);
  expectAll(own.ok ? own.value.map(({ domain }) => domain) : []);
  expectAll((await csv("/desk/services.csv")).map(([, , domain = ""]) => domain));
});

test("the desk has each of many unpaid bills once, in the list and the file", async () => {
  await bills("0, null, null, null, null");
  await database.query(
    many(
      "orders (user_id, kind, domain, price_ksh, idempotency_key, bill_id)",
      `'${FIRST.id}', 'register', 'o' || n || '.co.ke', 1500, 'k' || n, md5('b' || n)::uuid`,
    ),
  );
  expectAll((await csv("/desk/unpaid.csv")).map(([reference = ""]) => reference));
  const rows = await walkPages("/desk/unpaid", ".pane-rows .pane-words", wanjiku);
  expectAll(rows.flatMap((text) => /M\d{7}/.exec(text)?.[0] ?? []));
});

test("the desk has each of many credit notes in the month's file", async () => {
  await bills("1500, now(), '2026-' || n, '2026-' || n, now()");
  await database.query(
    many(
      "receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)",
      `'2026-' || n, md5('b' || n)::uuid, '${FIRST.id}', now() - interval '300 days', 1500, 0, '{}', '{}', '[]', '[]'`,
    ),
  );
  await database.query(
    many(
      "credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_cents, way, code)",
      `'C2026-' || n, '2026-' || n, '${FIRST.id}', now(), 1500, 0, 'mpesa', 'SABCDE' || n`,
    ),
  );
  expectAll((await csv("/desk/payments.csv")).map(([, , number = ""]) => number));
});

test("the desk has each of many orders of which money is due back once", async () => {
  await database.query(
    many(
      "orders (user_id, kind, domain, price_ksh, idempotency_key, status, reason, refund_due_ksh, created_at)",
      `'${FIRST.id}', 'register', 'r' || n || '.co.ke', 1500, 'k' || n, 'failed', 'Taken', 1500, ${AGO}`,
    ),
  );
  expectAll(await walkPages("/desk/orders?state=refund", ".pane-rows b", wanjiku));
});
