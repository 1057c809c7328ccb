/** Short notation for the replies of public resolvers. */
import type { Resolution, ResolverReply } from "#app/domains/resolver-reply.ts";
import { zoneRecord } from "./zone-record.ts";

/** Returns a resolver's answer at 1,000 ms after 1970, from records of example.com such as "www A 192.0.2.1". */
export function resolutionOf(lines: readonly string[], rest: Partial<Resolution> = {}): Resolution {
  const records = lines.map((line) => {
    const { name, type, content } = zoneRecord(line);
    return { name, type, ttl: 60, data: content };
  });
  return { outcome: "answered", records, negativeTtl: null, askedAt: 1000, ...rest };
}

/** Returns the replies of Google and Cloudflare; undefined for one that could not be asked. */
export function resolverReplies(google?: Resolution, cloudflare?: Resolution): ResolverReply[] {
  return [
    { resolver: "Google", resolution: google },
    { resolver: "Cloudflare", resolution: cloudflare },
  ];
}
