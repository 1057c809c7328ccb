export const THREAD_STATES = ["new", "taken", "answered", "closed"] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/**
 * What a stored message is. A "visitor" message is a thread, and a "reply" belongs to a thread. The other kinds are written by
 * the site.
 */
export const MESSAGE_KINDS = ["visitor", "reply", "order", "zone", "subscriber", "closing", "payment"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What a stored message is, and the account that wrote it while signed in or that it is about. */
export type MessageOrigin = { kind: MessageKind; userId?: string | undefined };

/** Messages on a page of the list. */
export const THREADS_PER_PAGE = 50;

/** The filters of the list, with the states that each shows. */
export const THREAD_FILTERS = {
  open: { label: "Open", states: ["new", "taken"] },
  answered: { label: "Answered", states: ["answered"] },
  closed: { label: "Closed", states: ["closed"] },
  notices: { label: "Notices", states: [] },
} as const;
export type ThreadFilter = keyof typeof THREAD_FILTERS;

/** Returns the filter of a URL's query; an unknown one is "open". */
export function threadFilterOf(text: string | null): ThreadFilter {
  return text === "answered" || text === "closed" || text === "notices" ? text : "open";
}

/** What a notice is about. */
export const KIND_WORDS: Record<MessageKind, string> = {
  visitor: "Message",
  reply: "Reply in a message",
  order: "Order",
  zone: "DNS to set up",
  subscriber: "Newsletter",
  closing: "Closing an account",
  payment: "Payment",
};

/** Returns a thread's state in words, with the name of who has it. */
export function stateWords(state: ThreadState, takenName: string | null): string {
  if (state === "new") return takenName ? `wrote again, ${takenName} has it` : "new";
  if (state === "taken") return `${takenName ?? "Somebody"} has it`;
  return state;
}

/** Who wrote a part of a thread. "note": staff, for staff only. */
export const PART_SIDES = ["us", "them", "note"] as const;
export type PartSide = (typeof PART_SIDES)[number];
