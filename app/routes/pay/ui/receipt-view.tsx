import { useActionData } from "@remix-run/react";
import type { SheetWords } from "#app/payments/receipt-words.ts";
import { Back, KeepAsPdf, Sheet } from "#app/payments/sheet.tsx";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import { PIN_FORM, PinForm } from "./pay-forms.tsx";
import { isOwnPage, ORDERS, payFrame } from "./pay-view.tsx";

type ReceiptData = {
  sheet: SheetWords;
  receiptNumber: string;
  isNote: boolean;
  /** The credit notes of this receipt, each with what it says ("Paid back on 30 Nov 2026"). */
  notes: { number: string; words: string }[];
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
  const { sheet, here } = receipt;
  return (
    <div className={`receipt-page ${payFrame(receipt.here)}`}>
      <Back {...(isOwnPage(here) ? ORDERS : { to: here.replace(/\/receipt$/, ""), label: "The bill" })} />
      <h1 className="visually-hidden">{`${sheet.kind} ${sheet.number}`}</h1>
      {!receipt.isNote && receipt.notes.length > 0 && <WentBack receipt={receipt} />}
      <div className="receipt">
        <Sheet sheet={sheet} to={receipt.to} end={`Bill ${receipt.reference}. ${endOf(receipt)}`} />
        <Acts receipt={receipt} />
      </div>
      <PayScript />
    </div>
  );
}

function endOf({ sheet: { about }, etimsNumber }: ReceiptData): string {
  if (about !== undefined) return about;
  return etimsNumber === null
    ? "This is not a tax invoice; the eTIMS number follows by e-mail."
    : `eTIMS number ${etimsNumber}.`;
}

function Acts({ receipt }: { receipt: ReceiptData }) {
  const actionData = useActionData<unknown>();
  const { isNote, receiptNumber, others, mayAddPin, buyerPin, here, sendTo } = receipt;
  return (
    <div className="receipt-acts">
      <KeepAsPdf />
      <a className="button button-alt" href={sendTo}>
        <span>Send to my accountant</span>
      </a>
      {isNote && (
        <p>
          <a className="link" href={`${here}?number=${receiptNumber}`}>{`Receipt ${receiptNumber}`}</a>
        </p>
      )}
      {mayAddPin && !isNote && (
        <details className="fold" open={isReplyTo(PIN_FORM, actionData)}>
          <summary>{buyerPin === null ? "Add your KRA PIN" : "Change your KRA PIN"}</summary>
          <PinForm here={here} pin={buyerPin} />
        </details>
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

/** What of the receipt does not count any more, above the sheet, with the credit notes that say so. */
function WentBack({ receipt: { notes, here, receiptNumber } }: { receipt: ReceiptData }) {
  return (
    <nav className="banner is-neutral print:hidden" aria-label="Credit notes">
      <Icon name="arrow" />
      <div>
        {notes.map(({ number, words }) => (
          <p key={number}>
            <Words>{words}</Words>.{" "}
            <a className="link" href={`${here}?number=${receiptNumber}&note=${number}`}>
              <Words>{`Credit note ${number}`}</Words>
            </a>
          </p>
        ))}
      </div>
    </nav>
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
