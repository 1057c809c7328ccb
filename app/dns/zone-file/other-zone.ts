import type { RecordDraft } from "../record.ts";
import type { AbsoluteName } from "./absolute-name.ts";
import type { ParsedRdata } from "./rdata.ts";

/** Returns what the plan says of a record whose names were read as names of this zone, in place of the `other` zone's. */
export function renamingRemarks(
  draft: RecordDraft,
  owner: AbsoluteName,
  { renamed }: ParsedRdata,
  other: string,
): string[] {
  const stays = !renamed && JSON.stringify(draft).toLowerCase().includes(other);
  return [
    ...(owner.written === undefined ? [] : [`names that end in ${other} were read as names of your domain.`]),
    ...(renamed ? [`its target ${renamed.from} became ${renamed.to}.`] : []),
    ...(stays ? [`its value still has ${other} in it. Change it afterwards if it means your domain.`] : []),
  ];
}

/** Returns the question about a file of another zone. `isMixed`: some of its names are names of this zone. */
export function otherZoneQuestion(other: string, zone: string, isMixed: boolean): string {
  const choice = `If its records are meant for ${zone}, press “Read it as mine”: each name that ends in ${other} is then read as a name of ${zone}.`;
  return isMixed
    ? `This is a file of ${other}. ${choice} Otherwise leave out what belongs to ${other}.`
    : `${choice} You see every change first.`;
}
