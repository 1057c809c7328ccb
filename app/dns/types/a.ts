import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { readIpv4 } from "../address.ts";
import { plain, strongOr } from "../sentence-part.ts";
import { formatAddress } from "../zone-file/presentation-format.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

/** RFC 1035, section 3.4.1. */
export const A: RecordType<"content"> = {
  type: "A",
  code: RECORD_CODES.A,
  label: "A: IPv4 address",
  isProxiable: true,
  fields: [textField("content", "IPv4 address", "Four numbers with dots. Your web host gives it.", "41.90.64.12")],
  mainField: "content",
  fromForm: ({ content = "" }, unwrap) => ({ content: unwrap("content", readIpv4(content), "") }),
  toForm: ({ content }) => ({ content }),
  sentence: ({ content }, name) => [
    name,
    plain(" will point to "),
    strongOr(readIpv4(content), "Type the address above to see where visitors will go."),
  ],
  file: {
    fields: ["content"],
    example: "One IPv4 address comes after A: 41.90.64.12",
    write: formatAddress,
  },
};
