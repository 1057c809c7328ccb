import type { ReactNode } from "react";
import type { Portfolio } from "#app/dashboard/portfolio.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { orderPath } from "./domain-path.ts";

const ACTION = "mr-3 inline-flex min-h-touch items-center font-bold";

/** The statistics of a customer's domains in four cards; on a phone each is a line of one list. */
export function PortfolioCards({ all, active, expired, other, endings, withDns, withPadlock, due }: Portfolio) {
  const states = [`${active} active`, expired > 0 && `${expired} expired`, other > 0 && `${other} not active`];
  return (
    <section className="flow" aria-labelledby="statistics">
      <h2 id="statistics">Domain statistics</h2>
      {all === 0 && <p>No stats available</p>}
      <div className="ruled lg:grid lg:grid-cols-4 lg:gap-6">
        <Card title="Domain Portfolio" figure={all === 1 ? "1 name" : all > 0 && `${all} names`}>
          {all === 0 && "No names yet."}
          {all > 0 && <small className="quiet block">{states.filter(Boolean).join(", ")}</small>}
          <small className="quiet block">
            {endings.map(({ ending, count }) => `${count}\u00a0×\u00a0${ending}`).join(", ")}
          </small>
        </Card>
        <Card title="Security Status" figure={all > 0 && `${withPadlock} of ${all}`}>
          {all > 0 ? "have a padlock" : "No website to protect yet."}
          {all > 0 && (
            <small className="quiet block">
              DNS is set up for {withDns} of {all}
            </small>
          )}
        </Card>
        <Card title="Renewal Overview" figure={due.by !== "" && formatKsh(due.ksh)}>
          {due.by === "" ? "Nothing is due." : `due by ${due.by}`}
        </Card>
        <Card title="Quick Actions" figure={false}>
          {all === 0 ? (
            <Link className={ACTION} to="/domains">
              Add Domain
            </Link>
          ) : (
            <Link className={ACTION} to="/dashboard/orders">
              Your orders
            </Link>
          )}
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
    <section className="flex flex-wrap items-baseline gap-x-4 py-2 lg:block">
      <h3 className="quiet flex-[0_1_7.5rem] font-normal">{title}</h3>
      <p className="flex-auto">
        {figure && <b className="lg:text-xl">{figure}</b>} {children}
      </p>
    </section>
  );
}
