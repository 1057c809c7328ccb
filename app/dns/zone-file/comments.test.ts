import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../../tests/arbitraries.ts";
import { zoneRecord } from "../../../tests/zone-record.ts";
import { readComment, writeComment } from "./comments.ts";
import { readZoneFile } from "./read-zone-file.ts";

const NO_TAGS = { hasTags: false, isAutoTtl: false };
const TAGS = { hasTags: true, isAutoTtl: false };

test.each([
  [undefined, NO_TAGS],
  ["", NO_TAGS],
  [";; a\tb\0c ", { ...NO_TAGS, comment: "a b c" }],
  [" caf\uFFFD", NO_TAGS],
  [" cf_tags=cf-proxied:false", { ...TAGS, proxied: false }],
  // Cloudflare, "Import and export records", the examples of tags and comments.
  [" cf_tags=tag-without-value,cf-proxied:true", { ...TAGS, proxied: true }],
  [" cf_tags=test:1,cf-flatten-cname", TAGS],
  [" simple example cf_tags=important", { ...TAGS, comment: "simple example" }],
  [" with cf_tags= as text cf_tags=", { ...TAGS, comment: "with cf_tags= as text" }],
  [" ttl:auto cf_tags=cf-proxied:false", { hasTags: true, isAutoTtl: true, proxied: false }],
  [" ttl:auto", { ...NO_TAGS, comment: "ttl:auto" }],
  [" C:\\temp cf_tags=", { ...TAGS, comment: "C:\\temp" }],
])("reads the comment %j as %j", (comment, expected) => {
  expect(readComment(comment)).toEqual(expected);
});

test("cuts a note at 100 characters and a record's own comment at 500", () => {
  expect(readComment("é".repeat(600)).comment).toBe("é".repeat(100));
  expect(readComment(`${"é".repeat(600)} cf_tags=`).comment).toBe("é".repeat(500));
});

test.each([
  ["A", { proxied: true, ttl: 1 }, " ; cf_tags=cf-proxied:true"],
  ["A", {}, " ; cf_tags=cf-proxied:false"],
  ["A", { ttl: 1 }, " ; ttl:auto cf_tags=cf-proxied:false"],
  ["TXT", {}, ""],
  ["TXT", { ttl: 1 }, " ; ttl:auto cf_tags="],
  ["MX", { comment: "new server" }, " ; new server cf_tags="],
])("writes the comment of a record of type %s with %j as %j", (type, draft, comment) => {
  expect(writeComment(zoneRecord(`www ${type} x`, draft))).toBe(comment);
});

test("reads any comment back from one line, with TTL and proxy", () => {
  const pieces = fc.constantFrom(...'ttl:auto|ttl:given| cf_tags=|cf-proxied:true|\\|\\010|;| |\n|"'.split("|"));
  const comment = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join("")),
  );
  const records = fc.record({
    type: fc.constantFrom("A", "CNAME", "MX", "TXT"),
    ttl: fc.constantFrom(1, 3600),
    proxied: fc.boolean(),
    comment: comment.map((text) => text.replaceAll("\0", "")),
  });
  forAny([records], (given) => {
    const proxied = given.proxied && ["A", "CNAME"].includes(given.type);
    const written = writeComment({ ...zoneRecord("www A x"), ...given, proxied });
    expect(written).not.toMatch(/\p{Cc}/u);
    const read = readComment(written.replace(/^ ;/, ""));
    expect(read.comment ?? "").toBe(given.comment);
    expect(read.proxied ?? false).toBe(proxied);
    expect(read.isAutoTtl).toBe(given.ttl === 1 && !proxied);
  });
});

// `explicit` says which values the file gives.
test.each([
  ["www 300 A 192.0.2.1 ; cf_tags=cf-proxied:true", { proxied: true, ttl: 1 }, { proxied: true }],
  ["www 300 A 192.0.2.1 ; cf_tags=cf-proxied:false", { proxied: false, ttl: 300 }, { proxied: true }],
  ["www 300 A 192.0.2.1", { proxied: false }, { proxied: false, ttl: true }],
  ["www A 192.0.2.1", { ttl: 3600 }, { ttl: false }],
  ["t 300 TXT x ; cf_tags=cf-proxied:true", { proxied: false, ttl: 300 }, {}],
  ["www 300 A 192.0.2.1 ; ttl:auto cf_tags=cf-proxied:false", { ttl: 1 }, {}],
  ["www 300 A 192.0.2.1 ; the till", { comment: "the till" }, { comment: false }],
  ["www 300 A 192.0.2.1 ; the till cf_tags=", { comment: "the till" }, { comment: true }],
  ["www 300 A 192.0.2.1 ; cf_tags=", {}, { comment: false }],
  ["; about www\nwww 300 MX ( 10 ; first\n mail ) ; last", { comment: "last" }, {}],
])("the line %j gives a record with %j, of which the file gives %j", (line, draft, explicit) => {
  const file = readZoneFile(line, "example.com");
  expect(file.ok && file.value[0]).toMatchObject({ draft, explicit });
});
