import { z } from "zod";
import { nowDate } from "#app/model/clock.ts";
import type { RecordParts } from "#app/model/dns/record.ts";
import type { RecordType } from "#app/model/dns/types/record-type.ts";
import { TYPES } from "#app/model/dns/types.ts";
import type { Zone, ZoneRecord } from "../zones.ts";

const common = {
  name: z.string().min(1),
  ttl: z.number().int(),
  proxied: z.boolean(),
  comment: z.string().max(500).optional(),
};
const content = z.string().min(1);
const u16 = z.number().int().min(0).max(65_535);

/** Exactly what the site may send: MX alone has a priority, SRV and CAA have their parts in place of content. */
const bodySchema = z.union([
  z.strictObject({ type: z.enum(["A", "AAAA", "CNAME", "TXT", "NS"]), content, ...common }),
  z.strictObject({ type: z.literal("MX"), content, priority: u16, ...common }),
  z.strictObject({
    type: z.literal("SRV"),
    data: z.strictObject({ priority: u16, weight: u16, port: u16, target: content }),
    ...common,
  }),
  z.strictObject({
    type: z.literal("CAA"),
    data: z.strictObject({ flags: z.number().int().min(0).max(255), tag: content, value: z.string() }),
    ...common,
  }),
]);
type KnownBody = z.infer<typeof bodySchema>;

/** Of a type that the site came to know later: what it says itself of its parts, and of the content that they make. */
type LaterBody = z.infer<z.ZodObject<typeof common>> & {
  type: string;
  isLater: true;
  content: string;
  data?: RecordParts;
};
const KNOWN = ["A", "AAAA", "CNAME", "TXT", "NS", "MX", "SRV", "CAA"];
const laterSchemas = TYPES.filter(({ type }) => !KNOWN.includes(type)).map(laterSchema);

function laterSchema({ type, parts }: RecordType<string>): z.ZodType<LaterBody> {
  const every = { type: z.literal(type), ...common };
  const later = { isLater: true } as const;
  if (!parts) return z.strictObject({ ...every, content }).transform((body) => ({ ...body, ...later }));
  const each = Object.entries(parts).map(([part, kind]) => [part, kind === "number" ? u16 : z.string()] as const);
  const data: z.ZodType<RecordParts> = z.strictObject(Object.fromEntries(each));
  const whole = z.strictObject({ ...every, data });
  return whole.transform((body) => ({
    ...body,
    ...later,
    content: each.map(([part]) => body.data[part]).join(" "),
  }));
}

type Body = KnownBody | LaterBody;

/** The body of a write; undefined when the provider would not understand it. */
export async function readBody(request: Request): Promise<Body | undefined> {
  const body: unknown = await request.json().catch(() => undefined);
  return z.union([bodySchema, ...laterSchemas]).safeParse(body).data;
}

/** What the provider makes of a body: whole names in lower case, and the content of SRV and CAA from their parts. */
export function recordFrom(body: Body, { name: zone }: Zone, id: string, createdOn?: string): ZoneRecord {
  const now = nowDate().toISOString();
  const { name, ttl, proxied, comment = null, type } = body;
  const dates = { created_on: createdOn ?? now, modified_on: now };
  return { id, type, name: wholeName(name, zone), ttl, proxied, comment, ...dates, ...contentOf(body) };
}

function contentOf(body: Body): Pick<ZoneRecord, "content" | "priority" | "data"> {
  if ("isLater" in body) return { content: body.content, data: body.data };
  switch (body.type) {
    case "SRV": {
      const { priority, weight, port, target } = body.data;
      return {
        content: `${weight} ${port} ${hostOf(target)}`,
        priority,
        data: { ...body.data, target: hostOf(target) },
      };
    }
    case "CAA":
      return { content: `${body.data.flags} ${body.data.tag} "${body.data.value}"`, data: body.data };
    case "MX":
      return { content: hostOf(body.content), priority: body.priority };
    case "CNAME":
    case "NS":
      return { content: hostOf(body.content) };
    case "TXT":
      return { content: body.content };
    default:
      return { content: body.content.toLowerCase() };
  }
}

/** "@" and a name outside the zone become names of the zone, as with the real provider. */
function wholeName(name: string, zone: string): string {
  const host = hostOf(name);
  if (host === "@" || host === zone) return zone;
  return host.endsWith(`.${zone}`) ? host : `${host}.${zone}`;
}

/** A lone dot says "nowhere" (RFC 7505, RFC 2782) and stays. */
function hostOf(name: string): string {
  return name.toLowerCase().replace(/(.)\.$/, "$1");
}
