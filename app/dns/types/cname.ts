import { canonicalName } from "#app/domains/ascii-name.ts";
import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { invalid, valid } from "#app/platform/text/parsed.ts";
import { plain, strongOr } from "../sentence-part.ts";
import { readTarget, type TargetRules } from "../target.ts";
import { formatName } from "../zone-file/presentation-format.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

/** A CNAME may point to any name; mail services use names with underscores (RFC 6376, section 3.6.2). */
export const CNAME_TARGET: TargetRules = {
  example: "shops.myshopify.com",
  notAnAddress: "That is an IP address. A CNAME points to another name; for an address choose the type A or AAAA.",
};

/** RFC 1035, section 3.3.1. */
export const CNAME: RecordType<"content"> = {
  type: "CNAME",
  code: RECORD_CODES.CNAME,
  label: "CNAME: another name",
  isProxiable: true,
  fields: [textField("content", "Points to", "The whole name it stands for, without https://.", CNAME_TARGET.example)],
  mainField: "content",
  fromForm({ content: text = "" }, unwrap, { name, zone }) {
    const content = unwrap("content", readTarget(text, CNAME_TARGET, zone), "");
    const isItself = name !== "" && content === name;
    unwrap(
      "content",
      isItself ? invalid(`${name} cannot point to itself. Type the name of another server.`) : valid(content),
      "",
    );
    return { content };
  },
  toForm: ({ content }) => ({ content }),
  sentence: ({ content }, name, zone) => [
    name,
    plain(" will be another name for "),
    strongOr(readTarget(content, CNAME_TARGET, zone), "Type the other name above to see where visitors will go."),
  ],
  canonical: ({ content }) => canonicalName(content),
  target: ({ content }) => canonicalName(content),
  file: {
    fields: ["content"],
    example: "One name comes after CNAME: shops.myshopify.com.",
    write: ({ content }) => formatName(content),
  },
};
