import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type LiveView, liveView } from "#app/dns/live-view.ts";
import { noteNameServers, takeDnsCheck } from "#app/dns/name-servers.server.ts";
import { readRecords } from "#app/dns/read-zone.server.ts";
import { isWithin } from "#app/dns/record-name.ts";
import { type RecordSet, recordSets } from "#app/dns/record-sets.ts";
import { canonicalName } from "#app/domains/ascii-name.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { clockOf } from "#app/platform/text/nairobi-day.ts";
import { Reference } from "#app/ui/feedback/reference.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { LiveCheck } from "./ui/live-check.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Is ${data?.domain ?? "your DNS"} live?`,
    description: "What everybody sees of your DNS records.",
    isHidden: true,
  });

/** A page checks a few names of a zone, to spare the public resolvers. */
const SETS_PER_PAGE = 10;

type Check = { view: LiveView; isListed: boolean; checkedAt: string; page: number; pages: number };

/** Looks up the domain and some of its records in public DNS. Source: docs/product/dns.md, "Is it live". */
export async function loader(args: LoaderFunctionArgs) {
  const { account, domain } = await requireZone(args);
  const { name, zoneId } = domain;
  const { searchParams } = new URL(args.request.url);
  const only = ["record", "name"].find((key) => searchParams.has(key)) ?? null;
  const wanted = searchParams.get(only ?? "") ?? "";
  const about = { ...shownZone(domain), only: only === null ? null : { [only]: wanted } };
  const allowed = await takeDnsCheck(account.id);
  if (!allowed.ok) {
    const wait = { "Retry-After": String(allowed.retryAfterSeconds) };
    return data({ ...about, isTooOften: true, check: null }, { status: 429, headers: wait });
  }
  const [list, servers] = await Promise.all([
    readRecords(args.context, zoneId),
    publicDns.lookUp({ name, type: "NS" }),
  ]);
  noteNameServers(domain, servers);
  const all = list.ok ? recordSets(list.value.records, name) : [];
  const { shown, ...place } = only === null ? onePage(all, searchParams.get("page")) : onlyThese(all, only, wanted);
  const sets = await Promise.all(shown.map(async (set) => ({ set, replies: await publicDns.lookUp(set.question) })));
  const now = nowDate();
  const view = liveView({ domain: name, ours: publicDns.nameServers, servers, sets }, now);
  const check: Check = { view, isListed: list.ok, checkedAt: clockOf(now), ...place };
  const found = { ...about, isTooOften: false, check };
  return list.ok ? data(found) : outagePage(args.context, found);
}

export default function LivePage() {
  const { only, isTooOften, check, ...zone } = useLoaderData<typeof loader>();
  return (
    <ZonePage {...zone}>
      <LiveCheck {...{ zone: zone.domain, display: zone.display, path: zone.path, only, isTooOften, check }} />
      <Reference />
    </ZonePage>
  );
}

/** The record sets of the page `wanted`, or of the last page if that number is too high. */
function onePage(all: readonly RecordSet[], wanted: string | null) {
  const pages = Math.max(1, Math.ceil(all.length / SETS_PER_PAGE));
  const page = /^[1-9]\d{0,4}$/.test(wanted ?? "") ? Math.min(Number(wanted), pages) : 1;
  return { shown: all.slice((page - 1) * SETS_PER_PAGE, page * SETS_PER_PAGE), page, pages };
}

/**
 * The record set that contains the record with the id `wanted` or, if `only` is "name", the first sets of the name `wanted` and
 * of names below it.
 */
function onlyThese(all: readonly RecordSet[], only: string, wanted: string) {
  const isWanted = ({ name, records }: RecordSet) =>
    only === "name" ? isWithin(name, canonicalName(wanted)) : records.some(({ id }) => id === wanted);
  return { shown: all.filter(isWanted).slice(0, SETS_PER_PAGE), page: 1, pages: 1 };
}
