import { formatKsh } from "./money.ts";
import { namesWords } from "./name-list.ts";
import type { Order, OrderKind } from "./order.ts";
import type { OrderOutcome } from "./order-outcome.ts";

type Words = { title: string; text: string };

const DONE: Record<OrderKind, Words> = {
  renew: { title: "Your name is renewed", text: "The dashboard shows its new date." },
  certificate: { title: "Your certificate is ordered", text: "The provider puts it in place." },
  register: { title: "Your name is registered", text: "It is on your dashboard, where you can set up its DNS." },
  transfer: {
    title: "Your transfer is under way",
    text: "It takes a few days. Your website and mail stay where they are.",
  },
  hosting: { title: "Your hosting is ordered", text: "We e-mail you when it is set up." },
};
const BILL = "We e-mail you the bill.";
const CHECKING = "We check it and e-mail you. You pay nothing yet.";
const NOTHING_CHARGED = "Nothing was charged.";
const UNPAID = "Not paid yet. We begin when it is paid.";
const PAID = "Paid. We carry it out and e-mail you.";
const SENT_BACK = "We send your money back.";
const LOOKING = "We are looking into it. It will not be ordered twice.";

/** Returns the state of an order as a sentence for the customer. Source: docs/product.md, "Orders". */
export function stateWords({ kind, status, reason, bill }: Pick<Order, "kind" | "status" | "reason" | "bill">): string {
  switch (status) {
    case "requested":
      if (bill) return bill.isPaid ? PAID : UNPAID;
      return CHECKING;
    case "processing":
      return "It is under way, but not confirmed yet. We are following it up.";
    case "done":
      return `${DONE[kind].title}.`;
    case "failed":
      if (bill?.isPaid) return `${reason ? `${reason.replace(/[.!?]$/, "")}.` : "It could not be done."} ${SENT_BACK}`;
      return reason ? refusedWords(reason) : `It could not be done. ${NOTHING_CHARGED}`;
  }
}

/** Returns the reason of a refused order as sentences, and that nothing was charged. */
export function refusedWords(reason: string): string {
  return `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${NOTHING_CHARGED}`;
}

/** Returns the price, or that we send it first. */
export function priceOrPromise(priceKsh: number): string {
  return priceKsh > 0 ? formatKsh(priceKsh) : "We e-mail you the price first";
}

/** Returns the message on the page after ordering. A failure appears at the form instead. */
export function orderedWords(
  kind: OrderKind,
  outcome: Exclude<OrderOutcome, { kind: "failed" }>,
): Words & { isUnsure?: boolean } {
  switch (outcome.kind) {
    case "review":
      return { title: "We have your order", text: CHECKING };
    case "unpaid":
      return { title: "We have your order", text: UNPAID };
    case "elsewhere":
      return { title: "You have ordered this already", text: "It is in the list. We did not order it twice." };
    case "done": {
      const { title, text } = DONE[kind];
      return { title, text: `${outcome.left === undefined ? text : "We do the rest for you."} ${BILL}` };
    }
    case "unknown":
      return { title: "We could not confirm it yet", text: LOOKING, isUnsure: true };
  }
}

/** Returns the message after several renewals in one submission; the list below it shows the state of each. */
export function renewedWords(
  names: readonly string[],
  outcomes: readonly OrderOutcome[],
): Words & { isUnsure: boolean } {
  const count = (kind: OrderOutcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [done, failed, unknown] = [count("done"), count("failed"), count("unknown")];
  const of = (some: number) => (some === names.length ? "" : ` ${some} of them`);
  const text = [
    `Renewal of ${namesWords(names)}.`,
    done > 0 && `Renewed already:${of(done) || " all"}. ${BILL}`,
    done + failed + unknown < names.length && CHECKING,
    failed > 0 && `Not possible:${of(failed) || " all"}. ${NOTHING_CHARGED} The list says why.`,
    unknown > 0 && `We could not confirm${of(unknown) || " it"} yet. ${LOOKING}`,
  ];
  const title = names.length === 1 ? "We have your order" : `We have your ${names.length} orders`;
  return { title, text: text.filter(Boolean).join(" "), isUnsure: failed + unknown > 0 };
}
