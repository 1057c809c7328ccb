import { Words } from "#app/ui/primitives/words.tsx";
import { Paper, Party, Sum } from "./sheet.tsx";
import type { StatementWords } from "./statement-words.ts";

type StatementProps = {
  statement: Omit<StatementWords, "next">;
  from: string[];
  to: string[];
  /** Whether earlier lines of the year are on the pages before this one. */
  isLater: boolean;
};

/** A customer's statement of a year, as a sheet of A4. */
export function StatementSheet({ statement, from, to, isLater }: StatementProps) {
  const { year, opening, charged, paid, closing, big, stands, due, credit, brought, lines, date } = statement;
  return (
    <Paper kind="Statement" number={String(year)}>
      {stands === "" ? (
        <>
          <p className="receipt-big">{big}</p>
          <p>{`Balance on ${date}`}</p>
        </>
      ) : (
        <Sum big={big} stamp={[stands, date]} />
      )}
      <div className="receipt-who">
        <Party title="From" lines={from} />
        <Party title="To" lines={to} />
      </div>
      <table className="receipt-lines statement-lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Charged (KSh)</th>
            <th scope="col">Credited (KSh)</th>
            <th scope="col">Balance (KSh)</th>
          </tr>
        </thead>
        <tbody>
          <Standing what={isLater ? "Brought forward" : `Balance on 1 Jan ${year}`} ksh={isLater ? brought : opening} />
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                <Words>{line.what}</Words>
                <small>
                  <Words>{[line.day, line.about].filter(Boolean).join(" · ")}</Words>
                </small>
              </th>
              <td>{line.charged}</td>
              <td>{line.paid}</td>
              <td data-change={line.change || undefined}>
                <span>{line.after}</span>
              </td>
            </tr>
          ))}
          {lines.length === 0 && (
            <tr>
              <th scope="row" colSpan={4}>{`Nothing happened in ${year}.`}</th>
            </tr>
          )}
          <tr className="is-tax">
            <th scope="row">{`All of ${year}`}</th>
            <td>{charged}</td>
            <td>{paid}</td>
            <td />
          </tr>
          <Standing what={`Balance on ${date}`} ksh={closing} isTotal />
        </tbody>
      </table>
      <p className="receipt-end">
        {credit !== "" && `${credit} `}
        {due !== "" && `On bills that are not paid yet, ${due} is missing. `}
        Balance: your payments minus our receipts. Unpaid bills and payments we are still checking are not included.
      </p>
    </Paper>
  );
}

function Standing({ what, ksh, isTotal = false }: { what: string; ksh: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? "is-total" : undefined}>
      <th scope="row" colSpan={3}>
        <Words>{what}</Words>
      </th>
      <td>{ksh}</td>
    </tr>
  );
}
