import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { listHistory } from "#app/dns/history.table.server.ts";
import { jobLines } from "#app/dns/job-line.ts";
import { liveView } from "#app/dns/live-view.ts";
import { mailForms } from "#app/dns/mail/mail-forms.ts";
import { noteMailTrouble } from "#app/dns/mail-trouble.server.ts";
import { lookUpPublicZone, noteNameServers, takeDnsCheck } from "#app/dns/name-servers.server.ts";
import { nameState, websiteSets } from "#app/dns/name-state.ts";
import { completeRecords, type OwnZone, readRecords } from "#app/dns/read-zone.server.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { websiteChoices } from "#app/dns/website/websites-in-use.ts";
import { listedDomain } from "#app/domains/owned-domain.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import type { ResolverReply } from "#app/domains/resolver-reply.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import { findLastOrder } from "#app/orders/orders.table.server.ts";
import { renewalStanding } from "#app/orders/renewals.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { clockOf } from "#app/platform/text/nairobi-day.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ownZone, requireDomain, shownZone } from "./dns/own-zone.ts";
import { DomainOverview } from "./ui/domain-overview.tsx";

export { ZoneFailure as ErrorBoundary } from "./ui/zone-failure.tsx";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.display ?? "Your domain",
    description: "Whether your domain works, and what you can do with it.",
    isHidden: true,
  });

const CHANGES_SHOWN = 3;

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireDomain(args);
  const now = nowDate();
  const { name } = owner.domain;
  const last = await findLastOrder(owner.supabase, { userId: owner.account.id, kind: "renew", domain: name });
  const page = {
    ...shownZone(owner.domain),
    listed: listedDomain(owner.domain, now),
    renewal: renewalStanding(owner.domain, last.ok ? last.value : [], now),
    price: renewalPriceOf(name),
    nameServers: [...publicDns.nameServers],
  };
  if (!hasDnsProvider) {
    const isAllowed = (await takeDnsCheck(owner.account.id)).ok;
    return data({ ...page, zone: null, elsewhere: isAllowed ? await lookUpPublicZone(name) : null });
  }
  const own = ownZone(owner);
  return data({ ...page, zone: own ? await readZone(own, args, now) : null });
}

/** Reads the zone of a domain for its overview. Parts that cannot be read are left out. */
async function readZone(own: OwnZone, { context }: LoaderFunctionArgs, now: Date) {
  const { name } = own.domain;
  const servers = (await takeDnsCheck(own.account.id)).ok ? publicDns.lookUp({ name, type: "NS" }) : undefined;
  const [list, history] = await Promise.all([readRecords(context, own.domain.zoneId), listHistory(own.supabase, own)]);
  const records = completeRecords(list);
  if (records) noteMailTrouble(own.domain, records);
  const lineOf = jobLines(records);
  const past = history.ok ? history.value.past.slice(0, CHANGES_SHOWN) : [];
  return {
    parts: records ? nameState(records, name, await lookUpLive(own.domain, records, servers, now)) : null,
    checkedAt: clockOf(now).slice(0, 5),
    websites: records ? websiteChoices(records, name) : [],
    mail: records ? mailForms(records, name).map(({ provider, name, isInUse }) => ({ provider, name, isInUse })) : [],
    records: records?.length,
    changes: past.map(({ job, progress, changes }) => lineOf(job, progress, changes)),
  };
}

/** Looks the website and the name servers up in public DNS. `nameServers`: their lookup, started before. */
async function lookUpLive(
  domain: OwnZone["domain"],
  records: readonly DnsRecord[],
  nameServers: Promise<ResolverReply[]> | undefined,
  now: Date,
) {
  if (!nameServers) return undefined;
  const { name } = domain;
  const [servers, ...sets] = await Promise.all([
    nameServers,
    ...websiteSets(records, name).map(async (set) => ({ set, replies: await publicDns.lookUp(set.question) })),
  ]);
  noteNameServers(domain, servers);
  return liveView({ domain: name, ours: publicDns.nameServers, servers, sets }, now);
}

export default function DomainPage() {
  return <DomainOverview {...useLoaderData<typeof loader>()} />;
}
