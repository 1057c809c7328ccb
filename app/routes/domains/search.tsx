import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { findUser, findUserAndClient } from "#app/accounts/auth.server.ts";
import { adviceOnTaken, checkName, listSuggestions } from "#app/domains/check-name.server.ts";
import type { DomainLookup } from "#app/domains/domain-lookup.ts";
import { isConfusable } from "#app/domains/domain-lookup.ts";
import { type ParsedName, parseDomainName } from "#app/domains/domain-name.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { latinNames, namesMeant } from "#app/domains/names-meant.server.ts";
import { splitNames } from "#app/domains/split-names.ts";
import { labelOf, type Suggestions, suggestMeant, suggestOwnNames } from "#app/domains/suggestions.ts";
import { findTldPrice, type TldPrice } from "#app/domains/tld-prices.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { type Step, upcomingSteps } from "#app/orders/order-steps.ts";
import { doneWithin, promises, stepPromises } from "#app/orders/promises.server.ts";
import { Steps } from "#app/orders/steps.tsx";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { env } from "#app/platform/env.server.ts";
import { PRIVATE_CACHE, publicPage } from "#app/platform/http/cache-headers.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Skeleton } from "#app/ui/feedback/empty.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { useIsSearching, useNameSearched } from "#app/ui/forms/use-is-searching.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import namesCss from "#app/ui/styles/areas/names.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { introduction, introductionOf } from "./ending-words.server.ts";
import { Introduction } from "./introduction.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { DomainResult, titleOfLookup } from "./ui/domain-result.tsx";
import type { Sale } from "./ui/name-for-sale.tsx";
import { SearchBar } from "./ui/search-bar.tsx";

export const handle = { hydrate: "intent", areas: "names steps" };

export const links = () => [...areaSheet("names", namesCss), ...areaSheet("steps", stepsCss)];

/** The page without a search is cached. A result is not, because prices and names change. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(["q"]);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: titleOf(data),
    description: "See whether a name is free, and what it costs each year in shillings.",
    isHidden: data?.typed !== undefined,
  });

type SearchOutcome = {
  typed?: string;
  hint?: string;
  problem?: string;
  instead?: string[];
  lookup?: DomainLookup;
  /** The next steps for a name that can be ordered; how it is paid, and its button. */
  steps?: Step[];
  sale?: Sale;
  advice?: string;
  isSignedIn?: boolean;
  suggestions?: Suggestions;
  introduction?: typeof introduction;
  /** The ending of a name that is typed without one. */
  ending?: string;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const ending = findTldPrice(searchParams.get("ending") ?? "");
  const typed = withEnding(searchParams, ending);
  if (typed === null) return ownSuggestions(request, context);
  if (splitNames(typed).length > 1) throw redirect(`/domains/board?${new URLSearchParams({ names: typed })}`);
  const parsed = parseDomainName(typed);
  if (parsed.kind === "name") return search({ name: parsed, typed, request, context });
  if (parsed.kind === "invalid") {
    const instead = namesMeant(typed);
    const suggestions = suggestMeant(instead);
    const found = { typed, problem: parsed.message, instead, suggestions };
    const rest = suggestions.about === "" ? { introduction } : {};
    return data<SearchOutcome>({ ...found, ...rest }, { status: 400, headers: PRIVATE_CACHE });
  }
  const hint = `Type the name you want, for example mamanjeri.${ending?.tld ?? "co.ke"}.`;
  const about = ending && { introduction: introductionOf(ending), ending: ending.tld };
  return data<SearchOutcome>({ typed, hint, introduction, ...about }, { headers: PRIVATE_CACHE });
}

export default function SearchPage() {
  const found = useLoaderData<typeof loader>();
  // The key resets the field for a new search.
  return <Search key={found.typed} {...found} />;
}

/** Keeps the search form with its input when the result could not be loaded. */
export function ErrorBoundary() {
  const [params] = useSearchParams();
  const [typed, ending] = [params.get("q") ?? "", params.get("ending")];
  // The ending of a price-list row has no field in the form, so it is joined to the name.
  const name = ending === null || /[/:@]/.test(typed) ? typed : `${typed.trim().split(".", 1)}.${ending}`;
  return (
    <>
      <SearchBar defaultValue={name} isPending={useIsSearching()} />
      <FailurePage error={useRouteError()} />
    </>
  );
}

const NO_SUGGESTIONS: Suggestions = { about: "", names: [] };

function Search({
  typed: searched,
  hint,
  problem,
  instead,
  lookup,
  steps,
  sale,
  advice,
  isSignedIn,
  suggestions = NO_SUGGESTIONS,
  introduction,
  ending,
}: SearchOutcome) {
  const next = useNameSearched();
  const isSearching = next !== null;
  const [typed, setTyped] = useState(searched);
  return (
    <>
      <SearchBar
        defaultValue={searched}
        error={problem}
        instead={instead}
        hint={hint}
        ending={ending}
        isPending={isSearching}
        onType={setTyped}
      />
      <div className="page result" aria-busy={isSearching}>
        {/* Searching the same name again keeps the result on the page. */}
        {isSearching && next !== searched ? (
          <Skeleton />
        ) : (
          lookup && (
            <section data-arrival tabIndex={-1} aria-label={titleOfLookup(lookup)}>
              <DomainResult
                lookup={lookup}
                sale={sale}
                advice={advice}
                isPending={isSearching}
                isSignedIn={isSignedIn === true}
              />
            </section>
          )
        )}
        <SuggestionList given={suggestions} typed={typed === searched ? undefined : typed} />
        {steps && (
          <div>
            <h2>How it works</h2>
            <Steps steps={steps} />
          </div>
        )}
      </div>
      {introduction && <Introduction {...introduction} titleAs={lookup ? "h2" : "h1"} />}
    </>
  );
}

/** Without a search: suggestions from the names of a signed-in customer; nothing for other visitors. */
async function ownSuggestions(request: Request, context: LoaderFunctionArgs["context"]) {
  const own = await findUserAndClient(request, context);
  if (!own) return data<SearchOutcome>({ introduction });
  const domains = await listDomains(own.supabase, own.account.id);
  const names = suggestOwnNames(own.account, domains.ok ? domains.value.map(({ name }) => name) : []);
  return data<SearchOutcome>({ introduction, suggestions: { about: "", names } }, { headers: PRIVATE_CACHE });
}

/**
 * Returns the typed name with the ending of the price-list row that it was sent from, if any; else with the ending whose page
 * it was typed on, if it has none.
 */
function withEnding(params: URLSearchParams, ending: TldPrice | undefined): string | null {
  const typed = params.get("q");
  const parsed = parseDomainName(typed ?? "");
  if (ending && parsed.kind === "name") return `${labelOf(parsed)}.${ending.tld}`;
  const own = findTldPrice(params.get("default-ending") ?? "");
  const isLabel = typed !== null && /^[^.:/@\s]+$/.test(typed.trim());
  return own && isLabel ? `${typed.trim()}.${own.tld}` : typed;
}

type Searched = Pick<LoaderFunctionArgs, "request" | "context"> & { name: ParsedName; typed: string };

async function search({ name, typed, request, context }: Searched) {
  const limit = await consume("search", context?.address);
  if (limit.ok) {
    const person = findUser(request, context);
    const [lookup, names, isSignedIn] = await Promise.all([
      checkName(name, "typed", context?.address),
      person.then((person) => listSuggestions(name, person)),
      person.then((person) => person !== undefined),
    ]);
    return data<SearchOutcome>(
      {
        typed,
        lookup,
        ...(isConfusable(lookup) && { instead: latinNames(name) }),
        ...stepsFor(lookup),
        ...(lookup.kind === "taken" && { advice: adviceOnTaken(name) }),
        isSignedIn,
        suggestions: { about: name.display, names },
        // A company's name has no similar ones, so the page goes on with the endings.
        ...(lookup.kind === "taken" && names.length === 0 && { introduction }),
      },
      { headers: PRIVATE_CACHE },
    );
  }
  const { domain, display, tld } = name;
  const { retryAfterSeconds } = limit;
  return data<SearchOutcome>(
    { typed, lookup: { kind: "too-many", domain, display, tld, retryAfterSeconds } },
    { status: 429, headers: { ...PRIVATE_CACHE, "Retry-After": String(retryAfterSeconds) } },
  );
}

/**
 * Returns the steps to register a name, and how it is paid; nothing for a name that looks like another or cannot be ordered
 * now.
 */
function stepsFor(lookup: DomainLookup): { steps?: Step[]; sale?: Sale } {
  if (isConfusable(lookup)) return {};
  const isUnused = lookup.kind === "by-hand" && lookup.isUnused;
  if (!isUnused && lookup.kind !== "available") return {};
  const order = { kind: "register" as const, domain: lookup.domain, priceKsh: lookup.price.ksh };
  const isPaidFirst = isPayable(order, isUnused);
  const known = { kind: order.kind, isByHand: isUnused, isDirect: orderRun.isDirect(order), isPaidFirst };
  // Nothing stands beside these steps, so they say how to pay.
  const words = { ...(env.mpesa ? stepPromises : promises), answerTime: doneWithin([order]) };
  return {
    steps: upcomingSteps({ ...known, promises: words }),
    sale: {
      words: env.payment.sale,
      button: isPaidFirst ? `Order for ${formatKsh(order.priceKsh)}` : "Order this name",
    },
  };
}

function titleOf(found: SearchOutcome | undefined): string {
  if (found?.problem !== undefined) return "Error: Search a domain name";
  return found?.lookup ? titleOfLookup(found.lookup) : "Search a domain name";
}
