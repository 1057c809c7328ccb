import type { OrderKind } from "./order.ts";

/** What happens, and how far it is: "past" is done, "now" is under way, "stopped" ended there; else it is still to come. */
export type Step = { title: string; text: string; state?: "past" | "now" | "stopped" };

/** What the agency promises whoever orders, in its own words, to stand behind "A person answers, " and as a sentence. */
export type Promises = { answerTime: string; payment: string };

const LAST: Record<OrderKind, string> = {
  renew: "You pay, and it is renewed",
  certificate: "You pay, and we put it in place",
  register: "You pay, and the name is yours",
  transfer: "You pay, and we move the name",
  hosting: "You pay, and we set it up",
};

/**
 * What will happen to an order that is not made yet, in three steps. With `isByHand` the .ke registry has to be asked for the
 * name. Source: docs/product.md, "Orders".
 */
export function stepsAhead(kind: OrderKind, { answerTime, payment }: Promises, isByHand: boolean): Step[] {
  const second =
    kind === "register" && isByHand
      ? {
          title: "We ask the .ke registry",
          text: `A person does it and writes to you, ${answerTime}. If somebody holds the name, you owe nothing.`,
        }
      : { title: "We confirm it by e-mail", text: `A person does it, ${answerTime}. You can still say no.` };
  return [
    { title: "You ask", text: "Now. Nothing is charged.", state: "now" },
    second,
    { title: LAST[kind], text: payment },
  ];
}
