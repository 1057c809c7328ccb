import { formatKsh, formatShillings } from "#app/platform/money.ts";
import { dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { paidByWords, WAY_NAMES, wayOf } from "./pay-ways.ts";
import { MINUS } from "./receipt-words.ts";
import type { StatementLine, StatementRows } from "./statement.table.server.ts";

/**
 * A line as the statement shows it. Amounts are whole KSh in words, with the sign by which they change the balance; empty if the
 * line does not. `change`: both in one; `after`: the balance after the line.
 */
type ShownLine = {
  key: string;
  day: string;
  what: string;
  about: string;
  charged: string;
  paid: string;
  change: string;
  after: string;
};

export type StatementWords = ReturnType<typeof statementWords>;

/** Returns when a year begins and ends in Nairobi. */
export function yearSpan(year: number): { since: Date; until: Date } {
  const begin = (of: number) => startOfDay(Date.UTC(of, 0, 1) / (24 * 3600_000));
  return { since: begin(year), until: begin(year + 1) };
}

/** Returns the year of Nairobi at a moment. */
export function yearOf(moment: Date): number {
  return Number(dateOf(dayNumber(moment)).iso.slice(0, 4));
}

/** Returns the year that a URL names; the present one for anything else, and for a year that has not begun. */
export function readYear(text: string | null, now: Date): number {
  const present = yearOf(now);
  return text !== null && /^20\d\d$/.test(text) && Number(text) <= present ? Number(text) : present;
}

/**
 * Returns a page of a customer's statement of a year, in words. As in any account book, a charge raises the balance and a
 * payment lowers it: below 0 it is money of the customer that the agency holds. Source: docs/product/payments.md, "Statements".
 */
export function statementWords(rows: StatementRows, year: number, now: Date) {
  const { first, before, last, waiting, lines, next } = rows;
  const [start, end] = [sumsOf(before), sumsOf(last)];
  const opening = start.charged - start.paid;
  const closing = end.charged - end.paid;
  const [top] = lines;
  const brought = top ? standingOf(top) - top.charged + top.paid : closing;
  const sumOf = (some: StatementRows["waiting"]) => some.reduce((sum, { ksh }) => sum + ksh, 0);
  const coming = sumOf(waiting.filter(({ isOnItsWay }) => isOnItsWay));
  const owed = sumOf(waiting.filter(({ kind }) => kind === "due-back"));
  const due = end.due - start.due - coming;
  const from = first ? yearOf(new Date(first.day)) : yearOf(now);
  return {
    year,
    /** The years that have lines, and the present one. */
    years: Array.from({ length: yearOf(now) - from + 1 }, (_, index) => from + index),
    opening: amountOf(opening),
    charged: signed(end.charged - start.charged),
    paid: signed(start.paid - end.paid),
    closing: amountOf(closing),
    top: topWords({ due, owed, coming, closing, credit: end.credit }),
    /** How much of the money that we hold is credit; empty if all of it is. */
    credit: closing < 0 && -closing !== end.credit ? creditWords(end.credit) : "",
    /** What the page begins with, if it is not the first. */
    brought: amountOf(brought),
    lines: lines.map(shownLine),
    waiting: waiting.map(waitingLine),
    next,
    /** The day of the last balance: today, or the year's last day. */
    date: year === yearOf(now) ? dateOf(dayNumber(now)).words : `31 Dec ${year}`,
  };
}

const sumsOf = (line: StatementLine | undefined) => ({
  charged: line?.charged_sum ?? 0,
  paid: line?.paid_sum ?? 0,
  due: line?.due_sum ?? 0,
  credit: line?.credit_sum ?? 0,
});

const standingOf = ({ paid_sum, charged_sum }: StatementLine) => charged_sum - paid_sum;

type Top = { big: string; stamp: string; stampKind?: "back" };

type Sums = Record<"due" | "owed" | "coming" | "closing" | "credit", number>;

/** Returns the one sum that matters, and its stamp: to pay, to get back, looked for, or to use. */
function topWords({ due, owed, coming, closing, credit }: Sums): Top {
  if (due > 0) return { big: formatKsh(due), stamp: "TO PAY", stampKind: "back" };
  if (closing > 0) return { big: formatKsh(closing), stamp: "YOU STILL PAY", stampKind: "back" };
  if (owed > 0) return { big: formatKsh(owed), stamp: "DUE BACK TO YOU" };
  if (coming > 0) return { big: formatKsh(coming), stamp: "WE LOOK FOR YOUR PAYMENT" };
  if (credit > 0) return { big: formatKsh(credit), stamp: "YOU HAVE WITH US" };
  return { big: "Nothing to pay", stamp: "" };
}

const creditWords = (ksh: number) =>
  ksh === 0
    ? "None of it is credit: it is on your bills."
    : `${formatKsh(ksh)} of it is your credit, the rest is on your bills.`;

/** Whole shillings, with the minus of printers. */
function amountOf(ksh: number): string {
  return `${ksh < 0 ? MINUS : ""}${formatShillings(Math.abs(ksh))}`;
}

const signed = (ksh: number) => `${ksh > 0 ? "+" : ""}${amountOf(ksh)}`;

const dayOf = ({ day }: StatementLine) => dateOf(dayNumber(new Date(day))).words;

/** Returns an unpaid bill, or what a bill owes. */
function waitingLine(line: StatementRows["waiting"][number]) {
  return { key: line.id, day: dayOf(line), ...lineWords(line), amount: amountOf(line.ksh) };
}

function shownLine(line: StatementLine): ShownLine {
  const { id, charged, paid } = line;
  return {
    ...{ key: id, day: dayOf(line) },
    ...lineWords(line),
    charged: charged === 0 ? "" : signed(charged),
    paid: paid === 0 ? "" : signed(-paid),
    change: paid === charged ? "" : signed(charged - paid),
    after: amountOf(standingOf(line)),
  };
}

/** Returns what a line is, and what it belongs to. */
function lineWords(line: StatementLine & { isOnItsWay?: boolean }): { what: string; about: string } {
  const { kind, number, reference, receipt_number, way, own_number, bank, lines, ksh } = line;
  const ofBill = reference === null ? "" : `Bill ${reference}`;
  const by = paidByWords({ source: way ?? "", code: number, number: own_number, bank });
  switch (kind) {
    case "payment":
      return { what: `Payment: ${by}`, about: ofBill };
    case "returned":
      return { what: `Sent back: ${by}`, about: ofBill };
    case "void":
      return { what: `Did not reach us: ${by}`, about: ofBill };
    case "receipt":
      return { what: `Receipt ${number}`, about: `${ofBill}: ${itemsWords(lines ?? [])}` };
    case "note":
      return { what: `Credit note ${number}`, about: `For receipt ${receipt_number}, ${noteWords(way)}` };
    case "back":
      return { what: `Paid back by ${WAY_NAMES[wayOf(way ?? "")]} ${number}`, about: ofBill };
    case "bill":
      return { what: `${ofBill}, ${line.isOnItsWay ? "we look for your payment" : "not paid yet"}`, about: "" };
    case "due-back":
      return { what: "Due back to you", about: ofBill };
    case "kept":
      return { what: `${formatKsh(ksh)} kept for your next bill`, about: ofBill };
    case "taken-back":
      return { what: `${formatKsh(ksh)} of your credit taken back`, about: ofBill };
    case "used":
      return { what: `${formatKsh(ksh)} of your credit used`, about: ofBill };
    case "goodwill":
      return { what: "Credit from us", about: "" };
    case "paid-out":
      return { what: `Credit sent to you by M-PESA ${number}`, about: "" };
  }
}

function noteWords(way: string | null): string {
  if (way === "void") return "the payment did not reach us";
  return way === "credit" ? "kept for your next bill" : "paid back";
}

function itemsWords(lines: readonly { what: string }[]): string {
  const [first, ...others] = lines;
  return first && others.length === 0 ? first.what : `${lines.length}\u00a0orders`;
}
