import { Mji } from "#app/ui/primitives/skyline.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { Beads } from "./beads.tsx";
import { Items } from "./bill-card.tsx";
import { DueBack } from "./due-back.tsx";
import type { PayData } from "./pay-data.ts";

/** The page of a paid bill: the frame with the name, what happens when, and what one can do now. */
export function Paid({ page, here, receiptTo }: { page: PayData; here: string; receiptTo: string }) {
  const { paid, items } = page;
  if (!paid) return null;
  const { lead, beads, isOpen, name, tld, website, mail } = paid;
  const isOwn = here.startsWith("/dashboard/");
  return (
    <>
      <div className="pay-frame" {...(isOpen && { "data-look": page.key })}>
        <div className="happy">
          <Mji />
          <p>
            <b>Paid. Thank you.</b>
          </p>
          {name === undefined ? (
            <h1>{`${items.length} orders`}</h1>
          ) : (
            <h1 translate="no">
              {name}
              <span>{tld}</span>
            </h1>
          )}
          <p className="lead">{lead}</p>
        </div>
      </div>
      <div className="pay-two">
        <div className="flow">
          <Beads title="What happens when" steps={beads} />
          <DueBack page={page} here={here} />
          {name === undefined && <Items items={items} />}
        </div>
        <section className="flow" aria-labelledby="while">
          <h2 id="while">{isOpen ? "While you wait" : "What next"}</h2>
          <p className="text-ink-2">
            {website === undefined
              ? "Keep the receipt for your books."
              : isOpen
                ? "As soon as the name is yours, you can connect a website and set up mail. This page says so by itself."
                : "Choose what your name is for."}
          </p>
          <p className="pay-acts">
            {website !== undefined && !isOpen && isOwn && (
              <>
                <a className="button" href={website}>
                  <span>Connect a website</span>
                </a>
                <a className="button button-alt" href={mail}>
                  <span>Set up mail</span>
                </a>
              </>
            )}
            {isOpen && (
              <a className="button" href="/dashboard/orders">
                <span>See your orders</span>
              </a>
            )}
            <a className="link" href={receiptTo}>
              <Words>Receipt</Words>
            </a>
          </p>
        </section>
      </div>
    </>
  );
}
