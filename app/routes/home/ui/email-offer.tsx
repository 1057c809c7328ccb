import { formatKsh, formatUsd, type Price } from "#app/platform/money.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { FIRST_CELL, NEXT_CELL } from "./cells.ts";

type Offer = { price: Price; storage: string; benefits: string[] };

/** The offer of business e-mail: a free address compared with one at the own domain, and the products. */
export function EmailOffer({ price, storage, benefits }: Offer) {
  return (
    <section>
      <div className="email mb-8 grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-[4fr_5fr] lg:grid-rows-[auto_1fr]">
        <div className="lg:row-span-2">
          <h2>Write from your own name</h2>
          <p className="mt-2 text-ink-2">A customer trusts an address that matches the sign above your door.</p>
        </div>
        <div className="rounded-sm border-1 border-line bg-surface">
          <p className="px-4 py-3">
            <s className="text-ink-2">
              <span className="visually-hidden">Instead of </span>mamanjerifoods254@gmail.com
            </s>
          </p>
          <p className="border-t border-line px-4 py-3">
            <b className="cloth -ml-2 px-2 py-0.5">orders@mamanjeri.co.ke</b>
          </p>
        </div>
        <div>
          <p className="font-bold">With Microsoft 365</p>
          <ul className="points">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-2 py-1">
                <Icon name="check" className="mt-0.5 text-ok" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Products price={price} storage={storage} />
    </section>
  );
}

function Products({ price, storage }: Omit<Offer, "benefits">) {
  return (
    <ul className="thirds ruled lg:grid lg:grid-cols-3">
      <li className={FIRST_CELL}>
        <h3 className="mb-1">Professional e-mail</h3>
        <p>
          <b className="price">{formatKsh(price.ksh)}</b> a user, a month
        </p>
        <p className="quiet">
          ≈ US${formatUsd(price.usdCents)} · {storage} mailbox
        </p>
        <Link to="/dashboard/orders/new?kind=mail">Choose it</Link>
      </li>
      <li className={NEXT_CELL}>
        <h3 className="mb-1">Microsoft 365</h3>
        <p>Mail, calendar and the Office apps you know.</p>
        <Link to="/dashboard/orders/new?kind=mail&plan=microsoft-365">Choose Microsoft 365</Link>
      </li>
      <li className={NEXT_CELL}>
        <h3 className="mb-1">Not sure?</h3>
        <p>Tell us how many people need mail. We recommend a plan.</p>
        <Link to="/contact">Ask us</Link>
      </li>
    </ul>
  );
}
