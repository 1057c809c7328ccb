import { expect, test } from "vitest";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { warningsFor } from "./check-record.ts";
import { coverageWarnings, uncoveredName } from "./coverage-warnings.ts";
import type { DnsRecord } from "./record.ts";
import { whatStops } from "./what-stops.ts";

const STAR = record("* A 41.90.64.12");

test.each<[string, DnsRecord[], string[]]>([
  ["duka TXT x", [STAR], ["duka.example.com"]],
  ["duka MX mail.example.net", [STAR], ["duka.example.com"]],
  // The name above a record exists too, without a record of its own.
  ["api.duka A 41.90.64.13", [STAR], ["duka.example.com"]],
  ["_dmarc.duka TXT v=DMARC1; p=none", [STAR], ["duka.example.com"]],
  ["a.b.duka TXT x", [STAR], ["duka.example.com", "b.duka.example.com", "a.b.duka.example.com"]],
  ["*.duka A 41.90.64.13", [STAR], ["duka.example.com"]],
  ["duka TXT x", [record("* CNAME example.com")], ["duka.example.com"]],
  // In these cases no name loses its address.
  ["duka A 41.90.64.13", [STAR], []],
  ["duka TXT x", [STAR, record("duka A 41.90.64.13")], []],
  ["duka TXT x", [STAR, record("duka MX mail.example.net")], []],
  ["duka A 41.90.64.13", [STAR, record("duka TXT y")], []],
  ["duka TXT x", [STAR, record("_dmarc.duka TXT y")], []],
  ["duka TXT x", [record("* TXT y")], []],
  ["x.shop TXT x", [STAR, record("shop A 41.90.64.13")], []],
  ["_dmarc TXT v=DMARC1; p=none", [STAR], []],
  ["@ TXT x", [STAR], []],
])("adding %s says which names a wildcard no longer covers", (line, others, names) => {
  const said = (name: string) => `${name} was covered by *.example.com and is no longer. Add an A record for it too.`;
  expect(coverageWarnings(record(line), others, undefined).sort()).toEqual(names.map(said).sort());
  const all = warningsFor(record(line), others, "example.com").map(({ message }) => message);
  expect(all.filter((message) => message.includes("is no longer")).sort()).toEqual(names.map(said).sort());
});

test("proposes the wildcard's address for the name that it no longer covers", () => {
  const proposed = (star: string) => uncoveredName(record("duka TXT x"), [record(star)], undefined);
  expect(proposed("* A 41.90.64.12")).toEqual({ name: "duka.example.com", type: "A", content: "41.90.64.12" });
  expect(proposed("* CNAME example.com")).toEqual({ name: "duka.example.com", type: "A", content: "" });
  expect(proposed("shop A 41.90.64.12")).toBeUndefined();
});

test("an edit says what changes, and nothing that was so before", () => {
  const text = record("duka TXT x");
  expect(coverageWarnings(record("duka TXT y"), [STAR], text)).toEqual([]);
  expect(coverageWarnings(record("kiosk A 41.90.64.13"), [STAR], text)).toEqual([
    "duka.example.com has no record any more, so it goes where *.example.com goes.",
  ]);
  expect(coverageWarnings(record("kiosk A 41.90.64.13"), [], record("duka A 41.90.64.13"))).toEqual([
    "duka.example.com has no address any more.",
  ]);
});

test("deleting says which names a wildcard covers from then on, and which it covers no longer", () => {
  const textsOf = (deleted: DnsRecord, ...others: DnsRecord[]) =>
    whatStops([deleted], [deleted, ...others]).map(({ text }) => text);
  expect(textsOf(record("duka TXT x"), STAR)).toContain("duka.example.com goes where *.example.com goes.");
  expect(textsOf(record("a.duka A 41.90.64.13"), STAR)).toEqual([
    "a.duka.example.com still opens.",
    "duka.example.com goes where *.example.com goes.",
  ]);
  expect(textsOf(STAR, record("@ MX mail.example.com"))).toEqual([
    "Names below example.com stop opening.",
    "mail.example.com will have no address.",
  ]);
});

test.each(["_dmarc.shop", "www.info", "www.blog", "mail.app", "_dmarc.info", "selector1._domainkey.biz", "api.dev"])(
  "does not take %s for another domain's name",
  (label) => {
    const said = warningsFor(record(`${label} TXT x`), [], "example.com").map(({ message }) => message);
    expect(said.filter((message) => message.startsWith("The whole name will be"))).toEqual([]);
  },
);
