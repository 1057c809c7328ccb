import { caaContent, caaParts } from "../caa.ts";
import { AUTO_TTL, isRecordType, type RecordDraft, type RecordType } from "../record.ts";
import { DEFAULT_PRIORITY } from "../record-values.ts";
import { srvParts } from "../srv.ts";
import { contentOfBytes, txtBytes } from "../txt.ts";
import { writeMarks } from "./record-marks.ts";
import { readLines } from "./zone-lines.ts";

/** Seconds that stand for Auto with other servers: what Cloudflare answers with then ("Time to Live (TTL)"). */
const AUTO_SECONDS = 300;

/** What a name of a record may have; everything else would have to be escaped, and no provider sends it. */
const NAME = /^[a-z0-9._*-]+$/i;

/** Types that we don't change: their content is as a zone file has it, but for the dot behind a whole name. */
const OTHERS: Record<string, (content: string) => string> = {
  ...Object.fromEntries(
    ["CERT", "DNSKEY", "DS", "LOC", "OPENPGPKEY", "SMIMEA", "SSHFP", "TLSA"].map((type) => [type, (text) => text]),
  ),
  PTR: dotted,
  HTTPS: withSecondDotted,
  SVCB: withSecondDotted,
  NAPTR: (content) => content.replace(/(?<!\S)\S+$/, dotted),
  URI: (content) => content,
};

/**
 * Takes a record and gives it as a line of a zone file, whole names with dots, the CDN, Auto and the comment behind a
 * semicolon; undefined for what no zone file can say. Source: RFC 1035, section 5.1; docs/product.md, "Zone files".
 */
export function writeRecord(record: RecordDraft): string | undefined {
  const { type, name, ttl } = record;
  const data = isRecordType(type) ? dataOf(type, record) : otherData(record);
  if (data === undefined || !NAME.test(name)) return undefined;
  return `${dotted(name)}\t${ttl === AUTO_TTL ? AUTO_SECONDS : ttl}\tIN\t${type}\t${data}${writeMarks(record)}`;
}

function dataOf(type: RecordType, { content, priority, data }: RecordDraft): string | undefined {
  switch (type) {
    case "A":
    case "AAAA":
      return /^[0-9a-f.:]+$/i.test(content) ? content : undefined;
    case "TXT":
      return contentOfBytes(txtBytes(content));
    case "CNAME":
    case "NS":
      return NAME.test(content) ? dotted(content) : undefined;
    case "MX":
      return NAME.test(content) ? `${priority ?? DEFAULT_PRIORITY} ${dotted(content)}` : undefined;
    case "SRV": {
      const parts = data && "port" in data ? data : srvParts(content, priority ?? 0);
      if (!parts || !NAME.test(parts.target)) return undefined;
      return `${parts.priority} ${parts.weight} ${parts.port} ${dotted(parts.target)}`;
    }
    case "CAA": {
      const parts = data && "tag" in data ? data : caaParts(content);
      return parts && /^[a-z0-9]+$/i.test(parts.tag) && /^[ -~]*$/.test(parts.value) ? caaContent(parts) : undefined;
    }
  }
}

/** Only what is one entry, all of it: a content of several lines, or with a comment, would say something else in a file. */
function otherData({ type, content, priority }: RecordDraft): string | undefined {
  const write = OTHERS[type];
  const whole = type === "URI" && priority !== undefined ? `${priority} ${content.trim()}` : content.trim();
  const [line, ...more] = readLines(`x ${whole}`);
  const isOne = line !== undefined && line.problem === undefined && line.comment === undefined && more.length === 0;
  return write && isOne && !/[\p{Cc}()]/u.test(whole.replaceAll("\t", " ")) ? write(whole) : undefined;
}

function withSecondDotted(content: string): string {
  return content.replace(/^(\S+\s+)(\S+)/, (_, first: string, second: string) => first + dotted(second));
}

/** A whole name as a zone file has it. */
function dotted(name: string): string {
  return name.endsWith(".") ? name : `${name}.`;
}
