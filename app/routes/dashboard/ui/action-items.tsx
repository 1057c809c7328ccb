import { useState } from "react";
import { BreakableName } from "#app/domains/name-row.tsx";
import type { BannerKind } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import type { ShownItems } from "../shown-items.ts";

/** The items shown at first: with more the list of domains would be below a phone's first screen. */
const SHOWN = 3;

type ShownItem = ShownItems["toDo"][number];

/**
 * The action items, the most urgent first, each with its reason and one button; then what waits for us. Items that a check of
 * the names adds later come after those on the page, so that none moves under a thumb.
 */
export function ActionItems({ toDo: found, toDoCount, underWay, underWayCount, renewAll }: ShownItems) {
  const [first] = useState(() => new Map(found.map((item, index) => [keyOf(item), index])));
  const placeOf = (item: ShownItem) => first.get(keyOf(item)) ?? first.size;
  const toDo = [...found].sort((one, other) => placeOf(one) - placeOf(other));
  return (
    <>
      {toDo.length > 0 && <ToDo needs={toDo} count={toDoCount} renewAll={renewAll} />}
      {underWay.length > 0 && (
        <section className="flow" aria-labelledby="under-way">
          <h2 id="under-way">Under way</h2>
          <NeedLines needs={underWay} />
          <Unlisted count={underWayCount - underWay.length} />
        </section>
      )}
    </>
  );
}

// One name may have two unpaid bills.
const keyOf = ({ word, about, to }: Pick<ShownItem, "word" | "about" | "to">) => `${word} ${about} ${to}`;

type ToDoProps = { needs: readonly ShownItem[]; count: number; renewAll: string };

/** Only one button is solid: the one that renews all due names, else the first. */
function ToDo({ needs, count, renewAll }: ToDoProps) {
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className="visually-hidden">
        To do
      </h2>
      {renewAll && (
        <ButtonLink to="/dashboard/orders/renew" className="mb-2 w-full lg:w-auto">
          {renewAll}
        </ButtonLink>
      )}
      <NeedLines needs={needs.slice(0, SHOWN)} hasFirst={renewAll === ""} />
      {needs.length > SHOWN && (
        <details className="more-needs">
          <summary>{count - SHOWN} more</summary>
          <NeedLines needs={needs.slice(SHOWN)} />
          <Unlisted count={count - needs.length} />
        </details>
      )}
    </section>
  );
}

/** Some of a customer's services. The heading leads to all. */
export function Services({ rows }: { rows: NeedLinesProps["needs"] }) {
  return (
    rows.length > 0 && (
      <section aria-labelledby="services">
        <h2 id="services">
          <Link to="/dashboard/services">Services</Link>
        </h2>
        <NeedLines needs={rows} />
      </section>
    )
  );
}

function Unlisted({ count }: { count: number }) {
  return count > 0 && <p className="quiet">{count} more are not listed here. They follow when these are done.</p>;
}

type NeedLinesProps = { needs: readonly (Omit<ShownItem, "tone"> & { tone: BannerKind })[]; hasFirst?: boolean };

function NeedLines({ needs, hasFirst = false }: NeedLinesProps) {
  return (
    <ul className="lines needs">
      {needs.map(({ tone, about, domain, word, reason, to, label, price }, index) => (
        <li key={keyOf({ word, about, to })} className={`is-${tone}`}>
          <div>
            <p className="what">
              {domain === "" ? (
                <span translate="no">{about}</span>
              ) : (
                <Link to={domain} translate="no">
                  <BreakableName name={about} />
                </Link>
              )}
              <span className={`word is-${tone}`}>{word}</span>
            </p>
            <p>
              <Words>{reason}</Words>
            </p>
          </div>
          {label && (
            <ButtonLink
              kind={hasFirst && index === 0 ? undefined : "alt"}
              to={to}
              aria-label={`${label}${price && ` ${price}`}: ${about}`}
            >
              {label}
              {price && <small>{price}</small>}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
