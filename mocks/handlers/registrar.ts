import { HttpResponse, http } from "msw";
import { PROVIDER_PRICES, TAKEN_NAMES } from "../data/registrar.ts";
import { delayIfSlow, faultOfName, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { faultResponse, refuse } from "../registrar/replies.ts";

/** The domain provider, with the bodies of GoDaddy's Domains API v1 and the proxy's `renewalPrice`. */
export const registrarHandlers = [
  http.get("*/proxy/godaddy/v1/domains/available", async ({ request }) => {
    const { searchParams } = new URL(request.url);
    const domain = searchParams.get("domain") ?? "";
    if ([...searchParams.keys()].join() !== "domain") return malformed(request, "the query must be ?domain= alone");
    if (!/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(domain)) return malformed(request, "the domain is not a name in ASCII");
    if (!request.headers.get("Accept")?.includes("application/json")) {
      return malformed(request, "the header Accept must ask for application/json");
    }
    const fault = faultOfName(domain);
    if (fault === "timeout") return neverRespond(request);
    await delayIfSlow(fault);
    return availability(domain);
  }),
  http.get("*/proxy/godaddy/v1/domains/suggest", async ({ request }) => {
    const { searchParams } = new URL(request.url);
    const [query, limit, tlds] = ["query", "limit", "tlds"].map((name) => searchParams.get(name) ?? "");
    if (!query || !/^\d+$/.test(limit ?? "") || !/^[a-z.]+(,[a-z.]+)*$/.test(tlds ?? "")) {
      return malformed(request, "the query must be ?query=&limit=&tlds= with a word, a number and a list of endings");
    }
    const fault = faultOfName(query);
    if (fault === "timeout") return neverRespond(request);
    await delayIfSlow(fault);
    return suggestions(query, Number(limit), tlds?.split(",") ?? []);
  }),
  http.all("*/proxy/godaddy/*", unknownCall),
];

/** Returns the provider's suggestions for a word. Some magic words apply to suggestions only, not to the search. */
function suggestions(query: string, limit: number, tlds: string[]) {
  const failed = faultResponse(faultOfName(query) === "nosuggest" ? "error500" : faultOfName(query));
  if (failed) return failed;
  const names = tlds.map((tld) => ({ domain: `${query}shop.${tld}` }));
  switch (faultOfName(query)) {
    case "empty":
      return HttpResponse.json([]);
    case "many":
      return HttpResponse.json(Array.from({ length: 100 }, (_, index) => ({ domain: `${query}${index}.com` })));
    case "twice":
      return HttpResponse.json([...names, ...names]);
    case "script":
      return HttpResponse.json([{ domain: "<script>alert(1)</script>" }, { domain: 5 }, null, ...names]);
    default:
      return HttpResponse.json(names.slice(0, limit));
  }
}

function availability(domain: string) {
  const [price, renewalPrice] = PROVIDER_PRICES[domain.slice(domain.lastIndexOf(".") + 1)] ?? [];
  const fault = faultOfName(domain);
  const failed = faultResponse(fault);
  if (failed) return failed;
  if (fault === "unsupported" || price === undefined) {
    return refuse(422, "UNSUPPORTED_TLD", "The tld of this domain is not supported");
  }
  const body = { definitive: true, domain, currency: "USD", period: 1 };
  if (fault === "taken" || TAKEN_NAMES.includes(domain)) return HttpResponse.json({ available: false, ...body });
  if (fault === "noprice") return HttpResponse.json({ available: true, ...body });
  return HttpResponse.json({ available: true, ...body, price, renewalPrice });
}
