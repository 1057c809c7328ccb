/**
 * What a result of a payment prompt means for the customer. `text`: the sentence to show. `again`: when a new prompt may help;
 * undefined if none would. `isOurFault`: the prompt failed because of us or M-PESA.
 */
export type PromptResult = { text: string; again?: "now" | "soon"; isOurFault?: boolean };

/** The codes that Daraja documents as failures in the result of a prompt. They mean that no money was taken. */
const NOT_PAID: Record<string, PromptResult> = {
  "1": { text: "Not enough money in M-PESA. Nothing was taken.", again: "now" },
  "2": { text: "The amount is outside M-PESA’s limits. Pay in parts with the steps below, or ask us." },
  "3": { text: "The amount is outside M-PESA’s limits. Pay in parts with the steps below, or ask us." },
  "4": { text: "This is above your M-PESA limit for today. Pay tomorrow, or ask us." },
  "8": { text: "We can’t receive more money just now. We are told of it. Please pay tomorrow.", isOurFault: true },
  "17": {
    text: "M-PESA took the same amount from you a moment ago. If it was for this, don’t pay again. If not, wait two minutes.",
    again: "soon",
  },
  "26": { text: "M-PESA is busy. Try again in a minute.", again: "soon" },
  "1001": { text: "Finish the other M-PESA request on your phone first.", again: "soon" },
  "1019": { text: "Time ran out. Nothing was taken.", again: "now" },
  "1025": { text: "We could not reach your phone. Try again in two minutes.", again: "soon" },
  "9999": { text: "We could not reach your phone. Try again in two minutes.", again: "soon" },
  "1032": { text: "You cancelled. Nothing was taken.", again: "now" },
  "1037": {
    text: "Your phone did not answer. Nothing was taken. Ask again, or pay with the steps below.",
    again: "now",
  },
  "2001": { text: "The PIN was wrong. Nothing was taken.", again: "now" },
  "2028": {
    text: "We could not ask your phone. It is our mistake, and we are told of it. Pay with the steps below.",
    isOurFault: true,
  },
  SFC_IC0003: {
    text: "We could not ask your phone. It is our mistake, and we are told of it. Pay with the steps below.",
    isOurFault: true,
  },
  "8006": { text: "Your M-PESA PIN is locked. Call Safaricom: 100 or 200." },
};

/** The error codes by which Daraja refuses to send a prompt. They mean that no phone has shown it. */
const REFUSED: Record<string, PromptResult> = {
  "400.002.02": { text: "M-PESA does not take this number.", again: "now" },
  "404.001.03": { text: "We could not ask your phone. Try again in a minute.", again: "soon", isOurFault: true },
  "401.003.01": { text: "We could not ask your phone. Try again in a minute.", again: "soon", isOurFault: true },
  "400.003.01": { text: "We could not ask your phone. Try again in a minute.", again: "soon", isOurFault: true },
  "500.001.1001": {
    text: "We could not ask your phone. It is our mistake, and we are told of it. Pay with the steps below.",
    isOurFault: true,
  },
  "500.003.02": { text: "M-PESA is busy. Pay with the steps below, or try again in a minute.", again: "soon" },
  "500.003.03": { text: "M-PESA is busy. Pay with the steps below, or try again in a minute.", again: "soon" },
  "500.003.1001": { text: "M-PESA is busy. Pay with the steps below, or try again in a minute.", again: "soon" },
};

const BY_HAND: PromptResult = { text: "We could not ask your phone. Pay with the steps below.", again: "soon" };
const PAID: PromptResult = { text: "Paid. Thank you." };

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
