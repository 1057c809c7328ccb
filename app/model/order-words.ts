import type { Order, OrderKind } from "./order.ts";
import type { OrderOutcome } from "./order-outcome.ts";

type Words = { title: string; text: string };

const DONE: Record<OrderKind, Words> = {
  renew: { title: "Your name is renewed", text: "The dashboard shows its new date." },
  certificate: { title: "Your certificate is ordered", text: "The provider puts it in place." },
  register: { title: "Your name is registered", text: "It is on your dashboard, where you can set up its DNS." },
  transfer: {
    title: "Your transfer is under way",
    text: "It takes a few days. Your site and mail stay where they are.",
  },
  hosting: { title: "Your hosting is ordered", text: "We write to you when it is set up." },
};
const BILL = "We send the bill by e-mail.";
const NOTHING_CHARGED = "Nothing was charged.";
const LOOKING = "Our people are looking into it, and it will not be ordered twice.";

/** How far an order is, in a sentence for its customer. Source: docs/product.md, "Orders". */
export function stateWords({ kind, status, reason }: Pick<Order, "kind" | "status" | "reason">): string {
  switch (status) {
    case "requested":
      return "We confirm it by e-mail before anything is charged.";
    case "processing":
      return "It is under way, but not confirmed yet. Our people are taking care of it.";
    case "done":
      return `${DONE[kind].title}.`;
    case "failed":
      return reason ? refusedWords(reason) : `It could not be done. ${NOTHING_CHARGED}`;
  }
}

/** "The provider refused it: … Nothing was charged." */
export function refusedWords(reason: string): string {
  return `The provider refused it: ${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${NOTHING_CHARGED}`;
}

/** What a customer reads on the page after ordering. A refusal is said at the form instead. */
export function orderedWords(
  kind: OrderKind,
  outcome: Exclude<OrderOutcome, { kind: "failed" }>,
): Words & { isUnsure?: boolean } {
  switch (outcome.kind) {
    case "review":
      return { title: "We have your order", text: "We confirm it by e-mail before anything is charged." };
    case "elsewhere":
      return { title: "You have ordered this already", text: "It is in the list. It was not ordered a second time." };
    case "done": {
      const { title, text } = DONE[kind];
      return { title, text: `${outcome.left === undefined ? text : "Our people finish the rest by hand."} ${BILL}` };
    }
    case "unknown":
      return { title: "We could not confirm it yet", text: LOOKING, isUnsure: true };
  }
}
