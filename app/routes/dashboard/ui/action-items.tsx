import type { ActionItem } from "#app/model/action-items.ts";
import { formatKsh } from "#app/model/money.ts";
import { namesWords } from "#app/model/names-words.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { BreakableName } from "#app/ui/primitives/name-row.tsx";
import { domainPath } from "./domain-path.ts";
import { orderPath } from "./order-path.ts";

/** The most items shown. The list of domains marks the others. */
const MOST = 8;

/** The action items, the most urgent first, each with its reason and one button. */
export function ActionItems({ needs }: { needs: readonly ActionItem[] }) {
  return (
    <section className="flow" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <ul className="lines needs">
        {needs.slice(0, MOST).map((need) => (
          <NeedLine key={`${need.word} ${need.names.join()}`} need={need} />
        ))}
      </ul>
      {needs.filter(({ way }) => way.kind === "renew").length > 1 && (
        <p className="actions">
          <ButtonLink kind="alt" to="/dashboard/orders/renew">
            Renew what is due together
          </ButtonLink>
        </p>
      )}
      {needs.length > MOST && <p className="quiet">And {needs.length - MOST} more, marked in the list below.</p>}
    </section>
  );
}

function NeedLine({ need: { mark, names, word, reason, way } }: { need: ActionItem }) {
  const [name = ""] = names;
  const { to, label, price } = linkOf(way, names);
  const about = namesWords(names);
  return (
    <li className={`is-${mark}`}>
      <div>
        <p className="what">
          {names.length === 1 && way.kind !== "orders" ? (
            <Link to={domainPath(name)} translate="no">
              <BreakableName name={name} />
            </Link>
          ) : (
            <span translate="no">{about}</span>
          )}
          <span className={`word is-${mark}`}>{word}</span>
        </p>
        <p>{reason}</p>
      </div>
      <ButtonLink to={to} aria-label={`${label}${price && ` ${price}`}: ${about}`}>
        {label}
        {price && <small>{price}</small>}
      </ButtonLink>
    </li>
  );
}

function linkOf(way: ActionItem["way"], names: readonly string[]): { to: string; label: string; price: string } {
  const [domain = ""] = names;
  switch (way.kind) {
    case "renew":
      return {
        to: orderPath("renew", domain),
        label: "Renew",
        price: way.ksh === undefined ? "" : formatKsh(way.ksh),
      };
    case "help":
      return { to: `/contact?${new URLSearchParams({ domain })}`, label: "Get help", price: "" };
    case "dns":
      return { to: `${domainPath(domain)}/dns`, label: "Set up DNS", price: "" };
    case "mail":
      return { to: `${domainPath(domain)}/dns/mail`, label: "See why", price: "" };
    case "ssl":
      return { to: orderPath("certificate", names.length === 1 ? domain : undefined), label: "Add SSL", price: "" };
    case "orders":
      return { to: "/dashboard/orders", label: "See the order", price: "" };
  }
}
