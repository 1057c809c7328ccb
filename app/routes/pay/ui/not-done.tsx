import { formatKsh } from "#app/platform/money.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { Items, Numbers } from "./bill-card.tsx";
import { DueBack, MoneyBack, mayChoose } from "./due-back.tsx";
import { NextSteps, Rows } from "./next-steps.tsx";
import type { PayData } from "./pay-data.ts";

type NotDoneProps = { page: PayData; here: string; receiptTo: string; isOwn: boolean };

/** The page of a bill of which an order failed: why, what becomes of the money, and what one can do now. */
export function NotDone({ page, here, receiptTo, isOwn }: NotDoneProps) {
  const { notDone, paid, notes, due, items, paidLine, hasReceipt } = page;
  if (!notDone) return null;
  const { title, text } = notDone;
  const isDue = mayChoose(page);
  // Nothing is wrong any more where the customer wished it, or has the money back.
  const isQuiet = isDue || notDone.isWished || due.kept > 0 || page.sentBack.length > 0;
  const [note, ...others] = notes;
  const noteTo = note && others.length === 0 ? `${receiptTo}?number=${note.receipt}&note=${note.number}` : undefined;
  const again = isOwn && !isDue && notDone.order && againLink(notDone.order);
  const rows = [
    ...(hasReceipt ? [{ to: receiptTo, label: others.length > 0 ? "Receipt and credit notes" : "Receipt" }] : []),
    ...(isOwn ? [{ to: "/dashboard/orders", label: "See your orders" }] : []),
  ];
  return (
    <div className="pay-two">
      <div className="flow" {...(paid?.isOpen && { "data-look": page.key })}>
        <Banner
          kind={isQuiet ? "neutral" : "bad"}
          {...(isQuiet && { icon: "arrow" as const })}
          titleAs="h1"
          title={<Words>{isDue ? `We owe\u00a0you ${formatKsh(due.ksh)}` : title}</Words>}
        >
          {isDue && (
            <p>
              <Words>{`${title}.`}</Words>
            </p>
          )}
          {text && (
            <p>
              <Words>{text}</Words>
            </p>
          )}
          {paidLine && (
            <p>
              <Words>{paidLine}</Words>
            </p>
          )}
          <MoneyBack page={page} />
        </Banner>
        <div>
          <Items items={items} />
          <Numbers page={page} />
        </div>
        <DueBack page={page} here={here} />
        {(noteTo ?? again) && (
          <p className="pay-acts">
            {noteTo && (
              <a className="button button-alt" href={noteTo}>
                <span>Credit note</span>
              </a>
            )}
            {again && (
              <a className={noteTo || notDone.isWished ? "button button-alt" : "button"} href={again.to}>
                <span>{again.label}</span>
              </a>
            )}
          </p>
        )}
        {rows.length > 0 && <Rows links={rows} />}
      </div>
      {paid?.isOpen && <NextSteps title="What happens next" steps={paid.steps} />}
    </div>
  );
}

/** Where the one order is placed again. A name that was not to be had is not ordered again, and a service has its own page. */
export function againLink({ kind, domain }: NonNullable<NonNullable<PayData["notDone"]>["order"]>) {
  if (kind === "register") return { to: "/domains", label: "Find another name" };
  if (kind === "extend" || kind === "upgrade") return { to: "/dashboard/services", label: "See your services" };
  return { to: `/dashboard/orders/new?${new URLSearchParams({ kind, domain })}`, label: "Order again" };
}
