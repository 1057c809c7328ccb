import type { ReactNode } from "react";
import type { Portfolio } from "#app/model/portfolio.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { orderPath } from "./order-path.ts";

/** The four summary cards of the dashboard. */
export function PortfolioCards({ all, active, expired, other, withSsl, nextDays }: Portfolio) {
  const states = [`${active} active`, expired > 0 && `${expired} expired`, other > 0 && `${other} not active`];
  return (
    <div className="cards">
      <Card title="Domain Portfolio" figure={all} text={states.filter(Boolean).join(", ")} />
      <Card
        title="Security Status"
        figure={
          <>
            {withSsl}
            <small>/{all}</small>
          </>
        }
        text="have SSL"
      />
      <Card title="Renewal Overview" figure={daysOf(nextDays)} text={textOf(nextDays)} />
      <section>
        <h2>Quick Actions</h2>
        <p>
          <Link to={orderPath("certificate")}>Add SSL</Link>
          <Link to={orderPath("transfer")}>Transfer in</Link>
          <Link to="/dashboard/orders">Your orders</Link>
        </p>
      </section>
    </div>
  );
}

function Card({ title, figure, text }: { title: string; figure: ReactNode; text: string }) {
  return (
    <section>
      <h2>{title}</h2>
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
      {days} <small>{days === 1 ? "day" : "days"}</small>
    </>
  );
}

function textOf(days: number | undefined): string {
  if (days === undefined) return "nothing to renew";
  return days === 0 ? "the next one expires" : "to the next one";
}
