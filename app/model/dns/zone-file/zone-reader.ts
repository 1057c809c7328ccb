import { invalid, type Parsed, valid } from "../parsed.ts";
import { readRecord } from "../read-record.ts";
import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { apexNsProblem } from "../record-conflicts.ts";
import { identityOf } from "../record-identity.ts";
import { isWithin } from "../record-name.ts";
import { DEFAULT_TTL } from "../record-values.ts";
import type { RecordType } from "../types/record-type.ts";
import { type OwnField, typeOf } from "../types.ts";
import { type AbsoluteName, looksLikeOtherDomain, ownerLooksLikeOtherDomain, toAbsoluteName } from "./absolute-name.ts";
import { readComment } from "./comments.ts";
import { missingDotMessage, type ParsedRdata, parseRdata } from "./rdata.ts";
import { clampTtl, parseRecordLine, parseTtl, type RecordLine, unsupportedTypeReason } from "./record-line.ts";
import type { ZoneLine } from "./tokenize.ts";
import { type Adjustment, rrsetKey, type ZoneEntry } from "./zone-entry.ts";

const NO_OWNER = "This line has no name of its own, and there is no line above it whose name could be read.";
const NO_OTHER_FILE = "This asks for another file, which is not here. Put the lines of that file here instead.";
const NO_PATTERN =
  "This makes many records from a pattern, which cannot be done here. Write them out, each on its own line.";

/**
 * Reads the entries of a zone file one after another, and remembers what the earlier ones say of the later: the origin, and
 * the name and the TTL that are left out. Source: RFC 1035, section 5.1; RFC 2308, section 4.
 */
export class ZoneReader {
  readonly #zone: string;
  #origin: string;
  #owner: AbsoluteName | undefined;
  #defaultTtl: number | undefined;
  #lastTtl: number | undefined;
  readonly #known = new Map<string, { line: number; count: number }>();

  constructor(zone: string) {
    this.#zone = zone;
    this.#origin = zone;
  }

  /** What became of an entry; nothing when it only says something of others, or was mentioned already. */
  read(line: ZoneLine): ZoneEntry[] {
    const [first] = line.tokens;
    if (line.problem === undefined && first?.raw.startsWith("$") && !first.isQuoted) return this.#obey(line);
    const parts: Parsed<RecordLine> = line.problem === undefined ? parseRecordLine(line) : invalid(line.problem);
    if (parts.ok) return this.#readRecord(line, parts.value);
    // The lines below may be about this name all the same.
    if (first && !line.isIndented) this.#readOwner(first.raw);
    return broken(line, parts.message);
  }

  #obey(line: ZoneLine): ZoneEntry[] {
    const [order = "", value = ""] = line.tokens.map(({ raw }) => raw);
    switch (order.toUpperCase()) {
      case "$TTL":
        this.#defaultTtl = parseTtl(value);
        return this.#defaultTtl === undefined ? broken(line, "After $TTL come seconds, such as $TTL 3600.") : [];
      case "$ORIGIN": {
        const where = { origin: this.#origin, zone: this.#zone };
        // Without its dot a whole name makes no sense here, and nor would any name below it.
        const origin = toAbsoluteName(looksLikeOtherDomain(value, where) ? `${value}.` : value, where);
        if (!origin.ok || value === "") return broken(line, "After $ORIGIN comes a name, such as $ORIGIN example.com.");
        this.#origin = origin.value.name;
        return [];
      }
      case "$INCLUDE":
        return broken(line, NO_OTHER_FILE);
      case "$GENERATE":
        return broken(line, NO_PATTERN);
      default:
        return broken(line, "This is a command for some server, and is not known here.");
    }
  }

  #readRecord(line: ZoneLine, parts: RecordLine): ZoneEntry[] {
    const { type } = parts;
    this.#lastTtl = parts.ttl ?? this.#lastTtl;
    // A SOA without a TTL says by its last number what is meant: BIND does so, and Windows writes nothing else.
    if (type === "SOA" && this.#lastTtl === undefined) this.#defaultTtl ??= parseTtl(parts.rdata.at(-1)?.raw ?? "");
    const owner = parts.owner === undefined ? this.#owner && valid(this.#owner) : this.#readOwner(parts.owner);
    if (!owner?.ok) return broken(line, owner?.message ?? NO_OWNER);

    const { name } = owner.value;
    if (parts.class !== "IN") return skipped(line, `Records of the class ${parts.class} are not for the Internet.`);
    if (!isWithin(name, this.#zone)) return skipped(line, `${name || "."} is not part of ${this.#zone}.`);
    if (type === "SOA" && this.#repeated("SOA", line)) return [];
    const about = typeOf(type);
    if (!about) return skipped(line, unsupportedTypeReason(type));
    const own = apexNsProblem({ type, name }, this.#zone);
    if (own !== undefined) return skipped(line, own);
    const record = this.#readOurs(line, about, { ...parts, owner: owner.value });
    if (!record.ok) return broken(line, record.message, rrsetKey({ type, name }));
    const first = this.#repeated(identityOf(record.value.draft), line);
    if (first) return first.count > 2 ? [] : skipped(line, `It says the same as line ${first.line}.`);
    return [{ kind: "record", line: line.line, text: line.text, ...record.value }];
  }

  #readOurs(line: ZoneLine, about: RecordType<OwnField>, parts: Omit<RecordLine, "owner"> & { owner: AbsoluteName }) {
    const where = { origin: this.#origin, zone: this.#zone, isCommentAttached: line.isCommentAttached === true };
    const data = parseRdata(about, parts.rdata, where);
    if (!data.ok) return data;
    const marks = readComment(line.comment);
    const said = parts.ttl ?? this.#defaultTtl ?? this.#lastTtl;
    const ttl = marks.isAutoTtl ? AUTO_TTL : clampTtl(said ?? DEFAULT_TTL);
    const name = `${parts.owner.name}.`;
    const proxied = marks.proxied ? "on" : "";
    const record = readRecord({ ...data.value.typed, type: about.type, name, ttl: String(ttl), proxied }, this.#zone);
    if (!record.ok) return invalid(record.problems.map(({ message }) => message).join(" "));

    const { comment } = marks;
    const draft: RecordDraft = { ...record.draft, ...(comment !== undefined && { comment }) };
    const explicit = {
      ttl: said !== undefined || marks.isAutoTtl,
      proxied: marks.proxied !== undefined,
      comment: marks.hasTags && comment !== undefined,
    };
    const raised = draft.ttl === AUTO_TTL || said === undefined ? 0 : draft.ttl - said;
    return valid({ draft, explicit, adjustments: remarksOn(data.value, parts.owner, raised) });
  }

  /** The name at the beginning of a line, which stays the name of those below that have none. */
  #readOwner(raw: string): Parsed<AbsoluteName> {
    const where = { origin: this.#origin, zone: this.#zone };
    const owner = ownerLooksLikeOtherDomain(raw, where)
      ? invalid(missingDotMessage(raw, where))
      : toAbsoluteName(raw, where);
    this.#owner = owner.ok ? owner.value : undefined;
    return owner;
  }

  /** Counts what may come once. Gives nothing the first time, and from then on which line it was on and how many there are. */
  #repeated(key: string, { line }: ZoneLine): { line: number; count: number } | undefined {
    const known = this.#known.get(key);
    if (known) known.count += 1;
    else this.#known.set(key, { line, count: 1 });
    return known;
  }
}

function broken({ line, text }: ZoneLine, reason: string, rrset?: string): ZoneEntry[] {
  return [{ kind: "skipped", line, text, reason, isBroken: true, ...(rrset !== undefined && { rrset }) }];
}

function skipped({ line, text }: ZoneLine, reason: string): ZoneEntry[] {
  return [{ kind: "skipped", line, text, reason, isBroken: false }];
}

/** `raised` is by how many seconds the TTL became another one than the file's. */
function remarksOn(data: ParsedRdata, owner: AbsoluteName, raised: number): Adjustment[] {
  const remarks: (Adjustment | false)[] = [
    (owner.isAssumedAbsolute || data.isAssumedAbsolute === true) && "as-absolute",
    data.asOneText === true && "as-one-text",
    raised > 0 && "ttl-raised",
    raised < 0 && "ttl-lowered",
  ];
  return remarks.filter((remark) => remark !== false);
}
