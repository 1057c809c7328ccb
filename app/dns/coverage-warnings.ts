import { toDisplayName } from "#app/domains/display-name.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { lostAddresses, newlyCovered } from "./zone-names.ts";

/** A name that a record takes out of a wildcard's cover, and the type and value of an address to add for it. */
export type UncoveredName = { name: string; type: string; content: string };

/**
 * Returns what a saved record does to the addresses of names: those that a wildcard no longer covers, and those that it
 * covers from then on. `original` is the record that is replaced. Source: RFC 4592, sections 2.2.1 and 2.2.2.
 */
export function coverageWarnings(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  original: DnsRecord | undefined,
): string[] {
  const { before, after } = zonesOf(draft, others, original);
  const lost = lostAddresses(before, after).map(({ name, wildcard }) =>
    wildcard === undefined
      ? `${toDisplayName(name)} has no address any more.`
      : `${toDisplayName(name)} was covered by ${toDisplayName(wildcard)} and is no longer. Add an A record for it too.`,
  );
  const covered = newlyCovered(before, after).map(
    ({ name, wildcard }) =>
      `${toDisplayName(name)} has no record any more, so it goes where ${toDisplayName(wildcard)} goes.`,
  );
  return [...lost, ...covered];
}

/**
 * Returns the first name that a wildcard no longer covers, with that wildcard's address; undefined if there is none. A
 * wildcard's CNAME cannot stand beside another record, so its value is left for the customer to type.
 */
export function uncoveredName(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  original: DnsRecord | undefined,
): UncoveredName | undefined {
  const { before, after } = zonesOf(draft, others, original);
  const lost = lostAddresses(before, after).find(({ wildcard }) => wildcard !== undefined);
  if (!lost) return undefined;
  const address = before.find(({ type, name }) => name === lost.wildcard && (type === "A" || type === "AAAA"));
  return { name: lost.name, type: address?.type ?? "A", content: address?.content ?? "" };
}

function zonesOf(draft: RecordDraft, others: readonly DnsRecord[], original: DnsRecord | undefined) {
  return { before: original ? [...others, original] : others, after: [...others, draft] };
}
