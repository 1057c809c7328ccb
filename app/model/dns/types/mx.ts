import { tidy } from "../ascii-name.ts";
import { type Reading, read, wrong } from "../reading.ts";
import { canonicalName } from "../record-name.ts";
import { plain, strong, typed } from "../sentence-part.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { writtenName } from "../zone-file/written-name.ts";
import { DEFAULT_PRIORITY, PRIORITY, readPriority, withoutPriority } from "./priority.ts";
import type { RecordType } from "./record-type.ts";
import { textField } from "./type-field.ts";

const EXAMPLE = "mail.example.com";

/** RFC 2181, section 10.3; RFC 5321, section 5.1. A dot means that no mail is taken (RFC 7505). */
const MX_TARGET: TargetRules = {
  example: EXAMPLE,
  isHost: true,
  mayBeNowhere: true,
  notAnAddress: `That is an IP address. Mail goes to a name: make an A record for it first, then type its name here, such as ${EXAMPLE}.`,
};

/** RFC 1035, section 3.3.9. */
export const MX: RecordType<"content" | "priority"> = {
  type: "MX",
  code: 15,
  words: "MX: mail server",
  fields: [textField("content", "Mail server", "The server's name, not its address.", EXAMPLE), PRIORITY],
  mainField: "content",
  starts: { priority: String(DEFAULT_PRIORITY) },
  read({ content: server = "", priority: order }, take, { zone }) {
    const content = take("content", readMailServer(server, zone), "");
    const priority = take("priority", readPriority(order), 0);
    const isOdd = content === "." && priority !== 0;
    // RFC 7505, section 3.
    take(
      "priority",
      isOdd ? wrong("With a dot as the mail server, which means no mail, the priority is 0.") : read(priority),
      0,
    );
    return { content, priority };
  },
  typed: ({ content, priority = "" }) => ({ content, priority: String(priority) }),
  sentence({ content, priority }, name, zone) {
    const server = readMailServer(content, zone);
    if (server.ok && server.value === ".") return [name, plain(" will take no mail")];
    const order = readPriority(priority);
    return [
      plain("Mail for "),
      name,
      plain(" will go to "),
      typed(server, "a mail server you still have to finish"),
      ...(order.ok ? [plain(", with priority "), strong(String(order.value))] : []),
    ];
  },
  canonical: ({ content }) => canonicalName(content),
  priority: ({ priority }) => priority,
  target: ({ content }) => canonicalName(content),
  targetRole: "mail server",
  seen: withoutPriority,
  file: {
    fields: ["priority", "content"],
    example: "A priority and one mail server come after MX: 10 mail.example.com.",
    write({ content, priority = DEFAULT_PRIORITY }) {
      const server = writtenName(content);
      return server && `${priority} ${server}`;
    },
  },
};

/** Takes what was typed as a mail server of a zone and gives its whole name, "." for no mail. */
export function readMailServer(typed: string, zone: string): Reading<string> {
  if (/^\d+\s+\S+$/.test(tidy(typed)))
    return wrong(`Type the priority in its own field, and only the mail server here, such as ${EXAMPLE}.`);
  return readTarget(typed, MX_TARGET, zone);
}
