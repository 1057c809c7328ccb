import { shortened } from "#app/dns/sentence-part.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import { ownWebsiteProblem } from "../own-website.ts";
import { TAG_LIST } from "../pasted-text.ts";
import { txtBytes } from "../txt.ts";
import type { RecordType } from "../types/record-type.ts";
import type { OwnField } from "../types.ts";
import { type AbsoluteName, looksLikeOtherDomain, type Origin, toAbsoluteName } from "./absolute-name.ts";
import { parseGenericRdata } from "./presentation-format.ts";
import type { Token } from "./tokenize.ts";

/** The form fields for a record of a file, and how they were adjusted. */
export type ParsedRdata = {
  typed: { [Field in OwnField]?: string | undefined };
  isAssumedAbsolute?: boolean;
  asOneText?: boolean;
  /** The target's name in the other zone (`from`), and in this zone (`to`). */
  renamed?: { from: string; to: string };
};

const MAX_SHOWN = 120;
/** How a part of a list begins whose parts are separated by semicolons: a tag of DKIM or DMARC, or a setting of CAA. */
const TAG = /^\s*[a-z][\w-]*\s*=/i;

type Comment = { comment?: string | undefined; isCommentAttached: boolean };

/**
 * Parses the RDATA of a record in a zone file into form fields. `isCommentAttached`: the comment begins right after the
 * last token.
 */
export function parseRdata(
  { type, file, mainField, target }: RecordType<OwnField>,
  words: readonly Token[],
  where: Origin & Comment,
): Parsed<ParsedRdata> {
  const { example } = file;
  if (words[0]?.raw === "\\#" && !words[0].isQuoted) {
    const bytes = parseGenericRdata(words.map(({ raw }) => raw));
    const typed = bytes && file.readBytes?.(bytes);
    return typed ? valid({ typed }) : invalid(`This value is given as bytes, which cannot be read here. ${example}`);
  }
  const whole = textWithComment(file, words, where);
  if (whole !== undefined)
    return invalid(
      `What comes after a semicolon is a comment. If it belongs to the text, write it in quotation marks: "${shortened(whole, MAX_SHOWN)}".`,
    );
  const own = ownWebsiteProblem(type, words.map(({ raw }) => raw).join(" "));
  const read = own === undefined ? readWords(file, words) : invalid(own);
  const nameField = file.name ?? (target ? mainField : undefined);
  if (!read.ok || nameField === undefined) return read;
  const name = readName(read.value.typed[nameField] ?? "", where);
  if (!name.ok) return name;
  const { isAssumedAbsolute, written } = name.value;
  const typed = { ...read.value.typed, [nameField]: name.value.name };
  const renamed = written === undefined ? {} : { renamed: { from: written, to: name.value.name.slice(0, -1) } };
  return valid({ ...read.value, typed, isAssumedAbsolute, ...renamed });
}

/**
 * Returns a text without quotation marks together with the comment after it, if the comment probably belongs to the text: no
 * space is between them, the comment continues the list in the text, or the text is missing (`0 issue ;`). Undefined for other
 * texts. Name servers would cut the text at the semicolon.
 */
function textWithComment(
  { fields, texts = [] }: RecordType<OwnField>["file"],
  words: readonly Token[],
  { comment, isCommentAttached }: Comment,
): string | undefined {
  const last = words.at(-1);
  const isText = texts.some((field) => field === fields.at(-1));
  if (comment === undefined || last === undefined || last.isQuoted || !isText) return undefined;
  const text = words.slice(fields.length - 1);
  if (text.length === 0) return words.length === fields.length - 1 ? ";" : undefined;
  const own = text.map(({ raw }) => raw).join(" ");
  const isList = fields.length > 1 || TAG_LIST.test(own);
  const goesOn = isList && TAG.test(comment) && !comment.includes("cf_tags=");
  return isCommentAttached || goesOn ? `${own};${comment}`.trimEnd() : undefined;
}

/** Returns the form's fields for the words after a type, as they stand there. */
export function readWords(file: RecordType<OwnField>["file"], words: readonly Token[]): Parsed<ParsedRdata> {
  if (file.read) return file.read(words);
  const { fields, example, texts = [] } = file;
  const typed: ParsedRdata["typed"] = {};
  if (words.length !== fields.length) return invalid(example);
  for (const [index, field] of fields.entries()) {
    const raw = words[index]?.raw ?? "";
    typed[field] = texts.includes(field) ? txtBytes(`"${raw}"`) : raw;
  }
  return valid({ typed });
}

function readName(raw: string, where: Origin): Parsed<AbsoluteName> {
  // `fromForm` has its own message for an address in place of a name.
  if (isIpv4(raw) || canonicalIpv6(raw)) return valid({ name: raw, isAssumedAbsolute: false });
  if (looksLikeOtherDomain(raw, where)) return invalid(missingDotMessage(raw, where));
  const absolute = toAbsoluteName(raw, where);
  return absolute.ok ? valid({ ...absolute.value, name: `${absolute.value.name}.` }) : absolute;
}

/** Returns why a name that looks like another domain is rejected, and how to write it. */
export function missingDotMessage(raw: string, { origin }: Origin): string {
  return `${raw} has no dot at its end, so it would become ${raw}.${origin}. Write ${raw}. with a dot at the end. If you mean the long name, write ${raw}.${origin}. with its dot.`;
}
