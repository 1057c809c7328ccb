/** What happens, and how far it is: "past" is done, "now" is under way, "stopped" ended there; else it is still to come. */
export type Step = { title: string; text: string; state?: "past" | "now" | "stopped" };

/** What the agency promises whoever orders, in its own words, to stand behind "A person answers, " and as a sentence. */
export type Promises = { answerTime: string; payment: string };

type Ahead = {
  kind: "renew" | "certificate" | "register" | "transfer" | "hosting";
  promises: Promises;
  /** The registry has to be asked by a person. */
  isByHand: boolean;
  /** It is carried out at once. */
  isDirect?: boolean;
  /** What somebody does first. */
  first?: string;
};

const LAST: Record<Ahead["kind"], string> = {
  renew: "You pay, and it is renewed",
  certificate: "You pay, and we put it in place",
  register: "You pay, and the name is yours",
  transfer: "You pay, and we move the name",
  hosting: "You pay, and we set it up",
};

/** What will happen to an order that is not made yet, in three steps. Source: docs/product.md, "Orders". */
export function stepsAhead({ kind, promises, isByHand, isDirect, first = "You order" }: Ahead): Step[] {
  const { answerTime, payment } = promises;
  const begin: Step = { title: first, text: "Now. Nothing is charged.", state: "now" };
  if (isDirect) {
    const middle = {
      title: "We order it at once",
      text: "Where we can. Otherwise a person does it, and writes to you.",
    };
    return [begin, middle, { title: "You pay", text: "We send the bill by e-mail." }];
  }
  const asked = {
    title: "We ask the registry",
    text: `A person does it and writes to you, ${answerTime}. If somebody holds the name, you owe nothing.`,
  };
  const confirmed = {
    title: "We confirm it by e-mail",
    text: `A person does it, ${answerTime}. You can still say no.`,
  };
  return [begin, kind === "register" && isByHand ? asked : confirmed, { title: LAST[kind], text: payment }];
}

const DONE: Record<Ahead["kind"], string> = {
  renew: "Renewed",
  certificate: "SSL in place",
  register: "The name is yours",
  transfer: "Moved to us",
  hosting: "Set up",
};

type Made = { kind: Ahead["kind"]; status: "requested" | "processing" | "done" | "failed" };

/**
 * How far an order is, as three beads. `ordered` and `changed` are the days on which it was made and its state changed at
 * last. Source: docs/product.md, "Orders".
 */
export function stepsOf({ kind, status }: Made, ordered: string, changed: string): Step[] {
  const begin: Step = { title: "Ordered", text: ordered, state: "past" };
  const end = DONE[kind];
  switch (status) {
    case "requested":
      return [begin, { title: "We look at it", text: "and write to you", state: "now" }, { title: end, text: "" }];
    case "processing":
      return [
        begin,
        { title: "Looked at", text: changed, state: "past" },
        { title: end, text: "under way", state: "now" },
      ];
    case "done":
      return [begin, { title: "Looked at", text: "", state: "past" }, { title: end, text: changed, state: "past" }];
    case "failed":
      return [begin, { title: "Not done", text: changed, state: "stopped" }, { title: end, text: "" }];
  }
}
