import { expect, it } from "vitest";
import { loader, shouldRevalidate } from "./pricing.tsx";

const ADDRESS = "http://127.0.0.1:3000/domains/pricing";

function load(search: string) {
  const { data, init } = loader({ request: new Request(ADDRESS + search), context: {}, params: {} });
  return { endings: data.prices.length, cache: new Headers(init?.headers).get("Cache-Control") };
}

it.each(["", "?utm_source=x"])("sends a cacheable page for the query %j", (search) => {
  expect(load(search)).toEqual({ endings: 23, cache: null });
});

it.each(["?filter=ke", "?filter=", `?filter=${"a".repeat(5000)}`])(
  "sends a page that no cache stores for the filter %.20s",
  (search) => {
    expect(load(search)).toEqual({ endings: 23, cache: "private, no-cache" });
  },
);

it("revalidates for another page, not for another filter", () => {
  const rest = { currentParams: {}, nextParams: {}, defaultShouldRevalidate: true };
  const go = (from: string, to: string) =>
    shouldRevalidate({ currentUrl: new URL(from, ADDRESS), nextUrl: new URL(to, ADDRESS), ...rest });
  expect(go("/domains/pricing", "/domains/pricing?filter=ke")).toBe(false);
  expect(go("/domains", "/domains/pricing")).toBe(true);
});
