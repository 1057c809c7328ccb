import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { hexColumn, numberColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";

/**
 * RFC 8162, section 2; the values are those of RFC 6698, section 2.1. The parts are those of Cloudflare's API ("DNS Records
 * for a Zone").
 */
export const SMIMEA = structuredType({
  type: "SMIMEA",
  code: RECORD_CODES.SMIMEA,
  label: "SMIMEA: the certificate of a mailbox",
  nameField: { hint: "The mailbox as a hash, then _smimecert.", example: "c93f1e40._smimecert" },
  says: "{name} will show a certificate with the fingerprint {certificate}",
  columns: {
    usage: numberColumn(["Usage", "3 for the mailbox's own certificate.", "3"], { bits: 8, initial: "3" }),
    selector: numberColumn(["Selector", "0 for the certificate, 1 for its key.", "1"], { bits: 8, initial: "1" }),
    matching_type: numberColumn(["Matching type", "1 for SHA-256, 2 for SHA-512.", "1"], { bits: 8, hasFreeMax: true }),
    certificate: hexColumn(["Certificate", "Its fingerprint, in hexadecimal digits.", "0d6fce3a".repeat(8)]),
  },
  main: "certificate",
  check({ matching_type }) {
    if (Number(matching_type) > 2) return { part: "matching_type", message: "The matching type is 0, 1 or 2." };
    return undefined;
  },
});
