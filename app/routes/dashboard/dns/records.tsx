import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useOutlet } from "@remix-run/react";
import { useMemo } from "react";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import {
  listedRecord,
  PAGE_SIZE,
  packRecords,
  pageOf,
  readFilter,
  unpackRecords,
} from "#app/model/dns/listed-record.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { hasDnsProvider, lookElsewhere, takeDnsCheck } from "#app/use-cases/dns/public-zone.server.ts";
import { listOnce } from "#app/use-cases/dns/zone-list.server.ts";
import { requireDomain, shownZone } from "./own-zone.ts";
import { setUpDns } from "./set-up-dns.ts";
import { willAnnounceChange } from "./tell-change.ts";
import { DnsElsewhere } from "./ui/dns-elsewhere.tsx";
import { RecordList } from "./ui/record-list.tsx";
import { reloadAfterTrouble } from "./ui/reload-after-trouble.ts";
import { SetUpDns } from "./ui/set-up-dns.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `DNS for ${data?.domain ?? "your domain"}`,
    description: "Your DNS records.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { account, domain } = await requireDomain(args);
  if (!hasDnsProvider) return seenElsewhere(account.id, shownZone(domain));
  const page = { ...shownZone(domain), elsewhere: undefined };
  if (domain.zoneId === null) return data({ ...page, hasZone: false, list: null, failure: "" });
  const list = await listOnce(args.context, domain.zoneId);
  if (!list.ok) {
    const isAfterWrite = args.context.isRefused || (await willAnnounceChange(args.request));
    const failure = `Failed to ${isAfterWrite ? "refresh" : "fetch"} DNS records`;
    return outage(args.context, { ...page, hasZone: true, list: null, failure });
  }
  const records = list.value.records.map((record) => listedRecord(record, domain.name));
  // A list of one page comes whole, and scripts narrow it as one types.
  const filter = readFilter(records.length > PAGE_SIZE ? new URL(args.request.url).search : "");
  const { records: shown, ...counts } = pageOf(records, filter);
  const { isComplete } = list.value;
  return data({ ...page, hasZone: true, list: { ...counts, packed: packRecords(shown), isComplete }, failure: "" });
}

/** What is read where nobody of ours runs DNS. */
async function seenElsewhere(userId: string, page: ReturnType<typeof shownZone>) {
  const none = { ...page, hasZone: false, list: null, failure: "" };
  const allowed = await takeDnsCheck(userId);
  if (allowed.ok) return data({ ...none, elsewhere: await lookElsewhere(page.domain) });
  const wait = { "Retry-After": String(allowed.retryAfterSeconds) };
  return data({ ...none, elsewhere: null }, { status: 429, headers: wait });
}

export function action(args: ActionFunctionArgs) {
  return setUpDns(args);
}

/** Another filter is another view of a list that is here whole, and another document of one that is not; a form that met another list than it knew of wants the new one. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod } = args;
  if (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) {
    return false;
  }
  return reloadAfterTrouble(args);
}

export default function RecordsPage() {
  const { hasZone, list, failure, elsewhere, ...zone } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const form = useOutlet();
  const packed = list?.packed;
  const records = useMemo(() => (packed === undefined ? [] : unpackRecords(packed)), [packed]);
  return (
    <ZonePage {...zone} hasZone={hasZone}>
      {elsewhere !== undefined && <DnsElsewhere {...zone} seen={elsewhere} />}
      {!hasZone && elsewhere === undefined && <SetUpDns domain={zone.domain} />}
      {form}
      {list && (
        <RecordList
          {...list}
          records={records}
          path={zone.path}
          zone={zone.display}
          filter={readFilter(search)}
          isPicking={new URLSearchParams(search).has("select")}
          isBesideForm={form !== null}
        />
      )}
      {hasZone && !list && <ReadFailure title={failure} retryHref={pathname + search} />}
    </ZonePage>
  );
}
