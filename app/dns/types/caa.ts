import { isHostName, readAsciiName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { plain, type SentencePart, strong, strongOr } from "../sentence-part.ts";
import { numberField, readWholeNumber, textField } from "./fields.ts";
import { type Contents, hasParts, type PartsOf, type RecordType } from "./record-type.ts";

const PARTS = { flags: "number", tag: "string", value: "string" } as const;
type CaaParts = PartsOf<typeof PARTS>;

/** Other well-formed tags are allowed with a warning. RFC 8659, section 4. */
const USUAL_TAGS = ["issue", "issuewild", "iodef"];
/** One byte: 0 is usual, 128 means critical, the other bits are reserved. RFC 8659, section 4.1. */
const MAX_FLAGS = 255;

/** RFC 8659. */
export const CAA: RecordType<keyof CaaParts> = {
  type: "CAA",
  code: RECORD_CODES.CAA,
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
  fromForm(typed, unwrap) {
    const tag = unwrap("tag", readCaaTag(typed.tag ?? ""), "");
    const data = {
      flags: unwrap(
        "flags",
        readWholeNumber(typed.flags, { what: "The flags number", max: MAX_FLAGS, example: "0" }),
        0,
      ),
      tag,
      value: unwrap("value", readCaaValue(typed.value ?? "", tag), ""),
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
    if (!parts) return record.content.trim();
    const tag = parts.tag.toLowerCase();
    // As the form writes it, because the name of an issuer may have upper case, and a resolver's bytes are read by the form's
    // rules.
    const read = readCaaValue(parts.value, tag);
    return caaContent({ ...parts, tag, value: read.ok ? read.value : parts.value });
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
  file: {
    fields: ["flags", "tag", "value"],
    example: 'Flags, tag and value come after CAA: 0 issue "letsencrypt.org"',
    texts: ["value"],
    readBytes(bytes) {
      const parts = parseWireFormat(bytes);
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
      strongOr(value, "Type the address above to see where reports will go."),
    ];
  const kind =
    tag === "issuewild" ? "wildcard certificates" : tag === "issuemail" ? "mail certificates" : "certificates";
  const isNobody = value.ok && value.value.startsWith(";");
  const issuer = isNobody ? strong("Nobody") : strongOr(value, "Type above who may issue certificates.");
  return [issuer, plain(` may issue ${kind} for `), name];
}

function partsOf({ content, data }: Contents): CaaParts | undefined {
  return hasParts(data, PARTS) ? data : caaParts(content);
}

/** Returns the content that Cloudflare makes of the parts: `0 issue "letsencrypt.org"` (RFC 8659, section 4.1.1). */
export function caaContent({ flags, tag, value }: CaaParts): string {
  return `${flags} ${tag} "${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Parses a CAA content, quoted or not. Returns undefined for invalid content. The inverse of `caaContent`. */
export function caaParts(content: string): CaaParts | undefined {
  const [, flags, tag, quoted, bare] = /^(\d+)\s+(\S+)\s+(?:"(.*)"|(.*))$/s.exec(content.trim()) ?? [];
  if (!flags || !tag) return undefined;
  const value = quoted === undefined ? (bare ?? "") : quoted.replace(/\\(.)/gs, "$1");
  return { flags: Number(flags), tag: tag.toLowerCase(), value };
}

/** Parses the wire format: flags, length of the tag, tag, value. RFC 8659, section 4.1. */
function parseWireFormat([flags, tagLength = 0, ...rest]: readonly number[]): CaaParts | undefined {
  if (flags === undefined || tagLength === 0 || rest.length < tagLength) return undefined;
  const text = String.fromCharCode(...rest);
  return { flags, tag: text.slice(0, tagLength), value: text.slice(tagLength) };
}

/** Tags whose value is a certificate authority: RFC 8659, sections 4.2 and 4.3; RFC 9495 (mail certificates). */
const ISSUER_TAGS: readonly string[] = ["issue", "issuewild", "issuemail"];
const MAX_VALUE = 1_024;

/** Returns a typed tag in lower case. Only ASCII letters and digits are allowed. RFC 8659, section 4.1. */
export function readCaaTag(typed: string): Parsed<string> {
  const tag = cleanInput(typed).toLowerCase();
  if (tag === "") return invalid("Choose what the record is for, such as issue.");
  if (!/^[a-z0-9]{1,63}$/.test(tag)) return invalid("A CAA tag has letters and digits only, such as issue.");
  return valid(tag);
}

/** Returns a typed value for a tag, without quotation marks around it. RFC 8659, section 4. */
export function readCaaValue(typed: string, tag: string): Parsed<string> {
  const text = cleanInput(typed)
    .replace(/^"(.*)"$/s, "$1")
    .trim();
  if (text === "" && ISSUER_TAGS.includes(tag))
    return invalid("Type the certificate authority's domain, such as letsencrypt.org, or ; to allow none.");
  if (text === "") return invalid("Type a value.");
  if (!/^[ -~]+$/.test(text) || text.length > MAX_VALUE)
    return invalid(`Type plain letters, digits and signs on one line, at most ${MAX_VALUE} of them.`);
  if (tag === "iodef") return readReportAddress(text);
  return ISSUER_TAGS.includes(tag) ? readIssuer(text) : valid(text);
}

function readReportAddress(text: string): Parsed<string> {
  if (/^mailto:[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/i.test(text)) return valid(text);
  if (/^https?:\/\/[^\s/]+\.[^\s/]+/i.test(text) && !/\s/.test(text)) return valid(text);
  if (/^[^\s@:]+@[^\s@]+$/.test(text)) return invalid(`Put mailto: in front of the address: mailto:${text}`);
  return invalid(
    "Type where reports go: an e-mail address as mailto:info@example.com, or a web address as https://example.com/report.",
  );
}

/**
 * A domain and parameters separated by semicolons. An empty domain means that nobody may issue. RFC 8659, section 4.2.
 */
function readIssuer(text: string): Parsed<string> {
  const [issuer = "", ...parameters] = text.split(";").map((part) => part.trim());
  const rest = parameters.filter((part) => part !== "");
  if (rest.some((parameter) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?\s*=\s*[!-~]*$/i.test(parameter)))
    return invalid(
      "After a semicolon comes a setting with an = in it, such as letsencrypt.org; validationmethods=dns-01.",
    );
  if (issuer === "") return valid(rest.length === 0 ? ";" : `; ${rest.join("; ")}`);

  const example = "letsencrypt.org";
  const name = readAsciiName(issuer.replace(/\.$/, ""), example);
  if (!name.ok) return name;
  if (!name.value.includes(".") || !isHostName(name.value))
    return invalid(`Type the certificate authority's domain, such as ${example}.`);
  return valid([name.value, ...rest].join("; "));
}
