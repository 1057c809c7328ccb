import { canonicalName, isHostName } from "#app/domains/ascii-name.ts";
import { isIpv4 } from "./address.ts";
import { isPrivateAddress } from "./address-ranges.ts";
import { cdnWarnings } from "./cdn-default.ts";
import { coverageWarnings } from "./coverage-warnings.ts";
import { doubledZoneWarnings, withoutDoubledZone } from "./doubled-zone.ts";
import { judgeText } from "./mail/judge-text.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "./record.ts";
import { apexProblem, type RecordConflict, recordConflicts } from "./record-conflicts.ts";
import { targetOf } from "./record-identity.ts";
import { isWithin, toRelativeName } from "./record-name.ts";
import { ttlWords } from "./ttl.ts";
import { txtText } from "./txt.ts";
import { isProxiable, isProxied, typeOf } from "./types.ts";
import { ownerLooksLikeOtherDomain } from "./zone-file/absolute-name.ts";
import { atSameName, isCovered, isDmarc, pointingTo, recordsAt } from "./zone-records.ts";

/**
 * Returns everything that makes a record impossible (`conflicts`) and everything its owner should know (`warnings`).
 * Takes the other records of the zone, without the one that is replaced (`original`), and the zone's name in lower-case
 * ASCII. Source: docs/product/dns.md, "DNS records".
 */
export function checkRecord(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
  original?: DnsRecord,
): { conflicts: RecordConflict[]; warnings: Warning[] } {
  const record = { ...draft, name: canonicalName(draft.name) };
  const own = apexProblem(record, zone);
  const conflicts: RecordConflict[] =
    own === undefined ? recordConflicts(record, others, zone) : [{ field: "name", message: own }];
  return { conflicts, warnings: warningsFor(record, others, zone, original) };
}

/**
 * Something that is valid but may be a mistake. If `needsConfirmation` is set, the record is saved only after its owner has
 * read the message.
 */
export type Warning = { message: string; needsConfirmation?: true };

/**
 * Returns the warnings for a record. Takes the other records of the zone, without the one that is replaced (`original`). A
 * warning never blocks the record. Source: docs/product/dns.md, "DNS records".
 */
export function warningsFor(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
  original?: DnsRecord,
): Warning[] {
  const apex = canonicalName(zone);
  const found = [
    ...nameWarnings(draft, apex),
    ...doubledZoneWarnings(draft, apex),
    ...(draft.name === apex ? apexWarnings(draft) : delegationWarnings(draft, others, apex)),
    isAddress(draft) &&
      !draft.proxied &&
      isPrivateAddress(draft.content) &&
      `${draft.content} is a private or reserved address: your visitors cannot reach it.`,
    ...setWarnings(draft, atSameName(draft, others)),
    foreignCharacterWarning(draft),
    ...(typeOf(draft.type)?.warnings?.(draft) ?? []),
    ...targetWarnings(draft, others, apex),
    ...cdnWarnings(draft, others, apex),
    ...rareTypeWarnings(draft, others),
    ...coverageWarnings(draft, others, original),
  ];
  return [
    ...judgeText(draft, apex).map(
      ({ severity, words }): Warning =>
        severity === "bad" ? { message: words, needsConfirmation: true } : { message: words },
    ),
    ...found.filter((message) => message !== false).map((message) => ({ message })),
  ];
}

/** A message, or false if the warning does not apply. */
type Maybe = string | false;

function nameWarnings(draft: RecordDraft, zone: string): Maybe[] {
  const { type, name } = draft;
  const relative = toRelativeName(name, zone).replace(/^\*\./, "");
  const isServer = (isAddress(draft) || type === "MX") && relative !== "@" && relative !== "*";
  return [
    (isIpv4(relative) || (relative !== name && ownerLooksLikeOtherDomain(relative, { origin: zone, zone }))) &&
      `The whole name will be ${name}. If you meant ${relative} itself, it is not part of ${zone}.`,
    // RFC 1123, section 2.1; Cloudflare, "DNS record types": allowed, not recommended.
    isServer &&
      !isHostName(relative) &&
      `${name} is an unusual name for a server. Some programs only take letters, digits, and hyphens inside.`,
    // RFC 4592, section 2.2.1.
    name.startsWith("*.") &&
      `The star stands for every name below ${name.slice(2)} that has no record of its own. Names with any record of their own are not covered.`,
  ];
}

function apexWarnings({ type, name }: RecordDraft): Maybe[] {
  return [
    // Cloudflare, "CNAME flattening".
    type === "CNAME" &&
      `${name} is the domain itself, so the CNAME will be flattened: visitors get the addresses of what it points to. Mail and texts of ${name} keep working.`,
  ];
}

/** Names at or below a delegation are answered by the delegated name servers: RFC 1034, section 4.2.1. */
function delegationWarnings({ type, name }: RecordDraft, others: readonly DnsRecord[], zone: string): Maybe[] {
  const stays = ["NS", "DS"];
  const isHidden = others.some((other) => !stays.includes(other.type) && isWithin(canonicalName(other.name), name));
  const cuts = others.filter((other) => other.type === "NS" && canonicalName(other.name) !== zone);
  const cut = cuts.find((other) => isWithin(name, canonicalName(other.name)));
  return [
    type === "NS" &&
      isHidden &&
      `Other name servers now answer for ${name} and every name below it. Records kept here for those names are no longer seen.`,
    !stays.includes(type) &&
      cut !== undefined &&
      `${cut.content} answers for ${cut.name} and every name below it, so this record is not seen.`,
  ];
}

function setWarnings(draft: RecordDraft, neighbours: DnsRecord[]): Maybe[] {
  const { type, name, ttl, proxied } = draft;
  const set = neighbours.filter((other) => other.type === type);
  const addresses = isProxiable(type) ? neighbours.filter((other) => isProxiable(other.type)) : [];
  const fixed = set.filter((other) => other.ttl !== AUTO_TTL && other.proxied === proxied);
  const other = ttl === AUTO_TTL ? undefined : fixed.find((other) => other.ttl !== ttl);
  return [
    // Cloudflare, "Proxy status", mix proxied and unproxied.
    addresses.some((other) => other.proxied !== proxied) &&
      `Another record of ${name} ${proxied ? "does not go" : "goes"} through the CDN. With several addresses at one name, all go through it as soon as one does.`,
    // RFC 2181, section 5.2.
    other !== undefined &&
      `Another ${type} record of ${name} has the TTL ${ttlWords(other.ttl)}, this one ${ttlWords(ttl)}. They should have the same.`,
    // RFC 7489, section 6.6.3.
    isDmarc(draft) &&
      set.some(isDmarc) &&
      `${name} has a DMARC text already. With two of them, both are ignored: delete one.`,
  ];
}

function isAddress({ type }: RecordDraft): boolean {
  return type === "A" || type === "AAAA";
}

const ADDRESS_TYPES = ["A", "AAAA", "CNAME"];

/** Returns warnings about the record's target, and about the records that have this record's name as their target. */
export function targetWarnings(draft: RecordDraft, others: readonly DnsRecord[], zone: string): string[] {
  const target = targetOf(draft);
  const isOwn = target !== undefined && isWithin(target, zone) && !withoutDoubledZone(target, zone);
  const pointed = isOwn ? ofTarget(draft, target, others, zone) : [];
  return [...pointed, ...ofPointers(draft, others)];
}

function ofTarget(draft: RecordDraft, target: string, others: readonly DnsRecord[], zone: string): string[] {
  const there = recordsAt(target, [...others, { ...draft, id: "" }]);
  // Some targets must not be an alias: RFC 2181, section 10.3; RFC 2782, "Target".
  const role = typeOf(draft.type)?.targetRole;
  if (role && there.some(({ type }) => type === "CNAME"))
    return [`${target} is a CNAME. A ${role} needs a name with an address of its own, or some will not find it.`];
  if (draft.type === "MX" && there.some(({ proxied }) => proxied))
    return [
      `${target} goes through the CDN, which carries no mail. Switch the CDN off for ${target}, so that mail and mail programs reach it.`,
    ];
  // Resolvers find a name server below its own delegation by glue records: RFC 1034, section 4.2.1.
  if (draft.type === "NS" && isWithin(target, draft.name)) return [];
  const isFound = there.some(({ type }) => ADDRESS_TYPES.includes(type)) || isCovered(target, others, zone);
  return isFound ? [] : [`${target} has no address yet. Add an A record for it too, or nothing will be found there.`];
}

function ofPointers(draft: RecordDraft, others: readonly DnsRecord[]): string[] {
  const pointers = pointingTo(draft.name, others);
  const alias = draft.type === "CNAME" ? pointers.find(({ type }) => typeOf(type)?.targetRole) : undefined;
  if (alias)
    return [
      `The ${alias.type} record of ${alias.name} points to ${draft.name}. A ${typeOf(alias.type)?.targetRole} should have an address of its own, not a CNAME.`,
    ];
  return [];
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Zs}\p{Cf}]/u;

/**
 * Returns the warning about the first character of a TXT record that is not printable ASCII, with its position, counted from
 * 1; false if all characters are printable ASCII. The form does not change such a text. Source: docs/product/forms.md,
 * "Forms".
 */
export function foreignCharacterWarning({ type, content }: Pick<RecordDraft, "type" | "content">): string | false {
  const characters = type === "TXT" ? [...txtText(content)] : [];
  const place = characters.findIndex((character) => !/^[\t -~]$/.test(character));
  const character = characters[place];
  if (character === undefined) return false;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const before = characters.slice(Math.max(0, place - 12), place).join("");
  const where = before === "" ? "at the beginning" : `after “${before}”`;
  const what = UNSEEN.test(character) ? `cannot be seen (${code})` : `is “${character}” (${code})`;
  return `Character ${place + 1} of the text, ${where}, ${what}. If this is a code or a setting, type it again with plain letters.`;
}

/** The zones of look-ups by address. */
const REVERSE_ZONES = ["in-addr.arpa", "ip6.arpa"];

/**
 * Returns warnings about a record of a rare type, or about a record beside such a record, that depend on its name or on the
 * other records of the zone.
 */
export function rareTypeWarnings(draft: RecordDraft, others: readonly DnsRecord[]): string[] {
  const { type, name } = draft;
  const has = (types: readonly string[]) => atSameName(draft, others).some((other) => types.includes(other.type));
  switch (type) {
    case "DS":
      // RFC 4035, section 2.4.
      return has(["NS"])
        ? []
        : [
            `${name} has no name servers of its own here. Add its NS records first: without them nobody reads this record.`,
          ];
    case "HTTPS":
      // Cloudflare, "HTTP/3" and "Encrypted Client Hello": it makes the HTTPS records of proxied names itself.
      return atSameName(draft, others).some(isProxied)
        ? [`${name} goes through the CDN, which answers with an HTTPS record of its own. This one is not seen.`]
        : [];
    case "A":
    case "AAAA":
    case "CNAME":
      return isProxied(draft) && has(["HTTPS"])
        ? [`The CDN answers with an HTTPS record of its own. That of ${name} is not seen.`]
        : [];
    case "PTR":
      // RFC 1035, section 3.5; RFC 3596, section 2.5.
      return REVERSE_ZONES.some((zone) => isWithin(name, zone))
        ? []
        : [
            "Look-ups of an IP address do not read this record. The company that gave you the address sets its name: ask there for “reverse DNS”.",
          ];
    case "TLSA":
      // RFC 6698, section 3.
      return /^(?:\*|_\d{1,5})\._[a-z]+\./.test(name)
        ? []
        : [
            `Programs look for this record at a name such as _443._tcp.${name}: the port, the protocol, then the server.`,
          ];
    default:
      return [];
  }
}
