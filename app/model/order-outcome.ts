import type { FieldFailure } from "./result.ts";

/**
 * How carrying out an order went (docs/product.md, "Orders"). `why`, `left` and `said`, the provider's own words, are for the
 * agency; `reason` is for the customer; `fields` are what the provider refused.
 */
export type OrderOutcome =
  /** Nothing was asked of a provider: a person carries it out. */
  | { kind: "review"; why?: string }
  /** Another process has it. */
  | { kind: "elsewhere" }
  /** The provider did it. `left`: what a person has to do by hand all the same. */
  | { kind: "done"; left?: string }
  | { kind: "failed"; reason: string; said: string; fields?: readonly FieldFailure[] }
  /** Nobody knows whether the provider did it, and it is not asked again. */
  | { kind: "unknown"; why: string };

const REVIEW = "Nothing has been asked of a provider yet.";

/** What the agency is told of an outcome: a word for the subject, and what there is to know or do. */
export function agencyWords(outcome: OrderOutcome): { mark: string; text: string } {
  switch (outcome.kind) {
    case "review":
    case "elsewhere": {
      const why = "why" in outcome && outcome.why;
      return { mark: "", text: why ? `${REVIEW} It was not carried out at once: ${why}.` : REVIEW };
    }
    case "done":
      return outcome.left === undefined
        ? { mark: "done", text: "The provider has carried it out." }
        : { mark: "done, look at it", text: `The provider has carried it out. By hand: ${outcome.left}.` };
    case "failed":
      return { mark: "refused", text: `The provider refused it: ${outcome.said}` };
    case "unknown":
      return {
        mark: "look at it",
        text: `It may have been carried out or not: ${outcome.why}. It is not repeated. Look at the provider's account, then set the order to done or failed.`,
      };
  }
}
