import { expect, test } from "vitest";
import { zoneRecord } from "../../../tests/zone-record.ts";
import { checkRecord } from "../check-record.ts";
import { diffZone } from "../diff-zone.ts";
import { readRecord } from "../read-record.ts";
import type { DnsRecord } from "../record.ts";
import { readZoneFile } from "../zone-file/read-zone-file.ts";
import { writeRecord } from "../zone-file/write-zone-file.ts";

const ZONE = "example.com";
const SHA256 = "d4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a";
const GOOD = { type: "DS", name: "shop", ds_key_tag: "60485", ds_algorithm: "13", ds_digest_type: "2", ttl: "3600" };
const read = (typed: Record<string, string>) => readRecord({ ...GOOD, ds_digest: SHA256, ...typed }, ZONE);

function inFile(line: string) {
  const file = readZoneFile(`$TTL 3600\n${line}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  return entry?.kind === "record" ? entry.draft : entry?.reason;
}

test.each([
  [
    "60485 5 1 ( 2BB183AF5F22588179A53B0A 98631FAD1A292118 )",
    "60485 5 1 2bb183af5f22588179a53b0a98631fad1a292118",
    "RFC 4034, 5.4",
  ],
  [
    `60485 5 2 ( D4B7D520E7BB5F0F67674A0C CEB1E3E0614B93C4F9E99B83 83F6A1E4469DA50A )`,
    `60485 5 2 ${SHA256}`,
    "RFC 4509, 2.3",
  ],
  [
    "10771 14 4 ( 72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0 563a9b5f4d288405c3008a946df983d6 )",
    "10771 14 4 72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c3008a946df983d6",
    "RFC 6605, 6.2",
  ],
  [`\\# 36 EC45 0D 02 ${SHA256}`, `60485 13 2 ${SHA256}`, "RFC 3597, 5"],
])("reads %s in a zone file, and writes it again (%s)", (data, content) => {
  const draft = inFile(`shop DS ${data}`);
  expect(draft).toMatchObject({ type: "DS", name: "shop.example.com", content });
  expect(typeof draft === "object" && writeRecord(draft)).toBe(`shop.example.com.\t3600\tIN\tDS\t${content}`);
});

test("sends the parts by Cloudflare's names, and reads a digest in groups and capitals", () => {
  expect(read({ ds_digest: SHA256.toUpperCase().replace(/.{8}/g, "$& ") })).toMatchObject({
    ok: true,
    draft: {
      content: `60485 13 2 ${SHA256}`,
      data: { key_tag: 60485, algorithm: 13, digest_type: 2, digest: SHA256 },
    },
  });
});

test.each<[Record<string, string>, string, string, string]>([
  [{ ds_digest: SHA256.slice(2) }, "ds_digest", "has 64 digits, and this one has 62", "RFC 4509"],
  [{ ds_digest_type: "1" }, "ds_digest", "has 40 digits", "RFC 4034, appendix A.2"],
  [{ ds_digest_type: "4" }, "ds_digest", "has 96 digits", "RFC 6605, section 2"],
  [{ ds_digest_type: "0" }, "ds_digest_type", "1, 2 or 4", "RFC 4034, appendix A.2: reserved"],
  [{ ds_digest: SHA256.slice(1) }, "ds_digest", "A digit of the digest is missing", "RFC 4034, 5.3"],
  [{ ds_digest: "xyz" }, "ds_digest", "the letters a to f", "RFC 4034, 5.3"],
  [{ ds_key_tag: "65536" }, "ds_key_tag", "at most 65535", "RFC 4034, 5.1"],
])("rejects %j at %s and says: %s (%s)", (typed, field, message) => {
  expect(read(typed)).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

const NS: DnsRecord = zoneRecord("shop NS ns1.example.net");
function judged(typed: Record<string, string>, others: DnsRecord[]) {
  const reading = read(typed);
  if (!reading.ok) throw new Error("The record is invalid.");
  const { conflicts, warnings } = checkRecord(reading.draft, others, ZONE);
  return [...conflicts, ...warnings].map(({ message }) => message);
}

test("RFC 4035, section 2.4: belongs beside NS records, and at the domain itself to the registrar", () => {
  expect(judged({}, [NS])).toEqual([]);
  expect(judged({}, [])).toEqual([expect.stringContaining("Add its NS records first")]);
  expect(judged({ name: "@" }, [NS])).toContainEqual(expect.stringContaining("where the name is registered"));
  expect(inFile(`@ DS 60485 13 2 ${SHA256}`)).toContain("where the name is registered");
});

test("warns of algorithms and digests that are no longer trusted", () => {
  expect(judged({ ds_algorithm: "5" }, [NS])).toEqual([expect.stringContaining("The algorithm 5 is old")]);
  expect(judged({ ds_digest_type: "1", ds_digest: SHA256.slice(24) }, [NS])).toEqual([
    expect.stringContaining("The digest type 1 is old"),
  ]);
});

test("is added after the NS records of its name", () => {
  const ds = inFile(`shop DS 60485 13 2 ${SHA256}`);
  if (typeof ds !== "object") throw new Error("The line was not read.");
  expect(diffZone([], [ds, NS]).map(({ after }) => after?.type)).toEqual(["NS", "DS"]);
});
