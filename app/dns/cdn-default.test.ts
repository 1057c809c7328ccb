import { expect, test } from "vitest";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { cdnDefault, cdnWarnings } from "./cdn-default.ts";
import type { DnsRecord } from "./record.ts";
import { importPlan } from "./zone-file/import-plan.ts";
import { readZoneFile } from "./zone-file/read-zone-file.ts";

const ZONE = "example.com";
const defaultOf = (line: string, others: readonly DnsRecord[] = []) => cdnDefault(record(line), others, ZONE);
const warningsOf = (line: string, others: readonly DnsRecord[] = []) =>
  cdnWarnings(record(line, { proxied: true }), others, ZONE);

test.each([
  "@ A 41.90.64.12",
  "www CNAME example.com",
  "shop AAAA 2c0f:fe38:2405::12",
  "* A 41.90.64.12",
  "mailing-list A 41.90.64.12",
  "popular A 41.90.64.12",
  "pop-up A 41.90.64.12",
  "exchange-rates A 41.90.64.12",
])("sends a website through the CDN: %s", (line) => {
  expect(defaultOf(line)).toEqual({ proxied: true, reason: "" });
  expect(warningsOf(line)).toEqual([]);
});

test.each([
  // Names for programs.
  "k2._domainkey CNAME dkim2.mcsv.net",
  "_acme-challenge CNAME shop.acme.example.net",
  "_dmarc.shop CNAME dmarc.example.net",
  // Names for mail.
  "mail A 41.90.64.12",
  "mail2 A 41.90.64.12",
  "mx-01 A 41.90.64.12",
  "smtp.shop AAAA 2c0f:fe38:2405::12",
  "autodiscover CNAME autodiscover.outlook.com",
  "autoconfig.shop CNAME example.com",
  "mail-ke A 41.90.64.12",
  // Names for other services.
  "ftp CNAME example.com",
  "ns1 A 41.90.64.12",
  "vpn-2 A 41.90.64.12",
  // Targets that are looked up by name, some of which Cloudflare rejects.
  "zb12345 CNAME zmverify.zoho.com",
  "em1234 CNAME u1234.wl242.sendgrid.net",
  "email1 CNAME mailgun.org",
  "abcdef CNAME gv-abcdef.dv.googlehosted.com",
  "k6bttcy3a8h7 CNAME verify.squarespace.com",
  "bounces CNAME x.dkim.intercom.io",
  "sign CNAME example-com.onmicrosoft.com",
  "proof CNAME _x1.acm-validations.aws",
  // Providers that issue the padlock themselves.
  "www CNAME njeri.github.io",
  "www CNAME www.duka.wixdns.net",
  "@ A 192.0.78.24",
  "lan A 192.168.1.5",
])("keeps off the CDN what does not work there, and says why: %s", (line) => {
  const { proxied, reason } = defaultOf(line);
  expect([proxied, reason]).toEqual([false, expect.stringMatching(/^.+\.$/)]);
  if (!line.startsWith("lan")) expect(warningsOf(line)).toEqual([expect.stringContaining(reason)]);
});

test.each(["www CNAME shops.myshopify.com", "app CNAME d111111abcdef8.cloudfront.net", "help CNAME duka.zendesk.com"])(
  "keeps another company's name off the CDN without a warning where somebody wants it: %s",
  (line) => {
    expect(defaultOf(line).proxied).toBe(false);
    expect(warningsOf(line)).toEqual([]);
  },
);

test.each<[string, string, DnsRecord[]]>([
  ["an MX", "box A 41.90.64.12", [record("@ MX box.example.com")]],
  ["an MX through a CNAME", "box A 41.90.64.12", [record("@ MX in.example.com"), record("in CNAME box.example.com")]],
  ["an MX of another name", "@ A 41.90.64.12", [record("shop MX example.com")]],
  ["an MX that only a wildcard answers", "* A 41.90.64.12", [record("@ MX box.example.com")]],
  ["an SRV", "box A 41.90.64.12", [record("_sip._tls SRV 1 443 box.example.com")]],
  ["an NS", "box A 41.90.64.12", [record("lab NS box.example.com")]],
])("keeps a name off the CDN that %s points to", (_what, line, others) => {
  expect(defaultOf(line, others).proxied).toBe(false);
  expect(defaultOf("www CNAME example.com", others.slice(1)).proxied).toBe(true);
});

test("follows the CNAMEs of the zone to where they lead", () => {
  expect(defaultOf("shop CNAME www.example.com", [record("www CNAME njeri.github.io")]).proxied).toBe(false);
  expect(defaultOf("shop CNAME www.example.com", [record("www A 41.90.64.12")]).proxied).toBe(true);
  const loop = [record("a CNAME b.example.com"), record("b CNAME a.example.com")];
  expect(defaultOf("shop CNAME a.example.com", loop).proxied).toBe(true);
});

test("does as the other addresses of the name do", () => {
  expect(defaultOf("www A 41.90.64.13", [record("www A 41.90.64.12")]).proxied).toBe(false);
  expect(defaultOf("www A 41.90.64.13", [record("www A 41.90.64.12", { proxied: true })]).proxied).toBe(true);
});

test("an import does the same where its file does not say, and switches the CDN on for no other name", () => {
  const current = ["www A 41.90.64.12", "mail A 41.90.64.12"].map((line) => record(line, { proxied: true, ttl: 1 }));
  const lines = ["www AAAA 2c0f:fe38:2405::12", "mail AAAA 2c0f:fe38:2405::12", "shop A 41.90.64.12"];
  const read = readZoneFile(lines.map((line) => line.replace(" ", " 3600 IN ")).join("\n"), ZONE);
  if (!read.ok) throw new Error(read.message);
  const { changes } = importPlan({ current, entries: read.value, mode: "add", zone: ZONE });
  expect(changes.map(({ after }) => `${after?.name} ${after?.proxied}`).sort()).toEqual([
    "mail.example.com false",
    "shop.example.com false",
    "www.example.com true",
  ]);
});
