/**
 * The last alternative is the only group: it matches zero-width, bidirectional and other characters that no screen shows
 * (Unicode Character Database, Default_Ignorable_Code_Point). The alternatives before it match joiners, variation selectors and
 * emoji tags that are part of what people see after an emoji, or after a letter of a script that needs them: the Sinhala word
 * Sri, Persian plurals, a family of emoji. Unicode Standard, sections 23.2 and 23.4; UTS #51.
 */
const NEEDED_OR_INVISIBLE =
  /(?<=(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited})[\p{L}\p{M}])(?:\u200C|\u200D|[\uFE00-\uFE0F])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)(?:\u200D(?=\p{Extended_Pictographic})|[\u{E0020}-\u{E007F}]{1,16})|(?<=[0-9#*])\uFE0F(?=\u20E3)|([\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB])/gu;

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const SINGLE_QUOTES = /[\u2018-\u201B\u2032\uFF07]/g;
const DOUBLE_QUOTES = /[\u201C-\u201F\u2033\u00AB\u00BB\uFF02]/g;
const QUOTED_WHOLE = /^"([^"]*)"$|^'([^']*)'$/;

/** What stands before an address on a card or a letterhead. */
const MAIL_LABEL = /^(?:e-?mail|barua pepe)(?: address)?[:=]/i;

/**
 * Returns the text of a single-line field without white space around it and without characters that nobody sees; a no-break
 * space and every other Unicode space become a space. Characters that an emoji or a script needs stay. Never for passwords.
 * Source: docs/product/forms.md, "Forms".
 */
export function cleanLine(typed: string): string {
  return typed
    .replace(NEEDED_OR_INVISIBLE, (found, invisible?: string) => (invisible === undefined ? found : ""))
    .replace(/[\p{Zs}\u2028\u2029]/gu, " ")
    .trim();
}

/**
 * Returns a value that is plain ASCII by its nature: an address, a name of the DNS, a number, a code. Does the same as
 * `cleanLine`; in addition, look-alike dashes and quotation marks become plain ones, and quotation marks around the whole value
 * are removed.
 */
export function cleanInput(typed: string): string {
  const plain = foldQuotes(cleanLine(typed)).replace(DASHES, "-");
  return plain.replace(QUOTED_WHOLE, (_, double?: string, single?: string) => double ?? single ?? "").trim();
}

/** Returns words to search for: does the same as `cleanLine`, and makes quotation marks plain. */
export function cleanSearch(typed: string): string {
  return foldQuotes(cleanLine(typed.replaceAll("\0", "")));
}

/** Returns the letters and digits of a code in upper case, whatever stands between them. */
export function codeCharacters(typed: string): string {
  return cleanLine(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns a text whose characters matter, such as a TXT record, without characters that were copied with it: invisible
 * characters, Unicode spaces, and curly quotation marks around the whole or between two strings. If the rest is not printable
 * ASCII, the text is returned unchanged, because it was probably typed so.
 */
export function cleanAscii(typed: string): string {
  const plain = cleanLine(typed)
    .replace(/[“”„‟]\s+[“”„‟]/g, '" "')
    .replace(/^[“”„‟«]([^“”„‟«»]*)[“”„‟»]$/s, '"$1"')
    .replace(/^[‘’‚‛]([^‘’‚‛]*)[‘’‚‛]$/s, "$1");
  return /^[\t\r\n -~]*$/.test(plain) ? plain : typed;
}

/**
 * Returns the one address that was meant: without `mailto:` or a label, without a name and angle brackets around it, and
 * without brackets and the punctuation of the sentence it was copied from. Does not check the address.
 */
export function cleanMailbox(typed: string): string {
  const text = cleanInput(typed).replace(MAIL_LABEL, "");
  const inner = /^(?:[^@<>]*\s)?<([^<>]+)>[\s,;.]*$/.exec(text)?.[1] ?? text;
  const address = inner
    .trim()
    .replace(/^mailto:/i, "")
    .replace(/^([^@]*@[^?]*)\?.*$/s, "$1");
  return /[^\s,;:([<](?:.*[^\s,;:.)\]>])?/s.exec(address)?.[0] ?? "";
}

function foldQuotes(text: string): string {
  return text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
}
