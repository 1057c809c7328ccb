import { expect, test } from "vitest";
import { listedRecord, packRecords, unpackRecords } from "./listed-record.ts";

const ZONE = "example.co.ke";

test("unpacks records exactly as they were packed, with missing values and any text", () => {
  const kept = { id: "1", name: `duka.${ZONE}`, ttl: 1, proxied: true };
  const records = [
    { ...kept, type: "A", content: "198.51.100.7", comment: 'a "note"\tof\nlines </script> \u2028 ☕' },
    { ...kept, type: "MX", content: "mail.example.com", priority: 0 },
    { ...kept, type: "TXT", content: '"a\\"b" "c"' },
    { ...kept, type: "LOC", content: "1 18 0.000 S 36 49 0.000 E 1700m" },
  ].map((record) => listedRecord(record, ZONE));
  expect(unpackRecords(packRecords(records))).toEqual(records);
  expect(unpackRecords(packRecords([]))).toEqual([]);
});
