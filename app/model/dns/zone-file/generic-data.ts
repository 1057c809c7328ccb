/**
 * The bytes of a record's data in the form that any type may have: "\#", their number, and each in hexadecimal, with space
 * anywhere between. Undefined for what is none. Source: RFC 3597, section 5.
 */
export function parseGenericRdata([sign, length = "", ...hex]: readonly string[]): number[] | undefined {
  const digits = hex.join("");
  if (sign !== "\\#" || !/^\d{1,5}$/.test(length) || !/^(?:[0-9a-f]{2})*$/i.test(digits)) return undefined;
  const bytes = (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return bytes.length === Number(length) ? bytes : undefined;
}
