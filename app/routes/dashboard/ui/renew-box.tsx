import { relativeDay } from "#app/domains/expiry.ts";
import type { ListedDomain } from "#app/domains/owned-domain.ts";
import type { RenewalStanding } from "#app/orders/renewals.ts";
import { formatKsh, formatUsd, type Price } from "#app/platform/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { orderPath } from "./domain-path.ts";

type RenewBoxProps = {
  domain: string;
  listed: ListedDomain;
  renewal: RenewalStanding;
  /** Where to go if no renewal can be ordered. */
  link: { to: string; label: string } | undefined;
  price?: Price | undefined;
};

/** The expiry of a domain, and the link to renew it, or why it cannot be renewed here. */
export function RenewBox({ domain, listed: { expiry }, renewal, link, price }: RenewBoxProps) {
  return (
    <section className="grid grid-cols-1 gap-3 border-2 border-ink bg-surface p-4" aria-labelledby="renew">
      <h2 id="renew">Renew</h2>
      <dl className="flex flex-wrap gap-x-4 gap-y-2">
        <div className="min-w-0 flex-auto wrap-anywhere">
          <dt className="quiet">{expiry.state === "expired" ? "Ended on" : "Yours until"}</dt>
          <dd>
            <b>{expiry.words}</b>
          </dd>
          <dd className="quiet">{relativeDay(expiry.daysLeft)}</dd>
        </div>
        {price && renewal.state !== "elsewhere" && (
          <div className="min-w-0 flex-auto wrap-anywhere">
            <dt className="quiet">One more year</dt>
            <dd className="price">{formatKsh(price.ksh)}</dd>
            <dd className="quiet">≈ US${formatUsd(price.usdCents)}</dd>
          </div>
        )}
      </dl>
      {renewal.state === "offered" ? (
        <ButtonLink kind={expiry.state === "soon" ? undefined : "alt"} to={orderPath("renew", domain)}>
          Renew
        </ButtonLink>
      ) : (
        <>
          <p>
            {renewal.state === "ordered" && <b>Ordered. </b>}
            {renewal.text}
          </p>
          {link && (
            <ButtonLink kind="alt" to={link.to}>
              {link.label}
            </ButtonLink>
          )}
        </>
      )}
    </section>
  );
}
