/** What a name of a record may have; everything else would have to be escaped, and no provider sends it. */
const NAME = /^[a-z0-9._*-]+$/i;

/** Takes a whole name and gives it as a zone file has it, a dot at its end; undefined for what is no such name. */
export function formatName(name: string): string | undefined {
  return NAME.test(name) ? withFinalDot(name) : undefined;
}

/** The same of a name that was looked at already. */
export function withFinalDot(name: string): string {
  return name.endsWith(".") ? name : `${name}.`;
}

/** An address as a zone file has it: as it is. Undefined for what is none. */
export function formatAddress({ content }: { content: string }): string | undefined {
  return /^[0-9a-f.:]+$/i.test(content) ? content : undefined;
}

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
