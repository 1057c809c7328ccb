import { z } from "zod";
import { success } from "#app/platform/result.ts";
import { type DnsResult, invalidDraft } from "./failure.server.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft, type RecordParts } from "./record.ts";
import type { PartKinds } from "./types/record-type.ts";
import { isProxied, TYPES, typeOf } from "./types.ts";

const KINDS = { number: z.number(), string: z.string() };
/** Schemas of the `data` object, by the record types that have one. */
const PARTS = new Map(TYPES.flatMap(({ type, parts }) => (parts ? [[type, partsSchema(parts)] as const] : [])));

/**
 * A record as Cloudflare sends it ("DNS Records for a Zone"). Invalid without id, type and name. Other invalid fields
 * get Cloudflare's default; unknown fields are dropped.
 */
export const recordSchema = z
  .object({
    id: z.string().min(1),
    type: z.string().min(1),
    name: z.string().min(1),
    content: z.string().catch(""),
    ttl: z.number().int().catch(AUTO_TTL),
    proxied: z.boolean().catch(false),
    priority: z.number().int().optional().catch(undefined),
    data: z.unknown().optional(),
    comment: z.string().optional().catch(undefined),
  })
  .transform(({ data, priority, comment, ...rest }): DnsRecord => {
    const parts = partsIn(rest.type, data);
    return {
      ...rest,
      ...(priority !== undefined && { priority }),
      ...(parts && { data: parts }),
      ...(comment && { comment }),
    };
  });

function partsSchema(parts: PartKinds) {
  return z.object(Object.fromEntries(Object.entries(parts).map(([part, kind]) => [part, KINDS[kind]])));
}

function partsIn(type: string, data: unknown): RecordParts | undefined {
  return PARTS.get(type)?.safeParse(data).data;
}

/**
 * Returns the body of a write: `{type, name, content, ttl, proxied, priority?, comment?}`. Types with parts send
 * `data`, including the priority, in place of content; types that cannot use the CDN are never proxied. Fails for
 * unsupported types and for a missing part or priority. Source: docs/product/dns.md, "DNS records".
 */
export function bodyOf({ type, name, content, ttl, priority, data, comment, ...rest }: RecordDraft): DnsResult<object> {
  const about = typeOf(type);
  if (!about) return invalidDraft("type", `Records of type ${type} cannot be changed here.`);
  // A PUT removes the fields that it leaves out.
  const end = { ttl, proxied: isProxied({ type, ...rest }), ...(comment && { comment }) };
  if (about.parts) {
    const parts = partsIn(type, data);
    return parts
      ? success({ type, name, data: parts, ...end })
      : invalidDraft("content", `Parts of the ${type} record are missing.`);
  }
  if (!about.priority) return success({ type, name, content, ...end });
  if (priority === undefined) return invalidDraft("priority", `An ${type} record needs a priority.`);
  return success({ type, name, content, ...end, priority });
}
