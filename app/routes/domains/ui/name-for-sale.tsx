import type { ReactNode } from "react";
import { orderUrl, signUpToOrderUrl } from "#app/domains/order-url.ts";
import { formatKsh, formatUsd, type Price } from "#app/platform/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { DomainName } from "./domain-name.tsx";

/** How a free name is paid, and the words of the button that orders it. */
export type Sale = { words: string; button: string };

type NameProps = {
  display: string;
  tld: string;
  price: Price;
  renewalPrice: Price;
  isSignedIn: boolean;
  sale: Sale | undefined;
};

/** A free name, with its price and a button to order it. */
export function FreeName(name: NameProps) {
  return (
    <ForSale {...name} state="This name is free">
      <p className="quiet">
        <Words>{name.sale?.words ?? ""}</Words>
      </p>
    </ForSale>
  );
}

/** An unused name with an ending that we register by hand. Only the registry knows whether somebody holds it. */
export function UnusedName({ papers, ...name }: NameProps & { papers?: string | undefined }) {
  return (
    <ForSale {...name} state="Nobody uses it yet">
      <p className="quiet">First we ask the registry. You pay only if nobody has the name.</p>
      {papers && <p className="quiet">For this ending the registry wants to see {papers}.</p>}
    </ForSale>
  );
}

type ForSaleProps = NameProps & { state: string; children: ReactNode };

function ForSale({ display, tld, price, renewalPrice, isSignedIn, sale, state, children }: ForSaleProps) {
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
        <ButtonLink to={isSignedIn ? orderUrl("register", display) : signUpToOrderUrl(display, price.ksh)}>
          {sale?.button}
        </ButtonLink>
        {children}
        {!isSignedIn && <p className="quiet">Next you create an account, or sign in.</p>}
        <Link
          to={`/contact?domain=${encodeURIComponent(display)}`}
          className="inline-flex min-h-touch items-center justify-self-center"
        >
          Or ask us about it
        </Link>
      </div>
    </section>
  );
}

function PriceCell({ label, price }: { label: string; price: Price }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd className="price">{formatKsh(price.ksh)}</dd>
      <dd className="text-xs text-ink-2">≈ US${formatUsd(price.usdCents)}</dd>
    </div>
  );
}
