import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { EXAMPLE_HASH, hexColumn, numberColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";

/** Bytes of a fingerprint by its matching type; 0 is a whole certificate or key. RFC 6698, section 2.1.3. */
const HASH_BYTES: Readonly<Record<number, number>> = { 1: 32, 2: 64 };

const PRIVATE = 255;

/**
 * RFC 6698, section 2.1. The parts are those of Cloudflare's API ("DNS Records for a Zone", `TLSARecordData` of cloudflare-go).
 */
export const TLSA = structuredType({
  type: "TLSA",
  code: RECORD_CODES.TLSA,
  label: "TLSA: certificate",
  nameField: { hint: "Port, protocol, server.", example: "_25._tcp.mail" },
  says: "Programs will accept at {name} only a certificate that fits {certificate}",
  columns: {
    usage: numberColumn(["Usage", "3: the server's own.", "3"], { bits: 8, hasFreeMax: true }),
    selector: numberColumn(["Selector", "1: its key.", "1"], { bits: 8, hasFreeMax: true }),
    matching_type: numberColumn(["Matching type", "1: SHA-256.", "1"], { bits: 8, hasFreeMax: true }),
    certificate: hexColumn(["Fingerprint", "Of the certificate or its key.", EXAMPLE_HASH]),
  },
  main: "certificate",
  check({ usage, selector, matching_type, certificate }) {
    const isOneOf = (value: string | number, most: number) => Number(value) <= most || Number(value) === PRIVATE;
    if (!isOneOf(usage, 3)) return { part: "usage", message: "The usage is 0, 1, 2 or 3, usually 3." };
    if (!isOneOf(selector, 1)) return { part: "selector", message: "The selector is 0 or 1, usually 1." };
    if (!isOneOf(matching_type, 2))
      return { part: "matching_type", message: "The matching type is 0, 1 or 2, usually 1." };
    const bytes = HASH_BYTES[Number(matching_type)];
    const digits = String(certificate).length;
    if (bytes === undefined || digits === 2 * bytes) return undefined;
    return {
      part: "certificate",
      message: `A fingerprint of matching type ${matching_type} has ${2 * bytes} digits, and this one has ${digits}. Copy it again as a whole.`,
    };
  },
  warnings: ({ usage, matching_type }) => [
    [usage, matching_type].includes(PRIVATE) && "255 is for private use. Other people's programs ignore this record.",
    // RFC 7671, section 10.1.
    matching_type === 0 &&
      "With matching type 0 the whole certificate is in the record. A fingerprint (type 1) is shorter and survives more resolvers.",
  ],
});
