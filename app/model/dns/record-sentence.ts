import { toDisplayName } from "./display-name.ts";
import { toFullName } from "./record-name.ts";
import type { RecordValues } from "./record-values.ts";
import { open, plain, type SentencePart, strong } from "./sentence-part.ts";
import { typeOf } from "./types.ts";

/**
 * Takes what stands in a record's form and the zone's name, and says in one sentence what the record will do, in parts that
 * make the sentence when they are joined. It reads what is typed as the form does, and never fails. Types that are none of
 * ours get a sentence without a meaning. Source: docs/product.md, "DNS records".
 */
export function recordSentence(values: RecordValues, zone: string): SentencePart[] {
  const full = toFullName(values.name, zone);
  const name = full.ok ? strong(toDisplayName(full.value)) : open("a name you still have to finish");
  return [...meaningOf(values, zone, name), plain(".")];
}

function meaningOf(values: RecordValues, zone: string, name: SentencePart): SentencePart[] {
  const about = typeOf(values.type);
  if (!about) return [name, plain(" will have a record of the type "), strong(values.type)];
  const isThroughCdn = about.isProxiable && values.proxied === "on";
  return [...about.sentence(values, name, zone), ...(isThroughCdn ? [plain(", and visitors go through the CDN")] : [])];
}
