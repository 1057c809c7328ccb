import type { Parsed } from "../reading.ts";
import { plain, type SentencePart, strong, strongOr } from "../sentence-part.ts";
import { readWholeNumber } from "../whole-number.ts";
import { parseGenericRdata } from "../zone-file/generic-data.ts";
import { readCaaTag, readCaaValue } from "./caa-value.ts";
import { hasParts, type PartsOf } from "./parts.ts";
import type { Contents, RecordType } from "./record-type.ts";
import { numberField, textField } from "./type-field.ts";

const PARTS = { flags: "number", tag: "string", value: "string" } as const;
type CaaParts = PartsOf<typeof PARTS>;

/** Another well-formed tag passes, with a warning. RFC 8659, section 4. */
const USUAL_TAGS = ["issue", "issuewild", "iodef"];
/** A byte. 0 is usual, 128 means critical; the other bits are reserved. RFC 8659, section 4.1. */
const MAX_FLAGS = 255;

/** RFC 8659. */
export const CAA: RecordType<keyof CaaParts> = {
  type: "CAA",
  code: 257,
  label: "CAA: certificates",
  fields: [
    textField("tag", "For", "issue for certificates, issuewild for wildcard ones, iodef for reports.", "issue"),
    textField(
      "value",
      "Value",
      "Who may issue them; or ; for nobody. For reports: mailto: and an address.",
      "letsencrypt.org",
    ),
    { ...numberField("flags", "Flags", "Leave 0, unless you were told another number.", "0"), max: MAX_FLAGS },
  ],
  mainField: "value",
  defaults: { flags: "0", tag: "issue" },
  fromForm(typed, take) {
    const tag = take("tag", readCaaTag(typed.tag ?? ""), "");
    const data = {
      flags: take("flags", readWholeNumber(typed.flags, { what: "The flags number", max: MAX_FLAGS, example: "0" }), 0),
      tag,
      value: take("value", readCaaValue(typed.value ?? "", tag), ""),
    };
    return { content: caaContent(data), data };
  },
  toForm(record) {
    const parts = partsOf(record);
    return parts ? { ...parts, flags: String(parts.flags) } : {};
  },
  sentence: ({ tag, value }, name) => sentenceOf(tag, readCaaValue(value, tag), name),
  canonical(record) {
    const parts = partsOf(record);
    return parts ? caaContent({ ...parts, tag: parts.tag.toLowerCase() }) : record.content.trim();
  },
  warnings({ data }) {
    if (!hasParts(data, PARTS)) return [];
    return [
      !USUAL_TAGS.includes(data.tag) &&
        `${data.tag} is an unusual CAA tag. The usual ones are ${USUAL_TAGS.join(", ")}.`,
      ![0, 128].includes(data.flags) &&
        "The flags of a CAA record are usually 0, or 128 for a record that must be understood.",
    ];
  },
  parts: PARTS,
  // Cloudflare's resolver showed bytes until 2026, as one that does not know the type ("Improved DoH JSON formatting", 28 July 2026).
  fromResolver(data) {
    const parts = partsIn(parseGenericRdata(data.split(/\s+/)) ?? []);
    return { content: parts ? caaContent(parts) : data };
  },
  file: {
    fields: ["flags", "tag", "value"],
    example: 'Flags, tag and value come after CAA: 0 issue "letsencrypt.org"',
    texts: ["value"],
    readBytes(bytes) {
      const parts = partsIn(bytes);
      return parts && { ...parts, flags: String(parts.flags) };
    },
    write(record) {
      const parts = partsOf(record);
      return parts && /^[a-z0-9]+$/i.test(parts.tag) && /^[ -~]*$/.test(parts.value) ? caaContent(parts) : undefined;
    },
  },
};

function sentenceOf(tag: string, value: Parsed<string>, name: SentencePart): SentencePart[] {
  if (tag === "iodef")
    return [
      plain("Forbidden certificates for "),
      name,
      plain(" will be reported to "),
      strongOr(value, "an address you still have to finish"),
    ];
  const kind =
    tag === "issuewild" ? "wildcard certificates" : tag === "issuemail" ? "mail certificates" : "certificates";
  const isNobody = value.ok && value.value.startsWith(";");
  const issuer = isNobody ? strong("Nobody") : strongOr(value, "An authority you still have to finish");
  return [issuer, plain(` may issue ${kind} for `), name];
}

function partsOf({ content, data }: Contents): CaaParts | undefined {
  return hasParts(data, PARTS) ? data : caaParts(content);
}

/** What Cloudflare makes of the parts: `0 issue "letsencrypt.org"` (RFC 8659, section 4.1.1). */
export function caaContent({ flags, tag, value }: CaaParts): string {
  return `${flags} ${tag} "${value.replace(/["\\]/g, "\\$&")}"`;
}

/** The parts of a CAA record's content; undefined when it is none. The inverse of `caaContent`, quotes or not. */
export function caaParts(content: string): CaaParts | undefined {
  const [, flags, tag, quoted, bare] = /^(\d+)\s+(\S+)\s+(?:"(.*)"|(.*))$/s.exec(content.trim()) ?? [];
  if (!flags || !tag) return undefined;
  const value = quoted === undefined ? (bare ?? "") : quoted.replace(/\\(.)/gs, "$1");
  return { flags: Number(flags), tag: tag.toLowerCase(), value };
}

/** The parts of a CAA record from its bytes: flags, the tag's length, tag and value. RFC 8659, section 4.1. */
function partsIn([flags, tagLength = 0, ...rest]: readonly number[]): CaaParts | undefined {
  if (flags === undefined || tagLength === 0 || rest.length < tagLength) return undefined;
  const text = String.fromCharCode(...rest);
  return { flags, tag: text.slice(0, tagLength), value: text.slice(tagLength) };
}
