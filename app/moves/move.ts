import { toDisplayName } from "#app/domains/display-name.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";

/** "open" until both sides agreed and its time has come, then one of the ends. */
export const MOVE_STATES = ["open", "done", "refused", "cancelled", "expired"] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** What has to end before the domain can go to another customer. */
export const MOVE_BLOCKS = ["order", "bill", "request", "dns"] as const;
export type MoveBlock = (typeof MOVE_BLOCKS)[number];

/**
 * A domain that goes from one customer to another. Times are ISO 8601. `fromName` and `toName` are null if unknown; the
 * receiver's name is known only after they agreed.
 */
export type NameMove = {
  id: string;
  name: string;
  state: MoveState;
  fromEmail: string;
  fromName: string | null;
  toEmail: string;
  toName: string | null;
  hasGiverAgreed: boolean;
  hasReceiverAgreed: boolean;
  notBefore: string;
  endsAt: string;
};

/** What the giver is told before they agree. Source: docs/product/domains.md, "Giving a name to another account". */
export const GIVER_TERMS = [
  "Its DNS records go along. The new owner can read the notes that you wrote beside them.",
  "You then no longer see the name, its records or its history, and you can undo nothing.",
  "Hosting, mailboxes and certificates that you have with us for it stay in your account, with your bills and receipts.",
  "We wait a day, or three if your password, address or second step has just changed. Until then you can stop it.",
];

const BLOCK_WORDS: Record<MoveBlock, string> = {
  order: "an order for it has ended",
  bill: "its bill is paid",
  request: "your request about it has ended",
  dns: "the change of its DNS has ended",
};

type Stand = Pick<NameMove, "state" | "hasGiverAgreed" | "hasReceiverAgreed" | "notBefore" | "endsAt">;

/** Returns where a move stands, for the giver. `block`: what it waits for after both agreed. `now` decides what is past. */
export function moveStand(move: Stand, block: MoveBlock | null, now: Date): string {
  const { state, hasGiverAgreed, hasReceiverAgreed, notBefore, endsAt } = move;
  if (state !== "open") return MOVE_ENDS[state];
  const until = `If that has not happened by ${nairobiTime(new Date(endsAt))}, it stays with you.`;
  if (!hasGiverAgreed) return `You have not confirmed it. ${until}`;
  if (!hasReceiverAgreed) return `The new owner has not agreed yet. ${until}`;
  if (Date.parse(notBefore) > now.getTime()) {
    return `The new owner has agreed. It goes to them after ${nairobiTime(new Date(notBefore))}.`;
  }
  return block === null
    ? "It goes to the new owner now."
    : `It goes to the new owner when ${BLOCK_WORDS[block]}. ${until}`;
}

const MOVE_ENDS: Record<Exclude<MoveState, "open">, string> = {
  done: "The new owner has it.",
  refused: "The new owner did not want it, so it stays with you.",
  cancelled: "It was cancelled, so the name stays with you.",
  expired: "Its time is over, so the name stays with you.",
};

/** Returns what a move asks for, after "You asked us". */
export function moveWords({ name }: Pick<NameMove, "name">): string {
  return `to give ${toDisplayName(name)} to another account`;
}
