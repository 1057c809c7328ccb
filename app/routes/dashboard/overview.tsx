import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useOutlet, useParams } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { actionItemsOf } from "#app/dashboard/action-items.ts";
import { actionItemsWords } from "#app/dashboard/action-items-words.ts";
import { namesPage } from "#app/dashboard/names-page.ts";
import { expiriesByMonth, type Portfolio, portfolioOf } from "#app/dashboard/portfolio.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { mailTroubleOf } from "#app/dns/mail-trouble.server.ts";
import { isElsewhere, learnNameServers } from "#app/dns/name-servers.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { NameRow } from "#app/domains/name-row.tsx";
import { listedDomain } from "#app/domains/owned-domain.ts";
import { type Suggestion, suggestOwnNames } from "#app/domains/suggestions.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { nameOf } from "#app/platform/http/account.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { OverPage } from "#app/ui/feedback/over-page.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { SearchForm } from "#app/ui/forms/search-form.tsx";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { ActionItems, shownItems } from "./ui/action-items.tsx";
import { DNS_TITLE } from "./ui/domain-header.tsx";
import { DomainList } from "./ui/domain-list.tsx";
import { orderPath } from "./ui/domain-path.ts";
import { PortfolioCards } from "./ui/portfolio-cards.tsx";
import { YearAhead } from "./ui/year-ahead.tsx";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Dashboard", description: "Your domains.", isHidden: true });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  // A DNS page opened by its URL is a page of its own, without the dashboard beneath.
  if (params.domain !== undefined) return null;
  const now = nowDate();
  const [found, orders] = await Promise.all([
    listDomains(supabase, account.id),
    listCurrentOrders(supabase, account.id, now),
  ]);
  const owned = found.ok ? found.value : [];
  if (hasDnsProvider) learnNameServers(owned);
  const names = owned.map(({ name }) => name);
  const page = { name: nameOf(account), ideas: suggestOwnNames(account, names) };
  if (!found.ok) return outagePage(context, { ...page, failure: found.message, own: null });
  // If the orders cannot be read, a renewal that was ordered may be suggested again; ordering it then says so.
  const items = actionItemsOf(owned, orders.ok ? orders.value : [], now, {
    mailTroubleOf,
    isElsewhere,
    hasDns: hasDnsProvider,
  });
  const own = {
    list: namesPage(owned, new URL(request.url).searchParams, now),
    portfolio: portfolioOf(owned, now),
    year: expiriesByMonth(
      owned.map((domain) => listedDomain(domain, now)),
      now,
    ),
    items: shownItems(items),
  };
  return data({ ...page, failure: "", own });
}

/**
 * A page over the dashboard needs no reload, and neither does a filter: forms and links of a list in pages load the document.
 */
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
  const { search: query } = useLocation();
  // While the DNS page is open over the dashboard, the query belongs to that page.
  const isOnTop = useParams().domain === undefined;
  const filter = (isOnTop && new URLSearchParams(query).get("q")) || "";
  const hasNames = own !== null && own.list.all > 0;
  const search = (
    <section className="cloth spots border-t-3 border-ink" aria-labelledby="domain-search">
      <div className="page py-6 flow">
        <h2 id="domain-search">Domain Search</h2>
        <SearchForm variant="hero" isPending={useIsSearching()} />
      </div>
    </section>
  );
  return (
    <>
      {own?.list.all === 0 && search}
      <div className="page sheet app grid grid-cols-1 content-start gap-stack">
        <div className="hello flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h1 className="w-full wrap-anywhere">Habari, {name}</h1>
          {own && <p className="flex-1">{actionItemsWords(own.items.toDoCount, own.list.all)}</p>}
          <ButtonLink kind="alt" to="/domains" className="min-h-touch px-3">
            Add Domain
          </ButtonLink>
        </div>
        {own && <ActionItems {...own.items} />}
        <section className={hasNames ? undefined : "flow"} aria-labelledby="your-domains">
          {!hasNames && <h2 id="your-domains">Your Domains</h2>}
          {own === null && <ReadFailure title={failure} retryHref="/dashboard" />}
          {own?.list.all === 0 && <NoNames />}
          {hasNames && <DomainList list={own.list} filter={filter} />}
        </section>
        {own && <PortfolioCards {...own.portfolio} />}
        {hasNames && <YearAhead months={own.year} portfolio={own.portfolio} />}
        <div className="columns">
          <NameIdeas names={ideas} />
          <PortfolioStats portfolio={own?.portfolio} />
        </div>
      </div>
      {own?.list.all !== 0 && search}
    </>
  );
}

function NoNames() {
  return (
    <Empty title="You don't have any domains yet">
      <p>Find a new name, or bring one that you have elsewhere.</p>
      <p className="actions">
        <ButtonLink to="/domains">Add Domain</ButtonLink>
        <ButtonLink kind="alt" to={orderPath("transfer")}>
          Bring a name here
        </ButtonLink>
      </p>
    </Empty>
  );
}

/** Suggested names, each with a link that checks it. */
function NameIdeas({ names }: { names: readonly Suggestion[] }) {
  return (
    <section className="flow" aria-labelledby="ideas">
      <h2 id="ideas">Suggestions</h2>
      {names.length === 0 ? (
        <p>No suggestions yet.</p>
      ) : (
        <ul className="rows border-t-3 border-t-ink">
          {names.map(({ name, listed }) => (
            <NameRow key={name} name={name} note="Made from your name" listed={listed} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Statistics of a customer's domains. */
function PortfolioStats({ portfolio }: { portfolio: Portfolio | undefined }) {
  return (
    <section className="flow" aria-labelledby="statistics">
      <h2 id="statistics">Domain statistics</h2>
      {portfolio === undefined || portfolio.all === 0 ? (
        <p>No stats available</p>
      ) : (
        <dl className="ruled">
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">Endings</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {portfolio.endings.map(({ ending, count }) => `${count}\u00a0×\u00a0${ending}`).join(", ")}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">DNS set up</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {portfolio.withDns} of {portfolio.all}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">All for a year</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {formatKsh(portfolio.yearly.ksh)}{" "}
              <span className="quiet font-normal">≈ US${formatUsd(portfolio.yearly.usdCents)}</span>
              {portfolio.unpriced > 0 && (
                <span className="quiet font-normal">, not counting {portfolio.unpriced} not in our list</span>
              )}
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
