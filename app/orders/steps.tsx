import { Words } from "#app/ui/primitives/words.tsx";
import type { Step } from "./order-steps.ts";

/** An ordered list of steps, drawn as beads on a line: vertical, or horizontal with `isRow`. */
export function Steps({ steps, isRow }: { steps: readonly Step[]; isRow?: boolean }) {
  return (
    <ol className={isRow ? "steps steps-row" : "steps"}>
      {steps.map(({ title, text, state }) => (
        <li key={title} className={state && `is-${state}`} aria-current={state === "now" ? "step" : undefined}>
          <b>
            <Words>{title}</Words>
          </b>
          <p>
            <Words>{text}</Words>
          </p>
        </li>
      ))}
    </ol>
  );
}
