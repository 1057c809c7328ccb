import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import type { TldPrice } from "#app/model/tld-prices.ts";

/** Endings and their prices under a heading of their own. */
export function PriceTable({ title, caption, rows }: { title: string; caption: string; rows: TldPrice[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <table className="price-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Ending</th>
            <th scope="col">First year, from</th>
            <th scope="col">Each year after, from</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((listed) => (
            <tr key={listed.tld}>
              <th scope="row">
                .{listed.tld}
                <ByHand {...listed} />
              </th>
              <PriceCell price={listed.price} />
              <PriceCell price={listed.renewalPrice} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ByHand({ isByHand, papers }: TldPrice) {
  if (!isByHand) return null;
  return <span>{papers ? "by hand, needs documents" : "by hand"}</span>;
}

function PriceCell({ price }: { price: Price }) {
  return (
    <td>
      <b>{formatKsh(price.ksh)}</b>
      <span>≈ US${formatUsd(price.usdCents)}</span>
    </td>
  );
}
