import { useActionData } from "@remix-run/react";
import type { SheetWords } from "#app/payments/receipt-words.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Wordmark } from "#app/ui/primitives/wordmark.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { PIN_FORM, PinForm } from "./pay-forms.tsx";
import { PayScript, payFrame } from "./pay-view.tsx";

type ReceiptData = {
  sheet: SheetWords;
  receiptNumber: string;
  isNote: boolean;
  /** The numbers of the credit notes of this receipt. */
  notes: string[];
  /** The numbers of the bill's other receipts. */
  others: string[];
  to: string[];
  reference: string;
  mayAddPin: boolean;
  buyerPin: string | null;
  etimsNumber: string | null;
  here: string;
  /** Opens a mail with a link to the receipt. */
  sendTo: string;
};

/** A receipt or a credit note, to read, to print and to send to an accountant. */
export function ReceiptView({ receipt }: { receipt: ReceiptData }) {
  const { sheet } = receipt;
  const back = backOf(receipt);
  return (
    <div className={`receipt-page ${payFrame(receipt.here)}`}>
      <p className="print:hidden">
        <a className="link" href={back.to}>
          {back.label}
        </a>
      </p>
      <h1 className="visually-hidden">{`${sheet.kind} ${sheet.number}`}</h1>
      <div className="receipt">
        <Sheet receipt={receipt} />
        <Acts receipt={receipt} />
      </div>
      <PayScript />
    </div>
  );
}

function backOf({ isNote, here, receiptNumber }: ReceiptData): { to: string; label: string } {
  if (isNote) return { to: `${here}?number=${receiptNumber}`, label: `Receipt ${receiptNumber}` };
  if (here.startsWith("/dashboard/")) return { to: "/dashboard/orders", label: "Orders" };
  return { to: here.replace(/\/receipt$/, ""), label: "The bill" };
}

function Sheet({ receipt: { sheet, to, reference, etimsNumber } }: { receipt: ReceiptData }) {
  const brand = useRootData()?.brand.name ?? "";
  const { kind, number, big, stamp, stampKind, from, lines, taxes, total, about } = sheet;
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
        <div className="receipt-money">
          <p className="receipt-big">{big}</p>
          <p className={`receipt-stamp ${stampKind ? `is-${stampKind}` : ""}`} translate="no">
            {stamp.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <div className="receipt-who">
          <Party title="From" lines={from} />
          <Party title="To" lines={to} />
        </div>
        <table className="receipt-lines">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">KSh</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.what + line.about}>
                <th scope="row">
                  <span translate="no">{line.what}</span>
                  {line.about && <small>{line.about}</small>}
                </th>
                <td>{line.amount}</td>
              </tr>
            ))}
            {taxes.map((line) => (
              <tr key={line.what} className="is-tax">
                <th scope="row">{line.what}</th>
                <td>{line.amount}</td>
              </tr>
            ))}
            <tr className="is-total">
              <th scope="row">{total.what}</th>
              <td>{total.amount}</td>
            </tr>
          </tbody>
        </table>
        <p className="receipt-end">
          {`Bill ${reference}. `}
          {about ??
            (etimsNumber === null
              ? "This is not a tax invoice; the eTIMS number follows by e-mail."
              : `eTIMS number ${etimsNumber}.`)}
        </p>
      </div>
    </article>
  );
}

function Party({ title, lines: [name, ...others] }: { title: string; lines: string[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <b translate="no">{name}</b>
      {others.map((line) => (
        <p key={line} translate="no">
          {line}
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

function Acts({ receipt }: { receipt: ReceiptData }) {
  const actionData = useActionData<unknown>();
  const { isNote, notes, others, mayAddPin, buyerPin, here, sendTo, receiptNumber } = receipt;
  return (
    <div className="receipt-acts">
      <button type="button" className="button" data-print hidden>
        <span>Save as PDF</span>
      </button>
      <noscript>
        <p className="quiet">To keep it as a PDF, use Print in your browser’s menu.</p>
      </noscript>
      <a className="button button-alt" href={sendTo}>
        <span>Send to my accountant</span>
      </a>
      {mayAddPin && !isNote && (
        <details open={isReplyTo(PIN_FORM, actionData)}>
          <summary>{buyerPin === null ? "Add your KRA PIN" : "Change your KRA PIN"}</summary>
          <PinForm here={here} pin={buyerPin} />
        </details>
      )}
      {!isNote && notes.length > 0 && (
        <Numbers
          title="Money that went back"
          label="Credit note"
          numbers={notes}
          to={(one) => `${here}?number=${receiptNumber}&note=${one}`}
        />
      )}
      {others.length > 0 && (
        <Numbers
          title="This bill has other receipts, for payments that did not reach us or came later:"
          label="Receipt"
          numbers={others}
          to={(one) => `${here}?number=${one}`}
        />
      )}
    </div>
  );
}

type NumbersProps = { title: string; label: string; numbers: readonly string[]; to: (number: string) => string };

function Numbers({ title, label, numbers, to }: NumbersProps) {
  return (
    <nav aria-label={title}>
      <p className="quiet">{title}</p>
      {numbers.map((one) => (
        <p key={one}>
          <a className="link" href={to(one)}>{`${label} ${one}`}</a>
        </p>
      ))}
    </nav>
  );
}
