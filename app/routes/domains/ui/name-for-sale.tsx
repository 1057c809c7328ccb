import type { ReactNode } from "react";
import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { DomainName } from "./domain-name.tsx";

type Sale = { display: string; tld: string; price: Price; renewalPrice: Price };

/** A free name, with its price and a button to order it. */
export function FreeName(sale: Sale) {
  return (
    <ForSale {...sale} state="This name is free" label="Get this domain">
      <p className="quiet">No card needed now. We confirm by e-mail first.</p>
    </ForSale>
  );
}

/** An unused name with an ending that a person registers. Only the registry knows whether somebody holds it. */
export function UnusedName({ papers, ...sale }: Sale & { papers?: string | undefined }) {
  return (
    <ForSale {...sale} state="Nobody uses it yet" label="Ask for this domain">
      <p className="quiet">Nothing to pay now. We ask the registry whether anybody holds it.</p>
      {papers && <p className="quiet">For this ending the registry wants to see {papers}.</p>}
    </ForSale>
  );
}

type ForSaleProps = Sale & { state: string; label: string; children: ReactNode };

function ForSale({ display, tld, price, renewalPrice, state, label, children }: ForSaleProps) {
  return (
    <section className="kanga">
      <div className="answer">
        <p className="state">
          <Icon name="check" />
          {state}
        </p>
        <DomainName name={display} tld={tld} />
        <dl className="prices">
          <PriceCell label="First year" price={price} />
          <PriceCell label="Each year after" price={renewalPrice} />
        </dl>
        <ButtonLink to={`/contact?domain=${encodeURIComponent(display)}`}>{label}</ButtonLink>
        {children}
        <Link to={orderUrl("register", display)} className="order-link">
          Or order it from your account
        </Link>
      </div>
    </section>
  );
}

/** The URL of the order page for a name. */
export function orderUrl(kind: "register" | "transfer", name: string): string {
  return `/dashboard/orders/new?${new URLSearchParams({ kind, domain: name })}`;
}

function PriceCell({ label, price }: { label: string; price: Price }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd className="price">{formatKsh(price.ksh)}</dd>
      <dd className="quiet">≈ US${formatUsd(price.usdCents)}</dd>
    </div>
  );
}
