import { SERVICE_WORK_WORDS } from "./service-work-words.ts";

/** What waits for staff. In the order of the digest. */
export const WORK_KINDS = [
  "order",
  "order-stuck",
  "refund",
  "message",
  "closing",
  "step-off",
  "address",
  "credit",
  "school",
  "mail",
  "payment-held",
  "payment-unmatched",
  "payment-surplus",
  "payment-refund",
  "payment-part",
  "payment-claimed",
  "request",
  "service-problem",
  "service-setup",
  "service-money",
  "service-suspend",
  "service-restore",
  "service-plan",
  "service-reissue",
  "service-price",
  "service-remove",
  "name-differs",
  "name-missing",
  "name-moving",
  "lapsing",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

type Words = {
  /** What somebody does next, below the title of its row. */
  next: string;
  /** What it is, on its row. */
  label: string;
  /** In the digest: "1 order", "2 orders". */
  one: string;
  many: string;
  /** `title`: as in WorkItem. */
  href: (id: string, title: string) => string;
};

/** The words of each kind. Source: docs/product/desk.md, "The work list". */
export const WORK_WORDS: Record<WorkKind, Words> = {
  order: {
    next: "Carry out",
    label: "Order",
    one: "order",
    many: "orders",
    href: (id) => `/desk/orders/${id}`,
  },
  "order-stuck": {
    next: "Look at the provider, then close",
    label: "Order that the site left unfinished",
    one: "order without an end",
    many: "orders without an end",
    href: (id) => `/desk/orders/${id}`,
  },
  refund: {
    next: "Pay back",
    label: "Refund due",
    one: "refund due",
    many: "refunds due",
    href: (id) => `/desk/orders/${id}`,
  },
  message: {
    next: "Answer",
    label: "Message",
    one: "message without an answer",
    many: "messages without an answer",
    href: (id) => `/desk/messages/${id}`,
  },
  closing: {
    next: "Close the account",
    label: "Account to close",
    one: "account to close",
    many: "accounts to close",
    href: (id) => `/desk/people/${id}`,
  },
  "step-off": {
    next: "Confirm, after you have called",
    label: "Second step to disable",
    one: "second step to switch off",
    many: "second steps to switch off",
    href: (id) => `/desk/people/${id}`,
  },
  address: {
    next: "Confirm, after you have called",
    label: "Address to change",
    one: "address to change",
    many: "addresses to change",
    href: (id) => `/desk/people/${id}`,
  },
  credit: {
    next: "Confirm",
    label: "Credit to confirm",
    one: "credit to confirm",
    many: "credits to confirm",
    href: (id) => `/desk/people/${id}`,
  },
  school: {
    next: "Call",
    label: "School",
    one: "school",
    many: "schools",
    href: (id) => `/desk/schools/${id}`,
  },
  mail: {
    next: "Send again, or delete",
    label: "Failed mail",
    one: "failed mail",
    many: "failed mails",
    href: () => "/desk/mails",
  },
  "payment-held": {
    next: "Check where it arrived, then confirm",
    label: "Payment to confirm",
    one: "payment to confirm",
    many: "payments to confirm",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-unmatched": {
    next: "Match with a bill, or send back",
    label: "Payment without a bill",
    one: "payment without a bill",
    many: "payments without a bill",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-surplus": {
    next: "Send back, or keep as credit",
    label: "Paid too much",
    one: "payment that is too much",
    many: "payments that are too much",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-refund": {
    next: "Pay back",
    label: "Refund due on a bill",
    one: "refund due on a bill",
    many: "refunds due on bills",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-part": {
    next: "Call about what is missing",
    label: "Not paid in full",
    one: "bill not paid in full",
    many: "bills not paid in full",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-claimed": {
    next: "Look for it in the M-PESA portal",
    label: "Said to be paid",
    one: "payment that a customer told us of",
    many: "payments that customers told us of",
    href: (id) => `/desk/payments?q=${id}&state=todo`,
  },
  request: {
    next: "Do it at the registry",
    label: "Change at the registry",
    one: "request about a name",
    many: "requests about names",
    href: (id) => `/desk/requests/${id}`,
  },
  ...SERVICE_WORK_WORDS,
  "name-differs": {
    next: "Compare with the provider",
    label: "The provider says otherwise",
    one: "name that the provider has otherwise",
    many: "names that the provider has otherwise",
    href: (id) => `/desk/names/${id}`,
  },
  "name-missing": {
    next: "Ask the provider",
    label: "Not at the provider",
    one: "name that the provider does not have",
    many: "names that the provider does not have",
    href: (id) => `/desk/names/${id}`,
  },
  "name-moving": {
    next: "Ask the provider about the transfer",
    label: "Transfer for over a week",
    one: "transfer for over a week",
    many: "transfers for over a week",
    href: (id) => `/desk/names/${id}`,
  },
  lapsing: {
    next: "Remind",
    label: "Domain",
    one: "name that ends soon",
    many: "names that end soon",
    href: (id, name) => `/desk/people/${id}?remind=${encodeURIComponent(name)}`,
  },
};
