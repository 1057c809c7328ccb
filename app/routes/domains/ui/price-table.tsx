import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import type { TldPrice } from "#app/model/tld-prices.ts";
import { SEARCH_FORM } from "#app/ui/forms/search-form.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

type PriceTableProps = { title: string; caption: string; rows: TldPrice[] };

/** A table of endings and prices. The button of a row searches the name of the search form with its ending. */
export function PriceTable({ title, caption, rows }: PriceTableProps) {
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
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ tld, use, papers, price, renewalPrice }) => (
            <tr key={tld}>
              <th scope="row">
                .{tld}
                <span>{papers ? `${use}, with papers` : use}</span>
              </th>
              <PriceCell price={price} />
              <PriceCell price={renewalPrice} />
              <td>
                <Button
                  kind="alt"
                  form={SEARCH_FORM}
                  name="ending"
                  value={tld}
                  aria-label={`Check your name with .${tld}`}
                >
                  Check
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PriceCell({ price }: { price: Price }) {
  return (
    <td>
      <b>{formatKsh(price.ksh)}</b>
      <span>≈ US${formatUsd(price.usdCents)}</span>
    </td>
  );
}
