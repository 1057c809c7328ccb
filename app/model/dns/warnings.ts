import { parse } from "tldts";
import { isIpv4 } from "./address.ts";
import { isHostName } from "./ascii-name.ts";
import { isPrivateAddress } from "./private-address.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "./record.ts";
import { canonicalName, isWithin, toRelativeName } from "./record-name.ts";
import { targetWarnings } from "./target-warnings.ts";
import { ttlWords } from "./ttl.ts";
import { isProxiable, typeOf } from "./types.ts";
import { atSameName, isDmarc } from "./zone-records.ts";

/** Something legal that may not be what was meant. */
export type Warning = { message: string };

/**
 * Takes a record as it is to be, the zone's other records (without the one that it replaces) and the zone's name, and gives
 * what its owner should know. Nothing of it stops the record. Source: docs/product.md, "DNS records".
 */
export function warningsFor(draft: RecordDraft, others: readonly DnsRecord[], zone: string): Warning[] {
  const apex = canonicalName(zone);
  const found = [
    ...nameWarnings(draft, apex),
    ...(draft.name === apex ? apexWarnings(draft) : delegationWarnings(draft, others, apex)),
    isAddress(draft) &&
      !draft.proxied &&
      isPrivateAddress(draft.content) &&
      `${draft.content} is a private address: only devices in the same network reach it, not your visitors.`,
    ...setWarnings(draft, atSameName(draft, others)),
    ...(typeOf(draft.type)?.warnings?.(draft) ?? []),
    ...targetWarnings(draft, others, apex),
  ];
  return found.filter((message) => message !== false).map((message) => ({ message }));
}

/** A message, or false when there is nothing to say. */
type Maybe = string | false;

function nameWarnings(draft: RecordDraft, zone: string): Maybe[] {
  const { type, name } = draft;
  const relative = toRelativeName(name, zone).replace(/^\*\./, "");
  const isServer = (isAddress(draft) || type === "MX") && relative !== "@" && relative !== "*";
  return [
    (isForeign(relative, name) || isIpv4(relative)) &&
      `The whole name will be ${name}. If you meant ${relative} itself, it is not part of ${zone}.`,
    // RFC 1123, section 2.1; Cloudflare, "DNS record types": allowed, not recommended.
    isServer &&
      !isHostName(relative) &&
      `${name} is an unusual name for a server: some programs take letters, digits and hyphens only, no underscores, and no hyphen at either end.`,
    // RFC 4592, section 2.2.1.
    name.startsWith("*.") &&
      `The star stands for every name below ${name.slice(2)} that has no record of its own. Names with any record of their own are not covered.`,
  ];
}

/** Whether a relative name looks like a whole one of somebody else: it has an ending that is sold. */
function isForeign(relative: string, name: string): boolean {
  const { domain, isIcann } = parse(relative, { extractHostname: false, validateHostname: false });
  return relative !== name && domain !== null && isIcann === true;
}

function apexWarnings({ type, name }: RecordDraft): Maybe[] {
  return [
    // Cloudflare, "CNAME flattening".
    type === "CNAME" &&
      `${name} is the domain itself, so the CNAME will be flattened: visitors get the addresses of what it points to. Mail and texts of ${name} keep working.`,
  ];
}

/** What lies at or below a name with name servers of its own is answered by those: RFC 1034, section 4.2.1. */
function delegationWarnings({ type, name }: RecordDraft, others: readonly DnsRecord[], zone: string): Maybe[] {
  const stays = ["NS", "DS"];
  const isHidden = others.some((other) => !stays.includes(other.type) && isWithin(canonicalName(other.name), name));
  const cuts = others.filter((other) => other.type === "NS" && canonicalName(other.name) !== zone);
  const cut = cuts.find((other) => isWithin(name, canonicalName(other.name)));
  return [
    type === "NS" &&
      isHidden &&
      `From now on other name servers answer for ${name} and everything below it, so records kept here for those names will no longer be seen.`,
    !stays.includes(type) &&
      cut !== undefined &&
      `${cut.content} answers for ${cut.name} and everything below it, so this record will not be seen.`,
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
