/** A seed record. `label` is relative to the zone, "@" for the apex. */
type SeedRecord = {
  label: string;
  type: string;
  content: string;
  ttl?: number;
  proxied?: boolean;
  priority?: number;
  data?: Record<string, unknown>;
};

const web: SeedRecord[] = [
  { label: "@", type: "A", content: "203.0.113.24", ttl: 1, proxied: true },
  { label: "@", type: "AAAA", content: "2001:db8:254::24", ttl: 1, proxied: true },
  { label: "www", type: "CNAME", content: "@", ttl: 1, proxied: true },
];

const ownMail: SeedRecord[] = [
  { label: "mail", type: "A", content: "203.0.113.25", ttl: 3600 },
  { label: "@", type: "MX", content: "mail", priority: 10, ttl: 3600 },
  { label: "@", type: "TXT", content: "v=spf1 mx -all", ttl: 3600 },
];

const office: SeedRecord[] = [
  { label: "@", type: "MX", content: "$-.mail.protection.outlook.com", priority: 0, ttl: 3600 },
  { label: "autodiscover", type: "CNAME", content: "autodiscover.outlook.com", ttl: 3600 },
  { label: "@", type: "TXT", content: '"v=spf1 include:spf.protection.outlook.com -all"', ttl: 3600 },
  { label: "@", type: "TXT", content: '"MS=ms25400734"', ttl: 3600 },
  {
    label: "selector1._domainkey",
    type: "CNAME",
    content: "selector1-$-._domainkey.mtandao.onmicrosoft.com",
    ttl: 3600,
  },
  {
    label: "selector2._domainkey",
    type: "CNAME",
    content: "selector2-$-._domainkey.mtandao.onmicrosoft.com",
    ttl: 3600,
  },
  { label: "_dmarc", type: "TXT", content: '"v=DMARC1; p=quarantine"', ttl: 3600 },
  {
    label: "_sip._tls",
    type: "SRV",
    content: "1 443 sipdir.online.lync.com",
    priority: 100,
    ttl: 3600,
    data: { priority: 100, weight: 1, port: 443, target: "sipdir.online.lync.com" },
  },
];

/** Mail with common mistakes: two SPF records, a proxied mail server, an invalid DMARC record. */
const faultyMail: SeedRecord[] = [
  { label: "mail", type: "A", content: "203.0.113.25", ttl: 1, proxied: true },
  { label: "@", type: "MX", content: "mail", priority: 10, ttl: 3600 },
  { label: "@", type: "TXT", content: "v=spf1 mx -all", ttl: 3600 },
  { label: "@", type: "TXT", content: '"v=spf1 include:_spf.google.com ~all"', ttl: 3600 },
  { label: "_dmarc", type: "TXT", content: '"v=DMARC1 p=none"', ttl: 3600 },
];

const others: SeedRecord[] = [
  { label: "duka", type: "CNAME", content: "shops.myshopify.com", ttl: 1, proxied: true },
  { label: "ofisi", type: "A", content: "198.51.100.7", ttl: 600 },
  {
    label: "@",
    type: "CAA",
    content: '0 issue "letsencrypt.org"',
    ttl: 3600,
    data: { flags: 0, tag: "issue", value: "letsencrypt.org" },
  },
  { label: "tawi", type: "NS", content: "ns1.kisumu-hosting.example", ttl: 86_400 },
  {
    label: "@",
    type: "LOC",
    content: "1 17 11.000 S 36 49 2.000 E 1795.00m 1m 10000m 10m",
    ttl: 3600,
    data: { lat_degrees: 1, lat_direction: "S", long_degrees: 36, long_direction: "E", altitude: 1795 },
  },
  { label: "@", type: "HTTPS", content: '1 . alpn="h3,h2"', data: { priority: 1, target: ".", value: 'alpn="h3,h2"' } },
];

/** Returns 247 records, which make 250 with the three of the website. */
function branches(): SeedRecord[] {
  return Array.from({ length: 247 }, (_, index) => ({
    label: `tawi-${String(index + 1).padStart(3, "0")}`,
    type: "A",
    content: `198.51.100.${(index % 254) + 1}`,
    ttl: 3600,
  }));
}

/** Returns the first records of a demo domain's zone. "$-" stands for the domain with hyphens instead of dots. */
export function seedRecords(domain: string): SeedRecord[] {
  switch (domain) {
    case "mamamboga.co.ke":
      return [...web, ...office, ...others];
    case "big-zone-demo.co.ke":
      return [...web, ...branches()];
    case "safarinjema.com":
      return [...web, ...faultyMail];
    case "fundiwaviatu.co.ke":
      return [];
    default:
      return [...web, ...ownMail];
  }
}
