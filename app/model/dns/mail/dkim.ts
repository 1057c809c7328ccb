import { invalid, type Parsed, valid } from "../parsed.ts";
import type { RecordDraft } from "../record.ts";
import { canonicalName } from "../record-name.ts";
import { readTxt, txtText } from "../txt.ts";
import { dkimWords, hasPrivateKey, judgeDkimKey, readTags } from "./dkim-key.ts";
import { mailRecord } from "./mail-records.ts";

/** Microsoft, "How to use DKIM for email in your custom domain": the target names since May 2025 and before. */
const ALIAS = /^selector([12])-[a-z0-9-]+\._domainkey\.[a-z0-9.-]+\.(?:dkim\.mail\.microsoft|onmicrosoft\.com)$/;

/**
 * Returns the two DKIM CNAME records for the text that Microsoft shows. One target is enough: the two differ only in
 * the number of the selector.
 */
export function readDkimAliases(pasted: string, zone: string): Parsed<RecordDraft[]> {
  // Microsoft's page breaks lines after a hyphen.
  const text = pasted.replace(/-\s*[\r\n]+\s*/g, "-");
  const names = (text.match(/[a-z0-9._-]+/gi) ?? []).map(canonicalName);
  const found = new Map(
    names.flatMap((name) =>
      Array.from(ALIAS.exec(name) ?? [])
        .slice(1)
        .map((number) => [number, name]),
    ),
  );
  const [known] = found.values();
  if (known === undefined)
    return invalid(
      `Copy what Microsoft 365 shows for DKIM: it begins with selector1- and ends in .dkim.mail.microsoft or .onmicrosoft.com.`,
    );
  const targets = ["1", "2"].map((number) => found.get(number) ?? known.replace(/^selector[12]/, `selector${number}`));
  return valid(
    targets.map((content, index) =>
      mailRecord({ type: "CNAME", name: `selector${index + 1}._domainkey.${zone}`, content }),
    ),
  );
}

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
  const typed = readTxt(linesOf(pasted).join(pasted.trim().startsWith('"') ? " " : ""));
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
