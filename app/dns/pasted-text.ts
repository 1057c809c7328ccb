/** How many words may stand in front of the type of a line of a zone file: a name, a TTL and a class. */
const MOST_BEFORE_TYPE = 3;

/** Whether a typed text is a whole line of a zone file, with the value in quotation marks. Its parts belong into the form's fields. */
export function isTextLine(text = ""): boolean {
  const line = splitAtType(text);
  return line !== undefined && /^["(]/.test(line.value);
}

/**
 * Returns a text as it was meant if it was copied with line breaks, or as a line of a zone file without quotation marks. Other
 * texts are returned as they are: it is not known whether a space belongs between two lines.
 */
export function pastedText(typed = ""): string {
  const text = joinedLines(typed);
  const line = splitAtType(text);
  if (!line?.hasClass || /^["(]/.test(line.value)) return text;
  return `${line.before} TXT "${line.value.replace(/["\\]/g, "\\$&")}"`;
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
