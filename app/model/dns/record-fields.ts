import { MAX_FLAGS } from "./caa.ts";
import { isRecordType, PROXIABLE_TYPES, type RecordType } from "./record.ts";
import type { FieldName } from "./record-values.ts";
import { MAX_TTL, MIN_TTL } from "./ttl.ts";
import { MAX_16_BITS } from "./whole-number.ts";

/** How a field is drawn. `min` and `max` belong to whole numbers; `example` is for a placeholder. */
export type RecordField = {
  field: FieldName;
  label: string;
  hint: string;
  example: string;
  isRequired: boolean;
  min?: number;
  max?: number;
};

/** What each type is for, in the words of a list to choose from. */
export const TYPE_WORDS: Record<RecordType, string> = {
  A: "A: a name at an IPv4 address",
  AAAA: "AAAA: a name at an IPv6 address",
  CNAME: "CNAME: another name for a name",
  MX: "MX: where mail goes",
  TXT: "TXT: a text, such as SPF",
  NS: "NS: other name servers",
  SRV: "SRV: where a service is found",
  CAA: "CAA: who may issue certificates",
};

const NAME = field(
  "name",
  "Name",
  "What comes in front of the domain. @ or nothing means the domain itself.",
  "www",
  false,
);
const TTL = {
  ...field("ttl", "Keep for (TTL)", "How long others may remember the answer.", "3600"),
  min: MIN_TTL,
  max: MAX_TTL,
};
const PROXY = field(
  "proxied",
  "Send visitors through the CDN",
  "Faster, and hides the server's address. For websites only. TTL becomes Auto.",
  "",
  false,
);

const COMMENT = field(
  "comment",
  "Note",
  "For you and your people: what it is for. Nobody else sees it.",
  "New shop",
  false,
);

const CONTENT: Record<RecordType, readonly RecordField[]> = {
  A: [field("content", "IPv4 address", "Four numbers with dots between, from your hosting company.", "41.90.64.12")],
  AAAA: [field("content", "IPv6 address", "Numbers and letters with colons between.", "2c0f:fe38:2405::12")],
  CNAME: [field("content", "Points to", "The whole name it stands for, without https://.", "shops.myshopify.com")],
  MX: [
    field("content", "Mail server", "The server's name, not its address.", "mail.example.com"),
    number("priority", "Priority", "The server with the lowest number is tried first.", "10"),
  ],
  TXT: [
    field(
      "content",
      "Text",
      "As you were given it. Quotation marks are not needed.",
      "v=spf1 include:_spf.google.com ~all",
    ),
  ],
  NS: [field("content", "Name server", "The name of the server that answers for this name.", "ns1.example.com")],
  SRV: [
    number("priority", "Priority", "The server with the lowest number is tried first.", "10"),
    number("weight", "Weight", "Among servers of one priority, the share that this one gets.", "5"),
    number("port", "Port", "The number of the service's door at the server.", "5060"),
    field("target", "Server", "The server's name, not its address.", "sip.example.com"),
  ],
  CAA: [
    field("tag", "For", "issue for certificates, issuewild for wildcard ones, iodef for reports.", "issue"),
    field(
      "value",
      "Value",
      "Who may issue them; or ; for nobody. For reports: mailto: and an address.",
      "letsencrypt.org",
    ),
    { ...number("flags", "Flags", "Leave 0, unless you were told another number.", "0"), max: MAX_FLAGS },
  ],
};

/** The fields of a type's form, in order, without the type itself; those of A for a type that is none of ours. */
export function fieldsOfType(type: string): readonly RecordField[] {
  const known = isRecordType(type) ? type : "A";
  const name =
    known === "SRV" ? { ...NAME, hint: "The service, the protocol, then the name.", example: "_sip._tcp" } : NAME;
  return [name, ...CONTENT[known], TTL, ...(PROXIABLE_TYPES.includes(known) ? [PROXY] : []), COMMENT];
}

function field(name: FieldName, label: string, hint: string, example: string, isRequired = true): RecordField {
  return { field: name, label, hint, example, isRequired };
}

function number(name: FieldName, label: string, hint: string, example: string): RecordField {
  return { ...field(name, label, hint, example), min: 0, max: MAX_16_BITS };
}
