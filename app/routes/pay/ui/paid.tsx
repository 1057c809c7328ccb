import type { ServiceKind } from "#app/services/service.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Mji } from "#app/ui/primitives/skyline.tsx";
import { sizeClass, Words } from "#app/ui/primitives/words.tsx";
import { Items } from "./bill-card.tsx";
import { DueBack, hasMoneyBack, MoneyBack, mayChoose } from "./due-back.tsx";
import { NextSteps, Rows } from "./next-steps.tsx";
import type { PayData } from "./pay-data.ts";

type PaidProps = { page: PayData; here: string; receiptTo: string; isOwn: boolean };

/** The page of a paid bill: the frame with the name, what happens when, and what one can do now. */
export function Paid({ page, here, receiptTo, isOwn }: PaidProps) {
  const { paid, items } = page;
  if (!paid) return null;
  const { lead, steps, isOpen, name, tld, thing } = paid;
  const words = nextWords(paid);
  // The page behind a mailed link may be read by somebody without the account.
  const links = isOwn ? nextPages(paid) : [];
  return (
    <>
      <div className="pay-frame" {...(isOpen && { "data-look": page.key })}>
        <div className="happy">
          <Mji />
          <p className="text-xl font-black">Paid. Thank you.</p>
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
          <p className="lead">
            <Words>{lead}</Words>
          </p>
        </div>
      </div>
      <div className="pay-two">
        <div className="flow">
          {hasMoneyBack(page) && (
            <div className="banner is-neutral">
              <Icon name="arrow" />
              <div>
                <MoneyBack page={page} />
              </div>
            </div>
          )}
          <DueBack page={page} here={here} />
          <NextSteps title="What happens next" steps={steps} />
          {name === undefined && <Items items={items} />}
        </div>
        <section className="flow" aria-labelledby="while">
          <h2 id="while">{words || links.length > 0 ? (isOpen ? "While you wait" : "What next") : "Your papers"}</h2>
          {words && <p className="text-ink-2">{words}</p>}
          {links.length > 0 && (
            <p className="pay-acts">
              {links.map(({ href, label }, index) => (
                <a key={href} className={index === 0 && !mayChoose(page) ? "button" : "button button-alt"} href={href}>
                  <span>{label}</span>
                </a>
              ))}
            </p>
          )}
          <Rows
            links={[
              { to: receiptTo, label: "Receipt" },
              ...(isOwn ? [isOpen ? ORDERS : { to: "/dashboard", label: "Dashboard" }] : []),
            ]}
          />
        </section>
      </div>
    </>
  );
}

const ORDERS = { to: "/dashboard/orders", label: "See your orders" };

type PaidPage = NonNullable<PayData["paid"]>;

function nextWords({ pages, service, isOpen }: PaidPage): string {
  if (pages) {
    return isOpen
      ? "As soon as the name is yours, you can connect a website and set up mail. This page says so by itself."
      : "Choose what your name is for.";
  }
  if (service && isOpen) return "You need not do anything. This page says by itself when it is done.";
  return service?.isWorking ? USE[service.kind] : "";
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

/** What one can do now, the likeliest first. */
function nextPages({ pages, service, isOpen }: PaidPage): { href: string; label: string }[] {
  if (service) return [{ href: service.to, label: SEE[service.kind] }];
  return (!isOpen && pages) || [];
}
