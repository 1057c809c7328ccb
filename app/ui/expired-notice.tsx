import { relativeDay } from "#app/model/expiry.ts";
import type { ListedDomain } from "#app/model/listed-domain.ts";
import { formatKsh } from "#app/model/money.ts";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { orderPath } from "./order-path.ts";

/** Says which names have expired, each with its own way out. */
export function ExpiredNotice({ domains }: { domains: readonly ListedDomain[] }) {
  return (
    <section className="notice is-bad" aria-label="Expired names">
      <Icon name="warning" />
      <ul className="expired">
        {domains.map(({ name, expiry, renewal }) => (
          <li key={name}>
            <div>
              <p className="notice-title">
                <span translate="no">{name}</span> expired {relativeDay(expiry.daysLeft)}
              </p>
              <p className="quiet">Renew it before somebody else can have it.</p>
            </div>
            <ButtonLink to={orderPath("renew", name)} aria-label={`Renew ${name}${priceOf(renewal)}`}>
              Renew{priceOf(renewal)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function priceOf(renewal: ListedDomain["renewal"]): string {
  return renewal ? ` for ${formatKsh(renewal.ksh)}` : "";
}
