import type { ReactNode } from "react";
import { namesOf } from "#app/dashboard/action-items-words.ts";
import type { Portfolio } from "#app/dashboard/portfolio.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { orderPath } from "./domain-path.ts";

const ACTION = "mr-3 inline-flex min-h-touch items-center font-bold";

/** The statistics of a customer's domains in four cards, two beside each other on a phone. */
export function PortfolioCards({ all, active, expired, other, endings, withDns, withPadlock, due }: Portfolio) {
  const states = [`${active} active`, expired > 0 && `${expired} expired`, other > 0 && `${other} not active`];
  return (
    <section className="flow" aria-labelledby="statistics">
      <h2 id="statistics">Domain statistics</h2>
      {all === 0 && <p>No stats available</p>}
      <div className="grid grid-cols-2 gap-px border-2 border-ink bg-line lg:grid-cols-4">
        <Card title="Domain Portfolio" figure={all > 0 && namesOf(all)}>
          {all === 0 && "No names yet."}
          {all > 0 && <small className="quiet block">{states.filter(Boolean).join(", ")}</small>}
          <small className="quiet block">
            {endings.map(({ ending, count }) => `${count}\u00a0×\u00a0${ending}`).join(", ")}
          </small>
        </Card>
        <Card title="Security Status" figure={all > 0 && `${withPadlock} of ${all}`}>
          {all > 0 ? "have SSL" : "No website to protect yet."}
          {all > 0 && (
            <small className="quiet block">
              DNS is set up for {withDns} of {all}
            </small>
          )}
        </Card>
        <Card title="Renewal Overview" figure={due.by !== "" && formatKsh(due.ksh)}>
          <Words>{due.by || (due.isOrdered ? "Already ordered." : "Nothing to renew.")}</Words>
        </Card>
        <Card title="Quick Actions" figure={false}>
          <Link className={ACTION} to={all === 0 ? "/domains" : orderPath("hosting")}>
            {all === 0 ? "Add Domain" : "Order hosting"}
          </Link>
          <Link className={ACTION} to={orderPath("transfer")}>
            Transfer in
          </Link>
        </Card>
      </div>
    </section>
  );
}

function Card({ title, figure, children }: { title: string; figure: string | false; children: ReactNode }) {
  return (
    <section className="bg-surface p-3">
      <h3 className="quiet font-normal">{title}</h3>
      <p>
        {figure && <b className="text-xl">{figure}</b>} {children}
      </p>
    </section>
  );
}
