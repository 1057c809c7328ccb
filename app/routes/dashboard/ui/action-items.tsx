import type { ActionItem, ActionItems as Items } from "#app/dashboard/action-items.ts";
import { BreakableName } from "#app/domains/name-row.tsx";
import { formatKsh } from "#app/platform/money.ts";
import { namesWords } from "#app/platform/text/words.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { domainPath, orderPath, payPath } from "./domain-path.ts";

/** The items shown at first: with more the list of domains would be below a phone's first screen. */
const SHOWN = 3;
/** The most items on a page. The next ones come when these are done. */
const MOST = 20;

/** What the page gets of the items: at most MOST of each list, without names that no row shows; and how many there are. */
export function shownItems({ toDo, underWay }: Items) {
  const shown = (items: readonly ActionItem[]) =>
    items.slice(0, MOST).map((item) => ({ ...item, names: item.names.slice(0, 2), about: namesWords(item.names) }));
  return { toDo: shown(toDo), toDoCount: toDo.length, underWay: shown(underWay), underWayCount: underWay.length };
}
type ShownItems = ReturnType<typeof shownItems>;
type ShownItem = ShownItems["toDo"][number];

/** The action items, the most urgent first, each with its reason and one button; then what waits for us. */
export function ActionItems({ toDo, toDoCount, underWay, underWayCount }: ShownItems) {
  return (
    <>
      {toDo.length > 0 && <ToDo needs={toDo} count={toDoCount} />}
      {underWay.length > 0 && (
        <section className="flow" aria-labelledby="under-way">
          <h2 id="under-way">Under way</h2>
          <ul className="lines needs mt-4">
            {underWay.map((item) => (
              <NeedLine key={keyOf(item)} need={item} />
            ))}
          </ul>
          <Unlisted count={underWayCount - underWay.length} />
        </section>
      )}
    </>
  );
}

/** Only the first button is solid. */
function ToDo({ needs, count }: { needs: readonly ShownItem[]; count: number }) {
  return (
    <section className="flow" aria-labelledby="needs-you">
      <h2 id="needs-you">To do</h2>
      <ul className="lines needs mt-4">
        {needs.slice(0, SHOWN).map((need, index) => (
          <NeedLine key={keyOf(need)} need={need} isFirst={index === 0} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {needs.length > SHOWN && (
          <details className="more-needs open:w-full">
            <summary>{count - SHOWN} more</summary>
            <ul className="lines needs">
              {needs.slice(SHOWN).map((need) => (
                <NeedLine key={keyOf(need)} need={need} />
              ))}
            </ul>
            <Unlisted count={count - needs.length} />
          </details>
        )}
        {needs.filter(({ action }) => action.kind === "renew").length > 1 && (
          <ButtonLink kind="alt" to="/dashboard/orders/renew" className="min-h-touch px-3">
            Renew due names
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function Unlisted({ count }: { count: number }) {
  return count > 0 && <p className="quiet">{count} more are not listed here. They follow when these are done.</p>;
}

/** One name may have two unpaid bills. */
const keyOf = ({ word, names, action }: ShownItem) => `${word} ${names.join()} ${linkOf(action, names).to}`;

type NeedLineProps = { need: ShownItem; isFirst?: boolean };

function NeedLine({ need: { tone, names, about, word, reason, action }, isFirst = false }: NeedLineProps) {
  const [name = ""] = names;
  const { to, label, price } = linkOf(action, names);
  return (
    <li className={`is-${tone}`}>
      <div>
        <p className="what">
          {names.length === 1 && action.kind !== "orders" && action.kind !== "pay" ? (
            <Link to={domainPath(name)} translate="no">
              <BreakableName name={name} />
            </Link>
          ) : (
            <span translate="no">{names.length === 1 ? <BreakableName name={name} /> : about}</span>
          )}
          <span className={`word is-${tone}`}>{word}</span>
        </p>
        <p>{reason}</p>
      </div>
      <ButtonLink kind={isFirst ? undefined : "alt"} to={to} aria-label={`${label}${price && ` ${price}`}: ${about}`}>
        {label}
        {price && <small>{price}</small>}
      </ButtonLink>
    </li>
  );
}

function linkOf(action: ActionItem["action"], names: readonly string[]): { to: string; label: string; price: string } {
  const [domain = ""] = names;
  switch (action.kind) {
    case "renew":
      return {
        to: orderPath("renew", domain),
        label: "Renew",
        price: action.ksh === undefined ? "" : formatKsh(action.ksh),
      };
    case "pay":
      return { to: payPath(action.bill), label: "Pay", price: formatKsh(action.ksh) };
    case "help":
      return { to: `/contact?${new URLSearchParams({ domain })}`, label: "Get help", price: "" };
    case "dns":
      return { to: `${domainPath(domain)}/dns`, label: "Set up DNS", price: "" };
    case "nameServers":
      return { to: `${domainPath(domain)}/dns/live`, label: "See how", price: "" };
    case "mail":
      return { to: `${domainPath(domain)}/dns/mail`, label: "See why", price: "" };
    case "ssl":
      return { to: orderPath("certificate", names.length === 1 ? domain : undefined), label: "Add SSL", price: "" };
    case "orders":
      return { to: "/dashboard/orders", label: "See the order", price: "" };
  }
}
