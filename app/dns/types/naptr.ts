import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { nameColumn, numberColumn, stringColumn } from "./columns.ts";
import { structuredType } from "./structured.ts";

/**
 * RFC 3403, section 4.1. The parts are those of Cloudflare's API ("DNS Records for a Zone", `NAPTRRecordData` of
 * cloudflare-go), in the order of the presentation format.
 */
export const NAPTR = structuredType({
  type: "NAPTR",
  code: RECORD_CODES.NAPTR,
  label: "NAPTR: calls",
  nameField: { hint: "What programs look up.", example: "sip" },
  says: "{name} will have a rule for calls: order {order}, preference {preference}",
  columns: {
    order: numberColumn(["Order", "The lowest counts.", "100"]),
    preference: numberColumn(["Preference", "Then the lowest.", "10"]),
    flags: stringColumn(["Flags", "S, A, U or P; or nothing.", "S"], (flags) =>
      /^[a-z0-9]*$/i.test(flags) ? undefined : "Flags are letters and digits, such as S.",
    ),
    service: stringColumn(["Service", "As you were given it.", "SIP+D2U"]),
    regex: stringColumn(["Rule", "Such as !^.*$!sip:info@example.com!; or nothing.", ""], problemOfRule),
    replacement: nameColumn(["Next name", "Looked up next; a dot beside a rule.", "_sip._udp.example.com"], {
      mayBeNowhere: true,
      notAnAddress: "That is an IP address. The next name is a name, such as _sip._udp.example.com.",
    }),
  },
  main: "replacement",
  check({ flags, regex, replacement }) {
    // RFC 3403, section 4.1: they are mutually exclusive.
    if (regex !== "" && replacement !== ".")
      return { part: "regex", message: "There is either a rule or a next name. With a rule, the next name is a dot." };
    if (regex === "" && replacement === "." && flags !== "")
      return { part: "replacement", message: "Type a rule or the next name." };
    return undefined;
  },
  warnings: ({ flags }) => [
    // RFC 3404, section 4.3.
    !/^[saup]?$/i.test(String(flags)) &&
      `${flags} is an unusual flag of a NAPTR record. The usual ones are S, A, U and P.`,
  ],
});

/** A delimiter, an expression, the delimiter, a replacement, the delimiter, and perhaps an i. RFC 3402, section 3.2. */
function problemOfRule(rule: string): string | undefined {
  if (rule === "") return undefined;
  const delimiter = rule.charAt(0);
  if (/[0-9i\\]/.test(delimiter))
    return "A rule begins with a sign that stands three times in it, such as ! in !^.*$!sip:info@example.com!.";
  const parts = [""];
  for (let at = 1; at < rule.length; at += 1) {
    const character = rule.charAt(at);
    if (character === delimiter) parts.push("");
    else parts[parts.length - 1] += character === "\\" ? rule.slice(at, ++at + 1) : character;
  }
  const [expression = "", , end = ""] = parts;
  if (parts.length !== 3 || expression === "")
    return `The sign ${delimiter}, with which the rule begins, must stand three times in it, such as ! in !^.*$!sip:info@example.com!.`;
  return end === "" || end.toLowerCase() === "i"
    ? undefined
    : `After the last ${delimiter} comes nothing, or the letter i.`;
}
