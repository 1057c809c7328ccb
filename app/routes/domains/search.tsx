import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { registrar } from "#app/gateways/registrar.server.ts";
import { PERSONAL_PAGE, publicPage } from "#app/http/cache-headers.server.ts";
import { take } from "#app/http/limits.server.ts";
import type { DomainAnswer } from "#app/model/domain-answer.ts";
import { type ParsedName, parseDomainName } from "#app/model/domain-name.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DomainResult, titleOfAnswer } from "#app/ui/domain-result.tsx";
import { FailurePage } from "#app/ui/failure-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { SearchBar } from "#app/ui/search-bar.tsx";
import { useIsSearching } from "#app/ui/use-is-searching.ts";

export const handle = { hydrate: "intent" };

/** The page without a search is everybody's; an answer is not kept, prices and names change. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(["q"]);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: titleOf(data),
    description: "See at once whether a name is free and what it costs in shillings, first year and each year after.",
    isHidden: data?.typed !== undefined,
  });

type Found = { typed?: string; hint?: string; problem?: string; answer?: DomainAnswer };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("q");
  if (typed === null) return data<Found>({});
  const parsed = parseDomainName(typed);
  if (parsed.kind === "name") return search(parsed, typed, context?.address);
  if (parsed.kind === "invalid") {
    return data<Found>({ typed, problem: parsed.message }, { status: 400, headers: PERSONAL_PAGE });
  }
  return data<Found>(
    { typed, hint: "Type the name you want, for example mamanjeri.co.ke." },
    { headers: PERSONAL_PAGE },
  );
}

export default function SearchPage() {
  const { typed, hint, problem, answer } = useLoaderData<typeof loader>();
  const isSearching = useIsSearching();
  return (
    <>
      <SearchBar key={typed} defaultValue={typed} error={problem} hint={hint} isPending={isSearching} />
      <div className="page section" aria-busy={isSearching}>
        {answer ? (
          <section data-arrival tabIndex={-1} aria-label={titleOfAnswer(answer)}>
            <DomainResult answer={answer} isPending={isSearching} />
          </section>
        ) : (
          <Introduction />
        )}
      </div>
    </>
  );
}

/** The search stays usable when its answer could not be fetched, with what was typed still in it. */
export function ErrorBoundary() {
  const [params] = useSearchParams();
  return (
    <>
      <SearchBar defaultValue={params.get("q") ?? ""} isPending={useIsSearching()} />
      <FailurePage error={useRouteError()} />
    </>
  );
}

async function search(name: ParsedName, typed: string, address: string | undefined) {
  const limit = await take("search", address);
  if (limit.ok) {
    return data<Found>({ typed, answer: await registrar.checkAvailability(name) }, { headers: PERSONAL_PAGE });
  }
  const { domain, display, tld } = name;
  const { retryAfterSeconds } = limit;
  return data<Found>(
    { typed, answer: { kind: "too-many", domain, display, tld, retryAfterSeconds } },
    { status: 429, headers: { ...PERSONAL_PAGE, "Retry-After": String(retryAfterSeconds) } },
  );
}

function titleOf(found: Found | undefined): string {
  if (found?.problem !== undefined) return "Error: Search a domain name";
  return found?.answer ? titleOfAnswer(found.answer) : "Search a domain name";
}

function Introduction() {
  return (
    <div className="flow">
      <h1>Find your name</h1>
      <p className="lead">Type a name above. We say at once whether it is free, and what it costs each year.</p>
      <h2>Why do you think you need a domain name?</h2>
      <p className="lead">People remember a name, and trust an address that matches the sign above the door.</p>
      <p>
        <ButtonLink kind="alt" to="/blog/what-are-tlds-and-why-they-matter-for-your-brand">
          More About TLDs
        </ButtonLink>
      </p>
    </div>
  );
}
