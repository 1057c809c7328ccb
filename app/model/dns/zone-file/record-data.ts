import { canonicalIpv6, isIpv4 } from "../address.ts";
import { type Reading, read, wrong } from "../reading.ts";
import type { RecordType } from "../record.ts";
import type { FieldName } from "../record-values.ts";
import { txtBytes } from "../txt.ts";
import type { Word } from "./zone-lines.ts";
import { looksForeign, type Origin, zoneName } from "./zone-name.ts";

/** What a form would hold for a record of a file, and what was read in another way than it is written. */
export type RecordData = { typed: { [Field in FieldName]?: string }; asWhole?: boolean; asOneText?: boolean };

/** The parts of each type, in the file's order. RFC 1035, sections 3.3 and 3.4; RFC 2782; RFC 8659, section 4.1.1. */
const PARTS: Record<Exclude<RecordType, "TXT">, { fields: FieldName[]; words: string }> = {
  A: { fields: ["content"], words: "One IPv4 address comes after A: 41.90.64.12" },
  AAAA: { fields: ["content"], words: "One IPv6 address comes after AAAA: 2c0f:fe38:2405::12" },
  CNAME: { fields: ["content"], words: "One name comes after CNAME: shops.myshopify.com." },
  NS: { fields: ["content"], words: "One name comes after NS: ns1.example.com." },
  MX: { fields: ["priority", "content"], words: "A priority and one mail server come after MX: 10 mail.example.com." },
  SRV: {
    fields: ["priority", "weight", "port", "target"],
    words: "Priority, weight, port and server come after SRV: 10 5 5060 sip.example.com.",
  },
  CAA: { fields: ["flags", "tag", "value"], words: 'Flags, tag and value come after CAA: 0 issue "letsencrypt.org"' },
};

/** The field of each type that holds a name, which a file may write relative to the origin. */
const TARGETS: Partial<Record<RecordType, FieldName>> = {
  CNAME: "content",
  NS: "content",
  MX: "content",
  SRV: "target",
};

const NEEDS_QUOTES =
  'What comes after a semicolon is a comment. If it belongs to the text, put quotation marks around the whole: "v=DMARC1; p=none".';

/**
 * Takes what comes after the type of a record in a zone file, and where names end, and gives what one would type into the
 * form of such a record. `isCut` says that a comment begins right behind the last word.
 */
export function recordData(
  type: RecordType,
  words: readonly Word[],
  where: Origin & { isCut: boolean },
): Reading<RecordData> {
  if (where.isCut && (type === "TXT" || type === "CAA") && !words.at(-1)?.isQuoted) return wrong(NEEDS_QUOTES);
  if (type === "TXT") return readText(words);
  const { fields, words: example } = PARTS[type];
  if (words.length !== fields.length) return wrong(example);
  const typed = Object.fromEntries(fields.map((field, index) => [field, words[index]?.raw ?? ""]));
  if (type === "CAA") return read({ typed: { ...typed, value: txtBytes(`"${typed.value}"`) } });
  const field = TARGETS[type];
  if (!field) return read({ typed });
  const target = readName(typed[field] ?? "", where);
  return target.ok ? read({ typed: { ...typed, [field]: target.value.name }, asWhole: target.value.asWhole }) : target;
}

/** Words without quotation marks are one text here: to other servers each is a string, and all of them without the spaces. */
function readText(words: readonly Word[]): Reading<RecordData> {
  if (words.length === 0) return wrong('A text comes after TXT, in quotation marks: "v=spf1 -all"');
  if (words.length === 1 || words.some(({ isQuoted }) => isQuoted))
    return read({ typed: { content: words.map(({ raw }) => `"${raw}"`).join(" ") } });
  return read({ typed: { content: `"${words.map(({ raw }) => raw).join(" ")}"` }, asOneText: true });
}

function readName(raw: string, where: Origin): Reading<{ name: string; asWhole: boolean }> {
  // The form has its own words for an address in place of a name.
  if (isIpv4(raw) || canonicalIpv6(raw)) return read({ name: raw, asWhole: false });
  if (looksForeign(raw, where)) return wrong(missingDot(raw, where));
  const whole = zoneName(raw, where);
  return whole.ok ? read({ ...whole.value, name: `${whole.value.name}.` }) : whole;
}

/** Why a name that looks like a whole one of somebody else is not taken, and how to mend it. */
export function missingDot(raw: string, { origin }: Origin): string {
  return `${raw} has no dot at its end, so it would be ${raw}.${origin}, which is hardly meant. Write ${raw}. with a dot at the end; or ${raw}.${origin}. if it is meant.`;
}
