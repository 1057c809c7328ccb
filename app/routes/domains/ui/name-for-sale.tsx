import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Icon } from "#app/ui/marks/icons.tsx";
import { DomainName } from "./domain-name.tsx";

type Sale = { display: string; tld: string; price: Price; renewalPrice: Price };

/** A free name on its own kanga: the frame is the reward, and one on a page. */
export function FreeName({ display, tld, price, renewalPrice }: Sale) {
  return (
    <section className="kanga">
      <div className="answer">
        <p className="state">
          <Icon name="check" />
          This name is free
        </p>
        <DomainName name={display} tld={tld} />
        <dl className="prices">
          <PriceCell label="First year" price={price} />
          <PriceCell label="Each year after" price={renewalPrice} />
        </dl>
        <ButtonLink to={enquiry(display)}>Get this domain</ButtonLink>
        <p className="quiet">No card now. We confirm by e-mail first.</p>
      </div>
    </section>
  );
}

/** A name with an ending that no provider can check for us: our listed price, and a person answers. */
export function ByHandName({ display, tld, price, renewalPrice, needsDocuments }: Sale & { needsDocuments: boolean }) {
  return (
    <section className="card">
      <div className="answer">
        <p>We register .{tld} names by hand. Ask, and we tell you whether it is free.</p>
        <DomainName name={display} tld={tld} />
        <dl className="prices">
          <PriceCell label="First year, from" price={price} />
          <PriceCell label="Then, from" price={renewalPrice} />
        </dl>
        <ButtonLink to={enquiry(display)}>Ask for this domain</ButtonLink>
        {needsDocuments && (
          <p className="quiet">The registry asks for documents with this ending. We tell you which.</p>
        )}
      </div>
    </section>
  );
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

function enquiry(name: string): string {
  return `/contact?domain=${encodeURIComponent(name)}`;
}
