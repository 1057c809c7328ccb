import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasDnsProvider } from "#app/gateways/dns.server.ts";
import { listHistory } from "#app/gateways/dns-history.server.ts";
import { findLastOrder } from "#app/gateways/orders.server.ts";
import { publicDns } from "#app/gateways/public-dns.server.ts";
import { privatePage } from "#app/http/cache-headers.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { jobLines } from "#app/model/dns/job-line.ts";
import { liveView } from "#app/model/dns/live-view.ts";
import { mailForms } from "#app/model/dns/mail/mail-forms.ts";
import { nameState, websiteSets } from "#app/model/dns/name-state.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { ResolverReply } from "#app/model/dns/resolver-reply.ts";
import { websiteChoices } from "#app/model/dns/website/websites-in-use.ts";
import { clockOf } from "#app/model/nairobi-day.ts";
import { renewalPriceOf } from "#app/model/order-price.ts";
import { listedDomain } from "#app/model/owned-domain.ts";
import { renewalStanding } from "#app/model/renewals.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { noteMailTrouble } from "#app/use-cases/dns/mail-trouble.server.ts";
import { noteNameServers } from "#app/use-cases/dns/name-servers.server.ts";
import { lookUpPublicZone, takeDnsCheck } from "#app/use-cases/dns/public-zone.server.ts";
import { completeRecords, type OwnZone, readRecords } from "#app/use-cases/dns/zone-records.server.ts";
import { ownZone, requireDomain, shownZone } from "./dns/own-zone.ts";
import { DomainOverview } from "./ui/domain-overview.tsx";

export { ZoneFailure as ErrorBoundary } from "./ui/zone-failure.tsx";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = privatePage;

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
