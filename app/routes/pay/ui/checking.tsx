import { useActionData } from "@remix-run/react";
import type { Step } from "#app/orders/order-steps.ts";
import { checkingTitle } from "#app/payments/pay-words.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { BillCard } from "./bill-card.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { PayData } from "./pay-data.ts";
import { ASK_FORM, TypedForm } from "./pay-forms.tsx";

/** The page for the code of a payment. It does not load again by itself, so nothing that is typed is lost. */
export function EnterCode({ page, here }: { page: PayData; here: string }) {
  return (
    <div className="pay-two">
      <div className="flow">
        <h1>Have you paid?</h1>
        <div className="bill">
          <p className="bill-part">
            Type the code of <Words>M-PESA’s message. We look for your</Words> <b>{formatKsh(page.missing)}</b>.
          </p>
          <TypedForm here={here} />
        </div>
        <p>
          <a className="link" href={here}>
            Back to the bill
          </a>
        </p>
      </div>
      <NextSteps title="What happens next" steps={codeSteps(page, false)} />
    </div>
  );
}

/**
 * The page of a bill with a typed code whose payment has not come. The ways to pay are folded, because nobody should pay twice. The
 * script loads it again when something has changed.
 */
export function Checking({ page, here, phone }: { page: PayData; here: string; phone: string }) {
  const actionData = useActionData<unknown>();
  const { typed, missing } = page;
  if (!typed) return null;
  return (
    <div className="pay-two">
      <div className="flow" data-look={page.key}>
        <div className="pay-wait cloth spots" role="status">
          <h1 className="banner-title">{checkingTitle(typed.code)}</h1>
          <p className="bill-sum">{formatKsh(missing)}</p>
          <p>
            <Words>{typed.words}</Words>
          </p>
        </div>
        <ButtonLink to={here} className="w-full">
          Check now
        </ButtonLink>
        <details className="fold" open={isReplyTo(ASK_FORM, actionData)}>
          <summary>I have not paid yet</summary>
          <BillCard page={page} here={here} phone={phone} mayAsk />
        </details>
      </div>
      <NextSteps title="What happens next" steps={codeSteps(page, true)} />
    </div>
  );
}

/** What happens with a typed code. `isSent`: the customer has sent it. */
function codeSteps({ steps }: PayData, isSent: boolean): Step[] {
  return [
    { title: "You send us the code", text: isSent ? "Done" : "Now", state: isSent ? "past" : "now" },
    {
      title: "We check it",
      text: isSent ? "Now. You will get an e-mail" : "",
      ...(isSent && { state: "now" as const }),
    },
    ...steps.slice(-1),
  ];
}
