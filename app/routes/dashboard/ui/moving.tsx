import type { Step } from "#app/orders/order-steps.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { orderPath } from "./domain-path.ts";

/** The colour and the word of each state of a step. */
const STEP_KINDS = { past: "ok", now: "warn", stopped: "bad", next: "neutral" };
const STEP_WORDS = { past: "done", now: "now", stopped: "stopped" };

/** A transfer to us. `isRefused`: the old provider refused, so the customer may send a new code. */
export type Transfer = { steps: readonly Step[]; isRefused: boolean };

/** The steps of a transfer to us, as a list that needs no style sheet of its own: few customers ever see it. */
export function Moving({ domain, steps, isRefused }: Transfer & { domain: string }) {
  return (
    <section className="flow" aria-labelledby="moving">
      <h2 id="moving">Moving to us</h2>
      <ol className="lines">
        {steps.map(({ title, text, state }) => (
          <li
            key={title}
            className={`is-${STEP_KINDS[state ?? "next"]}`}
            aria-current={state === "now" ? "step" : undefined}
          >
            <div>
              <p className="what">
                {title} {state && <span className={`word is-${STEP_KINDS[state]}`}>{STEP_WORDS[state]}</span>}
              </p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {isRefused && <ButtonLink to={orderPath("transfer", domain)}>Send a new code</ButtonLink>}
    </section>
  );
}
