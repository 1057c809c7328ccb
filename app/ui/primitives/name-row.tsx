import type { DomainLookup } from "#app/model/domain-lookup.ts";
import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import { ButtonLink } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

type NameRowProps = {
  name: string;
  /** The kind of suggestion. */
  note?: string;
  /** The listed prices of its ending, shown until its lookup has prices. */
  listed?: Prices | undefined;
  /** Its lookup; without one the row has a "Check" link. */
  lookup?: DomainLookup | undefined;
  isChecking?: boolean | undefined;
};
type Prices = { price: Price; renewalPrice: Price };

/** A domain name in a list: its state on the left; its price and a link to its lookup on the right. */
export function NameRow({ name, note, listed, lookup, isChecking }: NameRowProps) {
  const prices = pricesIn(lookup) ?? (lookup === undefined || lookup.kind === "unknown" ? listed : undefined);
  const isSeen = lookup?.kind === "available" || lookup?.kind === "by-hand";
  const isOver = lookup?.kind === "taken" || lookup?.kind === "not-sold";
  return (
    <li>
      <div>
        <p className="row-name" translate="no">
          <BreakableName name={name} />
        </p>
        <p className="quiet">{[lookup && stateOf(lookup), note].filter(Boolean).join(" · ")}</p>
      </div>
      <div className="row-end">
        {prices && <RowPrice {...prices} />}
        {!isOver && (
          <ButtonLink
            kind="alt"
            to={`/domains?q=${encodeURIComponent(name)}`}
            aria-label={isSeen ? `See ${name}` : `Check ${name}`}
          >
            {isSeen ? "See it" : isChecking ? <Spinner /> : "Check"}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** A name with a line-break opportunity before its ending. */
export function BreakableName({ name }: { name: string }) {
  const dot = name.indexOf(".");
  if (dot < 0) return name;
  return (
    <>
      {name.slice(0, dot)}
      <wbr />
      {name.slice(dot)}
    </>
  );
}

function stateOf(answer: DomainLookup): string {
  switch (answer.kind) {
    case "available":
      return "Free";
    case "taken":
      return "Taken";
    case "not-sold":
      return "Not sold here";
    case "by-hand":
      return answer.isUnused ? "Nobody uses it yet" : "Not looked up";
    case "unknown":
      return "Not looked up";
    case "too-many":
      return "";
  }
}

function pricesIn(answer: DomainLookup | undefined): Prices | undefined {
  return answer?.kind === "available" || answer?.kind === "by-hand" ? answer : undefined;
}

function RowPrice({ price, renewalPrice }: Prices) {
  return (
    <div className="row-price">
      <b>{formatKsh(price.ksh)}</b>
      <p className="quiet">≈ US${formatUsd(price.usdCents)}</p>
      {renewalPrice.ksh !== price.ksh && <p className="quiet">then {formatKsh(renewalPrice.ksh)}</p>}
    </div>
  );
}
