import type { FindingCode } from "#app/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { RSA_KEYS, SECRET_KEYS } from "./dkim-keys.ts";
import { is, recordFrom, ZONE } from "./mail-zones.ts";

export const mx = (content: string, priority = 10) => is("MX", "@", content, { priority });
export const spf = (text: string) => is("TXT", "@", `v=spf1 ${text}`.trim());
export const dmarc = (text: string) => is("TXT", "_dmarc", text);

const MAIL = is("A", "mail", "192.0.2.7");
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

/** What stands for records in the tables below, and for a part of a record. */
const RECORDS: Record<string, DnsRecord[]> = {
  ...{ SERVERS, OWN: [OWN], MAIL: [MAIL], REJECT: [REJECT], MICROSOFT: [MICROSOFT] },
  ...{ GOOGLE: [GOOGLE], GOOGLE_SPF: [GOOGLE_SPF], GOOGLE_KEY: [GOOGLE_KEY], MICROSOFT_KEY_2: MICROSOFT_KEYS.slice(1) },
  ELEVEN_SERVERS: Array.from({ length: 11 }, (_, index) => mx(`mail.${ZONE}`, index)),
};
const PARTS: Record<string, string | undefined> = {
  ...{ SECRET_0: SECRET_KEYS[0], SECRET_1: SECRET_KEYS[1], RSA_CUT: RSA_KEYS[2048].slice(0, 235) },
  ...{ RSA_768: RSA_KEYS[768], RSA_1024: RSA_KEYS[1024] },
  ELEVEN_INCLUDES: Array.from({ length: 11 }, (_, index) => `include:s${index}.example`).join(" "),
  FORTY_ADDRESSES: Array.from({ length: 40 }, (_, index) => `ip4:192.0.2.${index}`).join(" "),
};

/** A fault in the mail records of a zone, and its mail records after the fix; null if only a person can fix it. */
export type Case = [code: FindingCode, detail: string, records: DnsRecord[], fixed: string[] | null];

/** Reads a table with one fault a line: its code, what it is: the zone's records => those after the fix. */
function readCases(table: string): Case[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [, code = "", detail = "", zone = "", fixed] =
        /^([\w-]+)(?:, ([^:]+))?:(.*?)(?: => (.*))?$/.exec(line) ?? [];
      const texts = zone.split("|").flatMap((text) => text.trim() || []);
      const whole = (text: string) => text.replace(/\b[A-Z]+_[A-Z0-9]+\b/, (name) => PARTS[name] ?? name);
      const records = texts.flatMap((text) => RECORDS[text] ?? recordFrom(whole(text)));
      return [code as FindingCode, detail, records, fixed?.split(" | ") ?? null];
    });
}

export const SPF_FAULTS = readCases(`
spf-missing, a server in the zone: SERVERS => TXT @ v=spf1 mx ~all
spf-missing, a provider: MICROSOFT => TXT @ v=spf1 include:spf.protection.outlook.com -all
spf-missing, a null MX: MX @ 0 . => TXT @ v=spf1 -all
spf-missing, a provider and a server: GOOGLE | OWN | MAIL => TXT @ v=spf1 mx include:_spf.google.com ~all
spf-doubled, two records: SERVERS | TXT @ v=spf1 mx -all | TXT @ v=spf1 include:a.example ~all => TXT @ v=spf1 mx include:a.example ~all
spf-doubled, three records: TXT @ v=spf1 mx -all | TXT @ v=spf1 a -all | TXT @ v=spf1 -all => TXT @ v=spf1 mx a -all
spf-broken, common typing errors: TXT @ v=spf1 ipv4:192.0.2.1 192.0.2.2 include: a.example -all => TXT @ v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 include:a.example -all
spf-broken, two redirects: TXT @ v=spf1 redirect=a.example redirect=b.example => TXT @ v=spf1 include:b.example redirect=a.example
spf-broken, terms that are glued together: TXT @ v=spf1 include:_spf.google.com~all | GOOGLE => TXT @ v=spf1 include:_spf.google.com ~all
spf-idle, a modifier in place of a mechanism, and two names in one: TXT @ v=spf1 include=_spf.google.com include:a.com,b.com -all | GOOGLE => TXT @ v=spf1 include:_spf.google.com include:a.com include:b.com -all
spf-broken, unknown mechanisms: TXT @ v=spf1 include:localhost nonsense -all
spf-lookups, one record: TXT @ v=spf1 ELEVEN_INCLUDES -all
spf-lookups, two records of the zone: TXT @ v=spf1 include:a.example.co.ke -all | TXT a v=spf1 a a a a a a a a a a -all | A a 192.0.2.1
spf-lookups, a loop: TXT @ v=spf1 include:example.co.ke -all
spf-lookups-likely, well-known services: TXT @ v=spf1 include:mailgun.org include:zoho.com include:sendgrid.net -all
spf-empty: TXT @ v=spf1 include:nobody.example.co.ke mx -all | OWN | MAIL => TXT @ v=spf1 mx -all
spf-void: TXT @ v=spf1 a:old.example.co.ke ip4:192.0.2.1 mx -all => TXT @ v=spf1 ip4:192.0.2.1 -all
spf-cdn: TXT @ v=spf1 a ?a:www.example.co.ke -all | A @ 192.0.2.1 CDN | AAAA @ 2001:db8::1 CDN | A www 192.0.2.2 CDN => TXT @ v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 ?ip4:192.0.2.2 -all
spf-cdn, a prefix length: TXT @ v=spf1 a/24 -all | A @ 192.0.2.1 CDN
spf-wide, all addresses: TXT @ v=spf1 ip4:0.0.0.0/0 -all
spf-wide, all addresses in two halves: TXT @ v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all
spf-wide, all IPv6 addresses: TXT @ v=spf1 ip6:::/0 -all
spf-wide, everything beside the website: TXT @ v=spf1 a/0 -all | A @ 192.0.2.1
spf-wide, everything beside the mail server, for IPv6: SERVERS | TXT @ v=spf1 mx/24//0 -all
spf-wide, a record of the zone that lets everybody send: TXT @ v=spf1 include:a.example.co.ke -all | TXT a v=spf1 +all
spf-ptr: TXT @ v=spf1 ptr -all
spf-neutral: TXT @ v=spf1 ip4:192.0.2.1 ?all => TXT @ v=spf1 ip4:192.0.2.1 ~all
spf-included, a mistake: TXT @ v=spf1 include:a.example.co.ke -all | TXT a v=spf1 ipv4:192.0.2.1 -all
spf-included, two records behind a CNAME: TXT @ v=spf1 redirect=a.example.co.ke | CNAME a b.example.co.ke | TXT b v=spf1 ip4:192.0.2.1 -all | TXT b v=spf1 ip4:192.0.2.2 -all
spf-empty, a CNAME to a name without a record: TXT @ v=spf1 include:a.example.co.ke mx -all | CNAME a b.example.co.ke | OWN | MAIL => TXT @ v=spf1 mx -all
spf-lookups, more than ten mail servers: TXT @ v=spf1 mx -all | MAIL | ELEVEN_SERVERS
spf-open: TXT @ v=spf1 ip4:192.0.2.1 +all => TXT @ v=spf1 ip4:192.0.2.1 ~all
spf-no-end: TXT @ v=spf1 ip4:192.0.2.1 => TXT @ v=spf1 ip4:192.0.2.1 ~all
spf-after-end: TXT @ v=spf1 -all include:a.example ~all => TXT @ v=spf1 include:a.example -all
spf-after-end, a redirect before the end: TXT @ v=spf1 redirect=a.example ~all => TXT @ v=spf1 include:a.example ~all
spf-provider, a redirect that the end switches off: GOOGLE | TXT @ v=spf1 redirect=_spf.google.com ~all => TXT @ v=spf1 include:_spf.google.com ~all
spf-provider: GOOGLE | TXT @ v=spf1 include:a.example -all => TXT @ v=spf1 include:a.example include:_spf.google.com -all
spf-provider, another region: MX @ 10 mx.zoho.in | TXT @ v=spf1 include:zohomail.com -all => TXT @ v=spf1 include:zohomail.com include:zohomail.in -all
spf-long: TXT @ v=spf1 FORTY_ADDRESSES -all
`);

/** Faults of servers, keys, policies and texts. */
export const OTHER_FAULTS = readCases(`
name-doubled, a key below the domain's name twice: GOOGLE | GOOGLE_SPF | GOOGLE_KEY | REJECT | TXT google._domainkey.example.co.ke.example.co.ke v=DKIM1; p=
text-wrong, DMARC at the domain itself: GOOGLE | GOOGLE_SPF | GOOGLE_KEY | REJECT | TXT @ v=DMARC1; p=none
text-wrong, SPF of another name: GOOGLE | GOOGLE_SPF | GOOGLE_KEY | REJECT | TXT news v=spf1 include:a.com~all
text-wrong, SPF with a character that nobody sees: MX @ 0 . | REJECT | TXT @ v=spf1\u00A0-all
dkim-secret, a private key in place of the public one: GOOGLE | GOOGLE_SPF | REJECT | TXT google._domainkey -----BEGIN RSA PRIVATE KEY-----SECRET_0
dkim-secret, a private key elsewhere: GOOGLE | GOOGLE_SPF | GOOGLE_KEY | REJECT | TXT key SECRET_1
dkim-broken, a key that is cut: GOOGLE | GOOGLE_SPF | REJECT | TXT google._domainkey v=DKIM1; k=rsa; p=RSA_CUT
dkim-broken, a weak key: GOOGLE | GOOGLE_SPF | REJECT | TXT google._domainkey v=DKIM1; p=RSA_768
dkim-idle, a revoked key: GOOGLE | GOOGLE_SPF | REJECT | TXT google._domainkey v=DKIM1; k=rsa; p=
dkim-idle, a key for tests: GOOGLE | GOOGLE_SPF | REJECT | TXT google._domainkey v=DKIM1; t=y; p=RSA_1024
dkim-doubled, two keys of one name: GOOGLE | GOOGLE_SPF | REJECT | GOOGLE_KEY | TXT google._domainkey v=DKIM1; p=RSA_1024
dmarc-reports, an address without mailto: TXT _dmarc v=DMARC1; p=reject; rua=reports@example.com => TXT _dmarc v=DMARC1; p=reject; rua=mailto:reports@example.com
dmarc-reports, no address: TXT _dmarc v=DMARC1; p=reject; rua= => TXT _dmarc v=DMARC1; p=reject
dmarc-odd, an unknown value: TXT _dmarc v=DMARC1; p=reject; adkim=strict
autodiscover-other, an old server: MICROSOFT | A autodiscover 41.90.64.12 => CNAME autodiscover autodiscover.outlook.com | MX @ 0 example-co-ke.mail.protection.outlook.com
mx-missing:
mx-private: OWN | A mail 192.168.1.5
mx-ipv6: OWN | AAAA mail 2c0f:fe38:2405::12
mx-no-address, a name that cannot exist: MX @ 10 mail
mx-no-address, a dot that was left out: MX @ 10 mail.examplecom
mx-alias, a wildcard: OWN | CNAME * server.example
mx-proxied, a wildcard: OWN | A * 192.0.2.1 CDN
dkim-broken, a CNAME to a name without a key: GOOGLE | GOOGLE_SPF | REJECT | CNAME google._domainkey key.example.co.ke
dkim-broken, a CNAME to itself: GOOGLE | GOOGLE_SPF | REJECT | CNAME google._domainkey google._domainkey.example.co.ke
dkim-broken, a CNAME to a name that cannot exist: GOOGLE | GOOGLE_SPF | REJECT | CNAME google._domainkey dkim.mcsvnet
dkim-idle, a CNAME to a revoked key: GOOGLE | GOOGLE_SPF | REJECT | CNAME google._domainkey key.example.co.ke | TXT key v=DKIM1; p=
dmarc-broken, a CNAME to a name without a policy: CNAME _dmarc policy.example.co.ke
dmarc-broken, a CNAME to a policy with a mistake: CNAME _dmarc policy.example.co.ke | TXT policy v=DMARC1; p=rejct
mx-null-mixed: MX @ 0 . | OWN | MAIL => MX @ 10 mail.example.co.ke | A mail 192.0.2.7
mx-address: MX @ 10 192.0.2.1
mx-alias: OWN | CNAME mail server.example => MX @ 10 server.example | CNAME mail server.example
mx-alias, an alias to another alias: OWN | CNAME mail a.example.co.ke | CNAME a b.example.co.ke | A b 192.0.2.1 => MX @ 10 b.example.co.ke | CNAME mail a.example.co.ke | CNAME a b.example.co.ke | A b 192.0.2.1
mx-alias, a loop: OWN | CNAME mail a.example.co.ke | CNAME a mail.example.co.ke
mx-no-address: OWN
mx-no-address, the apex beside a wildcard: MX @ 10 example.co.ke | A * 192.0.2.1
mx-proxied: OWN | A mail 192.0.2.7 CDN => MX @ 10 mail.example.co.ke | A mail 192.0.2.7
mx-proxied, a website at the same name: MX @ 10 example.co.ke | A @ 192.0.2.1 CDN => MX @ 10 mail.example.co.ke | A @ 192.0.2.1 CDN | A mail 192.0.2.1
mx-proxied, a null MX and another: MX @ 0 . | MX @ 10 example.co.ke | A @ 192.0.2.1 CDN
mx-proxied, another address at mail: MX @ 10 example.co.ke | A @ 192.0.2.1 CDN | MAIL
mx-mixed: GOOGLE | MICROSOFT
mx-mixed, a server in the zone: GOOGLE | OWN | MAIL
host-proxied: GOOGLE | A mail 192.0.2.7 CDN | CNAME imap a.example CDN => MX @ 1 smtp.google.com | A mail 192.0.2.7 | CNAME imap a.example
dkim-missing: GOOGLE
dkim-missing, one of two keys: MICROSOFT | MICROSOFT_KEY_2
dkim-proxied: CNAME k1._domainkey dkim.mcsv.net CDN => CNAME k1._domainkey dkim.mcsv.net
autodiscover-missing: MICROSOFT => MX @ 0 example-co-ke.mail.protection.outlook.com | CNAME autodiscover autodiscover.outlook.com
dmarc-missing: => TXT _dmarc v=DMARC1; p=none
dmarc-doubled: REJECT | TXT _dmarc v=DMARC1; p=quarantine | TXT _dmarc v=DMARC1; p=bad => TXT _dmarc v=DMARC1; p=quarantine
dmarc-doubled, two invalid records: TXT _dmarc v=DMARC1 | TXT _dmarc v=DMARC1; p=bad
dmarc-broken, a version in lower case: TXT _dmarc v=dmarc1; p=reject => TXT _dmarc v=DMARC1; p=reject
dmarc-broken, spaces for semicolons: TXT _dmarc v=DMARC1 p=reject rua=mailto:a@b.example => TXT _dmarc v=DMARC1; p=reject; rua=mailto:a@b.example
dmarc-broken, no policy: TXT _dmarc v=DMARC1; rua=mailto:a@b.example => TXT _dmarc v=DMARC1; p=none; rua=mailto:a@b.example
dmarc-broken, an unknown policy: TXT _dmarc v=DMARC1; p=block
dmarc-broken, another text: TXT _dmarc hello
`);
