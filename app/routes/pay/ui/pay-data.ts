import type { OrderKind } from "#app/domains/order-kinds.ts";
import type { Step } from "#app/orders/order-steps.ts";
import type { PayStatus } from "#app/payments/pay-words.ts";
import type { ServiceKind } from "#app/services/service.ts";

/** What the page of a bill shows. Amounts are in KSh. */
export type PayData = {
  id: string;
  state: "open" | "part" | "paid" | "closed";
  missing: number;
  amount: number;
  reference: string;
  /** The number of the one order; "" for several. */
  order: string;
  surplus: number;
  /** All that the bill owes the customer, whether the customer asked to have it sent back, and what was kept as credit. */
  due: { ksh: number; isWanted: boolean; kept: number };
  typed: { code: string; words: string } | null;
  /** How each counted payment was made, in words; and all of them in one sentence, empty if there is none. */
  paidLine: string;
  /** What the customer has kept with us, and how much of it this bill could use now. */
  credit: { ksh: number; usable: number };
  /** What went back to the customer, a sentence for each time. */
  sentBack: string[];
  /**
   * What of the bill could not be done and why; `isWished`: because the customer wished it; `order`: the one order, if there is
   * only one. Undefined if no order failed.
   */
  notDone: { title: string; text: string; isWished: boolean; order?: { kind: OrderKind; domain: string } } | undefined;
  /** The credit notes, each with its receipt. */
  notes: { number: string; receipt: string }[];
  /** Whether a receipt was issued. While the bill is not paid, this receipt is cancelled. */
  hasReceipt: boolean;
  items: { what: string; ksh: number; isFailed: boolean }[];
  /** What later years cost, and the VAT; "" for nothing to say. */
  note: string;
  /** The day by which it should be paid ("" if it is over), and what follows without; undefined while money is looked for. */
  deadline: { by: string; text: string } | undefined;
  steps: Step[];
  /** Changes whenever the page would say something else. */
  key: string;
  isTooMuch: boolean;
  /** The agency's bank account in one line; empty if none is set. */
  bank: string;
  status: PayStatus | undefined;
  number: { value: string; isTill: boolean };
  /** The last prompt: its phone with the middle hidden, its age, and until when (hh:mm:ss) no other is sent. */
  asked: { phone: string; seconds: number; until: string } | undefined;
  /** The address of the next look, without scripts. */
  next: string;
  /** The text that asks somebody else to pay, with the address of the bill. */
  request: string;
  /** What a paid bill says. A bill for one name has it in two parts, and the pages that put it, or its service, to use. */
  paid: PaidData | undefined;
};

type PaidData = {
  lead: string;
  steps: Step[];
  isOpen: boolean;
  name?: string;
  tld?: string;
  /** The pages that put a new name to use. */
  pages?: { href: string; label: string }[];
  /** What was paid for the service: "Next year of Starter hosting". */
  thing?: string;
  service?: { kind: ServiceKind; to: string; isWorking: boolean };
};

/** What a bill's page is for: the bill, another prompt ("again", to "other" phones), or the code of a payment. */
export type PayMode = "bill" | "again" | "other" | "code";
