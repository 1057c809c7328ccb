/**
 * What a result of a payment prompt means for the customer. `title`: what happened, one sentence; `text`: what to do. `again`:
 * when a new prompt may help; undefined if none would. `isOurFault`: the prompt failed because of us or M-PESA.
 */
export type PromptResult = { title: string; text: string; again?: "now" | "soon"; isOurFault?: boolean };

/** Only for results with which M-PESA says so. */
const NOTHING_TAKEN = "Nothing was taken.";
const LIMITS = {
  title: "Not paid: the amount is outside M-PESA’s limits.",
  text: "Pay in parts by Pay Bill below, or ask us.",
};
const UNREACHABLE: PromptResult = {
  title: "We could not reach this phone. Is it on?",
  text: "Try again in two minutes.",
  again: "soon",
};
const OUR_FAULT: PromptResult = {
  title: "Not paid: we could not ask this phone.",
  text: "It is our mistake, and we are told of it. Pay by Pay Bill below.",
  isOurFault: true,
};
const NO_TOKEN: PromptResult = {
  title: "Not paid: we could not ask this phone.",
  text: "Try again in a minute.",
  again: "soon",
  isOurFault: true,
};
const BUSY: PromptResult = {
  title: "Not paid: M-PESA is busy.",
  text: "Pay by Pay Bill below, or try again in a minute.",
  again: "soon",
};

/** The codes that Daraja documents as failures in the result of a prompt. They mean that no money was taken. */
const NOT_PAID: Record<string, PromptResult> = {
  "1": { title: "Not enough money in M-PESA.", text: NOTHING_TAKEN, again: "now" },
  "2": LIMITS,
  "3": LIMITS,
  "4": { title: "Not paid: this is above your M-PESA limit for today.", text: "Pay tomorrow, or ask us." },
  "8": {
    title: "Not paid: we can’t receive more money just now.",
    text: "We are told of it. Please pay tomorrow.",
    isOurFault: true,
  },
  "17": {
    title: "M-PESA took the same amount from you a moment ago.",
    text: "If it was for this, don’t pay again. If not, wait two minutes.",
    again: "soon",
  },
  "26": { title: "Not paid: M-PESA is busy.", text: "Try again in one minute.", again: "soon" },
  "1001": {
    title: "Not paid: another M-PESA request is on your phone.",
    text: "Finish that one first.",
    again: "soon",
  },
  "1019": { title: "The request was not answered in time.", text: NOTHING_TAKEN, again: "now" },
  "1025": UNREACHABLE,
  "9999": UNREACHABLE,
  "1032": { title: "You cancelled on your phone.", text: NOTHING_TAKEN, again: "now" },
  "1037": {
    title: "This phone did not answer. Is it on?",
    text: NOTHING_TAKEN,
    again: "now",
  },
  "2001": { title: "The PIN was wrong.", text: NOTHING_TAKEN, again: "now" },
  "2028": OUR_FAULT,
  SFC_IC0003: OUR_FAULT,
  "8006": { title: "Not paid: your M-PESA PIN is locked.", text: "Call Safaricom: 100 or 200." },
};

/** The error codes by which Daraja refuses to send a prompt. They mean that no phone has shown it. */
const REFUSED: Record<string, PromptResult> = {
  "400.002.02": {
    title: "M-PESA does not take this number.",
    text: "Look at the number, then try again.",
    again: "now",
  },
  "404.001.03": NO_TOKEN,
  "401.003.01": NO_TOKEN,
  "400.003.01": NO_TOKEN,
  "500.001.1001": OUR_FAULT,
  "500.003.02": BUSY,
  "500.003.03": BUSY,
  "500.003.1001": BUSY,
};

const BY_HAND: PromptResult = {
  title: "We could not ask this phone.",
  text: "Pay by Pay Bill below.",
  again: "soon",
};
const PAID: PromptResult = { title: "Paid.", text: "Thank you." };

const RESULTS = new Map(Object.entries({ "0": PAID, ...NOT_PAID, ...REFUSED }));

/** The result codes and error codes with a sentence of their own. */
export const KNOWN_RESULTS: readonly string[] = [...RESULTS.keys()];

/** Error codes that mean that the access token is no longer valid: another process has fetched a new one. */
export const TOKEN_CODES = ["404.001.03", "401.003.01", "400.003.01"];

/**
 * The error code of a query while the prompt is open ("… is being processed"). With another message the same code is a real
 * failure.
 */
export const PENDING_CODE = "500.001.1001";

/**
 * Returns whether a result code says for certain that a prompt took no money. With other codes the outcome is unknown until
 * the query says 0.
 */
export function isNotPaid(code: string): boolean {
  return Object.hasOwn(NOT_PAID, code);
}

/**
 * Returns a result as a sentence for the customer. `message` is Daraja's text, because several errors share one code. Source:
 * docs/product/payments.md, "Payments".
 */
export function promptResult(code: string, message = ""): PromptResult {
  const isLocked = code === PENDING_CODE && /lock subscriber/i.test(message);
  return RESULTS.get(isLocked ? "1001" : code) ?? BY_HAND;
}
