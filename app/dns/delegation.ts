import { canonicalName } from "#app/domains/ascii-name.ts";
import { type Resolution, type ResolverReply, recordsFor, refreshTime } from "#app/domains/resolver-reply.ts";
import { type Status, untilText } from "./live.ts";
import { resolvedText } from "./resolution.ts";

/** The domain of all name servers of the DNS provider. Cloudflare, "Nameserver assignments". */
const PROVIDER = ".ns.cloudflare.com";

/**
 * Which name servers a domain is delegated to. "ours": only ours. "partly": ours and others. "others": only others.
 * "unregistered": the domain does not exist. "nameless": it has no name servers. "silent": its name servers do not
 * respond. "unknown": the resolver could not be asked.
 */
export type NameServerState = "ours" | "partly" | "others" | "unregistered" | "nameless" | "silent" | "unknown";

/**
 * The delegation as all resolvers see it. "moving": one resolver sees our name servers and another does not. `others`:
 * the name servers that are not ours. `until`: when every resolver has refreshed, in milliseconds since 1970.
 */
export type Delegation = {
  kind: NameServerState | "moving";
  others: string[];
  until: number | null;
  byResolver: NameServerState[];
};

/** When resolvers differ, the first of these states is reported. */
const URGENCY: readonly NameServerState[] = ["partly", "others", "silent", "nameless", "unregistered", "ours"];

/**
 * Returns the delegation of a domain. Takes the resolvers' replies to its NS question and our name servers (lower case,
 * no final dot). If `ours` is empty, every name server of the DNS provider counts as ours. Source: docs/product/dns.md, "Is it
 * live".
 */
export function delegationOf(domain: string, replies: readonly ResolverReply[], ours: readonly string[]): Delegation {
  const isOurs = (server: string) => (ours.length > 0 ? ours.includes(server) : server.endsWith(PROVIDER));
  const found = replies.map(({ resolution }) => {
    const lines = resolution
      ? recordsFor({ name: domain, type: "NS" }, resolution).filter(({ type }) => type === "NS")
      : [];
    const others = lines.filter(({ data }) => !isOurs(canonicalName(data)));
    const servers = stateOf(resolution, lines.length, others.length);
    return { servers, others, until: resolution && servers !== "ours" ? refreshTime(lines, resolution) : null };
  });
  const byResolver = found.map(({ servers }) => servers);
  const ends = found.flatMap(({ until }) => until ?? []);
  return {
    kind: combinedState(byResolver),
    others: [...new Set(found.flatMap(({ others }) => others.map(resolvedText)))].sort(),
    until: ends.length > 0 ? Math.max(...ends) : null,
    byResolver,
  };
}

function stateOf(resolution: Resolution | undefined, all: number, others: number): NameServerState {
  if (!resolution) return "unknown";
  if (resolution.outcome === "failed") return "silent";
  if (all === 0) return resolution.outcome === "no-name" ? "unregistered" : "nameless";
  if (others === 0) return "ours";
  return others === all ? "others" : "partly";
}

function combinedState(byResolver: readonly NameServerState[]): Delegation["kind"] {
  const known = byResolver.filter((servers) => servers !== "unknown");
  if (known.includes("ours") && known.some((servers) => servers !== "ours")) return "moving";
  return URGENCY.find((servers) => byResolver.includes(servers)) ?? "unknown";
}

/**
 * What the page says about a domain's name servers. `change` is set if name servers must be entered at the registrar: `enter`
 * lists them, `wait` says how long the change takes.
 */
export type NameServerReport = {
  status: Status;
  title: string;
  text: string;
  /** Name servers that are not ours. */
  others: string[];
  change: { enter: string[]; wait: string } | null;
};

type KnownState = Exclude<Delegation["kind"], "unknown">;

const MESSAGES: Record<KnownState, { status: Status; title: (domain: string) => string; text: string }> = {
  ours: { status: "ok", title: () => "This name uses our name servers.", text: "" },
  moving: {
    status: "warn",
    title: () => "The name servers are changing",
    text: "Some phones use ours, others not yet. If you have just changed them, wait and check again.",
  },
  partly: {
    status: "warn",
    title: (domain) => `Only some name servers of ${domain} are ours`,
    text: "Some visitors see your records, others do not. Remove all name servers that are not ours.",
  },
  others: {
    status: "warn",
    title: (domain) => `${domain} uses another company’s name servers`,
    text: "Your records here are not used until this name uses our name servers.",
  },
  unregistered: {
    status: "bad",
    title: (domain) => `Nobody can find ${domain}`,
    text: "It is not registered, has expired, or is very new. Its website and mail cannot be found.",
  },
  nameless: {
    status: "bad",
    title: (domain) => `${domain} has no name servers`,
    text: "It is registered, but without name servers. Its website and mail cannot be found.",
  },
  silent: {
    status: "bad",
    title: (domain) => `The name servers of ${domain} do not answer`,
    text: "They may be mistyped where you bought the name. Or DNSSEC is still switched on there.",
  },
};

/**
 * Returns what to say about a delegation; null when it is unknown. `ours` is empty when we do not know our name
 * servers. Source: docs/product/dns.md, "Is it live".
 */
export function nameServerReport(
  domain: string,
  { kind, others, until }: Delegation,
  ours: readonly string[],
  now: Date,
): NameServerReport | null {
  if (kind === "unknown") return null;
  const { title, ...message } = MESSAGES[kind];
  const isWaiting = until !== null && others.length > 0;
  const wait = isWaiting
    ? `If you changed them already, some phones use the old ones until ${untilText(until, now)}.`
    : "";
  const change = kind === "ours" || kind === "unregistered" ? null : { enter: [...ours], wait };
  return { ...message, title: title(domain), others, change };
}
