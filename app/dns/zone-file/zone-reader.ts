import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { readRecord } from "../read-record.ts";
import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { apexProblem } from "../record-conflicts.ts";
import { identityOf } from "../record-identity.ts";
import { isWithin } from "../record-name.ts";
import { DEFAULT_TTL } from "../record-values.ts";
import type { RecordType } from "../types/record-type.ts";
import { type OwnField, typeOf } from "../types.ts";
import {
  type AbsoluteName,
  looksLikeOtherDomain,
  ownerLooksLikeOtherDomain,
  registeredDomain,
  toAbsoluteName,
} from "./absolute-name.ts";
import { readComment } from "./comments.ts";
import { isDirective } from "./margin.ts";
import { renamingRemarks } from "./other-zone.ts";
import { missingDotMessage, type ParsedRdata, parseRdata } from "./rdata.ts";
import { clampTtl, parseRecordLine, parseTtl, type RecordLine, unsupportedTypeReason } from "./record-line.ts";
import type { ZoneLine } from "./tokenize.ts";
import { type Adjustment, rrsetKey, type ZoneEntry } from "./zone-entry.ts";

const NO_OWNER = "This line has no name of its own, and there is no line above it whose name could be read.";
const NO_OTHER_FILE = "This asks for another file, which is not here. Put the lines of that file here instead.";
const NO_PATTERN =
  "This makes many records from a pattern, which cannot be done here. Write them out, each on its own line.";

/**
 * Reads the entries of a zone file in order, and keeps what later entries depend on: the origin, the last owner and the
 * TTLs. Source: RFC 1035, section 5.1; RFC 2308, section 4.
 */
export class ZoneReader {
  /**
   * The other zone that the file is of. `isSaid`: its SOA or $ORIGIN names this zone; otherwise `name` is the domain of its
   * first other name.
   */
  otherZone: { name: string; isSaid: boolean } | undefined;
  readonly #zone: string;
  readonly #other: string | undefined;
  #origin: string;
  #owner: AbsoluteName | undefined;
  #defaultTtl: number | undefined;
  #lastTtl: number | undefined;
  readonly #known = new Map<string, { line: number; count: number }>();

  /** `other` is the name of another zone, whose names are read as names of this one. */
  constructor(zone: string, other?: string) {
    this.#zone = zone;
    this.#other = other;
    this.#origin = zone;
  }

  /** Returns the result of an entry; empty for directives and for repeated duplicates. */
  read(line: ZoneLine): ZoneEntry[] {
    const [first] = line.tokens;
    if (line.problem === undefined && isDirective(line)) return this.#readDirective(line);
    const parts: Parsed<RecordLine> = line.problem === undefined ? parseRecordLine(line) : invalid(line.problem);
    if (parts.ok) return this.#readRecord(line, parts.value);
    // The lines below may still belong to this owner.
    if (first && line.indent === 0) this.#readOwner(first.raw);
    return invalidLine(line, parts.message);
  }

  #readDirective(line: ZoneLine): ZoneEntry[] {
    const [directive = "", value = ""] = line.tokens.map(({ raw }) => raw);
    switch (directive.toUpperCase()) {
      case "$TTL":
        this.#defaultTtl = parseTtl(value);
        return this.#defaultTtl === undefined ? invalidLine(line, "After $TTL come seconds, such as $TTL 3600.") : [];
      case "$ORIGIN": {
        const where = this.#where;
        // A name of another domain is read as if it had its final dot: neither it nor the names below it make sense otherwise.
        const origin = toAbsoluteName(looksLikeOtherDomain(value, where) ? `${value}.` : value, where);
        if (!origin.ok || value === "")
          return invalidLine(line, "After $ORIGIN comes a name, such as $ORIGIN example.com.");
        this.#origin = origin.value.written ?? origin.value.name;
        this.#noteOther(this.#origin, true);
        return [];
      }
      case "$INCLUDE":
        return invalidLine(line, NO_OTHER_FILE);
      case "$GENERATE":
        return invalidLine(line, NO_PATTERN);
      default:
        return invalidLine(line, "This is a command for some server, and is not known here.");
    }
  }

  #readRecord(line: ZoneLine, parts: RecordLine): ZoneEntry[] {
    const { type } = parts;
    this.#lastTtl = parts.ttl ?? this.#lastTtl;
    // If no line gives a TTL, the last number of the SOA is the default: BIND reads files so, and Windows writes no other TTL.
    if (type === "SOA" && this.#lastTtl === undefined) this.#defaultTtl ??= parseTtl(parts.rdata.at(-1)?.raw ?? "");
    const owner = parts.owner === undefined ? this.#owner && valid(this.#owner) : this.#readOwner(parts.owner);
    if (!owner?.ok) return invalidLine(line, owner?.message ?? NO_OWNER);

    const { name } = owner.value;
    if (parts.class !== "IN") return skippedLine(line, `Records of the class ${parts.class} are not for the Internet.`);
    if (!isWithin(name, this.#zone)) {
      this.#noteOther(name, type === "SOA");
      return skippedLine(line, `${name || "."} is not part of ${this.#zone}.`);
    }
    if (type === "SOA" && this.#repeated("SOA", line)) return [];
    const recordType = typeOf(type);
    if (!recordType) return skippedLine(line, unsupportedTypeReason(type));
    const problem = apexProblem({ type, name }, this.#zone);
    if (problem !== undefined) return skippedLine(line, problem);
    const record = this.#readSupported(line, recordType, { ...parts, owner: owner.value });
    if (!record.ok) return invalidLine(line, record.message, rrsetKey({ type, name }));
    const first = this.#repeated(identityOf(record.value.draft), line);
    if (first) return first.count > 2 ? [] : skippedLine(line, `It says the same as line ${first.line}.`);
    return [{ kind: "record", line: line.line, text: line.text, ...record.value }];
  }

  #readSupported(
    line: ZoneLine,
    recordType: RecordType<OwnField>,
    parts: Omit<RecordLine, "owner"> & { owner: AbsoluteName },
  ) {
    const where = { ...this.#where, comment: line.comment, isCommentAttached: line.isCommentAttached === true };
    const data = parseRdata(recordType, parts.rdata, where);
    if (!data.ok) return data;
    const tags = readComment(line.comment);
    const givenTtl = parts.ttl ?? this.#defaultTtl ?? this.#lastTtl;
    const ttl = tags.isAutoTtl ? AUTO_TTL : clampTtl(givenTtl ?? DEFAULT_TTL);
    const name = `${parts.owner.name}.`;
    const proxied = tags.proxied ? "on" : "";
    const record = readRecord(
      { ...data.value.typed, type: recordType.type, name, ttl: String(ttl), proxied },
      this.#zone,
    );
    if (!record.ok) return invalid(record.problems.map(({ message }) => message).join(" "));

    const { comment } = tags;
    const draft: RecordDraft = { ...record.draft, ...(comment !== undefined && { comment }) };
    const explicit = {
      ttl: givenTtl !== undefined || tags.isAutoTtl,
      proxied: tags.proxied !== undefined,
      comment: tags.hasTags && comment !== undefined,
    };
    const raised = draft.ttl === AUTO_TTL || givenTtl === undefined ? 0 : draft.ttl - givenTtl;
    const remarks = this.#other === undefined ? [] : renamingRemarks(draft, parts.owner, data.value, this.#other);
    return valid({ draft, explicit, adjustments: adjustmentsOf(data.value, parts.owner, raised), remarks });
  }

  get #where() {
    return { origin: this.#origin, zone: this.#zone, other: this.#other };
  }

  /** Notes a name outside the zone. A name from a SOA or $ORIGIN (`isSaid`) counts more than the name of a record. */
  #noteOther(name: string, isSaid: boolean): void {
    const domain = isSaid && registeredDomain(name) ? name : registeredDomain(name);
    if (isWithin(name, this.#zone) || domain === undefined || this.otherZone?.isSaid) return;
    if (isSaid || !this.otherZone) this.otherZone = { name: domain, isSaid };
  }

  /** Reads the owner of a line, which is also the owner of the lines below without one. */
  #readOwner(raw: string): Parsed<AbsoluteName> {
    const where = this.#where;
    const isOther = ownerLooksLikeOtherDomain(raw, where);
    if (isOther && toAbsoluteName(raw, where).ok) this.#noteOther(raw.toLowerCase(), false);
    const owner = isOther ? invalid(missingDotMessage(raw, where)) : toAbsoluteName(raw, where);
    this.#owner = owner.ok ? owner.value : undefined;
    return owner;
  }

  /** Counts entries that must be unique. Returns undefined the first time, then the line of the first and the count. */
  #repeated(key: string, { line }: ZoneLine): { line: number; count: number } | undefined {
    const known = this.#known.get(key);
    if (known) known.count += 1;
    else this.#known.set(key, { line, count: 1 });
    return known;
  }
}

function invalidLine({ line, text }: ZoneLine, reason: string, rrset?: string): ZoneEntry[] {
  return [{ kind: "skipped", line, text, reason, isBroken: true, ...(rrset !== undefined && { rrset }) }];
}

function skippedLine({ line, text }: ZoneLine, reason: string): ZoneEntry[] {
  return [{ kind: "skipped", line, text, reason, isBroken: false }];
}

/** `raised` is the difference in seconds between the TTL and the file's. */
function adjustmentsOf(data: ParsedRdata, owner: AbsoluteName, raised: number): Adjustment[] {
  const adjustments: (Adjustment | false)[] = [
    (owner.isAssumedAbsolute || data.isAssumedAbsolute === true) && "as-absolute",
    data.asOneText === true && "as-one-text",
    raised > 0 && "ttl-raised",
    raised < 0 && "ttl-lowered",
  ];
  return adjustments.filter((remark) => remark !== false);
}
