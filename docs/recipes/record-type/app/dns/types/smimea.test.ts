import { expect, test } from "vitest";
import { readRecord } from "../read-record.ts";
import { sameRecord } from "../record-identity.ts";

const ZONE = "example.co.ke";
const CERTIFICATE = "0d6fce3a".repeat(8);
const NUMBERS = { smimea_usage: "3", smimea_selector: "1", smimea_matching_type: "1" };
const TYPED = { type: "SMIMEA", name: "c93f1e40._smimecert", ...NUMBERS, ttl: "1" };

function read(certificate: string) {
  const typed: Record<string, string> = { ...TYPED, smimea_certificate: certificate };
  return readRecord(typed, ZONE);
}

test("RFC 6698, section 2.2: accepts a hexadecimal fingerprint in upper and lower case", () => {
  const [small, large] = [read(CERTIFICATE), read(CERTIFICATE.toUpperCase())];
  if (!small.ok || !large.ok) throw new Error("A fingerprint was rejected.");
  expect(small.draft.content).toBe(`3 1 1 ${CERTIFICATE}`);
  expect(sameRecord(small.draft, large.draft)).toBe(true);
});

test.each(["", "0d6fce3", "0d6fcezz", "3 1 1 0d"])("rejects the fingerprint %j", (certificate) => {
  const reading = read(certificate);
  expect(reading.ok ? [] : reading.problems.map(({ field }) => field)).toEqual(["smimea_certificate"]);
});
