import { formatKsh } from "#app/model/money.ts";
import type { PayStatus } from "#app/model/payments/pay-words.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { AskForm, TypedForm } from "./pay-forms.tsx";

export type PayData = {
  id: string;
  state: "open" | "part" | "paid" | "closed";
  missing: number;
  amount: number;
  reference: string;
  surplus: number;
  refundDue: number;
  typedCode: string | null;
  items: { what: string; ksh: number }[];
  isTooMuch: boolean;
  status: PayStatus | undefined;
  number: { value: string; isTill: boolean };
};
type PayViewProps = { page: PayData | null; failure: string; phone: string; here: string; receiptTo: string };

/** The page of a bill: what to pay, the prompt, the steps for Pay Bill, and the code of a payment that was made. */
export function PayView({ page, failure, phone, here, receiptTo }: PayViewProps) {
  // A mailed page stands outside of the dashboard.
  const frame = here.startsWith("/dashboard/") ? "page sheet app flow" : "page section flow";
  if (!page) {
    return (
      <div className={frame}>
        <h1>Pay by M-PESA</h1>
        <ReadFailure title={failure} retryHref={here} />
      </div>
    );
  }
  const { state, missing, amount, items, status, isTooMuch, typedCode } = page;
  const mayPay = status?.mayAsk ?? true;
  if (state === "paid" || state === "closed") {
    return (
      <div className={frame}>
        <Banner
          kind={state === "paid" ? "ok" : "neutral"}
          titleAs="h1"
          title={state === "paid" ? "Paid. Thank you." : "Nothing to pay"}
        >
          <p>
            {state === "paid" ? `We have your ${formatKsh(amount)}.` : "None of these orders is to be paid any more."}
          </p>
        </Banner>
        <MoneyBack page={page} />
        <Items items={items} />
        {state === "paid" && <ButtonLink to={receiptTo}>See your receipt</ButtonLink>}
      </div>
    );
  }
  return (
    <div className={frame}>
      <h1>
        {mayPay || status?.isOpen ? "Pay" : "Bill of"} {formatKsh(missing)}
      </h1>
      {state === "part" && <p>{`${formatKsh(amount - missing)} of ${formatKsh(amount)} is paid.`}</p>}
      {status && (
        <Banner kind={status.kind} title={status.title} {...(status.kind === "neutral" && { icon: "arrow" as const })}>
          <p>{status.text}</p>
        </Banner>
      )}
      {typedCode !== null && (
        <Banner kind="neutral" title={`We look for ${typedCode}`}>
          <p>M-PESA has not told us of it yet. A person looks for it too. Don’t pay twice.</p>
        </Banner>
      )}
      {isTooMuch ? (
        <p>
          This is more than M-PESA takes at once. <ButtonLink to="/contact">Ask us for our bank account</ButtonLink>
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="flow">
            {status && status.kind !== "bad" && (
              <ButtonLink to={`${here}?asked=1`} {...(mayPay && { kind: "alt" as const })}>
                Look again
              </ButtonLink>
            )}
            {mayPay && <AskForm here={here} phone={phone} />}
            <Items items={items} />
          </div>
          {mayPay ? (
            <PaySteps page={page} here={here} />
          ) : (
            <section className="flow" aria-labelledby="has-paid">
              <h2 id="has-paid">Have you paid?</h2>
              <TypedForm here={here} />
            </section>
          )}
        </div>
      )}
    </div>
  );
}

/** What comes back to the customer of a paid bill. */
function MoneyBack({ page: { surplus, refundDue } }: { page: PayData }) {
  return (
    <>
      {surplus > 0 && (
        <p>{`${formatKsh(surplus)} is more than the bill. We send it back, or keep it for your next bill: tell us.`}</p>
      )}
      {refundDue > 0 && <p>{`An order could not be done. We send ${formatKsh(refundDue)} back to you.`}</p>}
    </>
  );
}

function Items({ items }: { items: PayData["items"] }) {
  return (
    <ul>
      {items.map(({ what, ksh }) => (
        <li key={what} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 wrap-anywhere">
          <span>{what}</span>
          <span>{formatKsh(ksh)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Each value is on a line of its own, to copy. */
function PaySteps({ page: { number, reference, missing }, here }: { page: PayData; here: string }) {
  const values: [string, string][] = [
    [number.isTill ? "Till number" : "Business number", number.value],
    ...(number.isTill ? [] : [["Account number", reference] as [string, string]]),
    ["Amount", String(missing)],
  ];
  return (
    <section className="flow" aria-labelledby="by-hand">
      <h2 id="by-hand">Or pay yourself</h2>
      <p>On your phone: M-PESA, then Lipa na M-PESA, then {number.isTill ? "Buy Goods" : "Pay Bill"}. Type this:</p>
      <dl className="grid gap-3">
        {values.map(([label, value]) => (
          <div key={label}>
            <dt className="quiet">{label}</dt>
            <dd className="font-mono text-lg" translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <TypedForm here={here} />
    </section>
  );
}
