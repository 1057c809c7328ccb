import { canonicalName } from "#app/domains/ascii-name.ts";
import { isPrivateAddress, mappedIpv4 } from "../address-ranges.ts";
import type { DnsRecord } from "../record.ts";
import { targetOf } from "../record-identity.ts";
import { isWithin } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { ZoneNames } from "../zone-names.ts";
import { delegatedName, isDmarc, isKeyName, isNullMx, isSpf, recordsAt } from "../zone-records.ts";
import { type MailProvider, providerOf } from "./presets.ts";
import { parseSpf, type SpfTerm } from "./spf.ts";

const ADDRESSES = ["A", "AAAA"];
const POINTING = [...ADDRESSES, "CNAME"];

/**
 * Whether a name can be a mail server: "fine", or why not. "elsewhere": the name is outside this zone, so its records are
 * unknown. "private": it has no address that the internet can reach. "ipv6": it has only IPv6 addresses, which many mail
 * servers cannot reach.
 */
type HostState = "elsewhere" | "missing" | "alias" | "proxied" | "private" | "ipv6" | "fine";
const MAX_ALIASES = 8;

/**
 * The records of a zone from the point of view of the mail of one name: `domain`, the apex or a name below. Members without a
 * parameter for a name are about `domain`.
 */
export class MailZone {
  constructor(
    readonly records: readonly DnsRecord[],
    readonly zone: string,
    readonly domain = zone,
  ) {}

  /** The MX records, the preferred one first, without a null MX. */
  get servers(): DnsRecord[] {
    const servers = this.#own.filter((record) => record.type === "MX" && !isNullMx(record));
    return servers.sort((one, other) => (one.priority ?? 0) - (other.priority ?? 0));
  }

  get nullMx(): DnsRecord[] {
    return this.#own.filter(isNullMx);
  }

  /** The providers of the MX records, each once; undefined for unknown servers. */
  get providers(): (MailProvider | undefined)[] {
    return [...new Set(this.servers.map(({ content }) => providerOf(content)))];
  }

  spfs(name = this.domain): DnsRecord[] {
    return recordsAt(name, this.records).filter(isSpf);
  }

  /**
   * The SPF texts that receivers get for a name, including those by a CNAME or a wildcard; undefined if another zone has them.
   */
  spfTexts(name: string): string[] | undefined {
    return this.answers(name)
      ?.filter(isSpf)
      .map(({ content }) => txtText(content));
  }

  /** The terms of a name's SPF text, if it has exactly one. */
  spfTerms(name: string): SpfTerm[] | undefined {
    const [text, second] = this.spfTexts(name) ?? [];
    return text !== undefined && second === undefined ? parseSpf(text) : undefined;
  }

  /**
   * The records that resolvers get for a name: its own, or those of the wildcard or of the CNAME's target that stands for it.
   * Undefined if they are in another zone; empty for CNAMEs in a circle.
   */
  answers(name: string): DnsRecord[] | undefined {
    const names = new ZoneNames(this.records);
    let owner = name;
    for (let steps = 0; steps < MAX_ALIASES; steps += 1) {
      if (!isWithin(owner, this.zone) || delegatedName(owner, this.records, this.zone)) return undefined;
      const there = recordsAt(names.wildcardFor(owner) ?? owner, this.records);
      const alias = there.find(({ type }) => type === "CNAME");
      // At the apex the provider turns a CNAME into addresses.
      if (!alias || owner === this.zone) return there;
      owner = targetOf(alias) ?? "";
    }
    return [];
  }

  /** All TXT and CNAME records at the `_dmarc` that counts. `isDmarc` says which of them are valid. */
  get dmarcs(): DnsRecord[] {
    return this.#dmarcsOf(this.policyDomain);
  }

  /**
   * The name whose DMARC policy counts: a name without one has that of its organizational domain, the apex. RFC 7489, section
   * 6.6.3; RFC 9989, section 4.10. Names between the two are left out, because many receivers do not look there.
   */
  get policyDomain(): string {
    return this.#dmarcsOf(this.domain).length === 0 && this.#dmarcsOf(this.zone).length > 0 ? this.zone : this.domain;
  }

  #dmarcsOf(domain: string): DnsRecord[] {
    return recordsAt(`_dmarc.${domain}`, this.records).filter(({ type }) => type === "TXT" || type === "CNAME");
  }

  get policies(): DnsRecord[] {
    return this.dmarcs.filter(isDmarc);
  }

  /** DKIM keys, and CNAMEs that point to keys. RFC 6376, section 3.6.2.1. */
  get keys(): DnsRecord[] {
    const end = `._domainkey.${this.domain}`;
    return this.records.filter(
      ({ type, name }) => ["TXT", "CNAME"].includes(type) && isKeyName(name) && canonicalName(name).endsWith(end),
    );
  }

  addresses(host: string): DnsRecord[] {
    return recordsAt(host, this.records).filter(({ type }) => ADDRESSES.includes(type));
  }

  hostState(host: string): HostState {
    if (!isWithin(host, this.zone)) return "elsewhere";
    if (delegatedName(host, this.records, this.zone)) return "elsewhere";
    const owner = new ZoneNames(this.records).wildcardFor(host) ?? host;
    const there = recordsAt(owner, this.records).filter(({ type }) => POINTING.includes(type));
    if (there.some(({ proxied }) => proxied)) return "proxied";
    if (there.some(({ type }) => type === "CNAME")) return "alias";
    if (there.length === 0) return "missing";
    const reachable = there.filter(({ content }) => !isPrivateAddress(content) && mappedIpv4(content) === undefined);
    if (reachable.length === 0) return "private";
    return reachable.some(({ type }) => type === "A") ? "fine" : "ipv6";
  }

  get #own(): DnsRecord[] {
    return recordsAt(this.domain, this.records);
  }
}
