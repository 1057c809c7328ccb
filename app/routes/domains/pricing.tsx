import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { PRIVATE_CACHE, publicPage } from "#app/http/cache-headers.server.ts";
import { readTldFilter } from "#app/model/tld-filter.ts";
import { TLD_PRICES } from "#app/model/tld-prices.ts";
import { useHistoryNavigations } from "#app/ui/forms/use-history-navigations.ts";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { Jina } from "#app/ui/primitives/jina.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import pricesCss from "#app/ui/styles/areas/prices.css?url";
import { PriceList } from "./ui/price-list.tsx";
import { SearchBar } from "./ui/search-bar.tsx";

export const handle = { hydrate: "intent", areas: "prices" };

export const links = () => areaSheet("prices", pricesCss);

/** The whole list is cached. A filtered list is not, or made-up filters could fill the cache. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(["filter"]);

export const meta: MetaFunction<typeof loader> = ({ location, matches }) =>
  pageMeta(matches, {
    title: "Domain prices",
    description: "What every domain ending costs in shillings, the first year and each year after. Kenyan ones first.",
    isHidden: filterIn(location.search) !== "",
  });

/** Always sends the whole list, so that the browser can filter it without a request. */
export function loader({ request }: LoaderFunctionArgs) {
  const isCacheable = !new URL(request.url).searchParams.has("filter");
  return data({ prices: [...TLD_PRICES] }, isCacheable ? {} : { headers: PRIVATE_CACHE });
}

/** A filter needs no request. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

export default function PricingPage() {
  const { prices } = useLoaderData<typeof loader>();
  const { key, search } = useLocation();
  const navigations = useHistoryNavigations();
  return (
    <>
      <SearchBar isPending={useIsSearching()} />
      <div className="page section flow">
        <h1>Domain prices</h1>
        <p className="lead">Type your name once, at the top. Then press Check beside any ending.</p>
        <PriceList key={`${key} ${navigations}`} prices={prices} filter={filterIn(search)} />
        <div className="mt-12">
          <Jina saying="Haba na haba hujaza kibaba" gloss="Little by little fills the measure" />
        </div>
      </div>
    </>
  );
}

function filterIn(search: string): string {
  return readTldFilter(new URLSearchParams(search).get("filter"));
}
