import { canonicalName } from "#app/domains/ascii-name.ts";
import type { RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { toRelativeName } from "./record-name.ts";

/**
 * Returns what is odd about a record whose name or target ends in the zone's name twice, as when a panel appends it to a whole
 * name. Takes the zone's name in lower-case ASCII.
 */
export function doubledZoneWarnings(draft: RecordDraft, zone: string): string[] {
  const name = canonicalName(draft.name);
  const target = targetOf(draft);
  const meant = withoutDoubledZone(name, zone);
  const meantTarget = target && withoutDoubledZone(target, zone);
  return [
    ...(meant ? [`${name} ends in ${zone} twice. If you meant ${meant}, type ${toRelativeName(meant, zone)}.`] : []),
    ...(meantTarget ? [`${target} ends in ${zone} twice. If you meant ${meantTarget}, type that.`] : []),
  ];
}

/** Returns the name that was meant in place of one that ends in the zone's name twice or more; undefined for other names. */
export function withoutDoubledZone(name: string, zone: string): string | undefined {
  if (!`.${name}`.endsWith(`.${zone}.${zone}`)) return undefined;
  const shorter = name.slice(0, -zone.length - 1);
  return withoutDoubledZone(shorter, zone) ?? shorter;
}
