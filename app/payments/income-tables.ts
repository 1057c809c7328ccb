import { formatAmount, formatKsh, formatShillings } from "#app/platform/money.ts";
import { monthName } from "#app/platform/text/nairobi-day.ts";
import type { Month, Sum } from "./income.table.server.ts";

/** The tables of the income: each has a caption, what it counts, and its columns. */
export const INCOME_TABLES: readonly { title: string; about: string; columns: readonly [sum: Sum, label: string][] }[] =
  [
    {
      title: "Money, in KSh",
      about: "On the day it was paid. “Paid back” has refunds, surpluses and credit that we sent.",
      columns: [
        ["mpesa", "M-PESA"],
        ["other", "Other ways"],
        ["credit", "Credit used"],
        ["back", "Paid back"],
      ],
    },
    {
      title: "Receipts, in KSh",
      about: "On the day of issue. VAT is that of the receipts, less that of the credit notes.",
      columns: [
        ["receipts", "Receipts"],
        ["notes", "Credit notes"],
        ["vat", "VAT"],
      ],
    },
    {
      title: "Names",
      about: "New: registered or moved to us. Lost: not renewed by the last day, or left.",
      columns: [
        ["new", "New"],
        ["renewed", "Renewed"],
        ["lost", "Lost"],
      ],
    },
    {
      title: "Receipts by kind, in KSh",
      about: "What the receipts are for. Credit notes are not taken off.",
      columns: [
        ["renew", "Renew"],
        ["register", "Register"],
        ["transfer", "Transfer"],
        ["hosting", "Hosting"],
        ["mail", "Mailboxes"],
        ["extend", "Next year of services"],
        ["upgrade", "Larger plans"],
        ["certificate", "SSL"],
      ],
    },
  ];

/** Returns the columns of a table that have something, if it has too many for a phone; else all. */
export function incomeColumns(months: readonly Month[], columns: readonly (readonly [sum: Sum, label: string])[]) {
  const used = columns.filter(([sum]) => months.some(({ sums }) => sums[sum] !== 0));
  return columns.length > 4 && used.length > 0 ? used : columns;
}

/**
 * Returns the rows of a table, the newest month first and, of several months, the sum of all last. This month is always there; of
 * the others, those that have something.
 */
export function incomeRows(months: readonly Month[], columns: readonly (readonly [sum: Sum, label: string])[]) {
  const cells = (value: (sum: Sum) => number) =>
    columns.map(([sum]) => (sum === "vat" ? formatAmount(value(sum)) : formatShillings(value(sum))));
  const total = (sum: Sum) => months.reduce((all, { sums }) => all + sums[sum], 0);
  const shown = months.filter(({ sums }, index) => index === 0 || columns.some(([sum]) => sums[sum] !== 0));
  return [
    ...shown.map(({ month, sums }) => ({ title: monthWords(month), cells: cells((sum) => sums[sum]) })),
    ...(shown.length > 1 ? [{ title: "All", cells: cells(total) }] : []),
  ];
}

/** Returns what came in by M-PESA and in other ways: this month, last month, and this year. `months`: the newest first. */
export function cameIn(months: readonly Month[]) {
  const of = (title: string, those: readonly Month[]) => ({
    title,
    sum: formatKsh(those.reduce((all, { sums }) => all + sums.mpesa + sums.other, 0)),
  });
  const [year = ""] = months[0]?.month.split("-") ?? [];
  return [
    ...months.slice(0, 2).map((one) => of(monthWords(one.month), [one])),
    of(
      year,
      months.filter(({ month }) => month.startsWith(year)),
    ),
  ];
}

/** "2026-11" as "Nov 2026". */
function monthWords(month: string): string {
  const [year, ofYear] = month.split("-");
  return `${monthName(Number(ofYear) - 1)} ${year}`;
}
