import { useActionData } from "@remix-run/react";
import { payBanner } from "#app/payments/pay-words.ts";
import { callLink, chatLink } from "#app/platform/brand.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { BillCard, BillHead, Items } from "./bill-card.tsx";
import { DueBack } from "./due-back.tsx";
import { NextSteps, Rows } from "./next-steps.tsx";
import { Paid } from "./paid.tsx";
import type { PayData, PayMode } from "./pay-data.ts";
import { ASK_FORM, TypedForm } from "./pay-forms.tsx";
import { Waiting } from "./waiting.tsx";

type PayViewProps = {
  page: PayData | null;
  failure: string;
  phone: string;
  here: string;
  mode: PayMode;
  receiptTo: string;
  proformaTo: string;
};

/** Whether this path is the signed-in customer's page of a bill, and not the mailed one, which anybody may have. */
const isOwnPage = (here: string) => here.startsWith("/dashboard/");

/** Returns the classes of a page at this path. The page behind a mailed link is outside of the dashboard. */
export function payFrame(here: string): string {
  return isOwnPage(here) ? "page sheet app flow" : "page section flow";
}

/** The page of a bill. */
export function PayView({ page, failure, here, ...rest }: PayViewProps) {
  return (
    <div className={`pay ${payFrame(here)}`}>
      {page ? (
        <BillPage page={page} here={here} {...rest} />
      ) : (
        <>
          <h1>Pay by M-PESA</h1>
          <ReadFailure title={failure} retryHref={here} />
        </>
      )}
      <PayScript />
    </div>
  );
}

function BillPage({ page, mode, phone, ...to }: Omit<PayViewProps, "failure" | "page"> & { page: PayData }) {
  const { state, status } = page;
  const { here, receiptTo } = to;
  if (state === "paid") return <Paid page={page} here={here} receiptTo={receiptTo} />;
  if (state === "closed") return <Closed page={page} here={here} />;
  if (mode === "code" && !status?.isHere) return <EnterCode page={page} here={here} />;
  const isAgain = status?.isAtPhone === true && (mode === "again" || mode === "other");
  if (status?.mayAsk === false && !isAgain) return <Waiting page={page} status={status} here={here} />;
  return <ToPay page={page} phone={phone} isAgain={isAgain} {...to} />;
}

type ToPayProps = Pick<PayViewProps, "here" | "phone" | "receiptTo" | "proformaTo"> & {
  page: PayData;
  isAgain: boolean;
};

/** A bill that may be paid now: what became of the last try, the card, and the other ways to pay. */
function ToPay({ page, here, phone, isAgain, receiptTo, proformaTo }: ToPayProps) {
  const actionData = useActionData<unknown>();
  const { status, typed, isTooMuch, bank, hasReceipt, reference, note, asked } = page;
  const banner = isAgain ? openPrompt(asked) : payBanner(status, typed);
  // While the notice says "Don’t pay twice", the ways to pay are folded.
  const isFolded = typed !== null;
  const isOwn = isOwnPage(here);
  const card = <BillCard page={page} here={here} phone={phone} mayAsk={!isTooMuch} isAgain={isAgain} />;
  return (
    <div className="pay-two">
      <div className="flow">
        {banner && (
          <Banner
            kind={banner.kind}
            title={banner.title}
            titleAs="h2"
            {...(banner.kind === "neutral" && { icon: "arrow" as const })}
          >
            <p>{banner.text}</p>
          </Banner>
        )}
        {isFolded && !isTooMuch ? (
          <>
            <div className="bill">
              <BillHead page={page} />
            </div>
            <ButtonLink to={here}>Check now</ButtonLink>
            <details className="fold" open={isReplyTo(ASK_FORM, actionData)}>
              <summary>I have not paid yet</summary>
              {card}
            </details>
          </>
        ) : (
          card
        )}
        {isTooMuch && (
          <>
            <p>
              This is more than M-PESA takes at once. Pay it to our bank account, or by cheque, with the number{" "}
              <b translate="no">{reference}</b>. We enter it when it has come, and you see it here.
            </p>
            {bank === "" ? (
              <ButtonLink to="/contact">Ask us for our bank account</ButtonLink>
            ) : (
              <p>
                Our bank account: <b className="wrap-anywhere">{bank}</b>
              </p>
            )}
            <Rows links={[{ to: proformaTo, label: PROFORMA }]} />
          </>
        )}
        {note && <p className="quiet">{note}</p>}
        {hasReceipt && (
          <p>
            <a className="link" href={receiptTo}>
              See the cancelled receipt
            </a>
          </p>
        )}
      </div>
      {!isTooMuch && (
        <div className="pay-side">
          {!banner && <NextSteps title="What happens next" steps={page.steps} />}
          <OtherWays here={here} proformaTo={proformaTo} isOwn={isOwn} isTyped={isFolded} />
          {isOwn && !isFolded && <SomebodyElse request={page.request} />}
        </div>
      )}
    </div>
  );
}

function openPrompt(asked: PayData["asked"]) {
  return {
    kind: "neutral" as const,
    title: `The request to ${asked?.phone} is open until ${asked?.until}`,
    text: "After that you can send another one. So nobody pays twice.",
  };
}

/** For schools and offices, which pay against a paper. */
const PROFORMA = "Proforma invoice to print";

type OtherWaysProps = { here: string; proformaTo: string; isOwn: boolean; isTyped: boolean };

function OtherWays({ here, proformaTo, isOwn, isTyped }: OtherWaysProps) {
  const { whatsapp, phone } = useRootData()?.brand ?? {};
  const ask = whatsapp
    ? { to: chatLink(whatsapp), label: "Ask us on WhatsApp" }
    : phone
      ? { to: callLink(phone), label: "Call us" }
      : { to: "/contact", label: "Ask us" };
  return (
    <section className="flow" aria-labelledby="other-ways">
      <h2 id="other-ways">Other ways</h2>
      <Rows
        links={[
          ...(isTyped ? [] : [{ to: `${here}?code=1`, label: "I have paid: enter the code" }]),
          { to: proformaTo, label: PROFORMA },
          ask,
        ]}
      />
      {isOwn && (
        <p className="quiet">
          <Words>You can also pay later from the link that we e-mailed you.</Words>
        </p>
      )}
    </section>
  );
}

/** Sends the bill to somebody else, who pays without an account. Each link opens a message that the customer then sends. */
function SomebodyElse({ request }: { request: string }) {
  const text = encodeURIComponent(request);
  const links = [
    { to: `https://wa.me/?text=${text}`, label: "Send by WhatsApp" },
    // RFC 5724; iPhones read the body only after "&".
    { to: `sms:?&body=${text}`, label: "Send by SMS" },
  ];
  return (
    <section className="flow" aria-labelledby="somebody-else">
      <h2 id="somebody-else">Does somebody else pay?</h2>
      <p className="quiet">Send them this bill. They pay without signing in, and you get the receipt.</p>
      <Rows links={links} />
      <button type="button" className="button button-alt" data-copy={request} hidden>
        <span aria-live="polite">Copy the message</span>
      </button>
    </section>
  );
}

/** The page for the code of a payment. It does not load again by itself, so nothing that is typed is lost. */
function EnterCode({ page, here }: { page: PayData; here: string }) {
  return (
    <div className="narrow flow">
      <h1>Have you paid?</h1>
      <p>Type the code of M-PESA’s message. We look for your {formatKsh(page.missing)}.</p>
      <TypedForm here={here} />
      <p>
        <a className="link" href={here}>
          Back to the bill
        </a>
      </p>
    </div>
  );
}

function Closed({ page, here }: { page: PayData; here: string }) {
  return (
    <>
      <Banner kind="neutral" titleAs="h1" title="Nothing to pay">
        <p>None of these orders is to be paid any more.</p>
      </Banner>
      {page.paidLine && <p className="wrap-anywhere">{page.paidLine}</p>}
      <DueBack page={page} here={here} />
      <Items items={page.items} />
    </>
  );
}
