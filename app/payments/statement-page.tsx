import { PayScript } from "#app/ui/shell/pay-script.tsx";
import type { Statement } from "./read-statement.server.ts";
import { Back, KeepAsPdf } from "./sheet.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

/** A statement with the other years and the next lines beside it. */
export function StatementPage({
  back,
  more,
  to,
  ...statement
}: Statement & { to: string[]; back: { to: string; label: string } }) {
  const { year, years } = statement.statement;
  return (
    <div className="receipt-page page sheet app flow">
      <div className="statement-top print:hidden">
        <Back {...back} />
        {years.length > 1 && (
          <nav aria-label="Years">
            {years.toReversed().map((one) => (
              <a key={one} className="link" href={`?year=${one}`} aria-current={one === year ? "page" : undefined}>
                {one}
              </a>
            ))}
          </nav>
        )}
      </div>
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
        </div>
      </div>
      <PayScript />
    </div>
  );
}
