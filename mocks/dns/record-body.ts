import { z } from "zod";
import type { RecordParts } from "#app/dns/record.ts";
import type { RecordType } from "#app/dns/types/record-type.ts";
import { TYPES } from "#app/dns/types.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Zone, ZoneRecord } from "../zones.ts";

const common = {
  name: z.string().min(1),
  ttl: z.number().int(),
  proxied: z.boolean(),
  comment: z.string().max(500).optional(),
};
const content = z.string().min(1);
const u16 = z.number().int().min(0).max(65_535);

/** The bodies that the site may send: only MX has a priority; SRV and CAA have `data` instead of `content`. */
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

/** A type that is not listed above: its schema and content are derived from its own file (app/dns/types). */
type GenericBody = z.infer<z.ZodObject<typeof common>> & {
  type: string;
  isGeneric: true;
  content: string;
  data?: RecordParts;
};
const KNOWN = ["A", "AAAA", "CNAME", "TXT", "NS", "MX", "SRV", "CAA"];
const genericSchemas = TYPES.filter(({ type }) => !KNOWN.includes(type)).map(genericSchema);

function genericSchema({ type, parts, canonical }: RecordType<string>): z.ZodType<GenericBody> {
  const every = { type: z.literal(type), ...common };
  const generic = { isGeneric: true } as const;
  if (!parts) return z.strictObject({ ...every, content }).transform((body) => ({ ...body, ...generic }));
  const each = Object.entries(parts).map(([part, kind]) => [part, kind === "number" ? u16 : z.string()] as const);
  const data: z.ZodType<RecordParts> = z.strictObject(Object.fromEntries(each));
  const whole = z.strictObject({ ...every, data });
  return whole.transform((body) => ({
    ...body,
    ...generic,
    content: canonical?.({ content: "", data: body.data }) ?? each.map(([part]) => body.data[part]).join(" "),
  }));
}

type Body = KnownBody | GenericBody;

export const recordSchema = z.union([bodySchema, ...genericSchemas]);

/** Returns the body of a write; undefined if the provider would reject it as malformed. */
export async function readBody(request: Request): Promise<Body | undefined> {
  const body: unknown = await request.json().catch(() => undefined);
  return recordSchema.safeParse(body).data;
}

/** Returns the record that the provider stores: full names in lower case, and the content of SRV and CAA from their data. */
export function recordFrom(body: Body, { name: zone }: Zone, id: string, createdOn?: string): ZoneRecord {
  const now = nowDate().toISOString();
  const { name, ttl, proxied, comment = null, type } = body;
  const dates = { created_on: createdOn ?? now, modified_on: now };
  return { id, type, name: fullName(name, zone), ttl, proxied, comment, ...dates, ...contentOf(body) };
}

function contentOf(body: Body): Pick<ZoneRecord, "content" | "priority" | "data"> {
  if ("isGeneric" in body) return { content: body.content, data: body.data };
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

/** Returns a full name. As with the real provider, "@" is the apex, and a name outside the zone is taken as relative. */
function fullName(name: string, zone: string): string {
  const host = hostOf(name);
  if (host === "@" || host === zone) return zone;
  return host.endsWith(`.${zone}`) ? host : `${host}.${zone}`;
}

/** Removes the final dot, but keeps ".", which means "no host" (RFC 7505, RFC 2782). */
function hostOf(name: string): string {
  return name.toLowerCase().replace(/(.)\.$/, "$1");
}
