import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { plainMailText } from "../pasted-text.ts";
import { readTxt, txtText } from "../txt.ts";
import { dkimWords, hasPrivateKey, judgeDkimKey } from "./dkim-key.ts";
import { readTags } from "./tag-list.ts";

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).map((line) => line.trim());
}

/**
 * Returns a public DKIM key on one line. Accepts quotation marks and line breaks. White space within the key has no
 * meaning (RFC 6376, section 3.6.1).
 */
export function readDkimKey(pasted: string): Parsed<string> {
  if (hasPrivateKey(pasted))
    return invalid(
      "That is the secret half of a key. Keep it to yourself, and paste the one that begins with v=DKIM1.",
    );
  const typed = readTxt(plainMailText(linesOf(pasted).join(pasted.trim().startsWith('"') ? " " : "")));
  if (!typed.ok) return typed;
  const parts = txtText(typed.value)
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  const keyed = parts.map((part) => (/^p\s*=/i.test(part) ? part.replace(/\s+/g, "") : part));
  const text = keyed.join("; ");
  const words = dkimWords(judgeDkimKey(text));
  if (words === undefined && /^v\s*=/.test(text)) return valid(text);
  if (words !== undefined && readTags(text)?.get("p")) return invalid(words);
  return invalid("Copy the whole key. It begins with v=DKIM1; and has p= with many letters and digits after it.");
}
