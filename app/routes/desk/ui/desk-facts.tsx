import { Fragment, type ReactNode } from "react";

/** A fact about an item of the desk: one value, or parts of which some are links. */
export type Fact = { label: string } & ({ value: string } | { parts: { value: string; href?: string }[] });

/** Lists facts. What a customer typed is marked as unverified (class `stranger`). `children`: more rows. */
export function Facts({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <dl className="desk-facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd className={fact.label === "To do" ? "stranger font-bold" : "stranger"} dir="auto">
            {("parts" in fact ? fact.parts : [{ value: fact.value, href: undefined }]).map(({ value, href }, index) => (
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
