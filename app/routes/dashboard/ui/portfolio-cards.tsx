import type { ReactNode } from "react";
import type { Portfolio } from "#app/dashboard/portfolio.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { orderPath } from "./domain-path.ts";

const CARD = "min-w-0 bg-surface px-4 py-2 wrap-anywhere";
const TITLE = "text-sm font-medium text-ink-2 [letter-spacing:0]";
const ACTION = "mr-4 inline-flex min-h-touch items-center font-bold";

/** The four summary cards of the dashboard. */
export function PortfolioCards({ all, withPadlock, due }: Portfolio) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-px border-2 border-ink bg-line lg:grid-cols-4">
      <Card title="Domain Portfolio" figure={all}>
        {all === 1 ? "name" : "names"}
      </Card>
      <Card title="Security Status" figure={withPadlock}>
        {all > 0 && `of ${all} `}have a padlock
      </Card>
      <Card title="Renewal Overview" figure={formatKsh(due.ksh)}>
        {due.by === "" ? "nothing is due" : `due by ${due.by}`}
      </Card>
      <section className={CARD}>
        <h2 className={TITLE}>Quick Actions</h2>
        <p>
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
        </p>
      </section>
    </div>
  );
}

function Card({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <section className={CARD}>
      <h2 className={TITLE}>{title}</h2>
      <p>
        <b className="text-xl font-black whitespace-nowrap">{figure}</b> {children}
      </p>
    </section>
  );
}
