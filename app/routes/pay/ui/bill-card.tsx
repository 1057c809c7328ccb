import { formatKsh } from "#app/platform/money.ts";
import { Words } from "#app/ui/primitives/words.tsx";
import { UseCredit } from "./due-back.tsx";
import type { PayData } from "./pay-data.ts";
import { AskForm } from "./pay-forms.tsx";

/** How many orders the card lists unfolded. */
const MOST_ITEMS = 4;

type BillCardProps = {
  page: PayData;
  here: string;
  phone: string;
  /** Whether the form may send a prompt, or how it is paid otherwise. */
  mayAsk: boolean;
  /** A prompt is still open: the form says so instead of sending another. */
  isAgain?: boolean;
  /** Why the last prompt took no money; it stands at the field. */
  whyNotPaid?: string | undefined;
};

/** The bill as a card: what, how much, the form that asks a phone, and Pay Bill folded below it. */
export function BillCard({ page, here, phone, mayAsk, isAgain = false, whyNotPaid }: BillCardProps) {
  const { missing, amount, state, paidLine } = page;
  // Credit for a part of the bill stands below the form, which pays all of it.
  const coversAll = page.credit.usable >= missing;
  const credit = !isAgain && page.credit.usable > 0 && <UseCredit page={page} here={here} />;
  return (
    <div className="bill">
      <BillHead page={page} isAsking={whyNotPaid === undefined} />
      {state === "part" && (
        <p className="bill-part">
          <Words>{`${formatKsh(amount - missing)} of ${formatKsh(amount)} is here. ${paidLine}`}</Words>
        </p>
      )}
      {coversAll && credit}
      {mayAsk && (
        <AskForm here={here} phone={phone} sum={formatKsh(missing)} isAgain={isAgain} whyNotPaid={whyNotPaid} />
      )}
      {!coversAll && credit}
      {mayAsk && <PayBill page={page} />}
    </div>
  );
}

/** The names and the sum of a bill. `isAsking`: it also says by when to pay. */
export function BillHead({ page, isAsking = true }: { page: PayData; isAsking?: boolean }) {
  const { items, missing, amount, deadline } = page;
  const [first, ...others] = items;
  const isOne = first !== undefined && others.length === 0;
  return (
    <div className="bill-head cloth spots">
      <Numbers page={page} />
      <h1>
        <span translate={isOne ? "no" : undefined}>
          <Words>{isOne ? first.what : `${items.length} orders`}</Words>
        </span>
      </h1>
      {!isOne && <Items items={items} />}
      <p className="bill-sum">
        {missing < amount && <span className="bill-left">Still to pay </span>}
        {formatKsh(missing)}
      </p>
      {deadline && isAsking && (
        <p className="bill-by">
          {deadline.by && (
            <b>
              <Words>{`Pay by ${deadline.by}. `}</Words>
            </b>
          )}
          <Words>{deadline.text}</Words>
        </p>
      )}
    </div>
  );
}

/** The numbers that the customer says when asking about a bill. */
export function Numbers({ page: { order, reference } }: { page: PayData }) {
  return (
    <p className="bill-numbers" translate="no">
      {order && (
        <span>
          <Words>{`Order ${order}`}</Words>
        </span>
      )}
      <span>Bill {reference}</span>
    </p>
  );
}

/** The orders of a bill. A long list is folded, so that the form is near the top on a phone. */
export function Items({ items }: { items: PayData["items"] }) {
  const list = (
    <ul className="bill-items">
      {items.map(({ what, ksh, isFailed }) => (
        <li key={what}>
          <span>
            <span translate="no">
              <Words>{what}</Words>
            </span>
            {isFailed && <small>Not done</small>}
          </span>
          <span>{formatKsh(ksh)}</span>
        </li>
      ))}
    </ul>
  );
  if (items.length <= MOST_ITEMS) return list;
  return (
    <details className="fold">
      <summary>All {items.length} orders</summary>
      {list}
    </details>
  );
}

/** Paying by hand, with values to copy. The buttons are for scripts; without them a tap selects a value whole. */
function PayBill({ page: { number, reference, missing } }: { page: PayData }) {
  const name = number.isTill ? "Buy Goods" : "Pay Bill";
  const values: [string, string][] = [
    [number.isTill ? "Till number" : "Business number", number.value],
    ...(number.isTill ? [] : [["Account number", reference] as [string, string]]),
    ["Amount", String(missing)],
  ];
  return (
    <details className="fold bill-fold">
      <summary>Pay by {name} instead</summary>
      <div>
        <p>
          <Words>{`On your phone: M-PESA, Lipa na M-PESA, ${name}. Then ${number.isTill ? "these two" : "these three"}:`}</Words>
        </p>
        <dl className="bill-copy">
          {values.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd translate="no">{value}</dd>
              <dd>
                <button type="button" className="button button-alt" data-copy={value} hidden>
                  <span aria-live="polite">Copy</span>
                  <span className="visually-hidden"> {label.toLowerCase()}</span>
                </button>
              </dd>
            </div>
          ))}
        </dl>
        <p className="quiet">
          We see the payment by ourselves and <Words>e-mail</Words> you.
        </p>
      </div>
    </details>
  );
}
