import { relativeDay } from "#app/model/expiry.ts";
import { formatKsh } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Icon } from "#app/ui/marks/icons.tsx";
import { orderPath } from "./order-path.ts";

/** A whole screen of alarm helps nobody. */
const MAX_SHOWN = 3;

/** `ksh` is what a year more costs, where it is in the price list. */
export type ExpiredName = { name: string; daysLeft: number; ksh?: number | undefined };

/** Says which names have expired, each with its own way out. */
export function ExpiredNotice({ names }: { names: readonly ExpiredName[] }) {
  return (
    <section className="notice is-bad" aria-label="Expired names">
      <Icon name="warning" />
      <ul className="expired">
        {names.slice(0, MAX_SHOWN).map(({ name, daysLeft, ksh }) => (
          <li key={name}>
            <div>
              <p className="notice-title">
                <span translate="no">{name}</span> expired {relativeDay(daysLeft)}
              </p>
              <p className="quiet">Renew it before somebody else can have it.</p>
            </div>
            <ButtonLink to={orderPath("renew", name)} aria-label={`Renew ${name}${priceOf(ksh)}`}>
              Renew{priceOf(ksh)}
            </ButtonLink>
          </li>
        ))}
        {names.length > MAX_SHOWN && <li>And {names.length - MAX_SHOWN} more, in the list below.</li>}
      </ul>
    </section>
  );
}

function priceOf(ksh: number | undefined): string {
  return ksh === undefined ? "" : ` for ${formatKsh(ksh)}`;
}
