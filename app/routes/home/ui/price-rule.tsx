import { formatKsh } from "#app/model/money.ts";

/** Endings with their price for the first year. `tld` has no leading dot. */
export function PriceRule({ prices }: { prices: { tld: string; ksh: number }[] }) {
  return (
    <dl className="price-rule">
      {prices.map(({ tld, ksh }) => (
        <div key={tld}>
          <dt>.{tld}</dt>
          <dd>{formatKsh(ksh)}</dd>
        </div>
      ))}
    </dl>
  );
}
