import type { Step } from "#app/model/order-steps.ts";

/** Steps as beads on a thread, one below the other; with `isRow` beside each other. */
export function Steps({ steps, isRow }: { steps: readonly Step[]; isRow?: boolean }) {
  return (
    <ol className={isRow ? "steps steps-row" : "steps"}>
      {steps.map(({ title, text, state }) => (
        <li key={title} className={state && `is-${state}`} aria-current={state === "now" ? "step" : undefined}>
          <b>{title}</b>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
