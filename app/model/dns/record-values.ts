import { caaParts } from "./caa.ts";
import { AUTO_TTL, type DnsRecord, PROXIABLE_TYPES } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { srvParts } from "./srv.ts";
import { txtTyped } from "./txt.ts";

/** Every field that a record's form may have, in the order in which messages are summed up. */
export const FIELD_NAMES = [
  "type",
  "name",
  "content",
  "priority",
  "weight",
  "port",
  "target",
  "flags",
  "tag",
  "value",
  "ttl",
  "proxied",
  "comment",
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** What stands in the form's fields, as forms send it. `proxied` is "on" or nothing. */
export type RecordValues = Record<FieldName, string>;

export const DEFAULT_TTL = 3600;
/** The priority of a new MX record. */
export const DEFAULT_PRIORITY = 10;

const NOTHING: RecordValues = {
  type: "",
  name: "",
  content: "",
  priority: "",
  weight: "",
  port: "",
  target: "",
  flags: "",
  tag: "",
  value: "",
  ttl: "",
  proxied: "",
  comment: "",
};

/** What the form of a new record starts with. Source: docs/product.md, "DNS records". */
export const NEW_RECORD: RecordValues = {
  ...NOTHING,
  type: "A",
  flags: "0",
  tag: "issue",
  ttl: String(DEFAULT_TTL),
  proxied: "on",
};

/**
 * Takes what stands in the form and another type, and gives what stands there then: MX gets priority 10, every other type
 * none; what cannot be proxied is not; all else stays as it was typed. Choosing the same type again changes nothing.
 */
export function withType(values: RecordValues, type: string): RecordValues {
  if (values.type === type) return values;
  return {
    ...values,
    type,
    priority: type === "MX" ? String(DEFAULT_PRIORITY) : "",
    proxied: PROXIABLE_TYPES.includes(type) ? values.proxied : "",
  };
}

/**
 * Takes what a form sent, where empty fields and those of other types are missing, and gives what stands in the form. A box
 * that was not ticked is missing too, so nothing here is taken from a new record but what CAA begins with.
 */
export function valuesSent(sent: Record<string, unknown>): RecordValues {
  const { flags, tag } = NEW_RECORD;
  const values = { ...NOTHING, ...(sent.type === "CAA" ? {} : { flags, tag }) };
  for (const field of FIELD_NAMES) {
    const typed = sent[field];
    if (typeof typed === "string") values[field] = typed;
  }
  return values;
}

/** Takes a record and its zone's name, and gives what its form starts with. Sent back unchanged it is the same record. */
export function valuesOf(record: Omit<DnsRecord, "id">, zone: string): RecordValues {
  const { type, name, content, ttl, proxied, priority, data, comment = "" } = record;
  const values = {
    ...NEW_RECORD,
    comment,
    type,
    name: toRelativeName(name, zone),
    ttl: String(proxied ? AUTO_TTL : ttl),
  };
  values.proxied = proxied ? "on" : "";
  values.priority = priority === undefined ? "" : String(priority);
  if (type === "SRV") {
    const parts = data && "port" in data ? data : srvParts(content, priority ?? 0);
    const { weight = "", port = "", target = "" } = parts ?? {};
    return { ...values, priority: String(parts?.priority ?? ""), weight: `${weight}`, port: `${port}`, target };
  }
  if (type === "CAA") {
    const { flags, tag, value } = (data && "tag" in data ? data : caaParts(content)) ?? NEW_RECORD;
    return { ...values, flags: String(flags), tag, value };
  }
  return { ...values, content: type === "TXT" ? txtTyped(content) : content };
}
