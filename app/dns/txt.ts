import { cleanAscii } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";

/** Bytes of one character string: RFC 1035, section 3.3. */
const CHUNK = /.{1,255}/gs;
/**
 * Bytes of text in one record. Cloudflare allows 4,096 in wire format ("DNS record types"), in which each string of at
 * most 255 bytes has a length byte.
 */
export const MAX_TEXT = 4_080;
/** Characters of a typed text, with four for each byte, and quotation marks. */
export const MAX_TYPED = 4 * MAX_TEXT + 100;

/** One or more quoted strings, with or without the brackets that zone files put around several lines. */
const QUOTED = /^\(?\s*("(?:[^"\\]|\\.)*"\s*)+\)?$/s;
const ONE_QUOTED = /"((?:[^"\\]|\\.)*)"\s*/gsy;
/** RFC 1035, section 5.1: a backslash, then a byte in three decimal digits or any other character. */
const TOKEN = /\\(?:(25[0-5]|2[0-4]\d|[01]\d\d)|(.))|[^\\]+/gsu;

const ONE_LINE = "Put the text on one line, without line breaks or other control characters.";

/**
 * Returns the bytes of a TXT content, each as one character. Accepts quoted and bare content and joins its strings, so
 * that equal texts give equal results (RFC 7208, section 3.3).
 */
export function txtBytes(content: string): string {
  const trimmed = content.trim();
  if (!QUOTED.test(trimmed)) return toBytes(content);
  return [...trimmed.replace(/^\(?\s*/, "").matchAll(ONE_QUOTED)].map(([, chunk = ""]) => unescaped(chunk)).join("");
}

/** Returns the plain text of a TXT content; bytes that are not UTF-8 become U+FFFD. */
export function txtText(content: string): string {
  const bytes = Uint8Array.from(txtBytes(content), (byte) => byte.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Returns the TXT content of a plain text: quoted strings of at most 255 bytes, separated by spaces. */
export function txtContent(text: string): string {
  return contentOfBytes(toBytes(text));
}

/**
 * Returns what a form shows for a TXT content: the plain text, or the quoted content if the plain text would be read
 * differently.
 */
export function txtTyped(content: string): string {
  const text = txtText(content);
  const again = readTxt(text);
  return again.ok && txtBytes(again.value) === txtBytes(content) ? text : contentOfBytes(txtBytes(content));
}

/**
 * Returns the TXT content for typed or pasted text. Quoted strings are read as in a zone file and never quoted twice.
 * Anything else is the text itself, even with a single quotation mark. Source: docs/product/dns.md, "DNS records"; RFC
 * 1035, sections 3.3.14 and 5.1.
 */
export function readTxt(typed: string): Parsed<string> {
  const text = joined(cleanAscii(typed).trim());
  const isQuoted = QUOTED.test(text);
  if (!isQuoted && /\p{Cc}/u.test(text)) return invalid(ONE_LINE);
  if (/\uFFFD|\p{Cs}/u.test(text))
    return invalid("This text has characters that cannot be sent. Please type it again.");

  const bytes = txtBytes(text);
  if (bytes === "") return invalid("Type the text, such as v=spf1 include:_spf.google.com ~all.");
  if (bytes.length > MAX_TEXT)
    return invalid(
      `The text is too long: ${bytes.length.toLocaleString("en-GB")} bytes, and at most ${MAX_TEXT.toLocaleString("en-GB")} fit in one record.`,
    );
  return valid(contentOfBytes(bytes));
}

/** Returns the strings of a text in quotation marks if it was copied from between the first mark and the last: `a" "b`. */
function joined(text: string): string {
  const isMany = /"\s+"/.test(text);
  const quoted = [text, `"${text}"`, `"${text}`, `${text}"`].find((each) => QUOTED.test(each));
  return isMany && quoted !== undefined ? quoted : text;
}

/** Whether a text has an unpaired quotation mark, which may be left over from copying. */
export function hasOddQuote(text: string): boolean {
  return (text.match(/"/g)?.length ?? 0) % 2 === 1;
}

function toBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

function unescaped(chunk: string): string {
  return chunk.replace(TOKEN, (token, code?: string, character?: string) =>
    code === undefined ? toBytes(character ?? token) : String.fromCharCode(Number(code)),
  );
}

/**
 * Returns the TXT content of bytes (see `txtBytes`). Bytes outside printable ASCII become three digits, so that no
 * string ends within a character.
 */
export function contentOfBytes(bytes: string): string {
  const chunks = bytes.match(CHUNK) ?? [""];
  return chunks.map((chunk) => `"${chunk.replace(/["\\]|[^ -~]/g, escaped)}"`).join(" ");
}

function escaped(byte: string): string {
  return /["\\]/.test(byte) ? `\\${byte}` : `\\${String(byte.charCodeAt(0)).padStart(3, "0")}`;
}
