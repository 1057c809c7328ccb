import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LONGEST_TYPED } from "#app/model/longest-url.ts";
import { filterTldPrices, readTldFilter } from "#app/model/tld-filter.ts";
import type { TldPrice } from "#app/model/tld-prices.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { AS_TYPED } from "#app/ui/forms/as-typed.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { PriceTable } from "./price-table.tsx";

const ID = "ending";

/** Every ending with its prices, Kenyan ones first, and a filter. With JavaScript it filters as the user types. */
export function PriceList({ prices, filter }: { prices: TldPrice[]; filter: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  // Reads what was typed before hydration.
  useEffect(() => setTyped(field.current?.value ?? ""), []);
  const shown = filterTldPrices(prices, typed);
  return (
    <>
      <Form
        method="get"
        action="/domains/pricing"
        preventScrollReset
        className="grid max-w-[26rem] grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2"
      >
        <label htmlFor={ID} className="col-span-full font-bold">
          Filter by ending
        </label>
        <input
          ref={field}
          id={ID}
          name="filter"
          className="input"
          defaultValue={filter}
          onInput={(event) => setTyped(event.currentTarget.value)}
          placeholder="e.g. .ke"
          enterKeyHint="search"
          maxLength={LONGEST_TYPED}
          {...AS_TYPED}
        />
        <Button kind="alt">Filter</Button>
      </Form>
      <p role="status">{countOf(shown.length, prices.length)}</p>
      <section
        aria-label="Prices"
        tabIndex={-1}
        data-arrival={filter === "" ? undefined : ""}
        className="grid gap-x-16 gap-y-12 lg:grid-cols-2"
      >
        <Tables shown={shown} filter={readTldFilter(typed)} />
      </section>
    </>
  );
}

function Tables({ shown, filter }: { shown: TldPrice[]; filter: string }) {
  const kenyan = shown.filter(({ tld }) => `.${tld}`.endsWith(".ke"));
  const others = shown.filter((listed) => !kenyan.includes(listed));
  return (
    <>
      {kenyan.length > 0 && (
        <PriceTable title="Kenyan endings" caption="For a year. A person registers these with KeNIC." rows={kenyan} />
      )}
      {others.length > 0 && (
        <PriceTable title="International endings" caption="For a year. A search shows the exact price." rows={others} />
      )}
      {shown.length === 0 && (
        <Empty title={`No ending matches “${filter}”.`}>
          <p>Look through the list, or search the whole name above.</p>
          <ButtonLink to="/domains/pricing">Show all endings</ButtonLink>
        </Empty>
      )}
    </>
  );
}

function countOf(shown: number, all: number): string {
  return shown === all ? `${all} endings` : `${shown} of ${all} endings`;
}
