import type { RecordDraft } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { txtText } from "./txt.ts";

const LONGEST = 60;

/** A record in one line, for messages that name it: "A record www → 41.90.64.12". */
export function recordWords(record: RecordDraft, zone: string): string {
  const relative = toRelativeName(record.name, zone);
  return `${record.type} record ${relative === "@" ? zone : relative} → ${contentWords(record)}`;
}

/** A record's content as people read it: texts without quotation marks, at most 60 characters. */
export function contentWords({ type, content }: Pick<RecordDraft, "type" | "content">): string {
  const letters = [...(type === "TXT" ? txtText(content) : content)];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}
