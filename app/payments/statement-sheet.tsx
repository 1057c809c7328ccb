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
  const { year, opening, charged, paid, closing, top, credit, brought, lines, waiting, date } = statement;
  return (
    <Paper kind="Statement" number={String(year)}>
      {top.stamp === "" ? <p className="receipt-big">{top.big}</p> : <Sum {...top} stamp={[top.stamp, date]} />}
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
      {waiting.length > 0 && (
        <table className="receipt-lines">
          <thead>
            <tr>
              <th scope="col">Still open, not in the balance</th>
              <th scope="col">KSh</th>
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ key, what, about, day, amount }) => (
              <tr key={key}>
                <th scope="row">
                  <Words>{what}</Words>
                  <small>{[day, about].filter(Boolean).join(" · ")}</small>
                </th>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="receipt-end">
        Balance: our receipts minus your payments. A minus is your money, which we hold.
        {credit !== "" && ` ${credit}`} Unpaid bills and payments we are still checking are not included.
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
