import type { ReactNode } from "react";
import { formatKsh, formatUsd, type Price } from "#app/platform/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Spinner } from "#app/ui/primitives/icons.tsx";
import type { DomainLookup } from "./domain-lookup.ts";
import { isConfusable } from "./domain-lookup.ts";
import { orderUrl } from "./order-url.ts";

type NameRowProps = {
  name: string;
  /** The kind of suggestion. */
  note?: string;
  /** The listed prices of the ending, shown until the lookup has prices. */
  listed?: Prices | undefined;
  /** The lookup of the name; if it is missing, the row has a "Check" link. */
  lookup?: DomainLookup | undefined;
  isChecking?: boolean | undefined;
  /** The tick box by which the name is ordered together with others, in place of its link. */
  tick?: ReactNode;
};
type Prices = { price: Price; renewalPrice: Price };

/** A domain name in a list: its state on the left; on the right its price, and a link to order it or to look it up. */
export function NameRow({ name, note, listed, lookup, isChecking, tick }: NameRowProps) {
  const prices = pricesIn(lookup) ?? (lookup === undefined || lookup.kind === "unknown" ? listed : undefined);
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
        {tick ?? (!isOver && <NextStep name={name} isOrderable={isOrderable(lookup)} isChecking={isChecking} />)}
      </div>
    </li>
  );
}

type NextStepProps = { name: string; isOrderable: boolean; isChecking: boolean | undefined };

function NextStep({ name, isOrderable, isChecking }: NextStepProps) {
  if (isOrderable) {
    return (
      <ButtonLink kind="alt" to={orderUrl("register", name)} aria-label={`Order ${name}`}>
        Order
      </ButtonLink>
    );
  }
  return (
    <ButtonLink kind="alt" to={`/domains?q=${encodeURIComponent(name)}`} aria-label={`Check ${name}`}>
      {isChecking ? <Spinner /> : "Check"}
    </ButtonLink>
  );
}

/** Returns whether a name can be ordered at once: it may be free, and does not look like another name. */
export function isOrderable(lookup: DomainLookup | undefined): lookup is Orderable {
  const isFree = lookup?.kind === "available" || (lookup?.kind === "by-hand" && lookup.isUnused);
  return isFree && !isConfusable(lookup);
}
type Orderable = Extract<DomainLookup, { kind: "available" | "by-hand" }>;

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
      <p className="text-xs text-ink-2">≈ US${formatUsd(price.usdCents)}</p>
      {renewalPrice.ksh !== price.ksh && <p className="quiet">then {formatKsh(renewalPrice.ksh)}</p>}
    </div>
  );
}
