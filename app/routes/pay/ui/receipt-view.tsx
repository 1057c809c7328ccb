import type { receiptWords } from "#app/payments/receipt-words.ts";
import { PinForm } from "./pay-forms.tsx";
import { payFrame } from "./pay-view.tsx";

export type ReceiptData = ReturnType<typeof receiptWords> & {
  buyerPin: string | null;
  etimsNumber: string | null;
  here: string;
};

/** The receipt of a paid bill with its credit notes, to read and to print. */
export function ReceiptView({ receipt }: { receipt: ReceiptData }) {
  const { number, day, from, pin, buyerPin, etimsNumber, lines, paidBy, taxes, paid, notes, others, isCurrent, here } =
    receipt;
  return (
    <div className={payFrame(here)}>
      <h1>{receipt.isCancelled ? "Cancelled receipt" : "Receipt"}</h1>
      {etimsNumber === null && <p className="quiet">Not a tax invoice.</p>}
      <Facts
        facts={[
          ["Receipt number", number],
          ["Date", day],
          ["From", from],
          ["KRA PIN", pin],
          ["Your KRA PIN", buyerPin],
          ["Paid by", paidBy],
          ["eTIMS number", etimsNumber],
        ]}
      />
      <Amounts lines={[...lines, ...taxes]} total={["Paid", paid]} />
      {notes.map((note) => (
        <section key={note.number} className="flow" aria-labelledby={note.number}>
          <h2 id={note.number}>Credit note</h2>
          <Facts
            facts={[
              ["Credit note number", note.number],
              ["Date", note.day],
              ["For receipt", number],
              [note.what, note.by],
            ]}
          />
          <Amounts lines={note.taxes} total={[note.total, note.amount]} />
        </section>
      ))}
      {isCurrent && etimsNumber === null && <PinForm here={here} pin={buyerPin} />}
      {others.length > 0 && (
        <nav aria-label="Other receipts of this bill" className="flow">
          <p>This bill has other receipts, for payments that did not reach us or came later:</p>
          {others.map((other) => (
            <p key={other}>
              <a href={`${here}?number=${other}`}>Receipt {other}</a>
            </p>
          ))}
        </nav>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: [label: string, value: string | null | undefined][] }) {
  return (
    <dl className="grid gap-3">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="wrap-anywhere">
            <dt className="quiet">{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Amounts({ lines, total }: { lines: { what: string; amount: string }[]; total: [string, string] }) {
  return (
    <ul>
      {lines.map(({ what, amount }) => (
        <li key={what} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 wrap-anywhere">
          <span>{what}</span>
          <span className="ml-auto">{amount}</span>
        </li>
      ))}
      <li className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
        <b>{total[0]}</b>
        <b>{total[1]}</b>
      </li>
    </ul>
  );
}
