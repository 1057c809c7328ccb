import { payBanner } from "#app/payments/pay-words.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import { BillCard, Items, Numbers } from "./bill-card.tsx";
import { Checking, EnterCode } from "./checking.tsx";
import { NextSteps, Rows } from "./next-steps.tsx";
import { againLink, NotDone } from "./not-done.tsx";
import { Paid } from "./paid.tsx";
import type { PayData, PayMode } from "./pay-data.ts";
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
export const isOwnPage = (here: string) => here.startsWith("/dashboard/");

/** The link back of the signed-in customer's papers. */
export const ORDERS = { to: "/dashboard/orders", label: "Orders" };

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
  const isOwn = isOwnPage(here);
  const { due, sentBack, paidLine } = page;
  const hasMoney = paidLine !== "" || due.ksh > 0 || due.kept > 0 || sentBack.length > 0;
  if (page.notDone && hasMoney && (state === "paid" || state === "closed")) {
    return <NotDone page={page} here={here} receiptTo={receiptTo} isOwn={isOwn} />;
  }
  if (state === "paid") return <Paid page={page} here={here} receiptTo={receiptTo} isOwn={isOwn} />;
  if (state === "closed") return <Closed page={page} isOwn={isOwn} />;
  if (mode === "code" && !status?.isHere) return <EnterCode page={page} here={here} />;
  const isAgain = status?.isAtPhone === true && (mode === "again" || mode === "other");
  if (status?.mayAsk === false && !isAgain) return <Waiting page={page} status={status} here={here} />;
  if (page.typed && !page.isTooMuch && !isAgain) return <Checking page={page} here={here} phone={phone} />;
  return <ToPay page={page} phone={phone} isAgain={isAgain} {...to} />;
}

type ToPayProps = Pick<PayViewProps, "here" | "phone" | "receiptTo" | "proformaTo"> & {
  page: PayData;
  isAgain: boolean;
};

/** A bill that may be paid now: what became of the last try, the card, and the other ways to pay. */
function ToPay({ page, here, phone, isAgain, receiptTo, proformaTo }: ToPayProps) {
  const { status, typed, isTooMuch, bank, hasReceipt, reference, note, asked } = page;
  const known = isAgain ? openPrompt(asked) : payBanner(status, typed);
  // A refusal stands in the card, at the number.
  const whyNotPaid = known?.kind === "bad" && !isTooMuch ? `${known.title} ${known.text}` : undefined;
  const banner = whyNotPaid === undefined ? known : undefined;
  const isOwn = isOwnPage(here);
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
            <p>
              <Words>{banner.text}</Words>
            </p>
          </Banner>
        )}
        <BillCard page={page} here={here} phone={phone} mayAsk={!isTooMuch} isAgain={isAgain} whyNotPaid={whyNotPaid} />
        {isTooMuch && (
          <>
            <p>
              <Words>
                This is more than M-PESA takes at once. Pay it to our bank account, or by cheque, with the number
              </Words>{" "}
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
        {note && (
          <p className="quiet">
            <Words>{note}</Words>
          </p>
        )}
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
          {!known && <NextSteps title="What happens next" steps={page.steps} />}
          <OtherWays here={here} proformaTo={proformaTo} request={isOwn ? page.request : ""} />
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

/** The other ways to pay. `request`: the text that asks somebody else to pay; "" behind the mailed link. */
function OtherWays({ here, proformaTo, request }: { here: string; proformaTo: string; request: string }) {
  return (
    <section className="flow" aria-labelledby="other-ways">
      <h2 id="other-ways">Other ways</h2>
      <Rows
        links={[
          { to: `${here}?code=1`, label: "I have paid: enter the code" },
          { to: proformaTo, label: PROFORMA },
        ]}
      />
      {request && (
        <>
          <SomebodyElse request={request} />
          <p className="quiet">
            <Words>You can also pay later from the link that we e-mailed you.</Words>
          </p>
        </>
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
    <details className="fold pay-else">
      <summary>Let somebody else pay</summary>
      <p className="quiet">Send them this bill. They pay without signing in, and you get the receipt.</p>
      <Rows links={links}>
        <button type="button" data-copy={request} hidden>
          <span aria-live="polite">Copy the message</span>
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M7 7h10v10H7zM13 7V3H3v10h4" />
          </svg>
        </button>
      </Rows>
    </details>
  );
}

/** A bill of which nothing was paid, and nothing is to be paid any more: why, and where to order again. */
function Closed({ page, isOwn }: { page: PayData; isOwn: boolean }) {
  const { notDone, items, status } = page;
  const again = isOwn && notDone?.order && againLink(notDone.order);
  const one = notDone ? `${notDone.title}. ${notDone.text}` : "This order is not to be paid any more.";
  return (
    <div className="pay-two">
      <div className="flow">
        <Banner kind="neutral" titleAs="h1" title={status ? status.title : "Nothing to pay"}>
          {status && (
            <p>
              <Words>{status.text}</Words>
            </p>
          )}
          <p>
            <Words>{items.length > 1 ? "None of these orders is to be paid any more." : one}</Words>
          </p>
        </Banner>
        <div>
          <Items items={items} />
          <Numbers page={page} />
        </div>
        {again && (
          <ButtonLink kind="alt" to={again.to} reloadDocument>
            {again.label}
          </ButtonLink>
        )}
        {isOwn && <Rows links={[{ to: ORDERS.to, label: "See your orders" }]} />}
      </div>
    </div>
  );
}
