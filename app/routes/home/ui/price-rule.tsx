import { formatKsh } from "#app/model/money.ts";

/** Three endings and their price for the first year, in one ruled line. `tld` comes without a dot in front. */
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
