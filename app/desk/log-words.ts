import { orderNumber } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { deleteReasonLabel } from "./delete-reasons.ts";
import { OWNED_LOG_WORDS } from "./owned-log-words.ts";
import { reasonLabel } from "./person-forms.ts";
import { schoolWords } from "./school-stages.ts";

type Detail = Record<string, unknown>;
/** The words before and after the thing that a line of the log is about: "took" order W3F2A-91BC. */
type Sentence = readonly [before: string, after?: string | ((detail: Detail) => string)];

/** What happens to a post, a project or an issue of the newsletter. */
const WRITING: Record<string, string> = {
  written: "wrote",
  changed: "changed",
  published: "published",
  scheduled: "scheduled",
  unpublished: "took back",
  deleted: "deleted",
};
/** How money was paid back: words for the values of PAY_WAYS. */
const BACK_BY = new Map<unknown, string>([
  ["mpesa", "M-PESA"],
  ["bank", "Bank transfer"],
  ["cash", "Cash"],
  ["cheque", "Cheque"],
]);
/** Returns how much was paid back, how, and the code of that payment. Older lines of the log have only the amount. */
function backWords({ ksh, way, code }: Detail): string {
  const by = BACK_BY.get(way);
  return `${moneyWords(ksh)}${by === undefined ? "" : `, ${by} ${code}`}`;
}
/** Returns how much credit was given and why. */
const giftWords = ({ ksh, reason }: Detail) => `${moneyWords(ksh)}, because: ${reason}`;
const because = ({ reason }: Detail) => `: ${reason}`;
const titled: Sentence[1] = ({ title }) => (typeof title === "string" ? `: ${title}` : "");
const article = (kind: string) =>
  Object.fromEntries(
    Object.entries(WRITING).map(([did, words]): [string, Sentence] => [`${kind}-${did}`, [words, titled]]),
  );

/** A sentence for each kind of line in the log. A test compares the kinds with those that the migrations write. */
export const LOG_WORDS: Record<string, Sentence> = {
  "note-added": ["added a note to"],
  "order-placed": ["placed for the customer", placedWords],
  "order-taken": ["took"],
  "order-given-back": ["gave back"],
  "order-priced": ["named the price of", ({ ksh }) => moneyWords(ksh)],
  "order-repriced": [
    "changed the price of",
    ({ from, ksh, reason }) =>
      reason === undefined ? "" : `${moneyWords(from)} to${moneyWords(ksh).slice(1)}, because: ${reason}`,
  ],
  "order-reopened": ["reopened", reopenedWords],
  "order-accepted": ["accepted, with its bill,", ({ ksh }) => moneyWords(ksh)],
  "order-done": ["marked", ({ until }) => ` done${typeof until === "string" ? `, until ${dayWords(until)}` : ""}`],
  "order-failed": ["marked", failedWords],
  "order-refund-due": ["noted that money goes back for", ({ ksh }) => moneyWords(ksh)],
  "order-refunded": ["noted that the money went back for", ({ ksh }) => moneyWords(ksh)],
  "order-code-shown": ["looked at the transfer code of"],
  "message-taken": ["took"],
  "message-given-back": ["gave back"],
  "message-closed": ["closed"],
  "message-reopened": ["reopened"],
  "message-answered": ["answered"],
  "message-came": ["added what came by mail to"],
  "message-noted": ["added a note to"],
  "message-deleted": ["deleted", ({ reason }) => `: ${deleteReasonLabel(reason)}`],
  "saved-answer-changed": ["changed"],
  "saved-answer-deleted": ["deleted"],
  "school-changed": ["changed", schoolWords],
  "school-erased": ["erased"],
  "person-viewed": ["looked at", ({ reason }) => `: ${reasonLabel(reason)}`],
  "person-not-found": ["looked for", ({ reason }) => `: ${reasonLabel(reason)}`],
  "person-invited": ["made an account for"],
  "person-imported": ["imported"],
  "invitation-sent": ["sent an invitation to"],
  "person-exported": ["downloaded the data of"],
  "account-closed": ["closed the account of", ({ left }) => (left === "nothing" ? "" : ": orders or names stay")],
  "address-asked": ["asked to change the address of"],
  "address-changed": ["changed the address of"],
  "step-off-asked": ["asked to switch off the second step of"],
  "step-off-done": ["switched off the second step of"],
  ...article("post"),
  ...article("project"),
  ...article("issue"),
  "picture-added": ["uploaded"],
  "issue-started": ["began to send", titled],
  "issue-continued": ["went on sending", titled],
  "issue-stopped": ["stopped sending", titled],
  "payment-entered": ["entered", ({ amount_ksh }) => ` by hand${moneyWords(amount_ksh)}`],
  "payment-confirmed": ["confirmed", ({ ksh, alone }) => `${moneyWords(ksh)}${aloneWords(alone)}`],
  "payment-matched": ["matched", ({ reference, alone }) => ` with the bill ${reference}${aloneWords(alone)}`],
  "payment-corrected": ["corrected the amount of", ({ ksh }) => moneyWords(ksh)],
  "payment-returned": ["noted the return of", backWords],
  "payment-void": ["noted that nobody paid", voidWords],
  "payment-deleted": ["deleted the wrong entry of", ({ ksh }) => moneyWords(ksh)],
  "bill-refunded": ["noted that the money went back for", backWords],
  "bill-surplus-returned": ["noted that the surplus went back for", backWords],
  "credit-asked": ["asked to give credit to", giftWords],
  "credit-given": ["gave credit to", giftWords],
  "credit-paid-out": ["noted that credit was sent to", ({ ksh, code }) => `${moneyWords(ksh)}, M-PESA ${code}`],
  "bill-kept": ["kept for the customer’s next bill what was due of", ({ ksh }) => moneyWords(ksh)],
  "bill-credit-used": ["used the customer’s credit for", ({ ksh }) => moneyWords(ksh)],
  "bill-buyer": ["named who pays"],
  "bill-etims": ["entered the eTIMS number of", ({ number }) => (typeof number === "string" ? `: ${number}` : "")],
  "bill-code-not-found": ["did not find the typed code of"],
  "bill-prompt-not-paid": ["did not find the announced payment of"],
  "request-taken": ["took"],
  "request-given-back": ["gave back"],
  "request-done": ["marked", " done"],
  "request-code-replaced": ["replaced the transfer code of"],
  "request-refused": ["refused", because],
  ...OWNED_LOG_WORDS,
  "import-uploaded": ["uploaded", ({ lines }) => `: ${lines} lines`],
  "import-deleted": ["deleted"],
  "import-started": ["started"],
  "import-finished": ["finished"],
  "import-invited": ["asked for the invitations of", ({ count }) => `: ${count}`],
  "mail-retried": ["sent again"],
  "mails-retried": ["sent again", ({ count }) => `: ${count}`],
  "mail-discarded": ["let go of"],
};

/** The things that lines are about: the noun of each, and its page at the desk. */
const KINDS: Record<string, readonly [noun: string, path?: string]> = {
  order: ["order", "/desk/orders"],
  school: ["school", "/desk/schools"],
  person: ["person", "/desk/people"],
  message: ["message", "/desk/messages"],
  post: ["post", "/desk/posts"],
  picture: ["picture"],
  project: ["project", "/desk/projects"],
  issue: ["issue", "/desk/newsletter"],
  payment: ["payment", "/desk/payments"],
  bill: ["bill"],
  domain: ["name", "/desk/names"],
  request: ["request", "/desk/requests"],
  service: ["service", "/desk/services"],
  import: ["import", "/desk/import"],
  mail: ["mail"],
  "saved-answer": ["saved answer"],
};

/** A line of the log. `at` is ISO 8601. */
export type LogLine = {
  id: number;
  at: string;
  who: string;
  did: string;
  about_kind: string;
  about_id: string;
  detail: Detail;
};

/**
 * Returns a line of the log without who did it: `before` ("marked"), `about` ("order W3F2A-91BC"), `href`, and `after`
 * ("done"). `href` is null for things without a page, such as erased and deleted ones.
 */
export function logWords({ did, about_kind, about_id, detail }: Omit<LogLine, "id" | "at" | "who">) {
  const [before, after = ""] = LOG_WORDS[did] ?? [`did “${did}” to`];
  const [noun, path] = KINDS[about_kind] ?? [about_kind];
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(about_id);
  const about =
    about_id === "all" ? `all ${noun}s` : isUuid ? `${noun} ${orderNumber(about_id)}` : `${noun} ${about_id}`;
  const hasPage = path !== undefined && about_id !== "nobody" && !/-(erased|deleted)$/.test(did);
  return {
    before,
    about: about_id === "nobody" ? "somebody without an account" : about,
    href: hasPage ? `${path}/${about_id}` : null,
    after: wordsAfter(after, detail),
  };
}

/** Returns what was done to something, for its own page: "marked this order done". `it` is "this order". */
export function trailWords(did: string, detail: Detail, it: string): string {
  const [before, after = ""] = LOG_WORDS[did] ?? [`did “${did}” to`];
  return `${before} ${it}${wordsAfter(after, detail)}`;
}

/** Labels of the kinds whose built label would be wrong or not unique. */
const LABELS: Record<string, string> = {
  "order-done": "marked order … done",
  "order-failed": "marked order … failed",
  "mails-retried": "sent again all mails",
};

/** The kinds of lines, as choices of a filter. No two have the same label. */
export const LOG_KINDS = Object.entries(LOG_WORDS).map(([value, [before, after]]) => {
  const noun = Object.keys(KINDS).find((kind) => value.startsWith(`${kind}-`));
  const label = `${before}${noun ? ` ${KINDS[noun]?.[0]}` : ""} …${typeof after === "string" ? after : ""}`;
  return { value, label: LABELS[value] ?? label };
});

function wordsAfter(after: NonNullable<Sentence[1]>, detail: Detail): string {
  return typeof after === "string" ? after : after(detail);
}

/** `alone` is true if the member of staff who entered a payment also counted it (PAYMENTS_WITNESS=0). */
function aloneWords(alone: unknown): string {
  return alone === true ? ", without a second person" : "";
}

function moneyWords(ksh: unknown): string {
  return typeof ksh === "number" ? `: ${formatKsh(ksh)}` : "";
}

/** The words for an order that staff placed: its price, and why it is not that of the list. */
function placedWords({ ksh, listKsh, reason }: Detail): string {
  const instead = typeof listKsh === "number" && listKsh > 0 ? ` instead of ${formatKsh(listKsh)}` : "";
  return `${moneyWords(ksh)}${typeof reason === "string" ? `${instead}, because: ${reason}` : ""}`;
}

/** The words for an order that was not done: why, and what is paid back. */
function failedWords({ reason, refundKsh }: Detail): string {
  const refund = typeof refundKsh === "number" && refundKsh > 0 ? `, ${formatKsh(refundKsh)} to pay back` : "";
  return ` failed${typeof reason === "string" ? `: ${reason}` : ""}${refund}`;
}

/** The words for an order that goes on: why, and the day that its name has again. */
function reopenedWords({ reason, to }: Detail): string {
  const back = typeof to === "string" ? `, last day ${dateOf(dayNumber(new Date(to))).words} again` : "";
  return typeof reason === "string" ? `: ${reason}${back}` : "";
}

/** The words for a payment that was not paid: its amount, and how much credit was taken back. */
function voidWords({ ksh, credit }: Detail): string {
  return `${moneyWords(ksh)}${typeof credit === "number" ? `, ${formatKsh(credit)} taken back from the credit` : ""}`;
}

/** "2026-12-02" as "2 Dec 2026". */
function dayWords(day: unknown): string {
  return dateOf(dayNumber(new Date(`${day}T12:00:00Z`))).words;
}
