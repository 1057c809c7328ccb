/** The words in the heads of providers' tables: of their pages, of CSV files, and of PowerShell. */
const HEAD_WORDS = new Set(
  "type record recordtype records host hostname name fqdn domain value values data recorddata content answer target destination points to ttl timetolive timestamp priority prio preference weight port proxy proxied status action actions routing policy differentiator alias class comment notes value/route traffic".split(
    " ",
  ),
);

/** Rows of tables without a head: Namecheap's page, and Route 53's with the routing policy after the type. */
const TABLE_ROW =
  /^(?:(?:a|aaaa|cname|txt|mx|ns|srv|caa|alias|url redirect)\s+record\s|\S+\s+[a-z]{1,5}\s+(?:simple|weighted|latency|failover|geolocation|multivalue)\b)/i;

/** Rows without a head whose values are separated by commas, or whose type stands in front of the name. */
const COMMA_ROW = /^(?:[^\s,;]*[,;])?"?(?:a|aaaa|cname|txt|mx|ns|srv|caa)"?[,;]/i;
const TYPE_FIRST_ROW =
  /^(?:a|aaaa|cname|txt|mx|ns|srv|caa)\s+(?!(?:in|ch|hs|a|aaaa|cname|txt|mx|ns|srv|caa|https|svcb|ds|tlsa|sshfp|naptr|ptr|soa)\s)(?:[@*]|[a-z_][\w.*-]*)\s+[^\s;]/i;

/** Lines that programs print for people: `host`, `nslookup`. */
const PRINTED =
  /^(?:non-authoritative answer:|server:\s|\S+ (?:has (?:ipv6 )?address|mail is handled by|is an alias for|descriptive text)\s)/i;

/**
 * Returns what a text is if it is surely no zone file, although its lines may look like records; undefined for other texts. Reads
 * its first line that is no comment.
 */
export function notZoneFile(text: string): string | undefined {
  const lines = text.split(/[\r\n]+/, 50).map((line) => line.replace(/^\uFEFF/, "").trim());
  const first = lines.find((line) => line !== "" && !/^[;#]/.test(line)) ?? "";
  if (/^[{[]/.test(first)) return "JSON";
  if (/^---(?:\s|$)|^[\w.-]+:$|^kind:\s/.test(first)) return "YAML";
  if (PRINTED.test(first)) return "what a program prints about records";
  const words = first
    .toLowerCase()
    .split(/[\s,;|"]+/)
    .filter(Boolean);
  const isHead =
    words.length > 2 && words.some((word) => word.endsWith("type")) && words.every((word) => HEAD_WORDS.has(word));
  const isRow = [TABLE_ROW, COMMA_ROW, TYPE_FIRST_ROW].some((row) => row.test(first));
  return isHead || isRow ? "a table of records" : undefined;
}
