import fc from "fast-check";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "#app/dns/record.ts";
import { apexProblem, recordConflicts } from "#app/dns/record-conflicts.ts";
import { ZONE } from "./mail-zones.ts";

const LABELS = ["@", "www", "mail", "shop", "*", "a.shop", "*.shop", "_dmarc", "x._domainkey", "autodiscover", "new"];
const NAMES = [...LABELS, "_dmarc.www", "selector1._domainkey", "k6bttcy3a8h7"];

const CONTENTS: Record<string, readonly string[]> = {
  A: ["41.90.64.12", "41.90.64.13", "10.0.0.1", "23.227.38.65"],
  AAAA: ["2c0f:fe38:2405::12", "2620:127:f00f:5::"],
  CNAME: [ZONE, `www.${ZONE}`, `mail.${ZONE}`, "shops.myshopify.com", "host.example.net"],
  MX: [".", ZONE, `mail.${ZONE}`, `a.shop.${ZONE}`, "smtp.google.com", "x-ke.mail.protection.outlook.com"],
  TXT: ['"v=spf1 -all"', '"v=spf1 a mx +all"', '"v=spf1 include:_spf.google.com ~all"', '"v=DMARC1; p=none"', '"hi"'],
  NS: ["ns1.example.net"],
  CAA: ['0 issue "letsencrypt.org"'],
  SRV: ["1 443 sip.example.net"],
  HTTPS: ['1 . alpn="h3"', "0 shops.example.net"],
  DS: [`60485 13 2 ${"d4b7d520".repeat(8)}`],
  PTR: ["host.example.net"],
  // A type that we only show.
  LOC: ["1 18 0.000 S 36 49 0.000 E 1795.00m 1m 10000m 10m"],
};

const anyName = (labels: readonly string[]) =>
  fc.constantFrom(...labels).map((label) => (label === "@" ? ZONE : `${label}.${ZONE}`));

/** Any record, as the provider stores it. */
export const anyRecord = fc
  .constantFrom(...Object.keys(CONTENTS), "A", "A", "CNAME")
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      name: anyName(NAMES),
      content: fc.constantFrom(...(CONTENTS[type] ?? [])),
      isProxied: fc.boolean(),
      ttl: fc.constantFrom(AUTO_TTL, 300, 3600),
    }),
  )
  .map(({ type, isProxied, ttl, ...rest }): RecordDraft => {
    const proxied = isProxied && ["A", "AAAA", "CNAME"].includes(type) && rest.content !== "10.0.0.1";
    const more: Record<string, Partial<RecordDraft>> = {
      MX: { priority: rest.content === "." ? 0 : 10 },
      SRV: { priority: 1, data: { priority: 1, weight: 1, port: 443, target: "sip.example.net" } },
      CAA: { data: { flags: 0, tag: "issue", value: "letsencrypt.org" } },
    };
    return { type, ...rest, proxied, ttl: proxied ? AUTO_TTL : ttl, ...more[type] };
  });

/** Any zone that the provider would hold: without records that it rejects. */
export const anyZone = fc.array(anyRecord, { maxLength: 14 }).map((drafts) => {
  const zone: DnsRecord[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (apexProblem(draft, ZONE) === undefined && recordConflicts(draft, zone, ZONE, { isRestore: true }).length === 0)
      zone.push({ ...draft, id: `z${index}` });
  }
  return zone;
});
