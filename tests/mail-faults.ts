import type { FindingCode } from "#app/model/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { RSA_KEYS, SECRET_KEYS } from "./dkim-keys.ts";
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
type Case = [code: FindingCode, detail: string, records: DnsRecord[], fixed: string[] | null];
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
  ["spf-open", "", [spf("ip4:192.0.2.1 +all")], ["TXT @ v=spf1 ip4:192.0.2.1 ~all"]],
  ["spf-no-end", "", [spf("ip4:192.0.2.1")], ["TXT @ v=spf1 ip4:192.0.2.1 ~all"]],
  ["spf-after-end", "", [spf("-all include:a.example ~all")], ["TXT @ v=spf1 include:a.example -all"]],
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
export const OTHER_FAULTS: Case[] = [
  [
    "text-wrong",
    "DMARC at the domain itself",
    [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, REJECT, is("TXT", "@", "v=DMARC1; p=none")],
    null,
  ],
  [
    "text-wrong",
    "SPF of another name",
    [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, REJECT, is("TXT", "news", "v=spf1 include:a.com~all")],
    null,
  ],
  [
    "text-wrong",
    "SPF with a character that nobody sees",
    [mx(".", 0), REJECT, is("TXT", "@", "v=spf1\u00A0-all")],
    null,
  ],
  [
    "dkim-secret",
    "a private key in place of the public one",
    [GOOGLE, GOOGLE_SPF, REJECT, is("TXT", "google._domainkey", `-----BEGIN RSA PRIVATE KEY-----${SECRET_KEYS[0]}`)],
    null,
  ],
  [
    "dkim-secret",
    "a private key elsewhere",
    [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, REJECT, is("TXT", "key", SECRET_KEYS[1] ?? "")],
    null,
  ],
  [
    "dkim-broken",
    "a key that is cut",
    [GOOGLE, GOOGLE_SPF, REJECT, is("TXT", "google._domainkey", `v=DKIM1; k=rsa; p=${RSA_KEYS[2048].slice(0, 235)}`)],
    null,
  ],
  [
    "dkim-broken",
    "a weak key",
    [GOOGLE, GOOGLE_SPF, REJECT, is("TXT", "google._domainkey", `v=DKIM1; p=${RSA_KEYS[768]}`)],
    null,
  ],
  [
    "dkim-idle",
    "a revoked key",
    [GOOGLE, GOOGLE_SPF, REJECT, is("TXT", "google._domainkey", "v=DKIM1; k=rsa; p=")],
    null,
  ],
  [
    "dkim-idle",
    "a key for tests",
    [GOOGLE, GOOGLE_SPF, REJECT, is("TXT", "google._domainkey", `v=DKIM1; t=y; p=${RSA_KEYS[1024]}`)],
    null,
  ],
  [
    "dkim-doubled",
    "two keys of one name",
    [GOOGLE, GOOGLE_SPF, REJECT, GOOGLE_KEY, is("TXT", "google._domainkey", `v=DKIM1; p=${RSA_KEYS[1024]}`)],
    null,
  ],
  [
    "dmarc-reports",
    "an address without mailto",
    [dmarc("v=DMARC1; p=reject; rua=reports@example.com")],
    ["TXT _dmarc v=DMARC1; p=reject; rua=mailto:reports@example.com"],
  ],
  ["dmarc-reports", "no address", [dmarc("v=DMARC1; p=reject; rua=")], ["TXT _dmarc v=DMARC1; p=reject"]],
  ["dmarc-odd", "an unknown value", [dmarc("v=DMARC1; p=reject; adkim=strict")], null],
  [
    "autodiscover-other",
    "an old server",
    [MICROSOFT, is("A", "autodiscover", "41.90.64.12")],
    ["CNAME autodiscover autodiscover.outlook.com", "MX @ 0 example-co-ke.mail.protection.outlook.com"],
  ],
  ["mx-missing", "", [], null],
  ["mx-null-mixed", "", [mx(".", 0), OWN, MAIL], ["MX @ 10 mail.example.co.ke", "A mail 192.0.2.7"]],
  ["mx-address", "", [mx("192.0.2.1")], null],
  [
    "mx-alias",
    "",
    [OWN, is("CNAME", "mail", "server.example")],
    ["MX @ 10 server.example", "CNAME mail server.example"],
  ],
  [
    "mx-alias",
    "an alias to another alias",
    [OWN, is("CNAME", "mail", `a.${ZONE}`), is("CNAME", "a", `b.${ZONE}`), is("A", "b", "192.0.2.1")],
    ["MX @ 10 b.example.co.ke", "CNAME mail a.example.co.ke", "CNAME a b.example.co.ke", "A b 192.0.2.1"],
  ],
  ["mx-alias", "a loop", [OWN, is("CNAME", "mail", `a.${ZONE}`), is("CNAME", "a", `mail.${ZONE}`)], null],
  ["mx-no-address", "", [OWN], null],
  ["mx-no-address", "the apex beside a wildcard", [mx(ZONE), is("A", "*", "192.0.2.1")], null],
  ["mx-proxied", "", [OWN, is("A", "mail", "192.0.2.7", CDN)], ["MX @ 10 mail.example.co.ke", "A mail 192.0.2.7"]],
  [
    "mx-proxied",
    "a website at the same name",
    [mx(ZONE), is("A", "@", "192.0.2.1", CDN)],
    ["MX @ 10 mail.example.co.ke", "A @ 192.0.2.1 CDN", "A mail 192.0.2.1"],
  ],
  ["mx-proxied", "a null MX and another", [mx(".", 0), mx(ZONE), is("A", "@", "192.0.2.1", CDN)], null],
  ["mx-proxied", "another address at mail", [mx(ZONE), is("A", "@", "192.0.2.1", CDN), MAIL], null],
  ["mx-mixed", "", [GOOGLE, MICROSOFT], null],
  ["mx-mixed", "a server in the zone", [GOOGLE, OWN, MAIL], null],
  [
    "host-proxied",
    "",
    [GOOGLE, is("A", "mail", "192.0.2.7", CDN), is("CNAME", "imap", "a.example", CDN)],
    ["MX @ 1 smtp.google.com", "A mail 192.0.2.7", "CNAME imap a.example"],
  ],
  ["dkim-missing", "", [GOOGLE], null],
  ["dkim-missing", "one of two keys", [MICROSOFT, ...MICROSOFT_KEYS.slice(1)], null],
  ["dkim-proxied", "", [is("CNAME", "k1._domainkey", "dkim.mcsv.net", CDN)], ["CNAME k1._domainkey dkim.mcsv.net"]],
  [
    "autodiscover-missing",
    "",
    [MICROSOFT],
    ["MX @ 0 example-co-ke.mail.protection.outlook.com", "CNAME autodiscover autodiscover.outlook.com"],
  ],
  ["dmarc-missing", "", [], ["TXT _dmarc v=DMARC1; p=none"]],
  [
    "dmarc-doubled",
    "",
    [REJECT, dmarc("v=DMARC1; p=quarantine"), dmarc("v=DMARC1; p=bad")],
    ["TXT _dmarc v=DMARC1; p=quarantine"],
  ],
  ["dmarc-doubled", "two invalid records", [dmarc("v=DMARC1"), dmarc("v=DMARC1; p=bad")], null],
  ["dmarc-broken", "a version in lower case", [dmarc("v=dmarc1; p=reject")], ["TXT _dmarc v=DMARC1; p=reject"]],
  [
    "dmarc-broken",
    "spaces for semicolons",
    [dmarc("v=DMARC1 p=reject rua=mailto:a@b.example")],
    ["TXT _dmarc v=DMARC1; p=reject; rua=mailto:a@b.example"],
  ],
  [
    "dmarc-broken",
    "no policy",
    [dmarc("v=DMARC1; rua=mailto:a@b.example")],
    ["TXT _dmarc v=DMARC1; p=none; rua=mailto:a@b.example"],
  ],
  ["dmarc-broken", "an unknown policy", [dmarc("v=DMARC1; p=block")], null],
  ["dmarc-broken", "another text", [dmarc("hello")], null],
];
