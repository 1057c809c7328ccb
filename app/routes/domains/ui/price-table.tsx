import { formatKsh, formatUsd, type Price } from "#app/model/money.ts";
import type { TldPrice } from "#app/model/tld-prices.ts";
import { SEARCH_FORM } from "#app/ui/forms/search-form.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

const HEAD = "border-t-3 border-ink px-0 py-2 align-bottom text-sm leading-tight";
const CELL = "border-t border-line px-0 py-2 align-top";
const NUMBER = "pl-2 text-right whitespace-nowrap max-md:pl-0.5";
const NUMBER_HEAD = `${HEAD} pl-2 text-right max-md:pl-0.5`;
const NOTE = "block text-sm leading-tight font-normal text-ink-2 max-md:text-xs";

type PriceTableProps = { title: string; caption: string; rows: TldPrice[] };

/** A table of endings and prices. The button of a row searches the name of the search form with its ending. */
export function PriceTable({ title, caption, rows }: PriceTableProps) {
  return (
    // It scrolls where large text on a phone makes it wider than the screen.
    <div className="min-w-0 overflow-x-auto">
      <h2>{title}</h2>
      <table className="mt-2 w-full border-collapse border-b-3 border-ink [font-variant-numeric:tabular-nums]">
        <caption className="pb-3 text-left text-ink-2">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Ending
            </th>
            <th scope="col" className={NUMBER_HEAD}>
              First year, from
            </th>
            <th scope="col" className={NUMBER_HEAD}>
              Each year after, from
            </th>
            <td className={HEAD} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ tld, use, papers, price, renewalPrice }) => (
            <tr key={tld}>
              <th scope="row" className={`${CELL} text-left font-black`}>
                .{tld}
                <span className={NOTE}>{papers ? `${use}, with papers` : use}</span>
              </th>
              <PriceCell price={price} />
              <PriceCell price={renewalPrice} />
              <td className={`${CELL} pl-2 text-right max-md:pl-2`}>
                <Button
                  kind="alt"
                  className="min-h-touch px-3 py-0 max-md:text-sm"
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
    <td className={`${CELL} ${NUMBER}`}>
      <b className="max-md:text-sm">{formatKsh(price.ksh)}</b>
      <span className={NOTE}>≈ US${formatUsd(price.usdCents)}</span>
    </td>
  );
}
