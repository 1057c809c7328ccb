/** Where the button of an item leads. `ksh`: the price, if known. */
export type Action =
  | { kind: "renew"; ksh?: number | undefined }
  | { kind: "pay"; bill: string; ksh: number }
  /** Its money is on its way, so there is nothing to do. */
  | { kind: "bill"; bill: string }
  | { kind: "service"; to: string; label: string }
  | { kind: "website"; ip: string }
  | { kind: "help" | "dns" | "nameServers" | "mail" | "ssl" | "orders" | "transfer" };

/**
 * One action item: the domains it is about, a word for the problem and a sentence that says why it matters. "bad": something
 * stops or has stopped; "warn": it will stop; "neutral": recommended.
 */
export type ActionItem = {
  tone: "bad" | "warn" | "neutral";
  names: string[];
  word: string;
  reason: string;
  action: Action;
};
