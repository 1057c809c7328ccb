/**
 * Returns the bytes of each string of a TXT record, whose content is quoted or not. RFC 1035, section 5.1: \" and \195 are one
 * byte each.
 */
export function textBytes(content: string): number[] {
  const isQuoted = /^\s*"/.test(content);
  const strings = isQuoted
    ? [...content.matchAll(/\s*"((?:[^"\\]|\\.)*)"/gsy)].map(([, text = ""]) => text)
    : [content];
  return strings.map((text) => Buffer.byteLength(isQuoted ? text.replace(/\\(?:\d{3}|.)/gs, "x") : text));
}

/** Returns the bytes in wire format: strings have at most 255 bytes and one more for the length (RFC 1035, section 3.3). */
export function wireBytes(content: string): number {
  return textBytes(content).reduce((sum, bytes) => sum + bytes + Math.max(1, Math.ceil(bytes / 255)), 0);
}
