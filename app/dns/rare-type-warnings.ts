import type { DnsRecord, RecordDraft } from "./record.ts";
import { isWithin } from "./record-name.ts";
import { isProxied } from "./types.ts";
import { atSameName } from "./zone-records.ts";

/** The zones of look-ups by address. */
const REVERSE_ZONES = ["in-addr.arpa", "ip6.arpa"];

/** Returns warnings about a record of a rare type, or beside one, that depend on its name or on the other records of the zone. */
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
        ? [`The HTTPS record of ${name} is not seen: the CDN answers with one of its own.`]
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
