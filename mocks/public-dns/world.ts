import { TAKEN_NAMES } from "../data/registrar.ts";
import { demoDomains } from "../demo-customers.ts";
import { faultOfName, sightOf, type World, worldOf } from "../faults.ts";
import { NAME_SERVERS, type Zone, type ZoneRecord, zones } from "../zones.ts";

/** The two fake resolvers: the second is the one that still has what is old. */
export type Resolver = "google" | "cloudflare";

/** A record of an answer, before a resolver spells it: `content` as the DNS provider has it. */
export type Seen = Pick<ZoneRecord, "name" | "type" | "ttl" | "content" | "priority" | "data">;
/** An answer: its code (RFC 1035, section 4.1.1), its records, and the zone whose SOA record stands beside a "no". */
type Answer = { status: 0 | 2 | 3; seen: Seen[]; authority: string };

const OTHERS = ["ns1.kisumu-hosting.example", "ns2.kisumu-hosting.example"];
const OLD_TTL = 1500;
const AUTO_TTL = 300;
const CDN: Record<string, string[]> = {
  A: ["104.21.32.1", "172.67.150.1"],
  AAAA: ["2606:4700:3033::6815:2001"],
};
const ADDRESSES = ["A", "AAAA", "CNAME"];

/** What the old value of a type is: documentation's addresses and names (RFC 5737, RFC 3849, RFC 2606). */
const OLD: Record<string, Pick<Seen, "content" | "priority">> = {
  A: { content: "192.0.2.99" },
  AAAA: { content: "2001:db8::99" },
  CNAME: { content: "old.example.com" },
  MX: { content: "old-mail.example.com", priority: 10 },
  TXT: { content: '"an old text"' },
  NS: { content: "old-ns.example.com" },
  SRV: { content: "1 443 old-sip.example.com", priority: 10 },
  CAA: { content: '0 issue "old-ca.example"' },
};

/** What a resolver answers for a name in lower case, out of the fake zones. */
export function answerOf(resolver: Resolver, name: string, type: string): Answer {
  const zone = zoneOf(name);
  if (!zone) return outside(name, type);
  const world = worldFor(resolver, zone.name);
  const authority = zone.name;
  if (world === "silent") return { status: 2, seen: [], authority };
  if (world === "unregistered") return { status: 3, seen: [], authority };
  if (name === zone.name && type === "NS") return { status: 0, seen: serversOf(world, name), authority };
  const sight = sightOf(name);
  if (sight === "unseen") return { status: 3, seen: [], authority };
  const own = recordsAt(zone, name);
  const seen = own ? shownTo(own, type, zone, world) : [];
  if (sight === "old" && resolver === "cloudflare" && seen.length > 0) {
    return { status: 0, seen: [{ name, type, ttl: OLD_TTL, content: "", ...OLD[type] }], authority };
  }
  const named = seen.map((record) => ({ ...record, name: nameIn(record, own, name), ttl: ttlOf(record) }));
  return { status: own ? 0 : 3, seen: named, authority };
}

/** A name that has no zone here: somebody else's name servers answer for it, fail to, or it is nobody's. */
function outside(name: string, type: string): Answer {
  const authority = parentOf(name);
  if (worldOf(name) === "silent") return { status: 2, seen: [], authority };
  const isTaken = TAKEN_NAMES.includes(name) || demoDomains.some((domain) => domain.name === name);
  if (!isTaken && faultOfName(name) !== "taken") return { status: 3, seen: [], authority };
  return { status: 0, seen: type === "NS" ? serversOf("elsewhere", name) : [], authority };
}

/** A zone that moves is seen as it was by the one resolver, and as it is by the other. */
function worldFor(resolver: Resolver, zone: string): World {
  const world = worldOf(zone);
  if (world !== "moving") return world;
  return resolver === "cloudflare" ? "elsewhere" : undefined;
}

function serversOf(world: World, name: string): Seen[] {
  if (world === "nameless") return [];
  const [ours = ""] = NAME_SERVERS;
  const servers = world === "elsewhere" ? OTHERS : world === "partly" ? [ours, ...OTHERS] : NAME_SERVERS;
  return servers.map((content) => ({ name, type: "NS", ttl: OLD_TTL, content }));
}

function zoneOf(name: string): Zone | undefined {
  const labels = name.split(".");
  const names = labels.map((_, index) => labels.slice(index).join("."));
  return names.map((one) => zones.findByName(one)).find(Boolean);
}

/** The records that answer for a name, a star's too (RFC 4592, section 3.3.1); undefined when the name does not exist. */
function recordsAt({ records, name: apex }: Zone, name: string): ZoneRecord[] | undefined {
  const isThere = (one: string) =>
    one === apex || records.some((record) => record.name === one || record.name.endsWith(`.${one}`));
  if (isThere(name)) return records.filter((record) => record.name === name);
  let above = parentOf(name);
  while (!isThere(above)) above = parentOf(above);
  const star = records.filter((record) => record.name === `*.${above}`);
  return star.length > 0 ? star : undefined;
}

function parentOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

function shownTo(own: ZoneRecord[], type: string, zone: Zone, world: World): Seen[] {
  const [web] = own.filter((record) => ADDRESSES.includes(record.type));
  const ofType = own.filter((record) => record.type === type);
  if (web && ADDRESSES.includes(type) && own.some(({ proxied }) => proxied)) {
    const addresses = world === "elsewhere" && type === "A" ? ["192.0.2.80"] : (CDN[type] ?? []);
    return addresses.map((content) => ({ name: web.name, type, ttl: AUTO_TTL, content }));
  }
  const cname = own.find((record) => record.type === "CNAME");
  if (!cname) return ofType;
  const target: Seen = { name: cname.content, type: "A", ttl: AUTO_TTL, content: "192.0.2.10" };
  // "CNAME flattening": at the zone itself the target's addresses stand in its place.
  if (cname.name === zone.name) {
    if (type === "CNAME") return [];
    return type === "A" ? [{ ...target, name: cname.name }] : ofType;
  }
  return type === "A" ? [cname, target] : [cname];
}

/** A star's record has the name that was asked for; the target of a CNAME keeps its own. */
function nameIn(record: Seen, own: ZoneRecord[] | undefined, asked: string): string {
  return own?.some(({ name }) => name === record.name) ? asked : record.name;
}

function ttlOf({ ttl }: Seen): number {
  return ttl === 1 ? AUTO_TTL : ttl;
}
