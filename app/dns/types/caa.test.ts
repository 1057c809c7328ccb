import { expect, test } from "vitest";
import { readRecord } from "../read-record.ts";
import { caaContent, caaParts } from "./caa.ts";

type Typed = Record<string, string | undefined>;

const GOOD = { type: "CAA", name: "@", flags: "0", tag: "issue", value: "letsencrypt.org", ttl: "3600" };
const read = (typed: Typed) => readRecord({ ...GOOD, ...typed }, "example.com");

test.each<[Typed, string, string]>([
  [{ value: ' "LetsEncrypt.org." ' }, '0 issue "letsencrypt.org"', "RFC 8659, 4.2; RFC 4343"],
  [{ flags: "128" }, '128 issue "letsencrypt.org"', "RFC 8659, 4.1"],
  [{ tag: "ISSUEWILD" }, '0 issuewild "letsencrypt.org"', "RFC 8659, 4.1 and 4.3"],
  [{ tag: "issuemail" }, '0 issuemail "letsencrypt.org"', "RFC 9495"],
  [{ value: ";" }, '0 issue ";"', "RFC 8659, 4.2"],
  [{ value: "letsencrypt.org;a=dns-01; b=" }, '0 issue "letsencrypt.org; a=dns-01; b="', "RFC 8657"],
  [{ value: "letsencrypt.org;" }, '0 issue "letsencrypt.org"', "RFC 8659, 4.2"],
  [{ value: "; policy=ev" }, '0 issue "; policy=ev"', "RFC 8659, 4.2"],
  [{ tag: "iodef", value: "mailto:info@example.com" }, '0 iodef "mailto:info@example.com"', "RFC 8659, 4.4"],
  [{ tag: "iodef", value: "https://example.com/report" }, '0 iodef "https://example.com/report"', "RFC 8659, 4.4"],
  [{ tag: "tbs", value: 'say "x"' }, '0 tbs "say \\"x\\""', "RFC 8659, 4.1: other tags; RFC 1035, 5.1"],
])("sends the CAA record %j as %s (%s)", (typed, content) => {
  expect(read(typed)).toMatchObject({ ok: true, draft: { type: "CAA", content, data: caaParts(content) } });
});

test.each<[Typed, string, string, string]>([
  [{ value: undefined }, "value", "letsencrypt.org", "product: DNS records"],
  [{ value: '""' }, "value", "; to allow none", "RFC 8659, 4.2"],
  [{ value: "https://letsencrypt.org" }, "value", "web address", "RFC 8659, 4.2"],
  [{ value: "letsencrypt" }, "value", "authority's domain", "RFC 8659, 4.2"],
  [{ value: "lets_encrypt.org" }, "value", "authority's domain", "RFC 8659, 4.2"],
  [{ value: "letsencrypt.org digicert.com" }, "value", "spaces", "RFC 8659, 4.2"],
  [{ value: "letsencrypt.org; dns-01" }, "value", "an = in it", "RFC 8659, 4.2"],
  [{ value: "info@letsencrypt.org" }, "value", "e-mail", "RFC 8659, 4.2"],
  [{ value: "süd.example" }, "value", "plain letters", "RFC 8659, 4.2: A-labels"],
  [{ value: "a".repeat(1025) }, "value", "plain letters", "product: DNS records"],
  [{ tag: "iodef", value: "info@example.com" }, "value", "mailto:info@example.com", "RFC 8659, 4.4"],
  [{ tag: "iodef", value: "mailto:info" }, "value", "where reports go", "RFC 6068"],
  [{ tag: "iodef", value: "ftp://example.com" }, "value", "where reports go", "RFC 8659, 4.4"],
  [{ tag: "iodef", value: undefined }, "value", "Type a value", "product: DNS records"],
  [{ tag: undefined }, "tag", "Choose", "product: DNS records"],
  [{ tag: "issue-wild" }, "tag", "letters and digits", "RFC 8659, 4.1"],
  [{ flags: undefined }, "flags", "missing", "RFC 8659, 4.1"],
  [{ flags: "critical" }, "flags", "whole number", "RFC 8659, 4.1"],
])("rejects the CAA record %j at %s and says: %s (%s)", (typed, field, message) => {
  expect(read(typed)).toMatchObject({
    ok: false,
    problems: expect.arrayContaining([{ field, message: expect.stringContaining(message) }]),
  });
});

test("reads the parts back from the provider's content, with or without quotes", () => {
  const parts = { flags: 128, tag: "issue", value: 'a\\"b' };
  expect(caaParts(caaContent(parts))).toEqual(parts);
  expect(caaParts("0 ISSUE letsencrypt.org")).toEqual({ flags: 0, tag: "issue", value: "letsencrypt.org" });
  expect(caaParts("nonsense")).toBeUndefined();
});
