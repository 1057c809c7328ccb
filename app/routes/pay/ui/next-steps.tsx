import type { ReactNode } from "react";
import type { Step } from "#app/orders/order-steps.ts";
import { Steps } from "#app/orders/steps.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

/** What happens with a bill and when. */
export function NextSteps({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <section className="flow" aria-labelledby="next-steps">
      <h2 id="next-steps">{title}</h2>
      <Steps steps={steps} />
    </section>
  );
}

type RowsProps = { links: readonly { to: string; label: string; isButton?: boolean }[]; children?: ReactNode };

/** Links below each other, each with an arrow. `children`: a button as the last row, which a script shows. */
export function Rows({ links, children }: RowsProps) {
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
      {children && <li className="pay-copy">{children}</li>}
    </ul>
  );
}
