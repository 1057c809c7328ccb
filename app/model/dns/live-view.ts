import { type Delegation, delegationOf, type NameServerReport, nameServerReport } from "./delegation.ts";
import { toDisplayName } from "./display-name.ts";
import { type ResolverReport, resolverReport, verdictOf } from "./live.ts";
import { toRelativeName } from "./record-name.ts";
import type { RecordSet } from "./record-sets.ts";
import { type ResolverReply, valueText } from "./resolution.ts";

/** A set of records with what each resolver answers. */
export type LiveRow = {
  id: string;
  types: string[];
  /** Relative to the zone, `@` for the zone itself. */
  name: string;
  values: { id: string; text: string }[];
  /** What is special about how it is seen. */
  note: string;
  answers: (ResolverReport & { resolver: string })[];
};

/** What the world sees of a domain. */
export type LiveView = {
  /** None of the resolvers could be asked; then there is nothing else. */
  isUnreachable: boolean;
  /** Those that could not be asked while others could. */
  missing: string[];
  servers: NameServerReport | null;
  rows: LiveRow[];
};

type Seen = {
  domain: string;
  /** Our name servers; none when they are not known by name. */
  ours: readonly string[];
  /** The answers for the domain's name servers. */
  servers: readonly ResolverReply[];
  /** Sets of records, each with the answers to its question, in the order of `servers`. */
  sets: readonly { set: RecordSet; sights: readonly ResolverReply[] }[];
};

/** Nothing can be seen of a name's records while the domain itself cannot. */
const IN_THE_DARK: readonly Delegation["kind"][] = ["unregistered", "nameless", "silent"];

/** What the page says of all answers at a moment. Source: docs/product.md, "Is it live". */
export function liveView({ domain, ours, servers, sets }: Seen, now: Date): LiveView {
  const isMissing = servers.map((_, at) =>
    [servers, ...sets.map(({ sights }) => sights)].every((all) => !all[at]?.answer),
  );
  const delegation = delegationOf(domain, servers, ours);
  const rows = IN_THE_DARK.includes(delegation.kind) ? [] : sets;
  if (isMissing.every(Boolean)) return { isUnreachable: true, missing: [], servers: null, rows: [] };
  return {
    isUnreachable: false,
    missing: servers.filter((_, at) => isMissing[at]).map(({ resolver }) => resolver),
    servers: nameServerReport(toDisplayName(domain), delegation, ours, now),
    rows: rows.map(({ set, sights }) => ({
      ...rowOf(set, domain),
      answers: sights.flatMap(({ resolver, answer }, at) => {
        const verdict = verdictOf(set, answer, delegation.byResolver[at] === "others");
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
    note: noteOf(set),
  };
}

function noteOf({ visibleAs, name, question, isDelegated }: RecordSet): string {
  const notes = [
    name !== question.name && `Asked for as ${question.name}, a made-up name.`,
    isDelegated && "NS records hand this name to other name servers.",
    visibleAs === "cdn" && "Visitors go through the CDN: the world sees its addresses, not these.",
    visibleAs === "flattened" && "At the domain itself a CNAME is seen as the addresses of its target.",
  ];
  return notes.filter(Boolean).join(" ");
}
