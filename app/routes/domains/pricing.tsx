import { useLoaderData } from "@remix-run/react";
import { TLD_PRICES } from "#app/domains/tld-prices.ts";
import { terms as orderTerms } from "#app/orders/promises.server.ts";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { Jina } from "#app/ui/primitives/landscape.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import pricesCss from "#app/ui/styles/areas/prices.css?url";
import { type ListedEnding, PriceTable } from "./ui/price-table.tsx";
import { SearchBar } from "./ui/search-bar.tsx";

export const handle = { hydrate: "intent", areas: "prices" };

export const links = () => areaSheet("prices", pricesCss);

export const headers = () => publicPage();

export const meta = staticMeta({
  title: "Domain prices",
  description: "What every domain ending costs in shillings, the first year and each year after. Kenyan ones first.",
});

export function loader() {
  const prices = TLD_PRICES.map(
    ({ tld, use, papers, price, renewalPrice }): ListedEnding => ({
      tld,
      use,
      ...(papers && { papers }),
      price,
      renewalPrice,
    }),
  );
  return { prices, terms: orderTerms };
}

export default function PricingPage() {
  const { prices, terms } = useLoaderData<typeof loader>();
  const isKenyan = ({ tld }: ListedEnding) => `.${tld}`.endsWith(".ke");
  return (
    <>
      <SearchBar isPending={useIsSearching()} />
      <div className="page section flow">
        <h1>Domain prices</h1>
        <p className="lead">Type your name above, then tap an ending.</p>
        {terms && (
          <p className="text-ink-2">
            <Words>{terms}</Words>
          </p>
        )}
        <div className="mt-8 grid gap-12 lg:grid-cols-2">
          <PriceTable title="Kenyan endings" rows={prices.filter(isKenyan)}>
            Lowest price per year. We register these for you with KeNIC.
          </PriceTable>
          <PriceTable title="International endings" rows={prices.filter((listed) => !isKenyan(listed))}>
            Lowest price per year. A search shows the exact price.
          </PriceTable>
        </div>
        <div className="mt-12">
          <Jina saying="Haba na haba hujaza kibaba" gloss="Little by little fills the measure" />
        </div>
      </div>
    </>
  );
}
