import { useActionData } from "@remix-run/react";
import { BUYER_FORM, BuyerForm } from "#app/payments/buyer-form.tsx";
import type { SheetWords } from "#app/payments/receipt-words.ts";
import { Back, KeepAsPdf, Sheet } from "#app/payments/sheet.tsx";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import { isOwnPage, ORDERS, payFrame } from "./pay-view.tsx";

type Common = { here: string; reference: string; pages: { bill: string; receipt: string } };
type Open = { state: "open"; sheet: SheetWords; isValid: boolean; to: string[]; buyerName: string; buyerPin: string };
type ProformaData = Common & (Open | { state: "paid" | "closed" });

/** The proforma invoice of a bill, to print and to change the buyer; or why a bill has none. */
export function ProformaView({ proforma }: { proforma: ProformaData }) {
  const { here, pages, state, reference } = proforma;
  return (
    <div className={`receipt-page ${payFrame(here)}`}>
      <Back {...(isOwnPage(here) ? ORDERS : { to: pages.bill, label: "The bill" })} />
      {state === "open" ? (
        <>
          <h1 className="visually-hidden">{`Proforma invoice ${reference}`}</h1>
          <div className="receipt">
            <Sheet sheet={proforma.sheet} to={proforma.to} end={proforma.sheet.about ?? ""} />
            <Acts {...proforma} />
          </div>
        </>
      ) : (
        <NoProforma state={state} pages={pages} reference={reference} />
      )}
      <PayScript />
    </div>
  );
}

function Acts({ here, pages, isValid, buyerName, buyerPin }: Common & Open) {
  const isBack = isReplyTo(BUYER_FORM, useActionData<unknown>());
  return (
    <div className="receipt-acts">
      {!isValid && (
        <Banner kind="warn" title="This paper is out of date">
          <p>Ask us before you pay it. The price may be another one now.</p>
        </Banner>
      )}
      <KeepAsPdf />
      <a className="button button-alt" href={pages.bill}>
        <span>Pay this bill</span>
      </a>
      <details className="fold" open={isBack}>
        <summary>{buyerName === "" ? "Name who pays" : "Change who pays"}</summary>
        <BuyerForm here={here} name={buyerName} pin={buyerPin} />
      </details>
    </div>
  );
}

/** A paid bill has a receipt in place of its proforma invoice; a closed one has nothing to pay. */
function NoProforma({ state, pages, reference }: Pick<Common, "pages" | "reference"> & { state: "paid" | "closed" }) {
  return state === "paid" ? (
    <>
      <h1>{`Bill ${reference} is paid`}</h1>
      <p>It has a receipt now, and no proforma invoice any more.</p>
      <ButtonLink to={pages.receipt}>See the receipt</ButtonLink>
    </>
  ) : (
    <>
      <h1>Nothing to pay</h1>
      <p>{`None of the orders of bill ${reference} is to be paid any more.`}</p>
    </>
  );
}
