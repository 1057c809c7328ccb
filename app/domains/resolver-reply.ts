import { canonicalName } from "./ascii-name.ts";

/** A DNS question: an absolute name and a type. */
export type Question = { name: string; type: string };

/** A record as a resolver returns it. `ttl` is the remaining time in seconds, `data` is in the resolver's spelling. */
export type ResolvedRecord = { name: string; type: string; ttl: number; data: string };

/**
 * The answer of a public resolver. `no-name`: NXDOMAIN. `failed`: SERVFAIL and the like. `negativeTtl`: seconds for which the
 * resolver caches a negative answer (RFC 2308, section 5); null if unknown. `askedAt` is in milliseconds since 1970.
 */
export type Resolution = {
  outcome: "answered" | "no-name" | "failed";
  records: readonly ResolvedRecord[];
  negativeTtl: number | null;
  askedAt: number;
};

/** One resolver's answer; undefined if it could not be asked. */
export type ResolverReply = { resolver: string; resolution: Resolution | undefined };

/** Returns the records of the question's type, or else the CNAME in their place. */
export function recordsFor({ name, type }: Question, { records }: Resolution): ResolvedRecord[] {
  const own = records.filter((line) => canonicalName(line.name) === canonicalName(name));
  const asked = own.filter((line) => line.type === type);
  return asked.length > 0 ? asked : own.filter((line) => line.type === "CNAME");
}

/**
 * Returns the latest time at which the resolver asks the name servers again, in milliseconds since 1970. Without records,
 * that is when its negative answer expires; null if unknown.
 */
export function refreshTime(lines: readonly ResolvedRecord[], { negativeTtl, askedAt }: Resolution): number | null {
  const ttl = lines.length > 0 ? Math.max(...lines.map((line) => line.ttl)) : negativeTtl;
  return ttl === null ? null : askedAt + ttl * 1000;
}
