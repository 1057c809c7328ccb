import { RECORD_CODES } from "#app/domains/record-codes.ts";
import { canonicalIpv6, readIpv6 } from "../address.ts";
import { mappedIpv4 } from "../address-ranges.ts";
import { plain, strongOr } from "../sentence-part.ts";
import { formatAddress } from "../zone-file/presentation-format.ts";
import { textField } from "./fields.ts";
import type { RecordType } from "./record-type.ts";

/** RFC 3596. Compared in the notation of RFC 5952. */
export const AAAA: RecordType<"content"> = {
  type: "AAAA",
  code: RECORD_CODES.AAAA,
  label: "AAAA: IPv6 address",
  isProxiable: true,
  fields: [textField("content", "IPv6 address", "Numbers and letters with colons between.", "2c0f:fe38:2405::12")],
  mainField: "content",
  fromForm: ({ content = "" }, unwrap) => ({ content: unwrap("content", readIpv6(content), "") }),
  toForm: ({ content }) => ({ content }),
  sentence: ({ content }, name) => [
    name,
    plain(" will point to "),
    strongOr(readIpv6(content), "Type the address above to see where visitors will go."),
  ],
  warnings: ({ content }) => {
    const ipv4 = mappedIpv4(content);
    return [
      ipv4 !== undefined &&
        `${content} is an IPv4 address in the notation of IPv6, and nothing is sent to it. Add an A record with ${ipv4} in place of this one.`,
    ];
  },
  canonical: ({ content }) => canonicalIpv6(content.trim()) ?? content.trim().toLowerCase(),
  file: {
    fields: ["content"],
    example: "One IPv6 address comes after AAAA: 2c0f:fe38:2405::12",
    write: formatAddress,
  },
};
