import type { OWN_PARTS } from "./own-data.ts";
import {
  change,
  day,
  domain,
  expiry,
  type Format,
  ksh,
  number,
  order,
  orderState,
  plain,
  price,
  record,
  time,
  years,
} from "./own-data-formats.ts";

type Row = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, { isWhole: boolean; rows: readonly Row[] } | undefined>>;
type Field = { label: string; words: string };
/** A part of a customer's data as the page shows it: its newest rows, and how many there are, or more if `isWhole` is false. */
export type OwnSection = { title: string; rows: Field[][]; count: number; isWhole: boolean };

/** The most rows of a part on the page; the file has all. */
export const MOST_SHOWN = 100;

/** Each part of the export (own-data.ts) with the columns that people read. The rest are ids and what machines need. */
const SECTIONS: Readonly<
  Record<keyof typeof OWN_PARTS, { title: string; columns: readonly (readonly [string, string, Format])[] }>
> = {
  domains: {
    title: "Domains",
    columns: [
      ["name", "Name", plain],
      ["status", "Status", plain],
      ["expiry_date", "Ends", expiry],
      ["ssl_status", "SSL", plain],
    ],
  },
  orders: {
    title: "Orders",
    columns: [
      ["id", "Number", number],
      ["kind", "What", order],
      ["domain", "Name", plain],
      ["choices", "Years", years],
      ["price_ksh", "Price", price],
      ["status", "State", orderState],
      ["reason", "Reason", plain],
      ["created_at", "Ordered", time],
      ["updated_at", "Last change", time],
    ],
  },
  bills: {
    title: "Bills",
    columns: [
      ["reference", "Reference", plain],
      ["amount_ksh", "Amount", ksh],
      ["paid_ksh", "Paid", ksh],
      ["buyer_pin", "KRA PIN", plain],
      ["opened_at", "Opened", time],
    ],
  },
  paymentPrompts: {
    title: "Payment requests to a phone",
    columns: [
      ["phone_e164", "Phone", plain],
      ["amount_ksh", "Amount", ksh],
      ["result_text", "Result", plain],
      ["asked_at", "Sent", time],
    ],
  },
  payments: {
    title: "Payments",
    columns: [
      ["code", "Code", plain],
      ["bank", "Bank", plain],
      ["amount_ksh", "Amount", ksh],
      ["received_at", "Arrived", time],
    ],
  },
  receipts: {
    title: "Receipts",
    columns: [
      ["number", "Number", plain],
      ["gross_ksh", "Amount", ksh],
      ["issued_at", "Issued", time],
    ],
  },
  creditNotes: {
    title: "Credit notes",
    columns: [
      ["number", "Number", plain],
      ["gross_ksh", "Amount", ksh],
      ["issued_at", "Issued", time],
    ],
  },
  dnsJobs: {
    title: "DNS changes that you asked for",
    columns: [
      ["domain_id", "Name", domain],
      ["title", "What", plain],
      ["state", "State", plain],
      ["created_at", "Asked", time],
    ],
  },
  dnsChanges: {
    title: "DNS records that changed",
    columns: [
      ["domain_id", "Name", domain],
      ["before", "Before", record],
      ["after", "After", record],
      ["state", "State", plain],
      ["reason", "Reason", plain],
      ["created_at", "Changed", time],
    ],
  },
  newsletter: {
    title: "Newsletter",
    columns: [
      ["email", "E-mail", plain],
      ["first_name", "First name", plain],
      ["last_name", "Last name", plain],
      ["status", "State", plain],
      ["confirmed_at", "Confirmed", time],
      ["left_at", "Unsubscribed", time],
    ],
  },
  schools: {
    title: "Schools",
    columns: [
      ["school", "School", plain],
      ["name", "Your name", plain],
      ["email", "E-mail", plain],
      ["phone", "Phone", plain],
      ["role_label", "Role", plain],
      ["student_count", "Students", plain],
      ["interest", "Interest", plain],
      ["wants_news", "Wants news", plain],
      ["created_at", "Registered", time],
    ],
  },
  mails: {
    title: "E-mails we sent you, last 30 days",
    columns: [
      ["subject", "Subject", plain],
      ["sent_at", "Sent", time],
    ],
  },
  closingRequests: {
    title: "Requests to close the account",
    columns: [
      ["created_at", "Asked", time],
      ["reason", "Reason", plain],
      ["state", "State", plain],
      ["ended_at", "Ended", time],
    ],
  },
  reminderChoices: {
    title: "Reminders",
    columns: [
      ["wants_reminders", "Wanted", plain],
      ["changed_at", "Since", time],
    ],
  },
  renewalNotices: {
    title: "Reminders we sent",
    columns: [
      ["domain_id", "Name", domain],
      ["expires_on", "Ends", day],
      ["notified_on", "Sent", day],
    ],
  },
  accountChanges: {
    title: "Changes of your account, last three months",
    columns: [
      ["kind", "What", change],
      ["email", "E-mail", plain],
      ["new_email", "New e-mail", plain],
      ["created_at", "When", time],
    ],
  },
  sentForms: {
    title: "Forms you sent, last day",
    columns: [
      ["form", "Form", plain],
      ["state", "State", plain],
      ["started_at", "Sent", time],
    ],
  },
};

/** Returns the parts of the export for a reader, in its order; parts without rows are empty. Empty values are left out. */
export function ownSections(parts: Parts): OwnSection[] {
  const names = new Map(parts.domains?.rows.map(({ id, name }) => [id, String(name)]));
  const nameOf = (id: unknown) => names.get(id) ?? "a domain that you no longer have";
  return Object.entries(SECTIONS).map(([part, { title, columns }]) => {
    const { rows = [], isWhole = true } = parts[part] ?? {};
    const shown = rows.slice(0, MOST_SHOWN).map((row) =>
      columns.flatMap(([column, label, format]) => {
        const value = row[column];
        const words = value === null || value === undefined ? "" : format(value, nameOf);
        return words === "" ? [] : { label, words };
      }),
    );
    return { title, rows: shown, count: rows.length, isWhole };
  });
}

type OwnAccount = {
  email: string;
  name: string | null;
  phone: string | null;
  madeAt: string;
  lastSignInAt: string | null;
};

/** Returns the account for a reader. */
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
