import { z } from "zod/v4";
import { answer } from "#app/model/answer.ts";
import {
  AUTO_TTL,
  type CaaParts,
  type DnsRecord,
  isProxied,
  isRecordType,
  type RecordDraft,
  type SrvParts,
} from "#app/model/dns/record.ts";
import { type DnsAnswer, notOurs } from "./refusal.server.ts";

const srvSchema = z.object({ priority: z.number(), weight: z.number(), port: z.number(), target: z.string() });
const caaSchema = z.object({ flags: z.number(), tag: z.string(), value: z.string() });

/**
 * A record as Cloudflare sends it ("DNS Records for a Zone"). Without an id, a type and a name it is none; whatever else is
 * odd becomes what Cloudflare itself takes when it is left out. Fields that we don't know are dropped.
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
    data: z.unknown(),
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

function partsIn(type: string, data: unknown): SrvParts | CaaParts | undefined {
  if (type === "SRV") return srvSchema.safeParse(data).data;
  if (type === "CAA") return caaSchema.safeParse(data).data;
}

/**
 * The body of a write: `{type, name, content, ttl, proxied, priority?, comment?}`. Only MX has a priority of its own; SRV
 * and CAA have `data` in place of content; what cannot go through the CDN is never proxied. A record of another type, or
 * an MX, SRV or CAA that lacks a part, is refused (docs/product.md, "DNS provider").
 */
export function bodyOf({ type, name, content, ttl, priority, data, comment, ...rest }: RecordDraft): DnsAnswer<object> {
  if (!isRecordType(type)) return notOurs("type", `Records of type ${type} cannot be changed here.`);
  // What is left out of a PUT is gone.
  const end = { ttl, proxied: isProxied({ type, ...rest }), ...(comment && { comment }) };
  if (type === "SRV" || type === "CAA") {
    const parts = partsIn(type, data);
    return parts
      ? answer({ type, name, data: parts, ...end })
      : notOurs("content", `Parts of the ${type} record are missing.`);
  }
  if (type === "MX" && priority === undefined) return notOurs("priority", "An MX record needs a priority.");
  return answer({ type, name, content, ...end, ...(type === "MX" && { priority }) });
}
