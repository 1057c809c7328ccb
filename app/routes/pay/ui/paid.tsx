import type { ServiceKind } from "#app/services/service.ts";
import { Mji } from "#app/ui/primitives/skyline.tsx";
import { sizeClass, Words } from "#app/ui/primitives/words.tsx";
import { Items } from "./bill-card.tsx";
import { DueBack } from "./due-back.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { PayData } from "./pay-data.ts";

/** The page of a paid bill: the frame with the name, what happens when, and what one can do now. */
export function Paid({ page, here, receiptTo }: { page: PayData; here: string; receiptTo: string }) {
  const { paid, items } = page;
  if (!paid) return null;
  const { lead, steps, isOpen, isFailed, name, tld, thing } = paid;
  const links = nextPages(paid, here.startsWith("/dashboard/"));
  return (
    <>
      <div className="pay-frame" {...(isOpen && { "data-look": page.key })}>
        <div className="happy">
          <Mji />
          <p>
            <b>{isFailed ? "Your payment has come." : "Paid. Thank you."}</b>
          </p>
          {name === undefined ? (
            <h1>{`${items.length} orders`}</h1>
          ) : (
            <h1 translate="no" className={sizeClass(name)}>
              <Words>{name}</Words>
              <wbr />
              <span>{tld}</span>
            </h1>
          )}
          {thing && <p>{thing}</p>}
          <p className="lead">{lead}</p>
        </div>
      </div>
      <div className="pay-two">
        <div className="flow">
          <NextSteps title="What happens next" steps={steps} />
          <DueBack page={page} here={here} />
          {name === undefined && <Items items={items} />}
        </div>
        <section className="flow" aria-labelledby="while">
          <h2 id="while">{isOpen ? "While you wait" : isFailed ? "Your receipt" : "What next"}</h2>
          <p className="text-ink-2">{nextWords(paid)}</p>
          <p className="pay-acts">
            {links.map(({ href, label }, index) => (
              <a key={href} className={index === 0 ? "button" : "button button-alt"} href={href}>
                <span>{label}</span>
              </a>
            ))}
            <a className={links.length === 0 ? "button" : "button button-alt"} href={receiptTo}>
              <span>Receipt</span>
            </a>
          </p>
        </section>
      </div>
    </>
  );
}

type PaidPage = NonNullable<PayData["paid"]>;

function nextWords({ pages, service, isOpen }: PaidPage): string {
  if (pages) {
    return isOpen
      ? "As soon as the name is yours, you can connect a website and set up mail. This page says so by itself."
      : "Choose what your name is for.";
  }
  if (service && isOpen) return "You need not do anything. This page says by itself when it is done.";
  if (service?.isWorking) return USE[service.kind];
  return "Keep the receipt for your books.";
}

const USE: Record<ServiceKind, string> = {
  hosting: "Its page opens cPanel, and shows how to connect your website.",
  mail: "Its page has the way to your mail.",
  certificate: "Its page says how long it lasts.",
};
const SEE: Record<ServiceKind, string> = {
  hosting: "See your hosting",
  mail: "See your mailboxes",
  certificate: "See your certificate",
};

/** What one can do now, the likeliest first. The page behind a mailed link may be read by somebody without the account. */
function nextPages({ pages, service, isOpen }: PaidPage, isOwn: boolean): { href: string; label: string }[] {
  const orders = { href: "/dashboard/orders", label: "See your orders" };
  if (!isOwn) return [];
  if (service) return [{ href: service.to, label: SEE[service.kind] }];
  if (isOpen) return [orders];
  return pages ?? [{ href: "/dashboard", label: "Dashboard" }];
}
