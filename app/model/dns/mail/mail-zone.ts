import type { DnsRecord } from "../record.ts";
import { canonicalName, isWithin } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { isCovered, isDmarc, isNullMx, isSpf, recordsAt } from "../zone-records.ts";
import { type MailProvider, providerOf } from "./presets.ts";
import { parseSpf, type SpfTerm } from "./spf.ts";

const ADDRESSES = ["A", "AAAA"];
const POINTING = [...ADDRESSES, "CNAME"];

/** What a name is good for as a server of mail. */
type HostState = "elsewhere" | "missing" | "alias" | "proxied" | "fine";

/** The records of a zone, as mail sees them: all questions are about the zone's own name unless they name another. */
export class MailZone {
  constructor(
    readonly records: readonly DnsRecord[],
    readonly zone: string,
  ) {}

  /** Where mail goes, the server that is tried first at the top; without "no mail here". */
  get servers(): DnsRecord[] {
    const servers = this.#own.filter((record) => record.type === "MX" && !isNullMx(record));
    return servers.sort((one, other) => (one.priority ?? 0) - (other.priority ?? 0));
  }

  get nullMx(): DnsRecord[] {
    return this.#own.filter(isNullMx);
  }

  /** The providers whose servers take the mail, each once; undefined stands for servers that we don't know. */
  get providers(): (MailProvider | undefined)[] {
    return [...new Set(this.servers.map(({ content }) => providerOf(content)))];
  }

  spfs(name = this.zone): DnsRecord[] {
    return recordsAt(name, this.records).filter(isSpf);
  }

  /** The words of the SPF text of a name, if it has exactly one. */
  spfTerms(name = this.zone): SpfTerm[] | undefined {
    const [record, second] = this.spfs(name);
    return record && !second ? parseSpf(txtText(record.content)) : undefined;
  }

  /** Everything at `_dmarc`; `isDmarc` says which of it counts. */
  get dmarcs(): DnsRecord[] {
    return recordsAt(`_dmarc.${this.zone}`, this.records).filter(({ type }) => type === "TXT" || type === "CNAME");
  }

  get policies(): DnsRecord[] {
    return this.dmarcs.filter(isDmarc);
  }

  /** Keys that mail is signed with, and names that stand for keys kept elsewhere. RFC 6376, section 3.6.2.1. */
  get keys(): DnsRecord[] {
    const end = `._domainkey.${this.zone}`;
    return this.records.filter(
      ({ type, name }) => ["TXT", "CNAME"].includes(type) && canonicalName(name).endsWith(end),
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
