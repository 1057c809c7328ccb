import type { FindingCode } from "#app/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { RSA_KEYS } from "./dkim-keys.ts";
import { CDN, is, ZONE } from "./mail-zones.ts";

export const mx = (content: string, priority = 10) => is("MX", "@", content, { priority });
export const spf = (text: string) => is("TXT", "@", `v=spf1 ${text}`.trim());
export const dmarc = (text: string) => is("TXT", "_dmarc", text);

export const MAIL = is("A", "mail", "192.0.2.7");
export const OWN = mx(`mail.${ZONE}`);
export const REJECT = dmarc("v=DMARC1; p=reject");
export const GOOGLE = mx("smtp.google.com", 1);
export const GOOGLE_SPF = spf("include:_spf.google.com ~all");
export const GOOGLE_KEY = is("TXT", "google._domainkey", `v=DKIM1; p=${RSA_KEYS[2048]}`);
export const MICROSOFT = mx("example-co-ke.mail.protection.outlook.com", 0);
export const MICROSOFT_SPF = spf("include:spf.protection.outlook.com -all");
export const MICROSOFT_KEYS = ["selector1", "selector2"].map((key) =>
  is("CNAME", `${key}._domainkey`, `${key}-example-co-ke._domainkey.example.n-v1.dkim.mail.microsoft`),
);
export const AUTODISCOVER = is("CNAME", "autodiscover", "autodiscover.outlook.com");

export const SERVERS = [OWN, MAIL, REJECT];

/** A fault in the mail records of a zone, and its mail records after the fix; null if only a person can fix it. */
export type Case = [code: FindingCode, detail: string, records: DnsRecord[], fixed: string[] | null];
export const SPF_FAULTS: Case[] = [
  ["spf-missing", "a server in the zone", [...SERVERS], ["TXT @ v=spf1 mx ~all"]],
  ["spf-missing", "a provider", [MICROSOFT], ["TXT @ v=spf1 include:spf.protection.outlook.com -all"]],
  ["spf-missing", "a null MX", [mx(".", 0)], ["TXT @ v=spf1 -all"]],
  ["spf-missing", "a provider and a server", [GOOGLE, OWN, MAIL], ["TXT @ v=spf1 mx include:_spf.google.com ~all"]],
  [
    "spf-doubled",
    "two records",
    [...SERVERS, spf("mx -all"), spf("include:a.example ~all")],
    ["TXT @ v=spf1 mx include:a.example ~all"],
  ],
  ["spf-doubled", "three records", [spf("mx -all"), spf("a -all"), spf("-all")], ["TXT @ v=spf1 mx a -all"]],
  [
    "spf-broken",
    "common typing errors",
    [spf("ipv4:192.0.2.1 192.0.2.2 include: a.example -all")],
    ["TXT @ v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 include:a.example -all"],
  ],
  [
    "spf-broken",
    "two redirects",
    [spf("redirect=a.example redirect=b.example")],
    ["TXT @ v=spf1 include:b.example redirect=a.example"],
  ],
  [
    "spf-broken",
    "terms that are glued together",
    [spf("include:_spf.google.com~all"), GOOGLE],
    ["TXT @ v=spf1 include:_spf.google.com ~all"],
  ],
  [
    "spf-idle",
    "a modifier in place of a mechanism, and two names in one",
    [spf("include=_spf.google.com include:a.com,b.com -all"), GOOGLE],
    ["TXT @ v=spf1 include:_spf.google.com include:a.com include:b.com -all"],
  ],
  ["spf-broken", "unknown mechanisms", [spf("include:localhost nonsense -all")], null],
  [
    "spf-lookups",
    "one record",
    [spf(`${Array.from({ length: 11 }, (_, index) => `include:s${index}.example`).join(" ")} -all`)],
    null,
  ],
  [
    "spf-lookups",
    "two records of the zone",
    [spf("include:a.example.co.ke -all"), is("TXT", "a", `v=spf1 ${"a ".repeat(10)}-all`), is("A", "a", "192.0.2.1")],
    null,
  ],
  ["spf-lookups", "a loop", [spf(`include:${ZONE} -all`)], null],
  [
    "spf-lookups-likely",
    "well-known services",
    [spf(`include:mailgun.org include:zoho.com include:sendgrid.net -all`)],
    null,
  ],
  ["spf-empty", "", [spf("include:nobody.example.co.ke mx -all"), OWN, MAIL], ["TXT @ v=spf1 mx -all"]],
  ["spf-void", "", [spf("a:old.example.co.ke ip4:192.0.2.1 mx -all")], ["TXT @ v=spf1 ip4:192.0.2.1 -all"]],
  [
    "spf-cdn",
    "",
    [
      spf("a ?a:www.example.co.ke -all"),
      is("A", "@", "192.0.2.1", CDN),
      is("AAAA", "@", "2001:db8::1", CDN),
      is("A", "www", "192.0.2.2", CDN),
    ],
    ["TXT @ v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 ?ip4:192.0.2.2 -all"],
  ],
  ["spf-cdn", "a prefix length", [spf("a/24 -all"), is("A", "@", "192.0.2.1", CDN)], null],
  ["spf-wide", "all addresses", [spf("ip4:0.0.0.0/0 -all")], null],
  ["spf-wide", "all addresses in two halves", [spf("ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all")], null],
  ["spf-wide", "all IPv6 addresses", [spf("ip6:::/0 -all")], null],
  ["spf-wide", "everything beside the website", [spf("a/0 -all"), is("A", "@", "192.0.2.1")], null],
  ["spf-wide", "everything beside the mail server, for IPv6", [...SERVERS, spf("mx/24//0 -all")], null],
  [
    "spf-wide",
    "a record of the zone that lets everybody send",
    [spf("include:a.example.co.ke -all"), is("TXT", "a", "v=spf1 +all")],
    null,
  ],
  ["spf-ptr", "", [spf("ptr -all")], null],
  ["spf-neutral", "", [spf("ip4:192.0.2.1 ?all")], ["TXT @ v=spf1 ip4:192.0.2.1 ~all"]],
  [
    "spf-included",
    "a mistake",
    [spf("include:a.example.co.ke -all"), is("TXT", "a", "v=spf1 ipv4:192.0.2.1 -all")],
    null,
  ],
  [
    "spf-included",
    "two records behind a CNAME",
    [
      spf("redirect=a.example.co.ke"),
      is("CNAME", "a", `b.${ZONE}`),
      is("TXT", "b", "v=spf1 ip4:192.0.2.1 -all"),
      is("TXT", "b", "v=spf1 ip4:192.0.2.2 -all"),
    ],
    null,
  ],
  [
    "spf-empty",
    "a CNAME to a name without a record",
    [spf("include:a.example.co.ke mx -all"), is("CNAME", "a", `b.${ZONE}`), OWN, MAIL],
    ["TXT @ v=spf1 mx -all"],
  ],
  [
    "spf-lookups",
    "more than ten mail servers",
    [spf("mx -all"), MAIL, ...Array.from({ length: 11 }, (_, index) => mx(`mail.${ZONE}`, index))],
    null,
  ],
  ["spf-open", "", [spf("ip4:192.0.2.1 +all")], ["TXT @ v=spf1 ip4:192.0.2.1 ~all"]],
  ["spf-no-end", "", [spf("ip4:192.0.2.1")], ["TXT @ v=spf1 ip4:192.0.2.1 ~all"]],
  ["spf-after-end", "", [spf("-all include:a.example ~all")], ["TXT @ v=spf1 include:a.example -all"]],
  [
    "spf-after-end",
    "a redirect before the end",
    [spf("redirect=a.example ~all")],
    ["TXT @ v=spf1 include:a.example ~all"],
  ],
  [
    "spf-provider",
    "a redirect that the end switches off",
    [GOOGLE, spf("redirect=_spf.google.com ~all")],
    ["TXT @ v=spf1 include:_spf.google.com ~all"],
  ],
  [
    "spf-provider",
    "",
    [GOOGLE, spf("include:a.example -all")],
    ["TXT @ v=spf1 include:a.example include:_spf.google.com -all"],
  ],
  [
    "spf-provider",
    "another region",
    [mx("mx.zoho.in"), spf("include:zohomail.com -all")],
    ["TXT @ v=spf1 include:zohomail.com include:zohomail.in -all"],
  ],
  ["spf-long", "", [spf(`${Array.from({ length: 40 }, (_, index) => `ip4:192.0.2.${index}`).join(" ")} -all`)], null],
];
