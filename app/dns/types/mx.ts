import { canonicalName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { plain, strong, strongOr } from "../sentence-part.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import { DEFAULT_PRIORITY, PRIORITY, readPriority, textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

const EXAMPLE = "mail.example.com";

/** RFC 2181, section 10.3; RFC 5321, section 5.1. "." is a null MX (RFC 7505). */
const MX_TARGET: TargetRules = {
  example: EXAMPLE,
  isHost: true,
  mayBeNowhere: true,
  notAnAddress: `That is an IP address. Make an A record for the mail server first, then type its name here, such as ${EXAMPLE}.`,
};

/** RFC 1035, section 3.3.9. */
export const MX: RecordType<"content" | "priority"> = {
  type: "MX",
  code: RECORD_CODES.MX,
  label: "MX: mail server",
  nameField: { hint: "@ is the domain itself.", example: "@" },
  fields: [textField("content", "Mail server", "The server's name, not its address.", EXAMPLE), PRIORITY],
  mainField: "content",
  defaults: { priority: String(DEFAULT_PRIORITY) },
  fromForm({ content: server = "", priority: order }, unwrap, { zone }) {
    const content = unwrap("content", readMailServer(server, zone), "");
    const priority = unwrap("priority", readPriority(order), 0);
    const isOdd = content === "." && priority !== 0;
    // RFC 7505, section 3.
    unwrap(
      "priority",
      isOdd ? invalid("With a dot as the mail server, which means no mail, the priority is 0.") : valid(priority),
      0,
    );
    return { content, priority };
  },
  toForm: ({ content, priority = "" }) => ({ content, priority: String(priority) }),
  sentence({ content, priority }, name, zone) {
    const server = readMailServer(content, zone);
    if (server.ok && server.value === ".") return [name, plain(" will take no mail")];
    const order = readPriority(priority);
    return [
      plain("Mail to "),
      { ...name, text: name.kind === "open" ? name.text : `anyone@${name.text}` },
      plain(" will go to "),
      strongOr(server, "Type the mail server above to see where mail will go."),
      ...(order.ok ? [plain(". Priority "), strong(String(order.value)), plain(orderWords(order.value))] : []),
    ];
  },
  canonical: ({ content }) => canonicalName(content),
  priority: ({ priority }) => priority,
  target: ({ content }) => canonicalName(content),
  targetRole: "mail server",
  file: {
    fields: ["priority", "content"],
    example: "A priority and one mail server come after MX: 10 mail.example.com.",
    write({ content, priority = DEFAULT_PRIORITY }) {
      const server = formatName(content);
      return server && `${priority} ${server}`;
    },
  },
};

function orderWords(priority: number): string {
  return priority === 0 ? " is tried first" : " is tried after lower numbers";
}

/** Returns a typed mail server as an absolute name, "." for a null MX. */
export function readMailServer(typed: string, zone: string): Parsed<string> {
  if (/^\d+\s+\S+$/.test(cleanInput(typed)))
    return invalid(`Type the priority in its own field, and only the mail server here, such as ${EXAMPLE}.`);
  return readTarget(typed, MX_TARGET, zone);
}
