import type { Failure, FieldFailure } from "#app/platform/result.ts";

/**
 * The outcome of an order (docs/product/orders.md, "Orders"). `why`, `left` and `said` (the provider's own words) are for the
 * agency; `reason` is for the customer; `fields` are those that the provider rejected.
 */
export type OrderOutcome =
  /** The agency carries it out. `wasAsked`: the provider was asked, and did not take the order. */
  | { kind: "review"; why?: string; wasAsked?: boolean }
  /** It waits for its payment. */
  | { kind: "unpaid" }
  /** The hosting server does it next, and the customer is mailed when it is done. */
  | { kind: "server" }
  /** Another process is carrying it out. */
  | { kind: "elsewhere" }
  /** The provider did it. `left`: what still has to be done by hand. */
  | { kind: "done"; left?: string }
  | { kind: "failed"; reason: string; said: string; fields?: readonly FieldFailure[] }
  /** The provider may or may not have done it; it is not repeated. */
  | { kind: "unknown"; why: string };

const REVIEW = "Nothing has been asked of a provider yet.";

/** Returns what the agency reads of an outcome: a label for the subject, and what to know or do. */
export function agencyWords(outcome: OrderOutcome): { label: string; text: string } {
  switch (outcome.kind) {
    case "review":
    case "elsewhere": {
      const { why = "", wasAsked = false } = outcome.kind === "review" ? outcome : {};
      const lead = wasAsked ? "A provider was asked and did not take it. Nothing was bought." : REVIEW;
      return { label: "", text: why ? `${lead} It was not carried out at once: ${why}.` : lead };
    }
    case "server":
      return {
        label: "",
        text: "The hosting server does it next. Only if it can’t, the service is in your list of work.",
      };
    case "unpaid":
      return { label: "not paid yet", text: "The customer pays by M-PESA. Wait for our message that it is paid." };
    case "done":
      return outcome.left === undefined
        ? { label: "done", text: "The provider has carried it out." }
        : { label: "done, look at it", text: `The provider has carried it out. By hand: ${outcome.left}.` };
    case "failed":
      return { label: "refused", text: `The provider refused it: ${outcome.said.replace(/\.$/, "")}.` };
    case "unknown":
      return {
        label: "look at it",
        text: `It may have been carried out or not: ${outcome.why}. It is not repeated. Look at the provider's account, then set the order to done or failed.`,
      };
  }
}

const BY_FIELD: Record<string, string> = {
  authCode: "The transfer code is wrong. Ask your current provider for a new one",
  period: "You can’t order this name for so many years",
  years: "You can’t order this name for so many years",
  planId: "We can’t order this plan right now",
};

const BY_CODE: Record<string, string> = {
  UNAVAILABLE_DOMAIN: "Somebody else has this name now",
  UNSUPPORTED_TLD: "We can’t get names with this ending",
  UNKNOWN_DOMAIN: "The provider does not know the name",
};

const OTHER = "It could not be done. Please ask us why";

/**
 * Returns why the provider rejected an order, in our words. The provider's own are for the account holder, and may reveal the
 * balance or other customers. Source: GoDaddy's Domains API v1, "Error responses".
 */
export function orderFailureWords({ code = "", fields = [] }: Pick<Failure, "code" | "fields">): string {
  const [first] = fields;
  const field = first?.path.split(".").at(-1) ?? "";
  return BY_FIELD[field] ?? BY_CODE[code] ?? OTHER;
}
