import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useOutlet, useParams } from "@remix-run/react";
import { listDomains } from "#app/gateways/domains.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { nameOf } from "#app/model/account.ts";
import type { ListedDomain } from "#app/model/listed-domain.ts";
import { renewalPriceOf } from "#app/model/order-price.ts";
import { listedDomain } from "#app/model/owned-domain.ts";
import { portfolioOf, yearAhead } from "#app/model/portfolio.ts";
import { suggestOwnNames } from "#app/model/suggestions.ts";
import { SearchForm } from "#app/ui/forms/search-form.tsx";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Empty } from "#app/ui/messages/empty.tsx";
import { OverPage } from "#app/ui/messages/over-page.tsx";
import { ReadFailure } from "#app/ui/messages/read-failure.tsx";
import { DNS_TITLE } from "./ui/dns-title.ts";
import { DomainList } from "./ui/domain-list.tsx";
import { type ExpiredName, ExpiredNotice } from "./ui/expired-notice.tsx";
import { NameIdeas } from "./ui/name-ideas.tsx";
import { PortfolioCards } from "./ui/portfolio-cards.tsx";
import { PortfolioStats } from "./ui/portfolio-stats.tsx";
import { YearAhead } from "./ui/year-ahead.tsx";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Dashboard", description: "Your domains.", isHidden: true });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  // A page below was asked for by its address: it is a page of its own, and nothing lies beneath it.
  if (params.domain !== undefined) return null;
  const found = await listDomains(supabase, account.id);
  const owned = found.ok ? found.value : [];
  const now = new Date();
  const domains = owned.map((domain) => listedDomain(domain, now));
  const names = owned.map(({ name }) => name);
  const page = { name: nameOf(account), ideas: suggestOwnNames(account, names) };
  if (!found.ok) return data({ ...page, failure: found.message, own: null }, { status: 503 });
  const own = {
    domains,
    portfolio: portfolioOf(owned, now),
    year: yearAhead(domains, now),
    expired: domains.flatMap(expiredName),
  };
  return data({ ...page, failure: "", own });
}

/** Another filter is another view of the same list; under a page that lies over it, it stays as it is. */
export function shouldRevalidate({ currentUrl, nextUrl, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  if (nextParams.domain !== undefined) return false;
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

export default function DashboardPage() {
  const page = useLoaderData<typeof loader>();
  const below = useOutlet();
  if (page === null) return below;
  return (
    <>
      <Overview {...page} />
      {below && (
        <OverPage labelledBy={DNS_TITLE} closeTo="/dashboard">
          {below}
        </OverPage>
      )}
    </>
  );
}

type OverviewProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

function Overview({ name, ideas, failure, own }: OverviewProps) {
  const { search } = useLocation();
  // While a name's DNS lies over it, the address has the filter of that.
  const isOnTop = useParams().domain === undefined;
  const filter = (isOnTop && new URLSearchParams(search).get("q")) || "";
  return (
    <>
      <div className="page app overview">
        <div className="welcome">
          <div>
            <h1>Habari, {name}</h1>
            {own && <p className="aside">{needsOf(own.portfolio)}</p>}
          </div>
          <ButtonLink to="/domains">Add Domain</ButtonLink>
        </div>
        {own && own.expired.length > 0 && <ExpiredNotice names={own.expired} />}
        {own && <PortfolioCards {...own.portfolio} />}
        {own && own.domains.length > 0 && <YearAhead {...own.year} domains={own.domains} />}
        <section className="flow" aria-labelledby="your-domains">
          {!own?.domains.length && <h2 id="your-domains">Your Domains</h2>}
          {own === null && <ReadFailure title={failure} retryHref="/dashboard" />}
          {own?.domains.length === 0 && (
            <Empty title="You don't have any domains yet">
              <p>Start with the name on your sign.</p>
              <ButtonLink to="/domains">Add Domain</ButtonLink>
            </Empty>
          )}
          {own && own.domains.length > 0 && <DomainList domains={own.domains} filter={filter} />}
        </section>
        <div className="columns">
          <NameIdeas names={ideas} />
          <PortfolioStats portfolio={own?.portfolio} />
        </div>
      </div>
      <section className="closing cloth spots" aria-label="Domain Search">
        <div className="page py-6">
          <SearchForm variant="hero" isPending={useIsSearching()} />
        </div>
      </section>
    </>
  );
}

function expiredName({ name, expiry }: ListedDomain): ExpiredName[] {
  return expiry.state === "expired" ? [{ name, daysLeft: expiry.daysLeft, ksh: renewalPriceOf(name)?.ksh }] : [];
}

const NUMBERS = ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** How many names the customer has to do something about, as one sentence. */
function needsOf({ all, needing }: { all: number; needing: number }): string {
  if (all === 0) return "Karibu. Your names will stand here.";
  if (needing === 0) return all === 1 ? "Your name is in order." : "All your names are in order.";
  const count = NUMBERS[needing] ?? String(needing);
  return needing === 1 ? `${count} of your names needs you.` : `${count} of your names need you.`;
}
