import { relativeDay } from "#app/model/expiry.ts";
import type { ListedDomain } from "#app/model/listed-domain.ts";
import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import type { RenewalStanding } from "#app/model/renewals.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { orderPath, renewalLink } from "./order-path.ts";

type RenewBoxProps = { domain: string; listed: ListedDomain; renewal: RenewalStanding; price?: Price | undefined };

/** The expiry of a domain, and the link to renew it, or why it cannot be renewed here. */
export function RenewBox({ domain, listed: { expiry }, renewal, price }: RenewBoxProps) {
  return (
    <section className="due-box" aria-labelledby="renew">
      <h2 id="renew">Renew</h2>
      <dl className="pair">
        <div>
          <dt className="quiet">Yours until</dt>
          <dd>
            <b>{expiry.words}</b>
          </dd>
          <dd className="quiet">{relativeDay(expiry.daysLeft)}</dd>
        </div>
        {price && (
          <div>
            <dt className="quiet">One more year</dt>
            <dd className="price">{formatKsh(price.ksh)}</dd>
            <dd className="quiet">≈ US${formatUsd(price.usdCents)}</dd>
          </div>
        )}
      </dl>
      {renewal.state === "offered" ? (
        <ButtonLink to={orderPath("renew", domain)}>Renew</ButtonLink>
      ) : (
        <NotOffered {...renewal} domain={domain} />
      )}
    </section>
  );
}

function NotOffered({ domain, ...renewal }: Exclude<RenewalStanding, { state: "offered" }> & { domain: string }) {
  const { to, label } = renewalLink(renewal, domain);
  return (
    <>
      <p>
        {renewal.state === "ordered" && <b>Ordered. </b>}
        {renewal.text}
      </p>
      <ButtonLink kind="alt" to={to}>
        {label}
      </ButtonLink>
    </>
  );
}
