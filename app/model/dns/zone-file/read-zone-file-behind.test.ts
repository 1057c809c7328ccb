import { describe, expect, test } from "vitest";
import { readZoneFile } from "./read-zone-file.ts";

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
