import { PayScript } from "#app/ui/shell/pay-script.tsx";
import type { Statement } from "./read-statement.server.ts";
import { Back, KeepAsPdf } from "./sheet.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

type StatementPageProps = Statement & {
  to: string[];
  back: { to: string; label: string };
  /** Opens a mail with the sums; only for the customer. */
  sendTo?: string;
};

/** A statement with the other years and the next lines beside it. */
export function StatementPage({ back, more, to, sendTo, ...statement }: StatementPageProps) {
  const { year, years } = statement.statement;
  return (
    <div className="receipt-page page sheet app flow">
      <Back {...back} />
      <h1 className="visually-hidden">{`Statement ${year}`}</h1>
      <div className="receipt statement">
        <StatementSheet {...statement} to={to} />
        <div className="receipt-acts">
          <KeepAsPdf />
          {sendTo && (
            <>
              <a className="button button-alt" href={sendTo}>
                <span>Send to my accountant</span>
              </a>
              <p className="quiet">The mail has the sums. Attach the PDF to it.</p>
            </>
          )}
          {years.length > 1 && (
            <nav className="statement-years" aria-label="Years">
              {years.toReversed().map((one) => (
                <a key={one} className="link" href={`?year=${one}`} aria-current={one === year ? "page" : undefined}>
                  {one}
                </a>
              ))}
            </nav>
          )}
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
