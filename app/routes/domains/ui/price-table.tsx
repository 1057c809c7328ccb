import type { ReactNode } from "react";
import type { TldPrice } from "#app/domains/tld-prices.ts";
import { formatKsh, formatUsd, type Price } from "#app/platform/money.ts";
import { SEARCH_FORM } from "#app/ui/forms/search-form.tsx";
import { TABLE_ROLES } from "#app/ui/primitives/row-more.tsx";

/** What a row shows of an ending. */
export type ListedEnding = Pick<TldPrice, "tld" | "use" | "papers" | "price" | "renewalPrice">;

const ROW = "grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] gap-x-2 md:grid-cols-[minmax(0,1fr)_7rem_7rem]";
const HEAD = "py-2 text-sm";
const NUMBER = "text-right whitespace-nowrap";

type PriceTableProps = { title: string; rows: ListedEnding[]; children: ReactNode };

/** A table of endings and prices. A whole row is one button: it searches the name of the search form with its ending. */
export function PriceTable({ title, rows, children }: PriceTableProps) {
  // Where no year costs another price than the first, one column says so.
  const isFlat = rows.every(({ price, renewalPrice }) => price.ksh === renewalPrice.ksh);
  return (
    // The table scrolls if large text on a phone makes it wider than the screen.
    <section className="min-w-0 overflow-x-auto" aria-label={title}>
      <h2>{title}</h2>
      <p className="mt-2 pb-3 text-ink-2">{children}</p>
      <table
        {...TABLE_ROLES.table}
        aria-label={title}
        className="block border-b-3 border-ink [font-variant-numeric:tabular-nums]"
      >
        <thead {...TABLE_ROLES.group} className="block border-t-3 border-ink">
          <tr {...TABLE_ROLES.row} className={ROW}>
            <th {...TABLE_ROLES.header} scope="col" className={`${HEAD} text-left`}>
              Ending
            </th>
            {(isFlat ? ["Each year"] : ["1st year", "then"]).map((words) => (
              <th key={words} {...TABLE_ROLES.header} scope="col" className={`${HEAD} ${NUMBER} last:col-end-4`}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} className="block">
          {rows.map((row) => (
            <EndingRow key={row.tld} {...row} isFlat={isFlat} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EndingRow({ tld, use, papers, price, renewalPrice, isFlat }: ListedEnding & { isFlat: boolean }) {
  return (
    <tr {...TABLE_ROLES.row} className={`${ROW} relative min-h-touch border-t border-line py-2 hover:bg-sunk`}>
      <th {...TABLE_ROLES.name} scope="row" className="text-left">
        <button
          type="submit"
          className="ending"
          form={SEARCH_FORM}
          name="ending"
          value={tld}
          aria-label={`Check your name with .${tld}`}
        >
          .{tld}
        </button>
        <span className="block text-sm leading-tight font-normal text-ink-2">
          {papers ? `${use} (certificate needed)` : use}
        </span>
      </th>
      <PriceCell price={price} />
      {!isFlat && <PriceCell price={renewalPrice} />}
    </tr>
  );
}

function PriceCell({ price }: { price: Price }) {
  return (
    <td {...TABLE_ROLES.cell} className={`${NUMBER} last:col-end-4`}>
      <b>{formatKsh(price.ksh)}</b>
      <span className="block text-sm text-ink-2">≈ US${formatUsd(price.usdCents)}</span>
    </td>
  );
}
