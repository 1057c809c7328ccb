import { isOrderKind, ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import type { AccountChangeKind } from "./account-mail.ts";

/** Returns a column's value in words. `nameOf` returns the name of a domain by its id. */
export type Format = (value: unknown, nameOf: (id: unknown) => string) => string;

export const plain: Format = (value) => (value === true ? "yes" : value === false ? "no" : String(value));
export const time: Format = (value) => nairobiTime(new Date(String(value)));
export const day: Format = (value) => time(`${String(value).slice(0, 10)}T00:00:00+03:00`, String).split(",")[0] ?? "";
export const expiry: Format = (value) => time(value, String).split(",")[0] ?? "";
export const price: Format = (value) => (typeof value === "number" && value > 0 ? formatKsh(value) : "not known yet");
export const ksh: Format = (value) => formatKsh(Number(value));
export const order: Format = (value) => (isOrderKind(value) ? ORDER_NAMES[value] : plain(value, String));
export const number: Format = (value) => orderNumber(String(value));
export const domain: Format = (value, nameOf) => nameOf(value);
export const years: Format = (value) => (isRow(value) && "years" in value ? String(value.years) : "");
export const record: Format = (value) =>
  isRow(value) ? [value.type, value.name, value.content].filter((part) => part !== undefined).join(" ") : "";
const CHANGES: Readonly<Record<string, string>> & Record<AccountChangeKind, string> = {
  password: "The password was changed",
  address: "The sign-in address was changed",
  phone: "The phone number was changed",
  "sign-out": "Signed out everywhere",
  "step-on": "The second step was switched on",
  "step-off": "The second step was switched off",
  "step-codes": "New printed codes were made",
  "step-code-used": "A printed code was used",
  "wrong-codes": "Wrong codes were typed",
  "copies-on": "Copies to a second address began",
  "copies-off": "Copies to a second address ended",
};
/** Returns a format for a column with one of these values. */
export const worded =
  (words: Readonly<Record<string, string>>): Format =>
  (value) =>
    words[String(value)] ?? plain(value, String);
export const change = worded(CHANGES);

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A table whose rows a customer can export. */
export type OwnPart = {
  table: string;
  /** The column that names the owner: `address` by the e-mail address in lower case, the others by the account's id. */
  owner: "user_id" | "owner" | "address";
  /** The part's heading on the page. */
  title: string;
  /** Explains the part to the reader of the file. */
  about: string;
  columns: readonly string[];
  /**
   * The columns that the page shows, in the page's order: each with its label and, if values are not shown as stored, a
   * format.
   */
  shown: Readonly<Record<string, string | readonly [label: string, format: Format]>>;
  /** The sort columns, newest first: a time, and a unique column. */
  order: readonly [time: string, id: string];
  /** A PostgREST filter for the rows that certainly belong to the customer. Row-level security has the same rule. */
  only?: readonly [column: string, operator: string, value: string];
  /** The columns that are left out, and why. */
  omitted: Record<string, string>;
};

export const ACCOUNT_ID = "the account's id, which is in the part about the account";
export const ADDRESS = "the address of the account, in lower case";
