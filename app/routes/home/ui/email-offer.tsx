import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import { ExternalLink } from "#app/ui/primitives/external-link.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

type Offer = { price: Price; storage: string; benefits: string[] };

/** The offer of business e-mail: a free address compared with one at the own domain, and the products. */
export function EmailOffer({ price, storage, benefits }: Offer) {
  return (
    <section>
      <div className="email">
        <div>
          <h2>Write from your own name</h2>
          <p className="aside">A customer trusts an address that matches the sign above your door.</p>
        </div>
        <div className="addresses">
          <p>
            <s>
              <span className="visually-hidden">Instead of </span>mamanjerifoods254@gmail.com
            </s>
          </p>
          <p>
            <b className="cloth">orders@mamanjeri.co.ke</b>
          </p>
        </div>
        <ul className="points">
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Icon name="check" />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
      <Products price={price} storage={storage} />
    </section>
  );
}

function Products({ price, storage }: Omit<Offer, "benefits">) {
  const office = useRootData()?.brand.officeLink;
  return (
    <ul className="ruled thirds">
      <li>
        <h3>Professional e-mail</h3>
        <p>
          <b className="price">{formatKsh(price.ksh)}</b> a user, a month
        </p>
        <p className="quiet">
          ≈ US${formatUsd(price.usdCents)} · {storage} mailbox
        </p>
      </li>
      <li>
        <h3>Microsoft 365</h3>
        <p>Mail, calendar and the Office apps you know, with 1 TB for each user.</p>
        {office === undefined ? (
          <Link to="/contact">Ask about Microsoft 365</Link>
        ) : (
          <ExternalLink href={office} label="See Microsoft 365" />
        )}
      </li>
      <li>
        <h3>Someone to ask</h3>
        <p>Tell us how many of you need mail. A person answers and says what fits.</p>
      </li>
    </ul>
  );
}
