import { readAsciiName } from "./ascii-name.ts";
import { isLookAlike } from "./look-alike.ts";

/** RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Returns an ASCII name in Unicode: `xn--mnze-0ra.example.com` is münze.example.com. A label stays in ASCII if it would
 * not convert back to itself or looks like another name. Source: docs/product/domains.md, "Names that look like others".
 */
export function toDisplayName(ascii: string): string {
  const labels = ascii.split(".").map((label) => ({ label, read: readableLabel(label) }));
  return labels.map(({ label, read }) => (isLookAlike(read) ? label : read)).join(".");
}

/** Returns one label in Unicode, even if it looks like another name. */
export function readableLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const decoded = decode(label.slice("xn--".length));
  const again = decoded === undefined ? undefined : readAsciiName(decoded, "www");
  return decoded !== undefined && again?.ok && again.value === label ? decoded : label;
}

/** Decodes Punycode: RFC 3492, section 6.2. Returns undefined for invalid input. */
function decode(encoded: string): string | undefined {
  const lastHyphen = encoded.lastIndexOf("-");
  const codePoints = Array.from(encoded.slice(0, Math.max(0, lastHyphen)), (letter) => letter.charCodeAt(0));
  let codePoint = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  let position = 0;
  for (let index = lastHyphen + 1; index < encoded.length; ) {
    const start = position;
    for (let weight = 1, k = BASE; ; k += BASE, index += 1) {
      const digit = DIGITS.indexOf(encoded.charAt(index) || "?");
      if (digit < 0) return undefined;
      position += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    index += 1;
    const count = codePoints.length + 1;
    bias = adapt(position - start, count, start === 0);
    codePoint += Math.floor(position / count);
    if (codePoint > LAST_CODE_POINT) return undefined;
    position %= count;
    codePoints.splice(position, 0, codePoint);
    position += 1;
  }
  return String.fromCodePoint(...codePoints);
}

/** RFC 3492, section 6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
