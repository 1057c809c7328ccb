/** Characters of names that need no escaping. The provider sends no others. */
const NAME = /^[a-z0-9._*-]+$/i;

/**
 * Returns an absolute name in presentation format, with a final dot; undefined if it has characters that need escaping.
 */
export function formatName(name: string): string | undefined {
  return NAME.test(name) ? withFinalDot(name) : undefined;
}

/** Appends the final dot if it is missing. */
function withFinalDot(name: string): string {
  return name.endsWith(".") ? name : `${name}.`;
}

/** Returns an address in presentation format; undefined for other content. */
export function formatAddress({ content }: { content: string }): string | undefined {
  return /^[0-9a-f.:]+$/i.test(content) ? content : undefined;
}

/**
 * Parses the generic format that every type may have: "\#", the number of bytes, and the bytes in hexadecimal with
 * optional spaces. Returns undefined for invalid data. Source: RFC 3597, section 5.
 */
export function parseGenericRdata([sign, length = "", ...hex]: readonly string[]): number[] | undefined {
  const digits = hex.join("");
  if (sign !== "\\#" || !/^\d{1,5}$/.test(length) || !/^(?:[0-9a-f]{2})*$/i.test(digits)) return undefined;
  const bytes = (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return bytes.length === Number(length) ? bytes : undefined;
}
