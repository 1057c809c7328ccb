import { Link } from "@remix-run/react";
import type { DomainAnswer } from "#app/model/domain-answer.ts";
import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import { ButtonLink } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

type NameRowProps = {
  name: string;
  /** What kind of name it is. */
  note?: string;
  /** What is known about it; without an answer it can be checked. */
  answer?: DomainAnswer | undefined;
  isChecking?: boolean | undefined;
};

/** One name of a list: what it is and whether it is free on the left; on the right its price, or a way to check it. */
export function NameRow({ name, note, answer, isChecking }: NameRowProps) {
  const state = answer && STATES[answer.kind];
  return (
    <li>
      <div>
        <p className="row-name" translate="no">
          <BreakableName name={name} />
        </p>
        <p className="quiet">{[state, note].filter(Boolean).join(" · ")}</p>
      </div>
      <RowEnd name={name} answer={answer} isChecking={isChecking} />
    </li>
  );
}

/** Broken before its ending rather than inside it. */
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

const STATES: Record<DomainAnswer["kind"], string | undefined> = {
  available: "Free",
  taken: "Taken",
  "not-sold": "Not sold here",
  "by-hand": "We register it by hand",
  unknown: "Couldn’t check",
  "too-many": undefined,
};

function RowEnd({ name, answer, isChecking }: Pick<NameRowProps, "name" | "answer" | "isChecking">) {
  const to = `/domains?q=${encodeURIComponent(name)}`;
  switch (answer?.kind) {
    case "available":
      return <RowPrice to={to} name={name} price={answer.price} renewalPrice={answer.renewalPrice} />;
    case "by-hand":
      return <RowPrice to={to} name={name} price={answer.price} renewalPrice={answer.renewalPrice} isFrom />;
    case "taken":
    case "not-sold":
      return null;
  }
  return (
    <ButtonLink kind="alt" to={to} aria-label={`Check ${name}`}>
      {isChecking ? <Spinner /> : "Check"}
    </ButtonLink>
  );
}

type RowPriceProps = { to: string; name: string; price: Price; renewalPrice: Price; isFrom?: boolean };

function RowPrice({ to, name, price, renewalPrice, isFrom }: RowPriceProps) {
  return (
    <div className="row-price">
      <Link to={to}>
        <span className="visually-hidden">{name}: </span>
        {formatKsh(price.ksh)}
      </Link>
      <p className="quiet">
        {isFrom && "from, "}≈ US${formatUsd(price.usdCents)}
      </p>
      {renewalPrice.ksh !== price.ksh && <p className="quiet">then {formatKsh(renewalPrice.ksh)}</p>}
    </div>
  );
}
