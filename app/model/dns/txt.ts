import { invalid, type Parsed, valid } from "./parsed.ts";

/** Bytes of one character string: RFC 1035, section 3.3. */
const CHUNK = /.{1,255}/gs;
/**
 * Bytes of text in one record. Cloudflare takes 4,096 in wire format ("DNS record types"), where each string of at most 255
 * has one more for its length.
 */
export const MAX_TEXT = 4_080;

/** One or more strings in quotes, with or without the brackets that zone files put around several lines. */
const QUOTED = /^\(?\s*("(?:[^"\\]|\\.)*"\s*)+\)?$/s;
const ONE_QUOTED = /"((?:[^"\\]|\\.)*)"\s*/gsy;
/** RFC 1035, section 5.1: a backslash, then a byte in three decimal digits or any other character. */
const TOKEN = /\\(?:(25[0-5]|2[0-4]\d|[01]\d\d)|(.))|[^\\]+/gsu;

const ONE_LINE = "Put the text on one line, without line breaks or other control characters.";

/**
 * Takes a record's content as a provider gives it, quoted or not, and gives the bytes of its text, chunks joined, each byte
 * as one character of the string: equal texts give equal strings however they are quoted or cut (RFC 7208, section 3.3).
 */
export function txtBytes(content: string): string {
  const trimmed = content.trim();
  if (!QUOTED.test(trimmed)) return toBytes(content);
  return [...trimmed.replace(/^\(?\s*/, "").matchAll(ONE_QUOTED)].map(([, chunk = ""]) => unescaped(chunk)).join("");
}

/** Takes a record's content as a provider gives it and gives the plain text; bytes that are not UTF-8 become U+FFFD. */
export function txtText(content: string): string {
  const bytes = Uint8Array.from(txtBytes(content), (byte) => byte.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Takes a plain text and gives the content that is sent: strings of at most 255 bytes in quotes, with spaces between. */
export function txtContent(text: string): string {
  return contentOfBytes(toBytes(text));
}

/** What a form shows for a record's content: the plain text, or the quoted content where only that would be read the same. */
export function txtTyped(content: string): string {
  const text = txtText(content);
  const again = readTxt(text);
  return again.ok && txtBytes(again.value) === txtBytes(content) ? text : contentOfBytes(txtBytes(content));
}

/**
 * Takes what was typed or pasted for a TXT record and gives the content that is sent. Strings in quotes, one or several, are
 * read as a zone file has them and never quoted twice; anything else is the text itself, a lone quotation mark too. Source: docs/product.md, "DNS
 * records"; RFC 1035, sections 3.3.14 and 5.1.
 */
export function readTxt(typed: string): Parsed<string> {
  const text = typed.trim();
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

/** Whether a text has a quotation mark without a partner in it: perhaps one was left behind when it was copied. */
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
 * Takes the bytes of a text, as `txtBytes` gives them, and gives the content that is sent. Bytes beyond printable ASCII are
 * written as three digits, so that no chunk can end within a character.
 */
export function contentOfBytes(bytes: string): string {
  const chunks = bytes.match(CHUNK) ?? [""];
  return chunks.map((chunk) => `"${chunk.replace(/["\\]|[^ -~]/g, escaped)}"`).join(" ");
}

function escaped(byte: string): string {
  return /["\\]/.test(byte) ? `\\${byte}` : `\\${String(byte.charCodeAt(0)).padStart(3, "0")}`;
}
