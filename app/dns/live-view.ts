import { toDisplayName } from "#app/domains/display-name.ts";
import type { ResolverReply } from "#app/domains/resolver-reply.ts";
import { type Delegation, delegationOf, type NameServerReport, nameServerReport } from "./delegation.ts";
import { type ResolverReport, resolverReport, verdictOf } from "./live.ts";
import { judgeText } from "./mail/judge-text.ts";
import { toRelativeName } from "./record-name.ts";
import type { RecordSet } from "./record-sets.ts";
import { valueText } from "./resolution.ts";

/** A record set with what each resolver says about it. */
export type LiveRow = {
  id: string;
  types: string[];
  /** Relative to the zone, `@` for the apex. */
  name: string;
  values: { id: string; text: string }[];
  /** Why the public value differs from the record, such as the CDN. */
  note: string;
  answers: (ResolverReport & { resolver: string })[];
};

/** What resolvers see of a domain. */
export type LiveView = {
  /** True if no resolver could be asked; then everything else is empty. */
  isUnreachable: boolean;
  /** Resolvers that could not be asked while others could. */
  missing: string[];
  servers: NameServerReport | null;
  rows: LiveRow[];
};

type LiveReplies = {
  domain: string;
  /** Our name servers; empty when we do not know them. */
  ours: readonly string[];
  /** The replies to the NS question of the domain. */
  servers: readonly ResolverReply[];
  /** Record sets, each with the replies to its question, in the order of `servers`. */
  sets: readonly { set: RecordSet; replies: readonly ResolverReply[] }[];
};

/** Delegation states in which no record of the domain can be resolved. */
const UNRESOLVABLE: readonly Delegation["kind"][] = ["unregistered", "nameless", "silent"];

/** Returns what the page says about all replies at a moment. Source: docs/product/dns.md, "Is it live". */
export function liveView({ domain, ours, servers, sets }: LiveReplies, now: Date): LiveView {
  const isMissing = servers.map((_, at) =>
    [servers, ...sets.map(({ replies }) => replies)].every((all) => !all[at]?.resolution),
  );
  const delegation = delegationOf(domain, servers, ours);
  const rows = UNRESOLVABLE.includes(delegation.kind) ? [] : sets;
  if (isMissing.every(Boolean)) return { isUnreachable: true, missing: [], servers: null, rows: [] };
  return {
    isUnreachable: false,
    missing: servers.filter((_, at) => isMissing[at]).map(({ resolver }) => resolver),
    servers: nameServerReport(toDisplayName(domain), delegation, ours, now),
    rows: rows.map(({ set, replies }) => ({
      ...rowOf(set, domain),
      answers: replies.flatMap(({ resolver, resolution }, at) => {
        const verdict = verdictOf(set, resolution, delegation.byResolver[at] === "others");
        return isMissing[at] ? [] : [{ resolver, ...resolverReport(verdict, now) }];
      }),
    })),
  };
}

function rowOf(set: RecordSet, zone: string): Omit<LiveRow, "answers"> {
  const relative = toRelativeName(set.name, zone);
  return {
    id: set.records.map(({ id }) => id).join(),
    types: [...new Set(set.records.map(({ type }) => type))],
    name: relative === "@" ? relative : toDisplayName(relative),
    values: set.records.map((record) => ({ id: record.id, text: valueText(record) })),
    note: [noteOf(set), ...set.records.flatMap((record) => judgeText(record, zone)).map(({ words }) => words)]
      .filter(Boolean)
      .join(" "),
  };
}

function noteOf({ visibleAs, name, question, isDelegated }: RecordSet): string {
  const notes = [
    name !== question.name && `We asked for ${question.name}, a made-up name.`,
    isDelegated && "NS records give this name to other name servers.",
    visibleAs === "cdn" && "Visitors go by CDN, so everybody sees the addresses of the CDN.",
    visibleAs === "flattened" && "Here everybody sees the addresses of the target.",
  ];
  return notes.filter(Boolean).join(" ");
}
