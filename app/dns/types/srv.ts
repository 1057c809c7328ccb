import { canonicalName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { plain, type SentencePart, strong, strongOr } from "../sentence-part.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import { MAX_16_BITS, numberField, PRIORITY, readPriority, readWholeNumber, textField } from "./fields.ts";
import { type Contents, hasParts, type PartsOf, type RecordType } from "./record-type.ts";

const PARTS = { priority: "number", weight: "number", port: "number", target: "string" } as const;
type SrvParts = PartsOf<typeof PARTS>;

const EXAMPLE = "sip.example.com";

/** RFC 2782: the target is a host; "." means that there is no such service. */
export const SRV_TARGET: TargetRules = {
  example: EXAMPLE,
  isHost: true,
  mayBeNowhere: true,
  notAnAddress: `That is an IP address. Make an A record for the server first, then type its name here, such as ${EXAMPLE}.`,
};

/** RFC 2782. */
export const SRV: RecordType<keyof SrvParts> = {
  type: "SRV",
  code: RECORD_CODES.SRV,
  label: "SRV: service",
  fields: [
    textField("target", "Server", "The server's name, not its address.", EXAMPLE),
    numberField("port", "Port", "Its number there.", "5060"),
    PRIORITY,
    numberField("weight", "Weight", "Share among equals.", "5"),
  ],
  mainField: "target",
  nameField: { hint: "Service, then protocol.", example: "_sip._tcp" },
  readName: readServiceName,
  fromForm(typed, unwrap, { zone }) {
    const data = {
      priority: unwrap("priority", readPriority(typed.priority), 0),
      weight: unwrap(
        "weight",
        readWholeNumber(typed.weight, { what: "The weight", max: MAX_16_BITS, example: "5" }),
        0,
      ),
      port: unwrap("port", readPort(typed.port), 0),
      target: unwrap("target", readTarget(typed.target ?? "", SRV_TARGET, zone), ""),
    };
    return { content: srvContent(data), priority: data.priority, data };
  },
  toForm(record) {
    const parts = partsOf(record);
    if (!parts) return { priority: "" };
    const { priority, weight, port, target } = parts;
    return { priority: `${priority}`, weight: `${weight}`, port: `${port}`, target };
  },
  sentence({ target, port }, name, zone) {
    const server = readTarget(target, SRV_TARGET, zone);
    if (server.ok && server.value === ".") return [plain("There will be no service at "), name];
    return [
      ...seekers(name),
      plain(" will go to "),
      strongOr(server, "Type the server above to see where apps will go."),
      plain(", port "),
      strongOr(readPort(port), "Type the port above to see where apps will go."),
    ];
  },
  canonical: canonicalOf,
  priority: ({ priority, data }) => (hasParts(data, PARTS) ? data.priority : priority),
  target: (record) => canonicalOf(record).split(" ").at(-1) ?? "",
  targetRole: "server of a service",
  parts: PARTS,
  file: {
    fields: ["priority", "weight", "port", "target"],
    example: "Priority, weight, port and server come after SRV: 10 5 5060 sip.example.com.",
    write(record) {
      const parts = partsOf(record);
      const server = parts && formatName(parts.target);
      return server && `${parts.priority} ${parts.weight} ${parts.port} ${server}`;
    },
  },
};

/**
 * "Apps that look for sip over tls at a.ke"; at a name without a service and a protocol, such as a wildcard, the whole name.
 */
function seekers(name: SentencePart): SentencePart[] {
  const [, service, protocol, place] = /^_([^.]+)\._([^.]+)\.(.+)$/.exec(name.text) ?? [];
  if (!service || !protocol || !place) return [plain("Apps that look for "), name];
  return [
    plain("Apps that look for "),
    strong(service),
    plain(" over "),
    strong(protocol),
    plain(" at "),
    strong(place),
  ];
}

function partsOf({ content, priority = 0, data }: Contents): SrvParts | undefined {
  return hasParts(data, PARTS) ? data : srvParts(content, priority);
}

function canonicalOf(record: Contents): string {
  const parts = partsOf(record);
  if (!parts) return record.content.trim().toLowerCase();
  return srvContent({ ...parts, target: canonicalName(parts.target) });
}

function readPort(typed: string | undefined): Parsed<number> {
  return readWholeNumber(typed, { what: "The port", max: MAX_16_BITS, example: "5060" });
}

/**
 * Returns the content that Cloudflare makes of the parts, without the priority: `5 5060 sip.example.com` ("DNS record
 * types", SRV).
 */
export function srvContent({ weight, port, target }: SrvParts): string {
  return `${weight} ${port} ${target}`;
}

/** Parses an SRV content. Returns undefined for invalid content. The inverse of `srvContent`. */
export function srvParts(content: string, priority: number): SrvParts | undefined {
  const [, weight, port, target] = /^(\d+)\s+(\d+)\s+(\S+)$/.exec(content.trim()) ?? [];
  if (!weight || !port || !target) return undefined;
  return { priority, weight: Number(weight), port: Number(port), target };
}

/**
 * Accepts names that begin with a service and a protocol, or with a star for all services: RFC 2782 uses `*._tcp` to
 * say that there is no other service.
 */
function readServiceName(fullName: string): Parsed<string> {
  if (/^(?:\*|_[^.]+\._[^.]+)\./.test(fullName)) return valid(fullName);
  return invalid(
    "The name of an SRV record begins with a service and a protocol, each with an underscore: such as _sip._tcp.",
  );
}
