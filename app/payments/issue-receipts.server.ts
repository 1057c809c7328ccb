import { VAT_PERCENT } from "#app/orders/bill.ts";
import { yearsWords } from "#app/orders/order-price.ts";
import { billTitle, orderTitle, type Titled } from "#app/orders/order-title.ts";
import { listBillOrders } from "#app/orders/orders.table.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { notDoneWords } from "./not-done-words.ts";
import {
  type IssuedLine,
  type Issuer,
  issueReceipt,
  listBillsWithoutReceipt,
  listCreditNotes,
  listIssued,
  listReceipts,
} from "./receipts.table.server.ts";

const NOT_READ = "We can’t read this receipt right now. Please try again.";
const BILLS_AT_ONCE = 100;
const LINES_AT_ONCE = 1_000;
/** Most receipts and credit notes of one file. */
export const MAX_ISSUED = 50_000;

type Item = Titled & { id: string };

/** Returns the seller and its VAT as the settings have them now, and the words of a bill's orders. */
export function issuerOf(orders: readonly Item[]): Issuer {
  const brand = brandFrom(env.brand);
  const { pin, includesVat } = env.tax;
  return {
    seller: {
      ...{ name: brand.registration || brand.name, address: brand.address ?? "", email: brand.email },
      ...(brand.phone !== undefined && { phone: brand.phone }),
      ...(pin && { pin }),
    },
    vat_percent: includesVat && pin !== undefined ? VAT_PERCENT : null,
    what: Object.fromEntries(orders.map((order) => [order.id, lineWords(order)])),
  };
}

/** Returns the words of a line of a receipt: "Registration of kuku-tamu.com, 1 year", "Deluxe hosting for njeri.co.ke, 1 year". */
function lineWords(order: Titled): string {
  const years = order.chosen?.years;
  if (order.kind === "hosting" || order.kind === "mail") return billTitle(order);
  return `${orderTitle(order)}${years === undefined ? "" : `, ${yearsWords(years)}`}`;
}

/** Issues the receipts of all paid bills that have none. The next run tries again what fails. */
export async function issueReceipts(): Promise<Result<null>> {
  for (;;) {
    const due = await listBillsWithoutReceipt(BILLS_AT_ONCE);
    if (!due.ok) return due;
    for (const bill of due.value) {
      const orders = await listBillOrders(bill.id);
      if (!orders) return failure(503, NOT_READ);
      const issued = await issueReceipt(bill.id, issuerOf(orders));
      if (!issued.ok) return issued;
    }
    if (due.value.length < BILLS_AT_ONCE) return success(null);
  }
}

/**
 * Returns a receipt as it was issued, with its credit notes, and the numbers of the bill's other receipts. Chooses the
 * receipt with this number, else the current one, else the last one. Fails with 404 if the bill has no receipt. Source:
 * docs/product/payments.md, "Payments".
 */
export async function readReceipt(billId: string, number?: string) {
  const orders = await listBillOrders(billId);
  if (!orders) return failure(503, NOT_READ);
  const current = await issueReceipt(billId, issuerOf(orders));
  if (!current.ok) return current;
  const all = await listReceipts(billId);
  if (!all.ok) return all;
  const last = current.value ?? all.value[0];
  const receipt = number === undefined ? last : all.value.find((one) => one.number === number);
  if (!receipt) return failure(404, "No receipt");
  const notes = await listCreditNotes(receipt.number);
  if (!notes.ok) return notes;
  const others = all.value.filter((one) => one.number !== receipt.number).map((one) => one.number);
  return success({
    ...{ ...receipt, notes: notes.value, others, isCurrent: receipt.number === current.value?.number },
    notDone: notDoneWords(orders)?.title,
  });
}

/**
 * Returns the receipts and credit notes issued between two moments, in order. If there are more than MAX_ISSUED, returns more
 * than MAX_ISSUED, but not all.
 */
export async function readIssued(from: Date, to: Date): Promise<Result<IssuedLine[]>> {
  const issued = await issueReceipts();
  if (!issued.ok) return issued;
  const lines: IssuedLine[] = [];
  for (;;) {
    const page = await listIssued(from, to, lines.at(-1), LINES_AT_ONCE);
    if (!page.ok) return page;
    lines.push(...page.value);
    if (page.value.length < LINES_AT_ONCE || lines.length > MAX_ISSUED) return success(lines);
  }
}
