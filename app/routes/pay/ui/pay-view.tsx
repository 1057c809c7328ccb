import { useActionData } from "@remix-run/react";
import { type PayStatus, payBanner } from "#app/payments/pay-words.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { ASK_FORM, AskForm, TypedForm } from "./pay-forms.tsx";

export type PayData = {
  id: string;
  state: "open" | "part" | "paid" | "closed";
  missing: number;
  amount: number;
  reference: string;
  surplus: number;
  refundDue: number;
  typed: { code: string; words: string } | null;
  /** How each counted payment was made, in words. */
  paidBy: string[];
  /** Whether a receipt was issued. While the bill is not paid, this receipt is cancelled. */
  hasReceipt: boolean;
  items: { what: string; ksh: number }[];
  isTooMuch: boolean;
  status: PayStatus | undefined;
  number: { value: string; isTill: boolean };
};
/** How many orders the page lists unfolded. */
const MOST_ITEMS = 4;

type PayViewProps = { page: PayData | null; failure: string; phone: string; here: string; receiptTo: string };

/** Returns the classes of a page at this path. The page behind a mailed link is outside of the dashboard. */
export function payFrame(here: string): string {
  return here.startsWith("/dashboard/") ? "page sheet app flow" : "page section flow";
}

/** The page of a bill: what to pay, the prompt, the steps for Pay Bill, and the code of a payment that was made. */
export function PayView({ page, failure, phone, here, receiptTo }: PayViewProps) {
  const frame = payFrame(here);
  const actionData = useActionData<unknown>();
  if (!page) {
    return (
      <div className={frame}>
        <h1>Pay by M-PESA</h1>
        <ReadFailure title={failure} retryHref={here} />
      </div>
    );
  }
  const { state, missing, amount, reference, items, status, isTooMuch, typed, paidBy } = page;
  const mayPay = status?.mayAsk ?? true;
  const banner = payBanner(status, typed);
  // Customers who may have paid already are not urged to pay.
  const mayHavePaid = typed !== null || (status !== undefined && status.kind !== "bad");
  // While the banner says "Don’t pay twice", the forms to pay are folded.
  const isFolded = typed !== null;
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
        {paidBy.length > 0 && <p className="wrap-anywhere">Paid by {paidBy.join("; ")}.</p>}
        <MoneyBack page={page} />
        {state === "paid" && <ButtonLink to={receiptTo}>See your receipt</ButtonLink>}
        <Items items={items} />
      </div>
    );
  }
  return (
    <div className={frame}>
      <h1>
        {mayHavePaid ? "Your bill:" : "Pay"} {formatKsh(missing)}
      </h1>
      {state === "part" && (
        <p>{`${formatKsh(amount - missing)} of ${formatKsh(amount)} is paid: ${paidBy.join("; ")}.`}</p>
      )}
      {banner && (
        <Banner kind={banner.kind} title={banner.title} {...(banner.kind === "neutral" && { icon: "arrow" as const })}>
          <p>{banner.text}</p>
        </Banner>
      )}
      {page.hasReceipt && (
        <p>
          <a className="link" href={receiptTo}>
            See the cancelled receipt
          </a>
        </p>
      )}
      {isTooMuch ? (
        <>
          <p>
            This is more than M-PESA takes at once. Pay it to our bank account, or by cheque, with the number{" "}
            <b translate="no">{reference}</b>. We enter it when it has come, and you see it here.
          </p>
          <ButtonLink to="/contact">Ask us for our bank account</ButtonLink>
          <Items items={items} />
        </>
      ) : (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="flow">
            {mayHavePaid && <ButtonLink to={`${here}?asked=1`}>Look again</ButtonLink>}
            {mayPay && !isFolded && <AskForm here={here} phone={phone} isMain={!mayHavePaid} />}
            {mayPay && isFolded && (
              <details open={isReplyTo(ASK_FORM, actionData)}>
                <summary className="flex min-h-touch items-center underline">I have not paid yet</summary>
                <div className="grid gap-8 pt-2">
                  <AskForm here={here} phone={phone} isMain={false} />
                  <PaySteps page={page} />
                </div>
              </details>
            )}
            <Items items={items} />
          </div>
          <div className="grid content-start gap-8">
            {mayPay && !isFolded && <PaySteps page={page} />}
            {!status?.isHere && (
              <section className="flow" aria-labelledby="has-paid">
                <h2 id="has-paid">Have you paid?</h2>
                <TypedForm here={here} />
              </section>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** What comes back to the customer of a paid bill. */
function MoneyBack({ page: { surplus, refundDue } }: { page: PayData }) {
  return (
    <>
      {surplus > 0 && <p>{`${formatKsh(surplus)} is more than the bill. We send it back.`}</p>}
      {refundDue > 0 && <p>{`An order could not be done. We send ${formatKsh(refundDue)} back to you.`}</p>}
    </>
  );
}

/** The orders of a bill. A long list is folded, so that the steps to pay are near the top on a phone. */
function Items({ items }: { items: PayData["items"] }) {
  const list = (
    <ul>
      {items.map(({ what, ksh }) => (
        <li key={what} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 wrap-anywhere">
          <span>{what}</span>
          <span className="ml-auto">{formatKsh(ksh)}</span>
        </li>
      ))}
    </ul>
  );
  if (items.length <= MOST_ITEMS) return list;
  return (
    <details>
      <summary className="flex min-h-touch items-center underline">All {items.length} orders</summary>
      {list}
    </details>
  );
}

/** The steps to pay by hand. Each value is on a line of its own, so that it is easy to copy. */
function PaySteps({ page: { number, reference, missing } }: { page: PayData }) {
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
    </section>
  );
}
