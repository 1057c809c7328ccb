/** How many words may stand in front of the type of a line of a zone file: a name, a TTL and a class. */
const MOST_BEFORE_TYPE = 3;

/**
 * Whether a typed text is a whole line of a zone file, with the value in quotation marks. Its parts belong into the form's
 * fields.
 */
export function isTextLine(text = ""): boolean {
  const line = splitAtType(text);
  return line !== undefined && /^["(]/.test(line.value);
}

/**
 * Returns a text as it was meant if it was copied with line breaks, as a line of a zone file without quotation marks, or as a
 * row of a table that begins with the type. Other texts are returned as they are: it is not known whether a space belongs
 * between two lines. `isName` says whether a word is surely the name of a record; without a class, only such a word makes a
 * text a line.
 */
export function pastedText(typed = "", isName: (word: string) => boolean = () => false): string {
  const text = plainMailText(joinedLines(typed));
  const line = splitAtType(text);
  if (!line) return text;
  const { before, hasClass, value } = line;
  const [, name = "", rest = ""] = before === "" ? (/^(\S+)\s+(.+)$/s.exec(value) ?? []) : [];
  if (name !== "" && isName(name)) {
    const last = rest.slice(rest.lastIndexOf("\t") + 1).trim();
    const hasTtl = rest.includes("\t") && /^\d{1,10}$/.test(last);
    const content = hasTtl ? rest.slice(0, rest.lastIndexOf("\t")).trim() : rest;
    return `${name} ${hasTtl ? `${last} ` : ""}TXT ${quoted(content)}`;
  }
  const isLine = hasClass || isName(before.split(" ", 1)[0] ?? "");
  return isLine ? `${before} TXT ${quoted(value)}` : text;
}

function quoted(value: string): string {
  return /^["(]/.test(value) ? value : `"${plainMailText(value).replace(/["\\]/g, "\\$&")}"`;
}

/** What a chat or program code puts around a text. */
const MARK = /^['`*_]{1,3}/;
const MAIL_TEXT = /^v=(?:spf1|dkim1|dmarc1)\b/i;
/** How a list of DKIM or DMARC begins. */
export const TAG_LIST = /^\s*(?:v=d(?:kim|marc)1\b|[kp]=)/i;

/**
 * Returns a text of SPF, DKIM or DMARC without the marks of a chat around it and without the backslashes that zone files put in
 * front of semicolons. No such text has a backslash there: RFC 6376, section 3.2. Other texts are returned as they are.
 */
export function plainMailText(text: string): string {
  const trimmed = text.trim();
  const [emphasis = ""] = MARK.exec(trimmed) ?? [];
  const bare = trimmed.slice(emphasis.length, trimmed.length - emphasis.length);
  const inner = emphasis !== "" && trimmed.endsWith(emphasis) && MAIL_TEXT.test(bare) ? bare : text;
  return TAG_LIST.test(inner) ? inner.replaceAll("\\;", ";") : inner;
}

/** Splits a line of a zone file at its type; undefined for other texts. */
function splitAtType(text: string): { before: string; hasClass: boolean; value: string } | undefined {
  const words = text.trim().split(/\s+/, MOST_BEFORE_TYPE + 1);
  const at = words.findIndex((word) => word.toUpperCase() === "TXT");
  const before = words.slice(0, at);
  if (at < 0 || before.some((word) => word.includes('"'))) return undefined;
  const value = text.slice(text.indexOf(words[at] ?? "") + "TXT".length).trim();
  return value === ""
    ? undefined
    : { before: before.join(" "), hasClass: before.at(-1)?.toUpperCase() === "IN", value };
}

/**
 * Joins the lines of a text. SPF has a space between its words (RFC 7208, section 4.6.1). A key was broken within its letters,
 * unless the line ends in a semicolon (RFC 6376, section 3.2; DMARC likewise), and so was a code without spaces.
 */
function joinedLines(text: string): string {
  const lines = text.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
  const [first = "", ...rest] = lines;
  if (rest.length === 0 || text.includes('"') || rest.some((line) => /^v=/i.test(line))) return text;
  const start = splitAtType(first)?.value ?? first;
  const isCode = /^[\w-]+[=:]\S+$/.test(start) && rest.every((line) => /^[\w+/-]+={0,2}$/.test(line));
  const isKey = isCode || /^(?:v=dkim1\b|[kp]=)/i.test(start);
  if (!isKey && !/^v=(?:spf1|dmarc1)\b/i.test(start)) return text;
  return rest.reduce((whole, line) => `${whole}${isKey && !whole.endsWith(";") ? "" : " "}${line}`, first);
}
