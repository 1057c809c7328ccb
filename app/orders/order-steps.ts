import type { OrderKind } from "#app/domains/order-kinds.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { ServicePromises } from "#app/platform/brand.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/**
 * A step of an order. "past": done; "now": in progress; "stopped": the order ended here; without a state it is still to come.
 */
export type Step = { title: string; text: string; state?: "past" | "now" | "stopped" };

type Upcoming = {
  kind: OrderKind;
  promises: Pick<ServicePromises, "answerTime" | "payment">;
  /** Staff handle the ending by hand: they ask the registry first. */
  isByHand: boolean;
  /** Sent to the provider at once. */
  isDirect?: boolean;
  /** Paid by M-PESA before anything else. */
  isPaidFirst?: boolean;
  /** The title of the first step. */
  first?: string;
  /** The steps are in a mail that has the button of the bill. */
  isInMail?: boolean;
};

const LAST: Record<Upcoming["kind"], string> = {
  renew: "You pay, and it is renewed",
  certificate: "You pay, and we put it in place",
  register: "You pay, and the name is yours",
  transfer: "You pay, and we move the name",
  hosting: "You pay, and we set it up",
  mail: "You pay, and we set them up",
  extend: "You pay, and it works for another year",
  upgrade: "You pay, and we change the plan",
};

/** Returns the three steps of an order that the customer has not placed yet. Source: docs/product/orders.md, "Orders". */
export function upcomingSteps({
  kind,
  promises,
  isByHand,
  isDirect,
  isPaidFirst,
  first = "You order",
  isInMail = false,
}: Upcoming): Step[] {
  const { answerTime, payment } = promises;
  const when = answerTime === "" ? "" : `, ${answerTime}`;
  const begin: Step = { title: first, text: "", state: "now" };
  if (isPaidFirst) {
    const text = isInMail
      ? "With the button in this e-mail, now or later."
      : "Now, or later from the link that we e-mail you.";
    const pay = { title: "You pay by M-PESA", text };
    return [begin, pay, { title: DONE[kind], text: `We e-mail you${when}.` }];
  }
  if (isDirect) {
    const middle = { title: "We order it straight away", text: "If that does not work, we e-mail you." };
    return [begin, middle, { title: "You pay", text: "We e-mail you the bill." }];
  }
  const registryAsked = {
    title: "We ask the registry",
    text: `We e-mail you${when}. If somebody has the name, you owe nothing.`,
  };
  const confirmed = { title: "We check it", text: `We e-mail you${when}. You can still cancel.` };
  return [begin, kind === "register" && isByHand ? registryAsked : confirmed, { title: LAST[kind], text: payment }];
}

const DONE: Record<Upcoming["kind"], string> = {
  renew: "Renewed",
  certificate: "SSL in place",
  register: "The name is yours",
  transfer: "Moved to us",
  hosting: "Set up",
  mail: "Set up",
  extend: "Renewed",
  upgrade: "Plan changed",
};

/** The last step while it goes on. */
const NOW: Record<Upcoming["kind"], string> = {
  renew: "We renew it",
  certificate: "We put it in place",
  register: "We register it",
  transfer: "We move it",
  hosting: "We set it up",
  mail: "We set them up",
  extend: "We renew it",
  upgrade: "We change the plan",
};

/**
 * Returns the three steps of an order that goes on and has no bill, whose page would have its steps. `ordered` and `changed` are
 * the days of the order and of its last state change. Source: docs/product/orders.md, "Orders".
 */
export function progressSteps(
  { kind, status }: { kind: OrderKind; status: "requested" | "processing" },
  ordered: string,
  changed: string,
): Step[] {
  const begin: Step = { title: "Ordered", text: ordered, state: "past" };
  return status === "requested"
    ? [begin, { title: "We check it", text: "and e-mail you", state: "now" }, { title: DONE[kind], text: "" }]
    : [begin, { title: "Checked", text: changed, state: "past" }, { title: NOW[kind], text: "", state: "now" }];
}

/** Returns the three steps of a transfer to us. Source: docs/product/domains.md, "Moving a domain to us". */
export function movingSteps({ since, step }: NonNullable<OwnedDomain["moving"]>): Step[] {
  const day = dateOf(dayNumber(new Date(`${since}T12:00:00Z`))).words;
  const isAsked = step === "asked";
  const moved: Step = { title: "Moved", text: "We e-mail you." };
  if (step === "refused") {
    const why = { title: "Your old provider refused", text: "Ask them why, then send us a new code." };
    return [{ title: "Code sent", text: day, state: "past" }, { ...why, state: "stopped" }, moved];
  }
  return [
    { title: isAsked ? "Code sent" : "Code accepted", text: day, state: isAsked ? "now" : "past" },
    {
      title: "Your old provider lets it go",
      text: "They have up to 5 days. If they send you a mail, approve it.",
      ...(!isAsked && { state: "now" as const }),
    },
    moved,
  ];
}
