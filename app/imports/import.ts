import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** The most lines of a file below its column names. */
export const MAX_LINES = 1000;
/** Lines on a page of an import. */
export const LINES_A_PAGE = 50;

/**
 * The columns of a file, with an example, what they have, and other names that are read: those of the exports of WHMCS, cPanel and
 * FOSSBilling.
 */
export const COLUMNS = [
  { name: "email", isNeeded: true, example: "njeri@example.com", about: "The customer’s address.", others: ["e-mail"] },
  { name: "name", isNeeded: true, example: "Njeri Kamau", about: "The full name.", others: ["full name", "customer"] },
  {
    name: "phone",
    isNeeded: false,
    example: "0712 345 678",
    about: "May be empty.",
    others: ["mobile", "phone number"],
  },
  {
    name: "domain",
    isNeeded: false,
    example: "njeri.co.ke",
    about: "One name on each line. Empty: only the customer is added.",
    others: ["domain name"],
  },
  {
    name: "last day",
    isNeeded: false,
    example: "31/12/2027",
    about: "The day until which the name is paid for: 31/12/2027 or 2027-12-31.",
    others: ["expiry", "expiry date", "expires"],
  },
  {
    name: "held",
    isNeeded: false,
    example: "us",
    about: "us, or elsewhere for a name that another provider registers. Empty: us.",
    others: [],
  },
  {
    name: "price",
    isNeeded: false,
    example: "1,200",
    about: "What a year costs this customer, in shillings. Empty: the price list.",
    others: ["renewal price"],
  },
] as const;
export type ColumnName = (typeof COLUMNS)[number]["name"];

/** What is wrong with a line. `column` is empty if it is about the whole line. */
export type LineProblem = { column: string; message: string };

/** "draft": shown, and nothing is imported. "finished": each line was imported or failed. */
export const IMPORT_STATES = ["draft", "running", "finished"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export type ImportCounts = Record<
  "new_people" | "known_people" | "new_names" | "unchanged" | "wrong" | "waiting",
  number
>;
/** The accounts that nobody has confirmed: without an invitation, and with one that is on its way; and those that were sent. */
export type InvitationCounts = Record<"open" | "asked" | "sent", number>;

/** An import in a list. `createdAt` is ISO 8601. */
export type ListedImport = { id: string; state: ImportState; createdAt: string; who: string; lines: number };
export type Import = ListedImport & { counts: ImportCounts; invitations: InvitationCounts | null };
/** A line with problems, or the first line of a person who has no invitation. */
export type ImportLine = { line: number; problems: LineProblem[]; email: string | null; name: string | null };

/** Returns a problem in words: "phone: Please enter a phone number". */
export function problemWords({ column, message }: LineProblem): string {
  return column === "" ? message : `${column}: ${message}`;
}

const STATE_WORDS: Record<ImportState, string> = {
  draft: "Not started",
  running: "Under way",
  finished: "Finished",
};

/** Returns what an import is, in a list: "Not started, 2 Dec 2026, Wanjiku". */
export function importWords({ state, createdAt, who }: Pick<ListedImport, "state" | "createdAt" | "who">): string {
  return `${STATE_WORDS[state]}, ${dateOf(dayNumber(new Date(createdAt))).words}, ${who}`;
}

/** Returns a count with its noun: "1 line", "1,000 lines". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
