import { z } from "zod";
import { MAX_FILE_BYTES } from "#app/platform/http/request-limits.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { anyText } from "#app/platform/text/text-characters.ts";
import { IMPORT_MODES, LEAVE_OUT, MAX_FILE_RECORDS } from "./import-options.ts";
import { isDirective, withoutMargin } from "./margin.ts";
import { otherZoneQuestion } from "./other-zone.ts";
import { tokenize } from "./tokenize.ts";
import { exactImportProblem, type ZoneEntry } from "./zone-entry.ts";
import { ZoneReader } from "./zone-reader.ts";

/**
 * Reading stops after this number of lines, valid or not, because an invalid line costs as much time as a valid one. It allows
 * as many directives as records.
 */
const MAX_ENTRIES = 2 * MAX_FILE_RECORDS;
const EXAMPLE = "www 3600 IN A 41.90.64.12";

/**
 * Reads a zone file for a zone (its name in lower-case ASCII). Returns each line as a record, validated as in the form,
 * or as skipped with a reason. Rejects a file that is too long, not text, without a record for this zone, or of another
 * zone, unless `as` says what to do then: the other zone's name to read its names as this zone's, or `LEAVE_OUT`. Never
 * throws. Source: docs/product/zone-files.md, "Zone files"; RFC 1035, section 5.
 */
export function readZoneFile(text: string, zone: string, as?: string): Parsed<ZoneEntry[]> {
  const file = readLines(text, zone, as);
  if (!file.ok) return file;
  const { entries, other, isMixed } = file.value;
  if (other && isMixed && as !== LEAVE_OUT) return invalid(otherZoneQuestion(other, zone, true));
  if (entries.some(isRecord)) return valid(entries);
  const reason = noRecordReason(entries);
  return invalid(other ? `${reason} ${otherZoneQuestion(other, zone, false)}` : reason);
}

/**
 * For a file of another zone, returns that zone (`other`) and whether some names of the file are in this zone (`isMixed`);
 * undefined for other files.
 */
export function otherZoneOf(text: string, zone: string): { other: string; isMixed: boolean } | undefined {
  const file = readLines(text, zone, undefined);
  if (!file.ok || file.value.other === undefined) return undefined;
  const { other, isMixed, entries } = file.value;
  return isMixed || !entries.some(isRecord) ? { other, isMixed } : undefined;
}

type ReadLines = { entries: ZoneEntry[]; other: string | undefined; isMixed: boolean };

function readLines(text: string, zone: string, as: string | undefined): Parsed<ReadLines> {
  const bytes = new TextEncoder().encode(text.replaceAll("\r\n", "\n")).length;
  if (bytes > MAX_FILE_BYTES)
    return invalid(
      `This is too long: ${Math.ceil(bytes / 1024).toLocaleString("en-GB")} KB, and at most 256 KB can be imported at once. Import it in parts.`,
    );
  if (text.includes("\0"))
    return invalid("This is not plain text. Save the zone file as plain text in UTF-8, then try again.");
  if (text.trim() === "") return invalid("Paste the lines of a zone file, or choose one from your device.");

  const kind = notZoneFile(text);
  if (kind !== undefined)
    return invalid(
      `This is ${kind}, not a zone file. Ask your provider for the zone file (BIND format), or write each record on a line of its own, such as ${EXAMPLE}.`,
    );
  const lines = withoutMargin(tokenize(text, MAX_ENTRIES));
  const count = lines.filter((line) => !isDirective(line)).length;
  if (count > MAX_FILE_RECORDS || lines.length === MAX_ENTRIES)
    return invalid(
      `There are more than ${MAX_FILE_RECORDS.toLocaleString("en-GB")} records, which is too many for one import. Import them in parts.`,
    );
  const reader = new ZoneReader(zone);
  const entries = lines.flatMap((line) => reader.read(line));
  const { otherZone } = reader;
  if (!otherZone) return valid({ entries, other: undefined, isMixed: false });
  const reread = new ZoneReader(zone, otherZone.name);
  const mine = lines.flatMap((line) => reread.read(line));
  if (otherZone.name === as || !mine.some(isRecord))
    return valid({ entries: otherZone.name === as ? mine : entries, other: undefined, isMixed: false });
  return valid({ entries, other: otherZone.name, isMixed: otherZone.isSaid && entries.some(isRecord) });
}

function isRecord({ kind }: ZoneEntry): boolean {
  return kind === "record";
}

function noRecordReason(entries: readonly ZoneEntry[]): string {
  const skipped = entries.filter((entry) => entry.kind === "skipped");
  const first =
    skipped.find(({ isBroken }) => isBroken) ?? skipped.find(({ text }) => !/\sSOA\s/i.test(text)) ?? skipped[0];
  if (!first) return `There is no record in this text. A line of a zone file looks like this: ${EXAMPLE}`;
  const [which, about] =
    skipped.length === 1 ? ["The line cannot", "It"] : ["None of the lines can", `Line ${first.line}`];
  return `${which} be imported. ${about}, ${first.text}: ${first.reason}`;
}

const NO_MODE = "Choose what to do with the records of the file.";

/** The field has no limit of its own, because `readZoneFile` has a better message for a text that is too long. */
export const IMPORT_LIMITS = { text: Number.POSITIVE_INFINITY };

/**
 * The schema of the import form for the zone with this name: the entries of the file and the mode. Empty fields may be
 * missing, as in Conform. Server only. Source: docs/product/zone-files.md, "Zone files".
 */
export function importSchema(zone: string) {
  const fields = z.object({
    text: anyText(),
    mode: z.enum(IMPORT_MODES, { error: NO_MODE }),
    as: anyText(),
  });
  return fields.transform(({ text = "", mode, as }, context) => {
    const file = readZoneFile(text, zone, as);
    const problem = file.ok ? mode === "exact" && exactImportProblem(file.value) : file.message;
    if (file.ok && !problem) return { entries: file.value, mode };
    context.issues.push({ code: "custom", path: ["text"], message: problem || "", input: text });
    return z.NEVER;
  });
}

/** The words in the heads of providers' tables: of their pages, of CSV files, and of PowerShell. */
const HEAD_WORDS = new Set(
  "type record recordtype records host hostname name fqdn domain value values data recorddata content answer target destination points to ttl timetolive timestamp priority prio preference weight port proxy proxied status action actions routing policy differentiator alias class comment notes value/route traffic".split(
    " ",
  ),
);

/** Rows of Namecheap's page, which has no head. */
const RECORD_ROW = /^(?:a|aaaa|cname|txt|mx|ns|srv|caa|alias|url redirect)\s+record\s/;

/** Rows of Route 53's page have one of these after name and type. */
const ROUTING_POLICIES = new Set(["simple", "weighted", "latency", "failover", "geolocation", "multivalue"]);

/** Rows without a head whose values are separated by commas, or whose type stands in front of the name. */
const COMMA_ROW = /^(?:[^\s,;]*[,;])?"?(?:a|aaaa|cname|txt|mx|ns|srv|caa)"?[,;]/;
const TYPE_FIRST_ROW =
  /^(?:a|aaaa|cname|txt|mx|ns|srv|caa)\s+(?!(?:in|ch|hs|a|aaaa|cname|txt|mx|ns|srv|caa|https|svcb|ds|tlsa|sshfp|naptr|ptr|soa)\s)(?:[@*]|[a-z_][\w.*-]*)\s+[^\s;]/;

/** What `nslookup` prints, and what `host` prints after the name. */
const PRINTED = /^(?:non-authoritative answer:|server:\s)/;
const PRINTED_AFTER_NAME = /^(?:has (?:ipv6 )?address|mail is handled by|is an alias for|descriptive text)\s/;

/**
 * Returns what a text is if it is surely no zone file, although its lines may look like records; undefined for other texts.
 * Reads its first line that is no comment, in lower case.
 */
export function notZoneFile(text: string): string | undefined {
  const lines = text.split(/[\r\n]+/, 50).map((line) => line.replace(/^\uFEFF/, "").trim());
  const first = (lines.find((line) => line !== "" && !/^[;#]/.test(line)) ?? "").toLowerCase();
  if (/^[{[]/.test(first)) return "JSON";
  if (/^---(?:\s|$)|^[\w.-]+:$|^kind:\s/.test(first)) return "YAML";
  const afterName = first.slice(first.indexOf(" ") + 1);
  if (PRINTED.test(first) || PRINTED_AFTER_NAME.test(afterName)) return "what a program prints about records";
  const words = first.split(/[\s,;|"]+/).filter(Boolean);
  const isHead =
    words.length > 2 && words.some((word) => word.endsWith("type")) && words.every((word) => HEAD_WORDS.has(word));
  const isRow = [RECORD_ROW, COMMA_ROW, TYPE_FIRST_ROW].some((row) => row.test(first));
  const [, type = "", policy = ""] = first.split(/\s+/);
  const isRouted = /^[a-z]{1,5}$/.test(type) && ROUTING_POLICIES.has(policy);
  return isHead || isRow || isRouted ? "a table of records" : undefined;
}
