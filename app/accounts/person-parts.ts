import type { ThreadState } from "#app/contact/thread.ts";
import type { LogLine } from "#app/desk/log-words.ts";
import type { OrderKind, OrderState } from "#app/domains/order-kinds.ts";
import type { PaymentSource, PaymentState } from "#app/payments/pay-ways.ts";
import { type PageKey, pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import type { Service } from "#app/services/service.ts";

/** What the desk shows of a person beside the account, in the order of the page, with the words of its headings. */
export const PERSON_PARTS = {
  orders: { title: "Orders", none: "No orders." },
  bills: { title: "Bills", none: "No bills." },
  services: { title: "Services", none: "No services." },
  names: { title: "Names", none: "No names." },
  payments: { title: "Payments", none: "No payments." },
  messages: { title: "Messages", none: "No messages." },
  mails: { title: "Mails of the last 30 days", none: "No mails." },
  log: { title: "What was done", none: "Nothing was done." },
} as const;
export type PersonPart = keyof typeof PERSON_PARTS;

/** Rows of each part on one page. */
export const ROWS_A_PART = 20;

/** Identifies the last row of a page. The next page begins after this row. */
export type PartKey = PageKey;

/** The rows of each part. Amounts are whole KSh, times ISO 8601. `key` is the id where the row has one. */
export type PersonRows = {
  names: PartKey & { name: string; status: string; expiry_date: string };
  services: PartKey & Pick<Service, "kind" | "domain" | "plan" | "seats" | "state"> & { ends_on: string | null };
  /** `is_paid`: null without a bill. */
  orders: PartKey & {
    kind: OrderKind;
    domain: string;
    status: OrderState;
    price_ksh: number;
    is_paid: boolean | null;
  };
  bills: PartKey & {
    reference: string;
    amount_ksh: number;
    paid_ksh: number;
    paid_at: string | null;
    number: string | null;
  };
  payments: PartKey & { code: string; amount_ksh: number; state: PaymentState; source: PaymentSource };
  messages: PartKey & { subject: string; state: ThreadState };
  mails: PartKey & { subject: string; sent_at: string | null; failed_at: string | null };
  log: PartKey & Omit<LogLine, "at">;
};
/** A page of each part, the newest row first. */
export type PersonParts = { [Part in PersonPart]: { rows: PersonRows[Part][]; hasMore: boolean } };

/** Reads from a URL's parameters after which row each part begins. Invalid values are left out. */
export function readPartKeys(params: URLSearchParams): Partial<Record<PersonPart, PartKey>> {
  const found = (Object.keys(PERSON_PARTS) as PersonPart[]).flatMap((part): [PersonPart, PartKey][] => {
    const key = readPageKey(params.get(part), "text");
    return key ? [[part, key]] : [];
  });
  return Object.fromEntries(found);
}

/** Returns the address of the next page of a part; the other parts begin with their newest row. */
export function olderPath(person: string, part: PersonPart, key: PartKey): string {
  return `/desk/people/${person}?${new URLSearchParams({ [part]: pageKeyText(key) })}#${part}`;
}
