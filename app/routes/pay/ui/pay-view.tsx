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
  /** What the page of a paid bill says, a paragraph each. */
  paidWords: string[];
  reference: string;
  items: { what: string; ksh: number }[];
  isTooMuch: boolean;
  status: PayStatus | undefined;
  number: { value: string; isTill: boolean };
};
type PayViewProps = { page: PayData | null; failure: string; phone: string; here: string; receiptTo?: string };

/** The page of a bill: what to pay, the prompt, the steps for Pay Bill, and the code of a payment that was made. */
export function PayView({ page, failure, phone, here, receiptTo }: PayViewProps) {
  if (!page) {
    return (
      <div className="page sheet app flow">
        <h1>Pay by M-PESA</h1>
        <ReadFailure title={failure} retryHref={here} />
      </div>
    );
  }
  const { state, missing, amount, items, status, isTooMuch, paidWords } = page;
  if (state === "paid" || state === "closed") {
    return (
      <div className="page sheet app flow">
        <Banner
          kind={state === "paid" ? "ok" : "neutral"}
          titleAs="h1"
          title={state === "paid" ? "Paid. Thank you." : "Nothing to pay"}
        >
          {(state === "paid" ? paidWords : ["None of these orders is to be paid any more."]).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
        <Items items={items} />
        {state === "paid" && receiptTo !== undefined && <ButtonLink to={receiptTo}>See your receipt</ButtonLink>}
      </div>
    );
  }
  return (
    <div className="page sheet app flow">
      <h1>
        Pay <span className="price">{formatKsh(missing)}</span>
      </h1>
      {state === "part" && <p>{`${formatKsh(amount - missing)} of ${formatKsh(amount)} is paid.`}</p>}
      {status && (
        <Banner kind={status.kind} title={status.title} {...(status.kind === "neutral" && { icon: "arrow" as const })}>
          <p>{status.text}</p>
        </Banner>
      )}
      {isTooMuch ? (
        <p>
          This is more than M-PESA takes at once. <ButtonLink to="/contact">Ask us for our bank account</ButtonLink>
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="flow">
            {status?.isOpen && <ButtonLink to={`${here}?asked=1`}>Look again</ButtonLink>}
            {(status?.mayAsk ?? true) && <AskForm here={here} phone={phone} />}
            <Items items={items} />
          </div>
          <PaySteps page={page} here={here} />
        </div>
      )}
    </div>
  );
}

function Items({ items }: { items: PayData["items"] }) {
  return (
    <ul className="lines">
      {items.map(({ what, ksh }) => (
        <li key={what} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
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
      <p>On your phone: M-PESA, then Lipa na M-PESA, then {number.isTill ? "Buy Goods" : "Pay Bill"}.</p>
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
