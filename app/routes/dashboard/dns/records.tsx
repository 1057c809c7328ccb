import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useOutlet,
  useRouteError,
} from "@remix-run/react";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { toDisplayName } from "#app/model/dns/display-name.ts";
import { listedRecord, readFilter } from "#app/model/dns/listed-record.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DNS_TITLE } from "#app/ui/dns-title.ts";
import { FailurePage } from "#app/ui/failure-page.tsx";
import { reloadUnlessRefused } from "#app/ui/keep-typed.ts";
import { Notice } from "#app/ui/notice.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { ReadFailure } from "#app/ui/read-failure.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { SetUpDns } from "#app/ui/set-up-dns.tsx";
import { dnsPath, listOnce, requireDomain } from "./own-zone.ts";
import { setUpDns } from "./set-up-dns.ts";

export { keepTyped as clientAction } from "#app/ui/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `DNS for ${data?.domain ?? "your domain"}`,
    description: "Your DNS records.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireDomain(args);
  const page = { domain: domain.name, display: toDisplayName(domain.name), path: dnsPath(domain.name) };
  if (domain.zoneId === null) return data({ ...page, hasZone: false, list: null, failure: "" });
  const list = await listOnce(args.context, domain.zoneId);
  if (!list.ok) {
    const failure = `Failed to ${args.context.isRefused ? "refresh" : "fetch"} DNS records`;
    return data({ ...page, hasZone: true, list: null, failure }, { status: 503 });
  }
  const records = list.value.records.map((record) => listedRecord(record, domain.name));
  return data({ ...page, hasZone: true, list: { records, isComplete: list.value.isComplete }, failure: "" });
}

export function action(args: ActionFunctionArgs) {
  return setUpDns(args);
}

/** Another filter is another view of the same list; a form that met another list than it knew of wants the new one. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200 } = args;
  if (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) {
    return false;
  }
  return actionStatus === 409 || actionStatus === 502 || reloadUnlessRefused(args);
}

export default function RecordsPage() {
  const { domain, display, path, hasZone, list, failure } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const form = useOutlet();
  return (
    <div className="page section app flow">
      <nav aria-label="Where you are" className="crumbs">
        <Link to="/dashboard">Dashboard</Link> / <span aria-current={form ? undefined : "page"}>{display}</span>
      </nav>
      <div className="welcome">
        <h1 id={DNS_TITLE}>
          DNS for <span translate="no">{display}</span>
        </h1>
        {hasZone && !form && <ButtonLink to={`${path}/add`}>Add record</ButtonLink>}
      </div>
      {!hasZone && <SetUpDns domain={domain} />}
      {hasZone && (
        <div className={form ? "zone zone-with-form" : "zone"}>
          {form && <div className="zone-form">{form}</div>}
          {list ? (
            <RecordList {...list} path={path} filter={readFilter(search)} />
          ) : (
            <ReadFailure title={failure} retryHref={pathname + search} />
          )}
        </div>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404 && typeof error.data?.message === "string";
  if (!isUnknown) return <FailurePage error={error} />;
  return (
    <div className="page section">
      <Notice kind="neutral" titleAs="h1" title={error.data.message}>
        <p>It is not among your names, or its address was mistyped.</p>
        <p className="pt-2">
          <ButtonLink to="/dashboard">Dashboard</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
