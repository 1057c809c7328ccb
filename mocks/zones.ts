import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomicSync } from "#app/platform/upstream/atomic-write.server.ts";
import { seedRecords } from "./data/zones.ts";
import { DataFolderError } from "./database/data-folder.ts";
import { demoDomains } from "./demo-customers.ts";

/** A record as the DNS provider stores it. */
export type ZoneRecord = {
  id: string;
  type: string;
  name: string;
  content: string;
  ttl: number;
  proxied: boolean;
  priority?: number | undefined;
  data?: Record<string, unknown> | undefined;
  comment: string | null;
  created_on: string;
  modified_on: string;
};
export type Zone = { id: string; name: string; records: ZoneRecord[] };

const zonesSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    records: z.array(z.custom<ZoneRecord>((one) => one instanceof Object)),
  }),
);

/** The fake provider's name servers, which a domain must use. */
export const NAME_SERVERS = ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"];

const NO_WRITES = { create: 0, update: 0, delete: 0, zone: 0 };
const SEEDED_ON = "2026-01-05T07:30:00.000000Z";

let all = seed();
let file: string | undefined;
let received = { ...NO_WRITES };

/** The fake DNS provider's zones. They are in memory, and after `keepIn` also in a file. */
export const zones = {
  find(id: string): Zone | undefined {
    return all.find((zone) => zone.id === id);
  },

  /** Returns at most so many zones. */
  list(atMost: number): Zone[] {
    return all.slice(0, atMost);
  },

  findByName(name: string): Zone | undefined {
    return all.find((zone) => zone.name === name);
  },

  add(name: string, id = newId()): Zone {
    const zone = { id, name, records: [] };
    all.push(zone);
    return zone;
  },

  /** Saves the changes of a zone that `find` returned. */
  save(): void {
    if (file) writeFileAtomicSync(file, JSON.stringify(all));
  },

  remove(name: string): void {
    all = all.filter((zone) => zone.name !== name);
    this.save();
  },

  /** Counts a write, carried out or not, so that a test can prove that none was sent twice. */
  count(kind: keyof typeof NO_WRITES): void {
    received[kind] += 1;
  },

  writes() {
    return { ...received };
  },

  /** Returns the zones, for `restore`. */
  copy(): Zone[] {
    return structuredClone(all);
  },

  restore(zones: Zone[]): void {
    all = structuredClone(zones);
    this.save();
  },

  reset(): void {
    all = seed();
    received = { ...NO_WRITES };
    if (file) rmSync(file, { force: true });
  },

  /** Reads the zones of `zones.json` in the folder, and saves changes there. */
  keepIn(folder: string): void {
    mkdirSync(folder, { recursive: true });
    file = path.join(folder, "zones.json");
    all = existsSync(file) ? readZones(file) : seed();
  },
};

/** Returns a new id; Cloudflare's have 32 hex digits. */
export function newId(): string {
  return randomUUID().replaceAll("-", "");
}

/** Reads the zones of a file, and adds zones of the seed that it does not have. */
function readZones(from: string): Zone[] {
  try {
    const kept = zonesSchema.parse(JSON.parse(readFileSync(from, "utf8")));
    return [...kept, ...seed().filter(({ id }) => kept.every((zone) => zone.id !== id))];
  } catch {
    throw new DataFolderError(`${from} is damaged: delete it, and the fake zones begin anew.`);
  }
}

function seed(): Zone[] {
  return demoDomains.flatMap(({ name, zoneId }) =>
    zoneId ? [{ id: zoneId, name, records: recordsOf(name, zoneId) }] : [],
  );
}

function recordsOf(domain: string, zoneId: string): ZoneRecord[] {
  const whole = (label: string) => (label === "@" ? domain : `${label}.${domain}`);
  return seedRecords(domain).map(({ label, content, ttl = 1, proxied = false, ...rest }, index) => ({
    id: `${zoneId.slice(-8)}${index.toString(16).padStart(24, "0")}`,
    name: whole(label),
    content:
      content === "@" || content === "mail" ? whole(content) : content.replace("$-", domain.replaceAll(".", "-")),
    ttl,
    proxied,
    comment: null,
    created_on: SEEDED_ON,
    modified_on: SEEDED_ON,
    ...rest,
  }));
}
