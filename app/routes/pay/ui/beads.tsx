import type { Bead } from "#app/payments/bill-words.ts";
import { Words } from "#app/ui/primitives/words.tsx";

/** What happens with a bill and when, as beads on a line. */
export function Beads({ title, steps }: { title: string; steps: readonly Bead[] }) {
  return (
    <section className="flow" aria-labelledby="beads">
      <h2 id="beads">{title}</h2>
      <ol className="beads">
        {steps.map(({ title: step, text, isDone }) => (
          <li key={step} className={isDone ? "is-done" : undefined}>
            <b>
              <Words>{step}</Words>
            </b>
            {text && (
              <p>
                <Words>{text}</Words>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links below each other, each with an arrow. */
export function Rows({ links }: { links: readonly { to: string; label: string; isButton?: boolean }[] }) {
  return (
    <ul className="pay-rows">
      {links.map(({ to, label, isButton }) => (
        <li key={to}>
          <a
            href={to}
            {...(isButton !== undefined && { "data-again": "" })}
            className={isButton ? "button" : undefined}
          >
            <Words>{label}</Words>
            <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M3 10h13M11 5l5 5-5 5" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
