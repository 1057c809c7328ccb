import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { typeOf } from "../types.ts";
import { writeComment } from "./comments.ts";
import { formatName, withFinalDot } from "./written-name.ts";
import { tokenize } from "./zone-lines.ts";

/** Seconds that stand for Auto with other servers: what Cloudflare answers with then ("Time to Live (TTL)"). */
const AUTO_SECONDS = 300;

/** Types that we don't change: their content is as a zone file has it, but for the dot behind a whole name. */
const OTHERS: Record<string, (content: string) => string> = {
  ...Object.fromEntries(
    ["CERT", "DNSKEY", "DS", "LOC", "OPENPGPKEY", "SMIMEA", "SSHFP", "TLSA"].map((type) => [type, (text) => text]),
  ),
  PTR: withFinalDot,
  HTTPS: withSecondDotted,
  SVCB: withSecondDotted,
  NAPTR: (content) => content.replace(/(?<!\S)\S+$/, withFinalDot),
  URI: (content) => content,
};

/**
 * Takes a record and gives it as a line of a zone file, whole names with dots, the CDN, Auto and the comment behind a
 * semicolon; undefined for what no zone file can say. Source: RFC 1035, section 5.1; docs/product.md, "Zone files".
 */
export function writeRecord(record: RecordDraft): string | undefined {
  const { type, ttl } = record;
  const known = typeOf(type);
  const data = known ? known.file.write(record) : otherData(record);
  const name = formatName(record.name);
  if (data === undefined || name === undefined) return undefined;
  return `${name}\t${ttl === AUTO_TTL ? AUTO_SECONDS : ttl}\tIN\t${type}\t${data}${writeComment(record)}`;
}

/** Only what is one entry, all of it: a content of several lines, or with a comment, would say something else in a file. */
function otherData({ type, content, priority }: RecordDraft): string | undefined {
  const write = OTHERS[type];
  const whole = type === "URI" && priority !== undefined ? `${priority} ${content.trim()}` : content.trim();
  const [line, ...more] = tokenize(`x ${whole}`);
  const isOne = line !== undefined && line.problem === undefined && line.comment === undefined && more.length === 0;
  return write && isOne && !/[\p{Cc}()]/u.test(whole.replaceAll("\t", " ")) ? write(whole) : undefined;
}

function withSecondDotted(content: string): string {
  return content.replace(/^(\S+\s+)(\S+)/, (_, first: string, second: string) => first + withFinalDot(second));
}
