import { expect, test } from "vitest";
import { readZoneFile } from "./read-zone-file.ts";
import { adjustmentNotes, exactImportProblem } from "./zone-entry.ts";

function entriesOf(text: string) {
  const file = readZoneFile(text, "example.com");
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

test("groups notes about adjusted values by their kind", () => {
  const short = "www.example.com 30 A 192.0.2.1\nb 30 A 192.0.2.1\nc 60 TXT a b";
  expect(adjustmentNotes(entriesOf(short), "example.com")).toEqual([
    { kind: "noted", text: "Line 1", reason: expect.stringMatching(/ends in example\.com/) },
    { kind: "noted", text: "Lines 1 and 2", reason: expect.stringMatching(/TTL below 60/) },
    { kind: "noted", text: "Line 3", reason: expect.stringMatching(/text without quotation marks/) },
  ]);
  const long = Array.from({ length: 17 }, (_, index) => `h${index} 2w A 192.0.2.1`).join("\n");
  expect(adjustmentNotes(entriesOf(long), "example.com")).toEqual([
    { kind: "noted", text: "Lines 1, 2, 3, 4, 5 and 12 more", reason: expect.stringMatching(/TTL above 86400/) },
  ]);
  expect(adjustmentNotes(entriesOf("a 60 A 192.0.2.1"), "example.com")).toEqual([]);
});

test("a file cannot replace the zone while a line is unreadable", () => {
  expect(exactImportProblem(entriesOf("a 60 A 192.0.2.1\n@ SOA a b 1 2 3 4 5\n@ LOC x"))).toBeUndefined();
  expect(exactImportProblem(entriesOf("a 60 A 192.0.2.1\nb 60 A 1"))).toMatch(
    /^Line 2 cannot be read: Enter an IPv4.*put ;/,
  );
  expect(exactImportProblem(entriesOf("b A 1\nc A 1\na 60 A 192.0.2.1"))).toMatch(
    /^Line 1 \(and 1 more\) cannot be read/,
  );
});
