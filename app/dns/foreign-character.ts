import type { RecordDraft } from "./record.ts";
import { txtText } from "./txt.ts";

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Zs}\p{Cf}]/u;

/**
 * Returns the warning about the first character of a TXT record that is not printable ASCII, with its place in the text from 1 on;
 * false if there is none. The form keeps such a text as it is. Source: docs/product.md, "Forms".
 */
export function foreignCharacterWarning({ type, content }: Pick<RecordDraft, "type" | "content">): string | false {
  const characters = type === "TXT" ? [...txtText(content)] : [];
  const place = characters.findIndex((character) => !/^[\t -~]$/.test(character));
  const character = characters[place];
  if (character === undefined) return false;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const before = characters.slice(Math.max(0, place - 12), place).join("");
  const where = before === "" ? "at the beginning" : `after “${before}”`;
  const what = UNSEEN.test(character) ? `cannot be seen (${code})` : `is “${character}” (${code})`;
  return `Character ${place + 1} of the text, ${where}, ${what}. If this is a code or a setting, type it again with plain letters.`;
}
