import type { ReactNode } from "react";
import type { Portfolio } from "#app/dashboard/portfolio.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { orderPath } from "./domain-path.ts";

const CARD = "min-w-0 bg-surface px-4 py-3";
const TITLE = "text-sm font-medium text-ink-2 [letter-spacing:0]";
const UNIT = "text-lg text-ink-2";
const ACTION = "flex min-h-touch items-center font-bold";

/** The four summary cards of the dashboard. */
export function PortfolioCards({ all, active, expired, other, withSsl, nextDays }: Portfolio) {
  const states = [`${active} active`, expired > 0 && `${expired} expired`, other > 0 && `${other} not active`];
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-px border-2 border-ink bg-line lg:grid-cols-4">
      <Card title="Domain Portfolio" figure={all} text={states.filter(Boolean).join(", ")} />
      <Card
        title="Security Status"
        figure={
          <>
            {withSsl}
            <small className={UNIT}>/{all}</small>
          </>
        }
        text="have SSL"
      />
      <Card title="Renewal Overview" figure={daysOf(nextDays)} text={textOf(nextDays)} />
      <section className={CARD}>
        <h2 className={TITLE}>Quick Actions</h2>
        <p>
          <Link className={ACTION} to={orderPath("certificate")}>
            Add SSL
          </Link>
          <Link className={ACTION} to={orderPath("transfer")}>
            Transfer in
          </Link>
          <Link className={ACTION} to="/dashboard/orders">
            Your orders
          </Link>
        </p>
      </section>
    </div>
  );
}

function Card({ title, figure, text }: { title: string; figure: ReactNode; text: string }) {
  return (
    <section className={CARD}>
      <h2 className={TITLE}>{title}</h2>
      <p className="price">{figure}</p>
      <p className="quiet">{text}</p>
    </section>
  );
}

function daysOf(days: number | undefined): ReactNode {
  if (days === undefined) return "–";
  if (days === 0) return "Today";
  return (
    <>
      {days} <small className={UNIT}>{days === 1 ? "day" : "days"}</small>
    </>
  );
}

function textOf(days: number | undefined): string {
  if (days === undefined) return "nothing to renew";
  return days === 0 ? "the next one expires" : "to the next one";
}
