import { expect, test } from "vitest";
import { warningsFor } from "../check-record.ts";
import { readRecord } from "../read-record.ts";
import { readZoneFile } from "../zone-file/read-zone-file.ts";

const ZONE = "example.com";
const SHA1 = "123456789abcdef67890123456789abcdef67890";
const SHA256 = "a87f1b687ac0e57d2a081a2f282672334d90ed316d2b818ca9580ea384d92401";

function read(algorithm: string, hash: string, fingerprint: string) {
  const typed = { sshfp_algorithm: algorithm, sshfp_type: hash, sshfp_fingerprint: fingerprint };
  return readRecord({ type: "SSHFP", name: "server", ttl: "3600", ...typed }, ZONE);
}

test.each([
  [`2 1 ${SHA1}`, `2 1 ${SHA1}`, "RFC 4255, 3.2"],
  [`4 2 ( ${SHA256.slice(0, 36)} ${SHA256.slice(36)} )`, `4 2 ${SHA256}`, "RFC 7479, 2"],
  [`\\# 34 0402 ${SHA256}`, `4 2 ${SHA256}`, "RFC 3597, 5"],
])("reads %s in a zone file as %s (%s)", (data, content) => {
  const file = readZoneFile(`server 3600 SSHFP ${data}\nbeside A 192.0.2.1\n`, ZONE);
  expect(file.ok && file.value[0]).toMatchObject({ kind: "record", draft: { type: "SSHFP", content } });
});

test("sends the parts by Cloudflare's names", () => {
  const data = { algorithm: 4, type: 2, fingerprint: SHA256 };
  expect(read("4", "2", SHA256)).toMatchObject({ draft: { type: "SSHFP", content: `4 2 ${SHA256}`, data } });
});

test.each([
  ["0", "2", SHA256, "sshfp_algorithm", "RFC 4255, 3.1.1: reserved"],
  ["5", "2", SHA256, "sshfp_algorithm", "IANA: not assigned"],
  ["4", "0", SHA256, "sshfp_type", "RFC 4255, 3.1.2: reserved"],
  ["4", "3", SHA256, "sshfp_type", "RFC 6594, 4"],
  ["4", "1", SHA256, "sshfp_fingerprint", "RFC 4255: 20 bytes of SHA-1"],
  ["4", "2", SHA1, "sshfp_fingerprint", "RFC 6594: 32 bytes of SHA-256"],
])("rejects %s %s %s at %s (%s)", (algorithm, hash, fingerprint, field) => {
  expect(read(algorithm, hash, fingerprint)).toEqual({ ok: false, problems: [expect.objectContaining({ field })] });
});

test("warns of DSA keys and of SHA-1", () => {
  const reading = read("2", "1", SHA1);
  if (!reading.ok) throw new Error("The record is invalid.");
  expect(warningsFor(reading.draft, [], ZONE)).toEqual([
    { message: expect.stringContaining("DSA") },
    { message: expect.stringContaining("SHA-1") },
  ]);
});
