import { Fragment, type ReactNode } from "react";

/** A fact about an order, a payment or a bill. A part with `href` is a link. */
export type Fact = { label: string; parts: { value: string; href?: string }[] };

/** Lists facts. What a customer typed is marked as unverified (class `stranger`). `children`: more rows. */
export function Facts({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <dl className="desk-facts">
      {facts.map(({ label, parts }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={label === "To do" ? "stranger font-bold" : "stranger"} dir="auto">
            {parts.map(({ value, href }, index) => (
              <Fragment key={value}>
                {index > 0 && ", "}
                {href === undefined ? value : <a href={href}>{value}</a>}
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
