import type { DnsRecord } from "../record.ts";
import { canonicalName, isWithin } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { isCovered, isDmarc, isKeyName, isNullMx, isSpf, recordsAt } from "../zone-records.ts";
import { type MailProvider, providerOf } from "./presets.ts";
import { parseSpf, type SpfTerm } from "./spf.ts";

const ADDRESSES = ["A", "AAAA"];
const POINTING = [...ADDRESSES, "CNAME"];

/** Whether a name can be a mail server: "fine", or why not. "elsewhere" is outside this zone, so unknown. */
type HostState = "elsewhere" | "missing" | "alias" | "proxied" | "fine";

/** The records of a zone from the point of view of mail. Without an argument, everything is about the apex. */
export class MailZone {
  constructor(
    readonly records: readonly DnsRecord[],
    readonly zone: string,
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

  spfs(name = this.zone): DnsRecord[] {
    return recordsAt(name, this.records).filter(isSpf);
  }

  /** The terms of a name's SPF text, if it has exactly one. */
  spfTerms(name = this.zone): SpfTerm[] | undefined {
    const [record, second] = this.spfs(name);
    return record && !second ? parseSpf(txtText(record.content)) : undefined;
  }

  /** All TXT and CNAME records at `_dmarc`. `isDmarc` says which of them are valid. */
  get dmarcs(): DnsRecord[] {
    return recordsAt(`_dmarc.${this.zone}`, this.records).filter(({ type }) => type === "TXT" || type === "CNAME");
  }

  get policies(): DnsRecord[] {
    return this.dmarcs.filter(isDmarc);
  }

  /** DKIM keys, and CNAMEs that point to keys. RFC 6376, section 3.6.2.1. */
  get keys(): DnsRecord[] {
    const end = `._domainkey.${this.zone}`;
    return this.records.filter(
      ({ type, name }) => ["TXT", "CNAME"].includes(type) && isKeyName(name) && canonicalName(name).endsWith(end),
    );
  }

  addresses(host: string): DnsRecord[] {
    return recordsAt(host, this.records).filter(({ type }) => ADDRESSES.includes(type));
  }

  hostState(host: string): HostState {
    if (!isWithin(host, this.zone)) return "elsewhere";
    const there = recordsAt(host, this.records).filter(({ type }) => POINTING.includes(type));
    if (there.some(({ proxied }) => proxied)) return "proxied";
    if (there.some(({ type }) => type === "CNAME")) return "alias";
    if (there.length > 0) return "fine";
    if (host === this.zone) return "missing";
    return isCovered(host, this.records, this.zone) ? "elsewhere" : "missing";
  }

  get #own(): DnsRecord[] {
    return recordsAt(this.zone, this.records);
  }
}
