import { TAKEN_NAMES } from "../data/registrar.ts";
import { demoDomains } from "../demo-customers.ts";
import { faultOfName, scenarioOfRecord, scenarioOfZone, type ZoneScenario } from "../faults.ts";
import { NAME_SERVERS, type Zone, type ZoneRecord, zones } from "../zones.ts";

/** The two fake resolvers. The second one still returns the old value of a record named "old-…". */
export type Resolver = "google" | "cloudflare";

/** A record of a resolution, with `content` in the DNS provider's notation. */
export type MockRecord = Pick<ZoneRecord, "name" | "type" | "ttl" | "content" | "priority" | "data">;
/** `status`: the response code (RFC 1035, section 4.1.1). `authority`: the zone whose SOA record a negative response has. */
type MockResolution = { status: 0 | 2 | 3; records: MockRecord[]; authority: string };

const FOREIGN_SERVERS = ["ns1.kisumu-hosting.example", "ns2.kisumu-hosting.example"];
const OLD_TTL = 1500;
const AUTO_TTL = 300;
const CDN: Record<string, string[]> = {
  A: ["104.21.32.1", "172.67.150.1"],
  AAAA: ["2606:4700:3033::6815:2001"],
};
const ADDRESSES = ["A", "AAAA", "CNAME"];

/** The old value of each type, from names and addresses for documentation (RFC 5737, RFC 3849, RFC 2606). */
const OLD_VALUES: Record<string, Pick<MockRecord, "content" | "priority">> = {
  A: { content: "192.0.2.99" },
  AAAA: { content: "2001:db8::99" },
  CNAME: { content: "old.example.com" },
  MX: { content: "old-mail.example.com", priority: 10 },
  TXT: { content: '"an old text"' },
  NS: { content: "old-ns.example.com" },
  SRV: { content: "1 443 old-sip.example.com", priority: 10 },
  CAA: { content: '0 issue "old-ca.example"' },
};

/** Returns what a resolver finds in the fake zones for a name in lower case. */
export function resolve(resolver: Resolver, name: string, type: string): MockResolution {
  const zone = zoneOf(name);
  if (!zone) return resolveOutside(name, type);
  const scenario = scenarioFor(resolver, zone.name);
  const authority = zone.name;
  if (scenario === "silent") return { status: 2, records: [], authority };
  if (scenario === "unregistered") return { status: 3, records: [], authority };
  if (name === zone.name && type === "NS") return { status: 0, records: nameServersOf(scenario, name), authority };
  const recordScenario = scenarioOfRecord(name);
  if (recordScenario === "unseen") return { status: 3, records: [], authority };
  const own = recordsAt(zone, name);
  const records = own ? recordsShown(own, type, zone, scenario) : [];
  if (recordScenario === "old" && resolver === "cloudflare" && records.length > 0) {
    return { status: 0, records: [{ name, type, ttl: OLD_TTL, content: "", ...OLD_VALUES[type] }], authority };
  }
  const named = records.map((record) => ({ ...record, name: nameIn(record, own, name), ttl: ttlOf(record) }));
  return { status: own ? 0 : 3, records: named, authority };
}

/** Resolves a name without a fake zone: it has foreign name servers, they fail, or it does not exist. */
function resolveOutside(name: string, type: string): MockResolution {
  const authority = parentOf(name);
  if (scenarioOfZone(name) === "silent") return { status: 2, records: [], authority };
  const isTaken = TAKEN_NAMES.includes(name) || demoDomains.some((domain) => domain.name === name);
  if (!isTaken && faultOfName(name) !== "taken") return { status: 3, records: [], authority };
  return { status: 0, records: type === "NS" ? nameServersOf("elsewhere", name) : [], authority };
}

/** The second resolver still returns the previous name servers of a zone that moves. */
function scenarioFor(resolver: Resolver, zone: string): ZoneScenario {
  const scenario = scenarioOfZone(zone);
  if (scenario !== "moving") return scenario;
  return resolver === "cloudflare" ? "elsewhere" : undefined;
}

function nameServersOf(scenario: ZoneScenario, name: string): MockRecord[] {
  if (scenario === "nameless") return [];
  const [ours = ""] = NAME_SERVERS;
  const servers =
    scenario === "elsewhere" ? FOREIGN_SERVERS : scenario === "partly" ? [ours, ...FOREIGN_SERVERS] : NAME_SERVERS;
  return servers.map((content) => ({ name, type: "NS", ttl: OLD_TTL, content }));
}

function zoneOf(name: string): Zone | undefined {
  const labels = name.split(".");
  const names = labels.map((_, index) => labels.slice(index).join("."));
  return names.map((one) => zones.findByName(one)).find(Boolean);
}

/** Returns the records of a name, or of its wildcard (RFC 4592, section 3.3.1); undefined if the name does not exist. */
function recordsAt({ records, name: apex }: Zone, name: string): ZoneRecord[] | undefined {
  const exists = (one: string) =>
    one === apex || records.some((record) => record.name === one || record.name.endsWith(`.${one}`));
  if (exists(name)) return records.filter((record) => record.name === name);
  let above = parentOf(name);
  while (!exists(above)) above = parentOf(above);
  const wildcard = records.filter((record) => record.name === `*.${above}`);
  return wildcard.length > 0 ? wildcard : undefined;
}

function parentOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

function recordsShown(own: ZoneRecord[], type: string, zone: Zone, scenario: ZoneScenario): MockRecord[] {
  const [web] = own.filter((record) => ADDRESSES.includes(record.type));
  const ofType = own.filter((record) => record.type === type);
  if (web && ADDRESSES.includes(type) && own.some(({ proxied }) => proxied)) {
    const addresses = scenario === "elsewhere" && type === "A" ? ["192.0.2.80"] : (CDN[type] ?? []);
    return addresses.map((content) => ({ name: web.name, type, ttl: AUTO_TTL, content }));
  }
  const cname = own.find((record) => record.type === "CNAME");
  if (!cname) return type === "MX" ? ofType.map((record) => withCdnServer(record, zone)) : ofType;
  const target: MockRecord = { name: cname.content, type: "A", ttl: AUTO_TTL, content: "192.0.2.10" };
  // "CNAME flattening": at the apex the provider returns the target's addresses instead.
  if (cname.name === zone.name) {
    if (type === "CNAME") return [];
    return type === "A" ? [{ ...target, name: cname.name }] : ofType;
  }
  return type === "A" ? [cname, target] : [cname];
}

/** A mail server that uses the CDN gets a name of the CDN's own: Cloudflare, "Email issues", _dc-mx. */
function withCdnServer(record: ZoneRecord, { name, records }: Zone): MockRecord {
  const isProxied = records.some((one) => one.name === record.content && one.proxied);
  return isProxied ? { ...record, content: `_dc-mx.0a1b2c3d4e5f.${name}` } : record;
}

/** A wildcard's record gets the requested name; the target of a CNAME keeps its own. */
function nameIn(record: MockRecord, own: ZoneRecord[] | undefined, asked: string): string {
  return own?.some(({ name }) => name === record.name) ? asked : record.name;
}

function ttlOf({ ttl }: MockRecord): number {
  return ttl === 1 ? AUTO_TTL : ttl;
}
