import { cleanInput } from "../../clean-line.ts";
import { invalid, type Parsed, valid } from "../parsed.ts";
import { plain, strong } from "../sentence-part.ts";
import { numberField, readWholeNumber, textField } from "./fields.ts";
import { type Contents, hasParts, type PartsOf, type RecordType } from "./record-type.ts";

const PARTS = { usage: "number", selector: "number", matching_type: "number", certificate: "string" } as const;
type SmimeaParts = PartsOf<typeof PARTS>;

const EXAMPLE = "0d6fce3a".repeat(8);

/** RFC 8162, section 2; the fields are those of RFC 6698, section 2.1. */
export const SMIMEA: RecordType<keyof SmimeaParts> = {
  type: "SMIMEA",
  code: 53,
  label: "SMIMEA: the certificate of a mailbox",
  fields: [
    { ...numberField("usage", "Usage", "3 for the mailbox's own certificate.", "3"), max: 3 },
    { ...numberField("selector", "Selector", "0 for the certificate, 1 for its key.", "1"), max: 1 },
    { ...numberField("matching_type", "Matching type", "1 for SHA-256, 2 for SHA-512.", "1"), max: 2 },
    textField("certificate", "Certificate", "Its fingerprint, in hexadecimal digits.", EXAMPLE),
  ],
  mainField: "certificate",
  nameField: { hint: "The mailbox as a hash, then _smimecert.", example: "c93f1e40._smimecert" },
  defaults: { usage: "3", selector: "1", matching_type: "1" },
  fromForm(typed, unwrap) {
    const number = (field: "usage" | "selector" | "matching_type", what: string, max: number) =>
      unwrap(field, readWholeNumber(typed[field], { what, max, example: "1" }), 0);
    const data = {
      usage: number("usage", "The usage", 3),
      selector: number("selector", "The selector", 1),
      matching_type: number("matching_type", "The matching type", 2),
      certificate: unwrap("certificate", readFingerprint(typed.certificate), ""),
    };
    return { content: smimeaContent(data), data };
  },
  toForm(record) {
    const parts = partsOf(record);
    return parts
      ? {
          ...parts,
          usage: String(parts.usage),
          selector: String(parts.selector),
          matching_type: String(parts.matching_type),
        }
      : {};
  },
  sentence: ({ certificate }, name) => {
    const fingerprint = readFingerprint(certificate);
    const words = fingerprint.ok
      ? strong(fingerprint.value.slice(0, 8))
      : { kind: "open" as const, text: "you still have to finish" };
    return [name, plain(" will show a certificate that begins with "), words];
  },
  canonical(record) {
    const parts = partsOf(record);
    return parts ? smimeaContent(parts) : record.content.trim();
  },
  parts: PARTS,
  file: {
    fields: ["usage", "selector", "matching_type", "certificate"],
    example: `Three numbers and a fingerprint come after SMIMEA: 3 1 1 ${EXAMPLE}`,
    write(record) {
      const parts = partsOf(record);
      return parts && smimeaContent(parts);
    },
  },
};

function readFingerprint(typed = ""): Parsed<string> {
  const digits = cleanInput(typed).toLowerCase();
  return /^([0-9a-f]{2})+$/.test(digits) ? valid(digits) : invalid("Type the fingerprint in hexadecimal digits.");
}

function partsOf({ content, data }: Contents): SmimeaParts | undefined {
  if (hasParts(data, PARTS)) return data;
  const [, usage, selector, matching, certificate] = /^(\d+)\s+(\d+)\s+(\d+)\s+(\S+)$/.exec(content.trim()) ?? [];
  if (certificate === undefined) return undefined;
  return { usage: Number(usage), selector: Number(selector), matching_type: Number(matching), certificate };
}

function smimeaContent({ usage, selector, matching_type, certificate }: SmimeaParts): string {
  return `${usage} ${selector} ${matching_type} ${certificate.toLowerCase()}`;
}
