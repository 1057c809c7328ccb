import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { EXAMPLE_HASH, hexColumn, numberColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";

/** Algorithms of keys: RFC 4255, section 3.1.1; RFC 6594 (ECDSA); RFC 7479 (Ed25519); RFC 8709 (Ed448). */
const ALGORITHMS = [1, 2, 3, 4, 6];
/** Bytes of a fingerprint by its type: RFC 4255, section 3.1.2 (SHA-1); RFC 6594, section 4.2 (SHA-256). */
const HASH_BYTES: Readonly<Record<number, number>> = { 1: 20, 2: 32 };

/**
 * RFC 4255, section 3. The parts are those of Cloudflare's API ("DNS Records for a Zone", `SSHFPRecordData` of cloudflare-go).
 */
export const SSHFP = structuredType({
  type: "SSHFP",
  code: RECORD_CODES.SSHFP,
  label: "SSHFP: SSH key",
  nameField: { hint: "The server's name.", example: "server" },
  says: "SSH programs will know {name} by the key {fingerprint}",
  columns: {
    algorithm: numberColumn(["Algorithm", "4: Ed25519.", "4"], { bits: 8, hasFreeMax: true }),
    type: numberColumn(["Hash", "2: SHA-256.", "2"], { bits: 8, hasFreeMax: true }),
    fingerprint: hexColumn(["Fingerprint", "As ssh-keygen -r shows it.", EXAMPLE_HASH]),
  },
  main: "fingerprint",
  check({ algorithm, type, fingerprint }) {
    if (!ALGORITHMS.includes(Number(algorithm)))
      return { part: "algorithm", message: "The algorithm is 1 (RSA), 2 (DSA), 3 (ECDSA), 4 (Ed25519) or 6 (Ed448)." };
    const bytes = HASH_BYTES[Number(type)];
    if (bytes === undefined) return { part: "type", message: "The hash is 1 (SHA-1) or 2 (SHA-256)." };
    const digits = String(fingerprint).length;
    if (digits === 2 * bytes) return undefined;
    return {
      part: "fingerprint",
      message: `A fingerprint of hash ${type} has ${2 * bytes} digits, and this one has ${digits}. Copy it again as a whole.`,
    };
  },
  warnings: ({ algorithm, type }) => [
    algorithm === 2 && "SSH programs no longer accept DSA keys, which the algorithm 2 means.",
    type === 1 && "The hash 1 (SHA-1) is old. If ssh-keygen -r also shows a line with hash 2, take that.",
  ],
});
