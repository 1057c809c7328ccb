import type { ReactNode } from "react";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import type { SheetWords } from "./receipt-words.ts";

/** The frame of a paper about money, with the wordmark and what the paper is. */
export function Paper({ kind, number, children }: { kind: string; number: string; children: ReactNode }) {
  const brand = useRootData()?.brand.name ?? "";
  return (
    <article className="receipt-sheet">
      <div className="receipt-band" />
      <PrintedBand />
      <div className="receipt-in">
        <div className="receipt-top">
          <b>
            <Wordmark name={brand} />
          </b>
          <p className="receipt-kind">
            {kind} <span translate="no">{number}</span>
          </p>
        </div>
        {children}
      </div>
    </article>
  );
}

/** The link back, at the left edge of the page. It is not printed. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <p className="receipt-back print:hidden">
      <a className="link" href={to}>
        <Icon name="arrow" className="mr-1" /> <bdi>{label}</bdi>
      </a>
    </p>
  );
}

/** The sum of a paper, and its stamp. */
export function Sum({ big, stamp, stampKind }: Pick<SheetWords, "big" | "stamp" | "stampKind">) {
  return (
    <div className="receipt-money">
      <p className="receipt-big">{big}</p>
      <p className={`receipt-stamp ${stampKind ? `is-${stampKind}` : ""}`} translate="no">
        {stamp.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </div>
  );
}

/** The longest name that fits beside its amount on a phone in the usual size. */
const MOST_IN_TABLE = 22;

/** A paper of A5 about money. `to`: the lines of the buyer. `end`: the small print. */
export function Sheet({ sheet, to, end }: { sheet: SheetWords; to: string[]; end: string }) {
  const { kind, number, from, lines, taxes, total, ways } = sheet;
  return (
    <Paper kind={kind} number={number}>
      <Sum {...sheet} />
      <div className="receipt-who">
        <Party title="From" lines={from} />
        <Party title="To" lines={to} />
      </div>
      <table className="receipt-lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount (KSh)</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.what + line.about}>
              <th scope="row">
                <span translate="no" className={line.what.length > MOST_IN_TABLE ? "is-long" : undefined}>
                  <Words>{line.what}</Words>
                </span>
                {line.about && (
                  <small>
                    <Words>{line.about}</Words>
                  </small>
                )}
              </th>
              <td>{line.amount}</td>
            </tr>
          ))}
          {taxes.map((line) => (
            <tr key={line.what} className="is-tax">
              <th scope="row">
                <Words>{line.what}</Words>
              </th>
              <td>{line.amount}</td>
            </tr>
          ))}
          <tr className="is-total">
            <th scope="row">{total.what}</th>
            <td>{total.amount}</td>
          </tr>
        </tbody>
      </table>
      {ways && (
        <div className="receipt-who">
          {ways.map((way) => (
            <Party key={way.title} {...way} />
          ))}
        </div>
      )}
      <p className="receipt-end">
        <Words>{end}</Words>
      </p>
    </Paper>
  );
}

/** The longest line that fits its column in the usual size. A longer one, such as an e-mail address, is set smaller. */
const MOST_LETTERS = 26;

/** Somebody with their lines, or a way to pay. */
export function Party({ title, lines: [name = "", ...others] }: { title: string; lines: string[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <b translate="no">
        <Words>{name}</Words>
      </b>
      {others.map((line) => (
        <p key={line} translate="no" className={line.length > MOST_LETTERS ? "is-long" : undefined}>
          <Words>{line}</Words>
        </p>
      ))}
    </div>
  );
}

/** The band in one colour, for paper: printers leave CSS backgrounds out or make them grey. */
function PrintedBand() {
  const triangles = Array.from({ length: 56 }, (_, at) => `M${at * 10 + 1} 3.500h8l-4 7z`).join("");
  return (
    <svg className="receipt-print" viewBox="0 0 560 14" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 0h560v2H0zM0 12.500h560v1.500H0z${triangles}`} />
    </svg>
  );
}

/** The button that prints, for scripts, and what to do without them. The page has `PayScript`. */
export function KeepAsPdf() {
  return (
    <>
      <button type="button" className="button" data-print hidden>
        <span>Save as PDF</span>
      </button>
      <noscript>
        <p className="quiet">To keep it as a PDF, use Print in your browser’s menu.</p>
      </noscript>
    </>
  );
}
