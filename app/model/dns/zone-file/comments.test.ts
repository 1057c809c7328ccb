import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../../tests/arbitraries.ts";
import type { RecordDraft } from "../record.ts";
import { readComment, writeComment } from "./comments.ts";
import { readZoneFile } from "./read-zone-file.ts";

const draft: RecordDraft = { type: "A", name: "www.example.com", content: "41.90.64.12", ttl: 3600, proxied: false };

test.each([
  [undefined, { hasTags: false, isAutoTtl: false }],
  ["", { hasTags: false, isAutoTtl: false }],
  [" the till in Kisumu ", { hasTags: false, isAutoTtl: false, comment: "the till in Kisumu" }],
  [";; a\tb\0c", { hasTags: false, isAutoTtl: false, comment: "a b c" }],
  [" caf\uFFFD", { hasTags: false, isAutoTtl: false }],
  [" cf_tags=cf-proxied:true", { hasTags: true, isAutoTtl: false, proxied: true }],
  [" cf_tags=cf-proxied:false", { hasTags: true, isAutoTtl: false, proxied: false }],
  // Cloudflare, "Import and export records", the examples of tags and comments.
  [" cf_tags=tag-without-value,cf-proxied:true", { hasTags: true, isAutoTtl: false, proxied: true }],
  [" cf_tags=test:1,cf-flatten-cname", { hasTags: true, isAutoTtl: false }],
  [" simple example cf_tags=important", { hasTags: true, isAutoTtl: false, comment: "simple example" }],
  [" with cf_tags= as text cf_tags=", { hasTags: true, isAutoTtl: false, comment: "with cf_tags= as text" }],
  [" ttl:auto cf_tags=cf-proxied:false", { hasTags: true, isAutoTtl: true, proxied: false }],
  [" ttl:auto", { hasTags: false, isAutoTtl: false, comment: "ttl:auto" }],
  [" C:\\temp cf_tags=", { hasTags: true, isAutoTtl: false, comment: "C:\\temp" }],
])("reads the comment %j as %j", (comment, marks) => {
  expect(readComment(comment)).toEqual(marks);
});

test("cuts a note at 100 characters and a record's own comment at 500", () => {
  expect(readComment("é".repeat(600)).comment).toBe("é".repeat(100));
  expect(readComment(`${"é".repeat(600)} cf_tags=`).comment).toBe("é".repeat(500));
});

test("writes tags for the CDN and for Auto, but no CDN tag for types that cannot be proxied", () => {
  expect(writeComment({ ...draft, proxied: true, ttl: 1 })).toBe(" ; cf_tags=cf-proxied:true");
  expect(writeComment(draft)).toBe(" ; cf_tags=cf-proxied:false");
  expect(writeComment({ ...draft, ttl: 1 })).toBe(" ; ttl:auto cf_tags=cf-proxied:false");
  expect(writeComment({ ...draft, type: "TXT" })).toBe("");
  expect(writeComment({ ...draft, type: "TXT", ttl: 1 })).toBe(" ; ttl:auto cf_tags=");
  expect(writeComment({ ...draft, type: "MX", comment: "new server" })).toBe(" ; new server cf_tags=");
});

const pieces = fc.constantFrom(...'ttl:auto|ttl:given| cf_tags=|cf-proxied:true|\\|\\010|;| |\n|"'.split("|"));
const comment = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.array(pieces, { maxLength: 8 }).map((all) => all.join("")),
);

test("reads any comment back from one line, with TTL and proxy", () => {
  const records = fc.record({
    type: fc.constantFrom("A", "CNAME", "MX", "TXT"),
    ttl: fc.constantFrom(1, 3600),
    proxied: fc.boolean(),
    comment: comment.map((text) => text.replaceAll("\0", "")),
  });
  fc.assert(
    fc.property(records, (given) => {
      const proxied = given.proxied && ["A", "CNAME"].includes(given.type);
      const written = writeComment({ ...draft, ...given, proxied });
      expect(written).not.toMatch(/\p{Cc}/u);
      const marks = readComment(written.replace(/^ ;/, ""));
      expect(marks.comment ?? "").toBe(given.comment);
      expect(marks.proxied ?? false).toBe(proxied);
      expect(marks.isAutoTtl).toBe(given.ttl === 1 && !proxied);
    }),
    { seed: 1, numRuns: process.env.LONG === "1" ? 20_000 : 1_000 },
  );
});

const A = "192.0.2.1";

function entriesOf(text: string) {
  const file = readZoneFile(text, "example.com");
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

describe("The comment after a record", () => {
  const first = (text: string) => entriesOf(text)[0];
  test("says whether the record is proxied, which makes the TTL Auto", () => {
    const proxied = { draft: { proxied: true, ttl: 1 }, explicit: { proxied: true } };
    expect(first(`www 300 A ${A} ; cf_tags=cf-proxied:true`)).toMatchObject(proxied);
    expect(first(`www 300 A ${A} ; cf_tags=cf-proxied:false`)).toMatchObject({
      draft: { proxied: false, ttl: 300 },
      explicit: { proxied: true },
    });
    expect(first(`www 300 A ${A}`)).toMatchObject({ draft: { proxied: false }, explicit: { proxied: false } });
    expect(first("t 300 TXT x ; cf_tags=cf-proxied:true")).toMatchObject({ draft: { proxied: false, ttl: 300 } });
  });

  test("says that the TTL is Auto", () => {
    expect(first(`www 300 A ${A} ; ttl:auto cf_tags=cf-proxied:false`)).toMatchObject({ draft: { ttl: 1 } });
  });

  test("is the record's own comment if it has tags", () => {
    expect(first(`www 300 A ${A} ; the till`)).toMatchObject({
      draft: { comment: "the till" },
      explicit: { comment: false },
    });
    expect(first(`www 300 A ${A} ; the till cf_tags=`)).toMatchObject({ explicit: { comment: true } });
    expect(first(`www 300 A ${A} ; cf_tags=`)).toMatchObject({ explicit: { comment: false } });
  });

  test("does not include comments within brackets or on lines of their own", () => {
    const entry = first(`; about www\nwww 300 MX ( 10 ; first\n mail ) ; last`);
    expect(entry).toMatchObject({ draft: { comment: "last" } });
  });
});

test("a TTL that the file does not give is marked as a guess", () => {
  expect(
    entriesOf(`a A ${A}\nb 60 A ${A}\nc A ${A}`).map((entry) => entry.kind === "record" && entry.explicit.ttl),
  ).toEqual([false, true, true]);
});
