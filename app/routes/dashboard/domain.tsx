import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readServiceRows } from "#app/dashboard/service-rows.server.ts";
import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { listHistory } from "#app/dns/history.table.server.ts";
import { jobLines } from "#app/dns/job-line.ts";
import { mailForms } from "#app/dns/mail/mail-forms.ts";
import { noteMailTrouble } from "#app/dns/mail-trouble.server.ts";
import { lookUpLive, noteCheck } from "#app/dns/name-checks.server.ts";
import { lookUpPublicZone, takeDnsCheck } from "#app/dns/name-servers.server.ts";
import { nameState } from "#app/dns/name-state.ts";
import { completeRecords, type OwnZone, readRecords } from "#app/dns/read-zone.server.ts";
import { websiteChoices } from "#app/dns/website/websites-in-use.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import { isOnHold, isWithUs, type ListedDomain, listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import { findLastOrder } from "#app/orders/last-order.table.server.ts";
import { endedWords, renewalPriceOf } from "#app/orders/order-price.ts";
import { movingSteps } from "#app/orders/order-steps.ts";
import { type RenewalStanding, renewalStanding } from "#app/orders/renewals.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { clockOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { ownZone, requireDomain, shownZone } from "./dns/own-zone.ts";
import { shownServices } from "./shown-items.ts";
import { DomainOverview } from "./ui/domain-overview.tsx";
import { orderPath, renewalLink } from "./ui/domain-path.ts";
import type { Provider } from "./ui/providers.tsx";

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
const PLACES_SHOWN = 5;

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireDomain(args);
  const now = nowDate();
  const { name } = owner.domain;
  const [last, services] = await Promise.all([
    findLastOrder(owner.supabase, { userId: owner.account.id, kind: "renew", domain: name }),
    readServiceRows(owner.supabase, owner.account.id, now),
  ]);
  const renewal = renewalStanding(owner.domain, last.ok ? last.value : [], now);
  const listed = listedDomain(owner.domain, now);
  const hasEnded = listed.expiry.state === "expired" && !owner.domain.moving;
  const page = {
    ...shownZone(owner.domain),
    listed,
    alert: alertOf(owner.domain, listed, renewal, now),
    hasEnded,
    renewal,
    link: renewal.state === "offered" ? undefined : renewalLink(renewal, name),
    price: renewalPriceOf(owner.domain),
    moving: owner.domain.moving && { steps: movingSteps(owner.domain.moving), isRefused: !isWithUs(owner.domain) },
    nameServers: [...publicDns.nameServers],
    services: services.ok
      ? shownServices(
          services.value.filter(({ domain }) => domain === name),
          false,
        )
      : [],
  };
  if (!hasDnsProvider) {
    const isAllowed = (await takeDnsCheck(owner.account.id)).ok;
    return data({ ...page, zone: null, elsewhere: isAllowed ? await lookUpPublicZone(name) : null });
  }
  const own = ownZone(owner);
  const zone = own ? await readZone(own, args, now) : null;
  return data({ ...page, zone: zone && hasEnded ? partsInUse(zone) : zone });
}

/** What comes before everything else: that a name is suspended or on hold, or has ended, and until when it can be renewed. */
function alertOf(domain: OwnedDomain, listed: ListedDomain, renewal: RenewalStanding, now: Date) {
  const { name, expiryDate } = domain;
  if (isOnHold(listed)) {
    return {
      title: `This name is ${listed.status}`,
      lines: ["Its website and mail may be off. Ask us why, and what to do."],
      button: { to: `/contact?${new URLSearchParams({ domain: name })}`, label: "Get help" },
    };
  }
  const isOffered = renewal.state === "offered";
  if (listed.expiry.state !== "expired" || !(isOffered || renewal.state === "ordered")) return null;
  const price = renewalPriceOf(domain);
  return {
    title: `This name ended ${relativeDay(listed.expiry.daysLeft)}`,
    lines: endedWords(name, dayNumber(new Date(expiryDate)), dayNumber(now)),
    price:
      price && isOffered
        ? { ksh: formatKsh(price.ksh), words: `for one more year, ≈ US$${formatUsd(price.usdCents)}` }
        : undefined,
    button: isOffered ? { to: orderPath("renew", name), label: "Renew it now" } : undefined,
  };
}

/** Reads the zone of a domain for its overview. Parts that cannot be read are left out. */
async function readZone(own: OwnZone, { context }: LoaderFunctionArgs, now: Date) {
  const { name } = own.domain;
  const servers = (await takeDnsCheck(own.account.id)).ok ? publicDns.lookUp({ name, type: "NS" }) : undefined;
  const [list, history] = await Promise.all([readRecords(context, own.domain.zoneId), listHistory(own.supabase, own)]);
  const records = completeRecords(list);
  if (records) noteMailTrouble(own.domain, records);
  const lineOf = jobLines(records);
  const view = records && servers && (await lookUpLive(own.domain, records, await servers));
  if (records && view) noteCheck(own.domain, records, view);
  const past = history.ok ? history.value.past.slice(0, CHANGES_SHOWN) : [];
  return {
    parts: records ? nameState(records, name, view) : null,
    checkedAt: clockOf(now).slice(0, 5),
    websites: records ? shortened(websiteChoices(records, name)) : [],
    mail: records ? mailboxChoices(records, name) : [],
    records: records?.length,
    changes: past.map(({ job, progress, changes }) => lineOf(job, progress, changes)),
  };
}

/** The first places of a website; the last one leads to all. A place in use is named. */
function shortened(choices: readonly Provider[]): readonly Provider[] {
  if (choices.some(({ isInUse }) => isInUse)) return choices;
  return [...choices.slice(0, PLACES_SHOWN), { provider: "", name: "Another place", isInUse: false }];
}

function mailboxChoices(records: Parameters<typeof mailForms>[0], name: string) {
  const mailboxes = mailForms(records, name).filter(({ isSender }) => !isSender);
  return mailboxes.map(({ provider, name, isInUse }) => ({ provider, name, isInUse }));
}

/** A name that has ended shows what it has. What it has not is no longer offered, and its name servers alone do nothing. */
function partsInUse<Zone extends Awaited<ReturnType<typeof readZone>>>({ parts, websites, mail, ...zone }: Zone) {
  const hasAny = (choices: readonly { isInUse: boolean }[]) => choices.some(({ isInUse }) => isInUse);
  const used = parts?.filter(({ status, page }) => status !== "neutral" || page === "live") ?? null;
  return {
    ...zone,
    parts: used && (used.length > 1 ? used : []),
    websites: hasAny(websites) ? websites : [],
    mail: hasAny(mail) ? mail : [],
  };
}

export default function DomainPage() {
  return <DomainOverview {...useLoaderData<typeof loader>()} />;
}
