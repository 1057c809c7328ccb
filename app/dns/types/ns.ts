import { canonicalName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { plain, strongOr } from "../sentence-part.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

const EXAMPLE = "ns1.example.com";

/** RFC 2181, section 10.3. */
export const NS_TARGET: TargetRules = {
  example: EXAMPLE,
  isHost: true,
  notAnAddress: `That is an IP address. A name server is given by its name, such as ${EXAMPLE}.`,
};

/** RFC 1035, section 3.3.11. */
export const NS: RecordType<"content"> = {
  type: "NS",
  code: RECORD_CODES.NS,
  label: "NS: name server",
  fields: [textField("content", "Name server", "The name of the server that answers for this name.", EXAMPLE)],
  mainField: "content",
  fromForm: ({ content = "" }, unwrap, { zone }) => ({
    content: unwrap("content", readTarget(content, NS_TARGET, zone), ""),
  }),
  toForm: ({ content }) => ({ content }),
  sentence: ({ content }, name, zone) => [
    strongOr(readTarget(content, NS_TARGET, zone), "Type the name server above to see who will answer."),
    plain(" will answer for "),
    name,
    plain(" and every name below it"),
  ],
  canonical: ({ content }) => canonicalName(content),
  target: ({ content }) => canonicalName(content),
  targetRole: "name server",
  file: {
    fields: ["content"],
    example: "One name comes after NS: ns1.example.com.",
    write: ({ content }) => formatName(content),
  },
};
