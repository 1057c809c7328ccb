import type { RecordDraft } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { shortened } from "./shortened.ts";
import { typeOf } from "./types.ts";

type Content = Pick<RecordDraft, "type" | "content">;

/** A record in one line, for messages that name it: "A record www → 41.90.64.12". */
export function recordWords(record: RecordDraft, zone: string): string {
  const relative = toRelativeName(record.name, zone);
  return `${record.type} record ${relative === "@" ? zone : relative} → ${contentWords(record)}`;
}

/** A record's content as people read it, at most 60 characters. */
export function contentWords(record: Content): string {
  return shortened(shownContent(record));
}

/** A record's content as people read it: texts without quotation marks. */
export function shownContent({ type, content }: Content): string {
  return typeOf(type)?.toText?.(content) ?? content;
}
