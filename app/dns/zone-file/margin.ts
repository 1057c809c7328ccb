import { hasNoOwner } from "./record-line.ts";
import type { ZoneLine } from "./tokenize.ts";

/** Whether a line is a directive, such as $TTL. */
export function isDirective({ tokens: [first] }: ZoneLine): boolean {
  return first?.raw.startsWith("$") === true && !first.isQuoted;
}

/**
 * Takes away the margin of a file that was pasted with every record indented. White space in front of a record means that it
 * belongs to the owner above (RFC 1035, section 5.1), but the first record has nobody above it. In such a file, a line counts
 * as one without an owner only if it makes no sense with an owner. If there is such a line, a number that is deeper than the
 * margin is a TTL.
 */
export function withoutMargin(lines: readonly ZoneLine[]): readonly ZoneLine[] {
  const records = lines.filter((line) => !isDirective(line));
  const margin = records.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  if (margin === 0) return lines;
  const hasMeaning = records.some(hasNoOwner);
  return lines.map((line) => {
    const isDeeper = hasMeaning && line.indent > margin;
    return isDeeper || hasNoOwner(line) ? line : { ...line, indent: 0 };
  });
}
