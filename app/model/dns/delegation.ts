import { type Status, untilText } from "./live.ts";
import { canonicalName } from "./record-name.ts";
import { type Resolution, type ResolverReply, recordsFor, refreshTime, resolvedText } from "./resolution.ts";

/** How the DNS provider's name servers end, whatever their first names are. Cloudflare, "Nameserver assignments". */
const PROVIDER = ".ns.cloudflare.com";

/**
 * Whom the world asks for a domain. "ours": our name servers alone; "partly": ours beside others; "others"; "unregistered":
 * the domain does not exist; "nameless": it has no name servers; "silent": those that it has do not answer.
 */
export type NameServerState = "ours" | "partly" | "others" | "unregistered" | "nameless" | "silent" | "unknown";

/**
 * What all resolvers say together. "moving": one sees our name servers and another does not yet. `seen`: the name servers
 * that are not ours; `until`: the moment, in milliseconds since 1970, at which the resolvers ask anew at the latest.
 */
export type Delegation = {
  kind: NameServerState | "moving";
  seen: string[];
  until: number | null;
  byResolver: NameServerState[];
};

/** When resolvers differ, the one that is told: it is what somebody has to look at. */
const URGENCY: readonly NameServerState[] = ["partly", "others", "silent", "nameless", "unregistered", "ours"];

/**
 * Takes what resolvers say the name servers of a domain are, and ours (lower case, no dot at the end). Without ours, every
 * name server of the DNS provider counts as ours. Source: docs/product.md, "Is it live".
 */
export function delegationOf(domain: string, sights: readonly ResolverReply[], ours: readonly string[]): Delegation {
  const isOurs = (server: string) => (ours.length > 0 ? ours.includes(server) : server.endsWith(PROVIDER));
  const found = sights.map(({ answer }) => {
    const lines = answer ? recordsFor({ name: domain, type: "NS" }, answer).filter(({ type }) => type === "NS") : [];
    const others = lines.filter(({ data }) => !isOurs(canonicalName(data)));
    const servers = serversIn(answer, lines.length, others.length);
    return { servers, others, until: answer && servers !== "ours" ? refreshTime(lines, answer) : null };
  });
  const byResolver = found.map(({ servers }) => servers);
  const ends = found.flatMap(({ until }) => until ?? []);
  return {
    kind: together(byResolver),
    seen: [...new Set(found.flatMap(({ others }) => others.map(resolvedText)))].sort(),
    until: ends.length > 0 ? Math.max(...ends) : null,
    byResolver,
  };
}

function serversIn(answer: Resolution | undefined, all: number, others: number): NameServerState {
  if (!answer) return "unknown";
  if (answer.outcome === "failed") return "silent";
  if (all === 0) return answer.outcome === "no-name" ? "unregistered" : "nameless";
  if (others === 0) return "ours";
  return others === all ? "others" : "partly";
}

function together(byResolver: readonly NameServerState[]): Delegation["kind"] {
  const known = byResolver.filter((servers) => servers !== "unknown");
  if (known.includes("ours") && known.some((servers) => servers !== "ours")) return "moving";
  return URGENCY.find((servers) => byResolver.includes(servers)) ?? "unknown";
}

/** What is said about a domain's name servers; `change` when they have to be entered anew where the name is registered. */
export type NameServerReport = {
  status: Status;
  title: string;
  text: string;
  /** The name servers that are not ours. */
  seen: string[];
  change: { enter: string[]; wait: string } | null;
};

type Told = Exclude<Delegation["kind"], "unknown">;

const TOLD: Record<Told, { status: Status; title: (domain: string) => string; text: string }> = {
  ours: { status: "ok", title: () => "The world asks our name servers.", text: "" },
  moving: {
    status: "warn",
    title: () => "The name servers are changing over",
    text: "One of the services that we check asks ours, another does not yet. If you have just changed them, wait and check again.",
  },
  partly: {
    status: "warn",
    title: (domain) => `Only some name servers of ${domain} are ours`,
    text: "Visitors sometimes get our answers and sometimes others. Remove all name servers that are not ours.",
  },
  others: {
    status: "warn",
    title: (domain) => `Other name servers answer for ${domain}`,
    text: "Nobody sees what you change here until this name uses our name servers.",
  },
  unregistered: {
    status: "bad",
    title: (domain) => `The world does not know ${domain}`,
    text: "It is not registered, its registration has run out, or it is so new that it is not known everywhere yet. Neither its website nor its mail can be found.",
  },
  nameless: {
    status: "bad",
    title: (domain) => `${domain} has no name servers`,
    text: "It is registered, but nobody is told where to ask. Neither its website nor its mail can be found.",
  },
  silent: {
    status: "bad",
    title: (domain) => `The name servers of ${domain} do not answer`,
    text: "They may be mistyped where the name is registered, or DNSSEC is still switched on there for those it had before.",
  },
};

/**
 * Takes what the world sees, and our name servers (none: we don't know them by name); gives what to say, null when nothing
 * is known. Source: docs/product.md, "Is it live".
 */
export function nameServerReport(
  domain: string,
  { kind, seen, until }: Delegation,
  ours: readonly string[],
  now: Date,
): NameServerReport | null {
  if (kind === "unknown") return null;
  const { title, ...said } = TOLD[kind];
  const isWaiting = until !== null && seen.length > 0;
  const wait = isWaiting
    ? `If they were changed already, some phones keep asking the old ones until ${untilText(until, now)}.`
    : "";
  const change = kind === "ours" || kind === "unregistered" ? null : { enter: [...ours], wait };
  return { ...said, title: title(domain), seen, change };
}
