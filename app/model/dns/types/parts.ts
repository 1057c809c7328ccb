import type { RecordParts } from "../record.ts";

/** What a type's record has in place of its content, by name. */
export type PartKinds = Readonly<Record<string, "number" | "string">>;

export type PartsOf<Kinds extends PartKinds> = {
  [Part in keyof Kinds]: Kinds[Part] extends "number" ? number : string;
};

/** Whether a record's parts are those of a type. */
export function hasParts<Kinds extends PartKinds>(
  data: RecordParts | undefined,
  kinds: Kinds,
): data is RecordParts & PartsOf<Kinds> {
  return data !== undefined && Object.entries(kinds).every(([part, kind]) => typeof data[part] === kind);
}
