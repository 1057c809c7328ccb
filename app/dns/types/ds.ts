import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { EXAMPLE_HASH, hexColumn, numberColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";

/**
 * Bytes of a digest by its type: RFC 4034, appendix A.2 (SHA-1); RFC 4509 (SHA-256); RFC 5933; RFC 6605 (SHA-384); RFC 9558;
 * RFC 9563.
 */
const DIGEST_BYTES: Readonly<Record<number, number>> = { 1: 20, 2: 32, 3: 32, 4: 48, 5: 32, 6: 32 };
/** Algorithms that signatures should use: RFC 9904 and IANA, "DNS Security Algorithm Numbers". */
const USUAL_ALGORITHMS = [8, 13, 14, 15, 16];

/** RFC 4034, section 5. The parts are those of Cloudflare's API ("DNS Records for a Zone", `DSRecordData` of cloudflare-go). */
export const DS = structuredType({
  type: "DS",
  code: RECORD_CODES.DS,
  label: "DS: DNSSEC below",
  nameField: { hint: "A name with name servers of its own.", example: "shop" },
  says: "{name} will have to be signed with the key {key_tag}: {digest}",
  columns: {
    key_tag: numberColumn(["Key tag", "The key's number.", "60485"]),
    algorithm: numberColumn(["Algorithm", "Often 13 or 8.", "13"], { bits: 8 }),
    digest_type: numberColumn(["Digest type", "Often 2.", "2"], { bits: 8, hasFreeMax: true }),
    digest: hexColumn(["Digest", "As the other name servers show it.", EXAMPLE_HASH]),
  },
  main: "digest",
  check({ digest_type, digest }) {
    const bytes = DIGEST_BYTES[Number(digest_type)];
    if (bytes === undefined) return { part: "digest_type", message: "The digest type is 1, 2 or 4, usually 2." };
    const digits = String(digest).length;
    if (digits === 2 * bytes) return undefined;
    return {
      part: "digest",
      message: `A digest of type ${digest_type} has ${2 * bytes} digits, and this one has ${digits}. Copy it again as a whole.`,
    };
  },
  warnings: ({ algorithm, digest_type }) => [
    // RFC 8624, sections 3.1 and 3.3.
    !USUAL_ALGORITHMS.includes(Number(algorithm)) &&
      `The algorithm ${algorithm} is old or unusual, so some resolvers treat the name as unsigned. The usual ones are ${USUAL_ALGORITHMS.join(", ")}.`,
    ![2, 4].includes(Number(digest_type)) &&
      `The digest type ${digest_type} is old or unusual. If the other name servers also show one of type 2, take that.`,
  ],
});
