import { parse } from "tldts";
import { isIpv4 } from "./address.ts";
import { isHostName } from "./ascii-name.ts";
import { CAA_TAGS } from "./caa.ts";
import { isPrivateAddress } from "./private-address.ts";
import { AUTO_TTL, type DnsRecord, PROXIABLE_TYPES, type RecordDraft } from "./record.ts";
import { canonicalName } from "./record-identity.ts";
import { isWithin, toRelativeName } from "./record-name.ts";
import { targetWarnings } from "./target-warnings.ts";
import { ttlWords } from "./ttl.ts";
import { atSameName, isDmarc } from "./zone-records.ts";

/** Something legal that may not be what was meant. */
export type Warning = { message: string };

/**
 * Takes a record as it is to be, the zone's other records (without the one that it replaces) and the zone's name, and gives
 * what its owner should know. Nothing of it stops the record. Source: docs/product.md, "DNS records".
 */
export function warningsFor(draft: RecordDraft, others: readonly DnsRecord[], zone: string): Warning[] {
  const apex = canonicalName(zone);
  const neighbours = atSameName(draft, others);
  const found = [
    ...nameWarnings(draft, apex),
    ...(draft.name === apex ? apexWarnings(draft) : delegationWarnings(draft, others, apex)),
    ...addressWarnings(draft),
    ...setWarnings(draft, neighbours),
    ...caaWarnings(draft),
    ...targetWarnings(draft, others, apex),
  ];
  return found.map((message) => ({ message }));
}

function nameWarnings({ type, name }: RecordDraft, zone: string): string[] {
  const relative = toRelativeName(name, zone).replace(/^\*\./, "");
  const isMailOrAddress = type === "A" || type === "AAAA" || type === "MX";
  const labels = relative.replace(/^(\*|@)$/, "");
  return [
    ...(isForeign(relative, name) || isIpv4(relative)
      ? [`The whole name will be ${name}. If you meant ${relative} itself, it is not part of ${zone}.`]
      : []),
    // RFC 1123, section 2.1; Cloudflare, "DNS record types": allowed, not recommended.
    ...(isMailOrAddress && labels !== "" && !isHostName(labels)
      ? [
          `${name} is an unusual name for a server: some programs take letters, digits and hyphens only, no underscores, and no hyphen at either end.`,
        ]
      : []),
    // RFC 4592, section 2.2.1.
    ...(name.startsWith("*.")
      ? [
          `The star stands for every name below ${name.slice(2)} that has no record of its own. Names with any record of their own are not covered.`,
        ]
      : []),
  ];
}

/** Whether a relative name looks like a whole one of somebody else: it has an ending that is sold. */
function isForeign(relative: string, name: string): boolean {
  const { domain, isIcann } = parse(relative, { extractHostname: false, validateHostname: false });
  return relative !== name && domain !== null && isIcann === true;
}

function apexWarnings({ type, name }: RecordDraft): string[] {
  // Cloudflare, "CNAME flattening".
  if (type === "CNAME")
    return [
      `${name} is the domain itself, so the CNAME will be flattened: visitors get the addresses of what it points to. Mail and texts of ${name} go on working.`,
    ];
  if (type === "NS")
    return [
      `This does not move ${name} to other name servers: that is set where the domain is registered. Usually this record has no effect.`,
    ];
  return [];
}

/** What lies at or below a name with name servers of its own is answered by those: RFC 1034, section 4.2.1. */
function delegationWarnings(draft: RecordDraft, others: readonly DnsRecord[], zone: string): string[] {
  if (draft.type === "NS") {
    const hidden = others.filter(
      ({ type, name }) => !["NS", "DS"].includes(type) && isWithin(canonicalName(name), draft.name),
    );
    return hidden.length === 0
      ? []
      : [
          `From now on other name servers answer for ${draft.name} and everything below it, so records kept here for those names will no longer be seen.`,
        ];
  }
  const cut = others.find(
    ({ type, name }) => type === "NS" && canonicalName(name) !== zone && isWithin(draft.name, canonicalName(name)),
  );
  return cut && draft.type !== "DS"
    ? [`${cut.content} answers for ${cut.name} and everything below it, so this record will not be seen.`]
    : [];
}

function addressWarnings({ type, content, proxied }: RecordDraft): string[] {
  const isAddress = type === "A" || type === "AAAA";
  return isAddress && !proxied && isPrivateAddress(content)
    ? [`${content} is a private address: only devices in the same network reach it, not your visitors.`]
    : [];
}

function setWarnings(draft: RecordDraft, neighbours: DnsRecord[]): string[] {
  const set = neighbours.filter(({ type }) => type === draft.type);
  const isProxiable = PROXIABLE_TYPES.includes(draft.type);
  const addresses = neighbours.filter(({ type }) => PROXIABLE_TYPES.includes(type));
  const mixed = isProxiable ? addresses.find(({ proxied }) => proxied !== draft.proxied) : undefined;
  const other = set.find(({ ttl, proxied }) => ttl !== draft.ttl && proxied === draft.proxied && ttl !== AUTO_TTL);
  return [
    // Cloudflare, "Proxy status".
    ...(mixed
      ? [
          `Another record of ${draft.name} ${mixed.proxied ? "goes" : "does not go"} through the CDN. With several addresses at one name, all go through it as soon as one does.`,
        ]
      : []),
    // RFC 2181, section 5.2.
    ...(other && draft.ttl !== AUTO_TTL
      ? [
          `The other ${draft.type} records of ${draft.name} have the TTL ${ttlWords(other.ttl)}, this one ${ttlWords(draft.ttl)}. They should have the same.`,
        ]
      : []),
    // RFC 7489, section 6.6.3.
    ...(isDmarc(draft) && set.some(isDmarc)
      ? [`${draft.name} has a DMARC text already. With two of them, both are ignored: delete one.`]
      : []),
  ];
}

/** RFC 8659, section 4.1. */
function caaWarnings({ data }: RecordDraft): string[] {
  if (!data || !("tag" in data)) return [];
  const isUsual = CAA_TAGS.some((tag) => tag === data.tag);
  return [
    ...(isUsual ? [] : [`${data.tag} is an unusual CAA tag. The usual ones are ${CAA_TAGS.join(", ")}.`]),
    ...([0, 128].includes(data.flags)
      ? []
      : ["The flags of a CAA record are usually 0, or 128 for a record that must be understood."]),
  ];
}
