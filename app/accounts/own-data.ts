import { PAYMENT_PARTS } from "#app/payments/own-payments.ts";

/** The version of the file's format; increase it with every change. */
export const OWN_DATA_VERSION = 1;
/** The most rows of one table in a file. */
export const MAX_ROWS = 5000;

/** A table whose rows a customer can export. */
export type OwnPart = {
  table: string;
  /** The column that names the owner, by account id or e-mail address. */
  owner: { column: string; is: "id" | "email" };
  /** Explains the part to the reader of the file. */
  about: string;
  columns: readonly string[];
  /** The sort columns, newest first: a time, and a unique column. */
  order: readonly [time: string, id: string];
  /** Which rows are the customer's for certain, as PostgREST's filter. Row-level security says the same. */
  only?: readonly [column: string, operator: string, value: string];
  /** The columns that are left out, and why. */
  omitted: Record<string, string>;
};

const ACCOUNT_ID = "the account's id, which is in the part about the account";
const byAccount = { column: "user_id", is: "id" } as const;
const byMail = { column: "email", is: "email" } as const;
const newest = ["created_at", "id"] as const;
const confirmed = ["status", "neq", "unconfirmed"] as const;
const ZONE = "the number that our DNS provider gave the zone: about our account there, not about you";

/**
 * All data of a customer in the database, by the name of its part in the file. Source: docs/product/accounts.md, "Your data".
 */
export const OWN_PARTS = {
  domains: {
    table: "domains",
    owner: byAccount,
    about: "The domains that you have with us, with the day on which each ends.",
    columns: ["id", "name", "status", "expiry_date", "ssl_status", "dns_records", "created_at"],
    order: newest,
    omitted: { user_id: ACCOUNT_ID, zone_id: ZONE },
  },
  orders: {
    table: "orders",
    owner: byAccount,
    about: "What you have ordered. price_ksh is in whole Kenyan shillings; 0 means that no price was shown.",
    columns: [
      "id",
      "kind",
      "domain",
      "choices",
      "price_ksh",
      "status",
      "reason",
      "bill_id",
      "created_at",
      "updated_at",
      "taken_at",
      "price_named_at",
      "cancelled_at",
      "refund_due_ksh",
      "refunded_at",
      "asked_at",
    ],
    order: newest,
    omitted: {
      payload: "what choices has, with a transfer's code until its order is done or failed",
      taken_by: "the number of the person of ours who has it or ended it; taken_at says when",
      user_id: ACCOUNT_ID,
      idempotency_key: "a number by which we recognise an order that is sent twice",
      submission_id: "a number that the orders of one sent form have in common",
    },
  },
  ...PAYMENT_PARTS,
  dnsJobs: {
    table: "dns_jobs",
    owner: byAccount,
    about: "What you have asked to be changed in the DNS of a domain. domain_id is the id of the domain.",
    columns: ["id", "domain_id", "kind", "title", "state", "asides", "created_at"],
    order: newest,
    omitted: { user_id: ACCOUNT_ID, zone_id: ZONE },
  },
  dnsChanges: {
    table: "dns_changes",
    owner: byAccount,
    about:
      "Each change of a DNS record, with the record before and after it. ttl is in seconds. job_id is the id of the job.",
    columns: [
      "id",
      "job_id",
      "domain_id",
      "record_id",
      "before",
      "after",
      "state",
      "reason",
      "created_at",
      "sent_at",
      "notified_at",
    ],
    order: newest,
    omitted: { user_id: ACCOUNT_ID, zone_id: ZONE },
  },
  newsletter: {
    table: "newsletter_pending",
    owner: byMail,
    about: "What you have told us about our newsletter with the address of your account, once you had confirmed it.",
    columns: ["id", "email", "first_name", "last_name", "status", "created_at", "confirmed_at", "sent_at", "left_at"],
    order: newest,
    only: confirmed,
    omitted: { confirm_token_hash: "the fingerprint of a link's secret" },
  },
  schools: {
    table: "school_interest",
    owner: byMail,
    about: "The schools that were registered for our learning platform with the address of your account.",
    columns: [
      ...["id", "name", "email", "phone", "phone_e164", "school", "role", "role_label", "student_count", "interest"],
      ...["wants_news", "status", "created_at", "confirmed_at", "sent_at"],
    ],
    order: newest,
    only: confirmed,
    omitted: {
      stage: "how far our talks with the school are, for our staff",
      next_on: "when our staff call or visit next",
      submission_key: "a fingerprint by which we recognise what is sent twice",
      turnstile_token: "the spent token of the bot check",
      confirm_token_hash: "the fingerprint of a link's secret",
    },
  },
  mails: {
    table: "mails",
    owner: { column: "recipient", is: "email" },
    about:
      "Which mails this site has sent to the address of your account in the last 30 days. Mails about signing in are not among them.",
    columns: ["id", "kind", "subject", "created_at", "sent_at"],
    order: newest,
    only: ["sent_at", "not.is", "null"],
    omitted: {
      recipient: "the address of the account",
      reply_to: "whom an answer goes to: us, or whoever wrote",
      key: "a fingerprint by which we recognise what is sent twice",
      message_id: "the number of the mail, which the mail itself says",
      body_text: "deleted once the mail was sent",
      body_html: "deleted once the mail was sent",
      tags: "marks for our mail service",
      unsubscribe_url: "deleted once the mail was sent",
      next_try_at: "when our server tries again",
      attempts: "how often our server tried",
      claimed_until: "which server is at it",
      failed_at: "a mail that never went out, whose words are in no file",
      failure: "what our mail server said of itself",
    },
  },
  closingRequests: {
    table: "closing_requests",
    owner: byAccount,
    about: "When you have asked to close your account, and what became of it.",
    columns: ["id", "reason", "state", "created_at", "notified_at", "ended_at"],
    order: newest,
    omitted: { user_id: ACCOUNT_ID },
  },
  reminderChoices: {
    table: "reminder_choices",
    owner: byAccount,
    about: "Whether you want to be reminded before a domain ends, if you have ever said so.",
    columns: ["wants_reminders", "created_at", "changed_at"],
    order: ["created_at", "user_id"],
    omitted: { user_id: ACCOUNT_ID },
  },
  renewalNotices: {
    table: "renewal_reminders",
    owner: byAccount,
    about: "Of which ends of your domains we have told you, and on which day. domain_id is the id of the domain.",
    columns: ["id", "domain_id", "expires_on", "step", "notified_on", "created_at"],
    order: newest,
    omitted: { user_id: ACCOUNT_ID },
  },
  accountChanges: {
    table: "account_changes",
    owner: byAccount,
    about:
      "When your password, address, phone number or second step was changed, or you signed out everywhere, in the last three months. old_phone is the number before.",
    columns: ["id", "kind", "email", "new_email", "old_phone", "created_at", "notified_at"],
    order: newest,
    omitted: { user_id: ACCOUNT_ID },
  },
  sentForms: {
    table: "submissions",
    owner: { column: "owner", is: "id" },
    about: "Which forms you have sent in the last day. We keep no words of them here, and after a day nothing.",
    columns: ["form", "state", "started_at"],
    order: ["started_at", "form"],
    omitted: {
      key: "a fingerprint by which we recognise what is sent twice",
      owner: ACCOUNT_ID,
      attempt: "how often a form was taken up again, for our own counting",
      result: "the answer that you were shown, kept for a day so that the same form gets it again",
    },
  },
} satisfies Record<string, OwnPart>;

/** Tables that are in no file, and why. */
export const EXCLUDED_TABLES: Record<string, string> = {
  posts: "the blog: everybody reads it, and it belongs to no customer",
  projects: "what the agency has made for others: everybody reads it, and it belongs to no customer",
  dns_job_states: "a count of dns_changes, which are in this file",
  schema_versions: "which version the database has",
  second_steps:
    "the sealed key of your second step: a person who has it could sign in; the profile says since when it is on",
  step_codes: "hashes of your printed codes, which sign in as the key does",
  stepped_sessions: "which of your sessions have passed the second step: a number for each",
  newsletter_issues: "what we have written to all subscribers: it belongs to no customer",
  newsletter_deliveries: "which newsletters went to a subscriber: the part about mails says so for 30 days",
  desk_log: "what our staff did, with their names; you get what it is about in the other parts",
  desk_digests: "on which days our staff got their morning mail",
  desk_notes: "what our staff note for each other",
  payment_callbacks:
    "what M-PESA tells our server, without names and numbers; what it meant is in the part about payments",
  receipt_numbers: "a count of the receipts of each year",
  messages: "what anybody wrote to us: nobody has proved that the address in one is theirs, so a person looks first",
  message_parts: "our answers to such messages, and what came back: for the same reason a person looks first",
  saved_answers: "answers that our staff use again: nothing about you",
};

/** What the file leaves out, as the file itself says. */
export const OMISSIONS = [
  "Your password is kept as a hash by the service that signs you in. We cannot read it.",
  "The records of a domain as they are now are at our DNS provider: download them from its page Import and export.",
  "A transfer's code is kept until its order is done or failed, and is left out here, because whoever has it can take the domain.",
  "Messages of the contact form, and our answers, are kept for a year after the last one. Anybody can type any address there, so we check first whose they are: write to us for those.",
  "A subscription or a school that nobody has confirmed, and a mail that has not gone out, are left out: they may be a stranger's.",
  "The names and numbers that we count misuse by are hashes in the server's memory, for a day at most.",
];
