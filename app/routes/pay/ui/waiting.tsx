import type { PayStatus } from "#app/payments/pay-words.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Words } from "#app/ui/primitives/words.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { NextSteps, Rows } from "./next-steps.tsx";
import type { PayData } from "./pay-data.ts";

/** Every how many seconds the page loads again without scripts. */
const RELOAD_SECONDS = 10;

/**
 * The page while a phone shows the request, or while money is looked for. It has no field, because without scripts it loads
 * again by itself. With scripts only its line changes (`pay-script.tsx`).
 */
export function Waiting({ page, status, here }: { page: PayData; status: PayStatus; here: string }) {
  const brand = useRootData()?.brand.name;
  const { asked, missing, next, items, reference } = page;
  const [item, ...others] = items;
  const { isAtPhone, isLate = false, isOpen, isHere } = status;
  // The bar shows how long the request has been on the phone, also after a reload.
  const begun = Math.min(Math.floor((asked?.seconds ?? 0) / RELOAD_SECONDS), 6);
  return (
    <>
      <div className="pay-two">
        <div className="flow" {...(isOpen && { "data-look": page.key, "data-then": `${here}?n=99` })}>
          <div className="pay-wait cloth spots">
            <h1>{status.title}</h1>
            {isAtPhone && (
              <>
                <p className="pay-phone">{asked?.phone}</p>
                <p>
                  Type your <span className="whitespace-nowrap">M-PESA</span> PIN there to pay{" "}
                  <b>{formatKsh(missing)}</b>
                  {brand && (
                    <>
                      {" "}
                      to <b>{brand}</b>
                    </>
                  )}{" "}
                  for{" "}
                  <Words>{item && others.length === 0 ? item.what : `${items.length} orders, bill ${reference}`}</Words>
                  .
                </p>
                <div className={`pay-bar pay-bar-${begun}`} aria-hidden="true">
                  <i />
                </div>
              </>
            )}
          </div>
          <p role="status">
            <b data-line>{status.text}</b>
            {isAtPhone && (
              <>
                <br />
                Most requests are answered within 60 seconds. If you typed your PIN, don’t pay again: enter the code.
              </>
            )}
          </p>
          {!isHere && (
            <Rows
              links={[
                ...(isAtPhone
                  ? [
                      { to: `${here}?again=1`, label: "No request came? Send it again", isButton: isLate },
                      { to: `${here}?again=other`, label: "Use another number" },
                    ]
                  : []),
                { to: `${here}?code=1`, label: "I have paid: enter the code", isButton: isAtPhone && isLate },
              ]}
            />
          )}
          <p className="quiet">
            Page does not change?{" "}
            <a className="link" href={here}>
              Check now
            </a>
          </p>
        </div>
        <NextSteps title="What happens next" steps={page.steps} />
      </div>
      {isOpen && (
        <noscript>
          <meta httpEquiv="refresh" content={`${RELOAD_SECONDS}; url=${next}`} />
        </noscript>
      )}
    </>
  );
}
