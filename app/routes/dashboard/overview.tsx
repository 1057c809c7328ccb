import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useOutlet, useParams } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { actionItemsWords } from "#app/dashboard/action-items-words.ts";
import { checkCounts, nameRows } from "#app/dashboard/name-rows.ts";
import { namesPage, readSort } from "#app/dashboard/names-page.ts";
import { readOwnNames } from "#app/dashboard/own-names.server.ts";
import { portfolioOf, renewalsOf, yearAhead, yearWords } from "#app/dashboard/portfolio.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { startChecks } from "#app/dns/name-checks.server.ts";
import { NameRow } from "#app/domains/name-row.tsx";
import { type Suggestion, suggestOwnNames } from "#app/domains/suggestions.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import { dueNames } from "#app/orders/renewals.ts";
import { nowDate } from "#app/platform/clock.ts";
import { nameOf } from "#app/platform/http/account.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh, LOWEST_KSH } from "#app/platform/money.ts";
import { OverPage } from "#app/ui/feedback/over-page.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { SearchForm } from "#app/ui/forms/search-form.tsx";
import { useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { shownItems } from "./shown-items.ts";
import { ActionItems } from "./ui/action-items.tsx";
import { CheckStatus } from "./ui/check-status.tsx";
import { DNS_TITLE } from "./ui/domain-header.tsx";
import { DomainList, NAMES_FORM } from "./ui/domain-list.tsx";
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
  const found = await readOwnNames(supabase, account.id, now);
  const names = found.ok ? found.value.owned.map(({ name }) => name) : [];
  const page = { name: nameOf(account), ideas: suggestOwnNames(account, names), isPaidHere: isPaidHere() };
  if (!found.ok) return outagePage(context, { ...page, failure: found.message, own: null });
  const { owned, orders, services, known, hasPadlock, items } = found.value;
  const list = namesPage(owned, new URL(request.url).searchParams);
  if (hasDnsProvider) startChecks(list.names);
  const due = dueNames(owned, orders, now);
  // What is ordered and paid is nothing that the year still costs.
  const renewed = new Set(due.flatMap((one) => (one.state === "ordered" && !one.unpaid ? one.name : [])));
  const unpaid = owned.filter(({ name }) => !renewed.has(name));
  const year = yearAhead(renewalsOf(unpaid, services, orders, now), now);
  const rows = (some: typeof owned) => nameRows(some, orders, known, now);
  const checks = checkCounts(owned, known);
  const own = {
    list: { ...list, names: rows(list.names), picked: rows(list.picked) },
    portfolio: portfolioOf(owned, { due, hasPadlock }, now),
    year: { ...year, label: yearWords(year.months) },
    words: actionItemsWords(items.toDo.length, owned.length, checks),
    isChecking: checks.checking > 0,
    items: shownItems(items, due),
  };
  return data({ ...page, failure: "", own });
}

/** Whether renewals are paid by M-PESA at once. */
const isPaidHere = () => isPayable({ kind: "renew", priceKsh: LOWEST_KSH });

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

function Overview({ name, ideas, isPaidHere, failure, own }: OverviewProps) {
  const { search: query } = useLocation();
  // While the DNS page is open over the dashboard, the query belongs to that page.
  const isOnTop = useParams().domain === undefined;
  const params = new URLSearchParams(isOnTop ? query : "");
  const hasNames = own !== null && own.list.all > 0;
  const isNew = own !== null && !hasNames && own.items.toDoCount + own.items.underWayCount === 0;
  return (
    <div className="page sheet app grid grid-cols-1 content-start gap-stack">
      <div className="hello">
        <h1 className="wrap-anywhere">
          {isNew ? "Karibu" : "Habari"}, {name}
        </h1>
        {!isNew && (
          <ButtonLink kind="alt" to="/domains">
            Add Domain
          </ButtonLink>
        )}
        {hasNames && <CheckStatus {...own} isOnTop={isOnTop} />}
      </div>
      {isNew && <NoNames isPaidHere={isPaidHere} />}
      {own && <ActionItems {...own.items} />}
      {own === null && (
        <section className="flow" aria-labelledby="your-domains">
          <h2 id="your-domains">Your Domains</h2>
          <ReadFailure title={failure} retryHref="/dashboard" />
        </section>
      )}
      {hasNames && (
        <>
          <section aria-labelledby="your-domains">
            <DomainList
              list={own.list}
              filter={params.get("q") ?? ""}
              sort={readSort(params)}
              isPaidHere={isPaidHere}
            />
            {own.isChecking && (
              <noscript>
                {/* It sends the form of the names, which keeps their filter and ticks. */}
                <Button kind="alt" form={NAMES_FORM} className="mt-2">
                  See what we found
                </Button>
              </noscript>
            )}
          </section>
          <YearAhead {...own.year} />
        </>
      )}
      {isNew && <NameIdeas names={ideas} />}
      {own && <PortfolioCards {...own.portfolio} />}
      {!isNew && (
        <div className="columns">
          <section aria-labelledby="domain-search">
            <div className="cloth spots flow border-2 border-ink p-4">
              <DomainSearch />
            </div>
          </section>
          <NameIdeas names={ideas.slice(0, 2)} />
        </div>
      )}
    </div>
  );
}

function DomainSearch() {
  return (
    <>
      <h2 id="domain-search">Domain Search</h2>
      <SearchForm variant="hero" isPending={useIsSearching()} />
    </>
  );
}

/** The dashboard of a customer without domains begins with one field. */
function NoNames({ isPaidHere }: { isPaidHere: boolean }) {
  return (
    <section aria-labelledby="domain-search">
      <div className="first-name cloth spots flow">
        <p className="text-xl font-black">You don't have any domains yet</p>
        <p>
          From <b className="whitespace-nowrap">{formatKsh(LOWEST_KSH)}</b> a year.
          {isPaidHere && " Pay by M-PESA on your phone."}
        </p>
        <DomainSearch />
      </div>
      <p className="mt-4">
        Do you have a name elsewhere?{" "}
        <Link className="link" to={orderPath("transfer")}>
          Transfer it to us
        </Link>
      </p>
    </section>
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
            <NameRow key={name} name={name} listed={listed} />
          ))}
        </ul>
      )}
    </section>
  );
}
