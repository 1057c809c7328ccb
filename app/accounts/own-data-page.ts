import { isOrderKind, ORDER_STATES } from "#app/domains/order-kinds.ts";
import { stateWords } from "#app/orders/order-words.ts";
import { OWN_PARTS } from "./own-data.ts";
import { type OwnPart, plain, time } from "./own-part.ts";

type Row = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, { isWhole: boolean; rows: readonly Row[] } | undefined>>;
type Field = { label: string; words: string };
/**
 * A part of a customer's data as the page shows it. `rows`: the newest rows. `count`: how many rows were read. `isWhole` is
 * false if there are more than `count`.
 */
export type OwnSection = { title: string; rows: Field[][]; count: number; isWhole: boolean };

/** The most rows of a part on the page; the file has all. */
export const MOST_SHOWN = 100;

/**
 * Returns the parts of the export as the page shows them, in the export's order, including parts without rows. Empty values
 * are left out.
 */
export function ownSections(parts: Parts): OwnSection[] {
  const names = new Map(parts.domains?.rows.map(({ id, name }) => [id, String(name)]));
  const nameOf = (id: unknown) => names.get(id) ?? "a domain that you no longer have";
  return Object.entries<OwnPart>(OWN_PARTS).map(([part, { title, shown }]) => {
    const { rows: stored = [], isWhole = true } = parts[part] ?? {};
    const rows = part === "orders" ? stored.map((row) => withStateWords(row, parts.bills?.rows)) : stored;
    const fieldsOf = (row: Row) =>
      Object.entries(shown).flatMap(([column, how]) => {
        const [label, format] = typeof how === "string" ? [how, plain] : how;
        const value = row[column];
        const words = value === null || value === undefined ? "" : format(value, nameOf);
        return words === "" ? [] : { label, words };
      });
    return { title, rows: rows.slice(0, MOST_SHOWN).map(fieldsOf), count: rows.length, isWhole };
  });
}

/** Returns a row of `orders` whose state is in the words of the customer's other pages, and which says its reason once. */
function withStateWords(row: Row, bills: readonly Row[] = []): Row {
  const { kind } = row;
  const status = ORDER_STATES.find((one) => one === row.status);
  if (!isOrderKind(kind) || status === undefined) return row;
  const text = (column: string) => (typeof row[column] === "string" ? row[column] : null);
  const bill = bills.find(({ id }) => id === row.bill_id);
  const words = stateWords({
    ...{ kind, status, reason: text("reason"), takenAt: text("taken_at"), priceNamedAt: text("price_named_at") },
    ...{ refundDueKsh: Number(row.refund_due_ksh ?? 0), refundedAt: text("refunded_at") },
    ...(bill && {
      bill: {
        ...{ id: String(bill.id), isPaid: typeof bill.paid_at === "string" },
        ...{ paidKsh: Number(bill.paid_ksh), missingKsh: Number(bill.missing_ksh) },
      },
    }),
  });
  return { ...row, status: words, reason: null };
}

type OwnAccount = {
  email: string;
  name: string | null;
  phone: string | null;
  madeAt: string;
  lastSignInAt: string | null;
};

/** Returns the fields of the account as the page shows them. Empty values are left out. */
export function accountSection({ email, name, phone, madeAt, lastSignInAt }: OwnAccount): Field[] {
  const fields: [string, string | null][] = [
    ["Name", name],
    ["E-mail", email],
    ["Phone", phone],
    ["Created", time(madeAt, String)],
    ["Last sign-in", lastSignInAt && time(lastSignInAt, String)],
  ];
  return fields.flatMap(([label, words]) => (words === null ? [] : { label, words }));
}
