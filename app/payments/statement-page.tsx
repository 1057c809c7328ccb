import { PayScript } from "#app/ui/shell/pay-script.tsx";
import type { Statement } from "./read-statement.server.ts";
import { KeepAsPdf } from "./sheet.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

/** A statement with the other years and the next lines beside it. */
export function StatementPage({
  back,
  more,
  to,
  ...statement
}: Statement & { to: string[]; back: { to: string; label: string } }) {
  const { year, years } = statement.statement;
  const others = years.filter((one) => one !== year).toReversed();
  return (
    <div className="receipt-page page sheet app flow">
      <p className="print:hidden">
        <a className="link" href={back.to} dir="auto">
          {back.label}
        </a>
      </p>
      <h1 className="visually-hidden">{`Statement ${year}`}</h1>
      <div className="receipt statement">
        <StatementSheet {...statement} to={to} />
        <div className="receipt-acts">
          <KeepAsPdf />
          {more !== null && (
            <p>
              This page has a part of the year.{" "}
              <a className="link" href={more} rel="next">
                The next lines
              </a>
            </p>
          )}
          {statement.isLater && (
            <p>
              <a className="link" href={`?year=${year}`}>
                The first lines of the year
              </a>
            </p>
          )}
          {others.length > 0 && (
            <nav aria-label="Other years">
              <p className="quiet">Other years</p>
              {others.map((one) => (
                <p key={one}>
                  <a className="link" href={`?year=${one}`}>
                    {one}
                  </a>
                </p>
              ))}
            </nav>
          )}
        </div>
      </div>
      <PayScript />
    </div>
  );
}
