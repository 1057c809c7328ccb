import { isRecordType, TYPES } from "../types.ts";

/** What a signed zone's old server has made for itself: RFC 4034; RFC 5155; RFC 7344. */
const SIGNATURES = ["RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "DNSKEY", "CDNSKEY", "CDS", "SIG", "KEY", "NXT", "ZONEMD"];

/** The other types that a file may name: IANA, "Resource Record (RR) TYPEs", and what servers have added of their own. */
const OTHERS = [
  ...[
    "SOA",
    "PTR",
    "HINFO",
    "MINFO",
    "MB",
    "MG",
    "MR",
    "NULL",
    "WKS",
    "RP",
    "AFSDB",
    "X25",
    "ISDN",
    "RT",
    "NSAP",
    "PX",
  ],
  ...["GPOS", "LOC", "NAPTR", "KX", "CERT", "A6", "DNAME", "SINK", "OPT", "APL", "DS", "SSHFP", "IPSECKEY", "DHCID"],
  ...["TLSA", "SMIMEA", "HIP", "TALINK", "OPENPGPKEY", "CSYNC", "SVCB", "HTTPS", "SPF", "NID", "L32", "L64", "LP"],
  ...["EUI48", "EUI64", "URI", "AVC", "DLV", "WINS", "WINSR", "ALIAS", "ANAME", "LUA", "MD", "MF", "TSIG", "TKEY"],
];

/** RFC 3597, section 5: a type by its number. */
const NUMBERED = /^TYPE\d{1,5}$/;

/** Takes a word in capitals and says whether a record's type can stand there, ours or not. */
export function isTypeName(word: string): boolean {
  return isRecordType(word) || SIGNATURES.includes(word) || OTHERS.includes(word) || NUMBERED.test(word);
}

/** A type as it is called: "CAA" of "TYPE257". Takes a word in capitals, and gives back one that it does not know by its number. */
export function canonicalType(word: string): string {
  return TYPES.find(({ code }) => word === `TYPE${code}`)?.type ?? word;
}

/** Why a record of a type that is none of ours is left out, for whoever brought the file. */
export function unsupportedTypeReason(type: string): string {
  if (type === "SOA") return "The zone has a SOA record of its own, made by the DNS provider.";
  if (type === "SPF")
    return "Records of the type SPF are no longer read by anybody. If there is no TXT record with the same text, write TXT in place of SPF.";
  if (type === "ALIAS" || type === "ANAME")
    return `${type} is known only to some servers. Write CNAME in its place: at the domain itself it does the same here.`;
  if (SIGNATURES.includes(type)) return "It belongs to the DNSSEC signature of the server that the file comes from.";
  return `Records of the type ${type} cannot be added here.`;
}
