import { formatKsh } from "#app/platform/money.ts";

/** Endings with their price for the first year. `tld` has no leading dot. */
export function PriceRule({ prices }: { prices: { tld: string; ksh: number }[] }) {
  return (
    <dl className="grid max-w-xl grid-cols-3 border-y-3 border-cloth-ink">
      {prices.map(({ tld, ksh }) => (
        <div key={tld} className="py-2 pr-3 text-sm not-first:border-l-2 not-first:border-cloth-ink not-first:pl-3">
          <dt className="text-lg/[1.2] font-black">.{tld}</dt>
          <dd>{formatKsh(ksh)}</dd>
        </div>
      ))}
    </dl>
  );
}
