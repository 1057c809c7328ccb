import { canonicalName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

const PTR_TARGET: TargetRules = {
  example: "mail.example.com",
  notAnAddress: "That is an IP address. A PTR record points to a name, such as mail.example.com.",
};

/** RFC 1035, section 3.3.12. Cloudflare's API has its target as `content` ("DNS Records for a Zone"). */
export const PTR: RecordType<"content"> = {
  type: "PTR",
  code: RECORD_CODES.PTR,
  label: "PTR: reverse name",
  fields: [textField("content", "Points to", "The whole name that look-ups find.", PTR_TARGET.example)],
  mainField: "content",
  says: "Look-ups of {name} will find {content}",
  fromForm: ({ content = "" }, unwrap, { zone }) => ({
    content: unwrap("content", readTarget(content, PTR_TARGET, zone), ""),
  }),
  toForm: ({ content }) => ({ content }),
  canonical: ({ content }) => canonicalName(content),
  target: ({ content }) => canonicalName(content),
  file: {
    fields: ["content"],
    example: "One name comes after PTR: mail.example.com.",
    write: ({ content }) => formatName(content),
  },
};
