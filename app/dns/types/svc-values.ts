import { canonicalIpv6, readIpv4 } from "../address.ts";

/**
 * Returns the bytes of a presentation value, each as one character: `\DDD` is a byte, `\X` is X. Undefined for a wrong escape.
 * RFC 1035, section 5.1.
 */
export function unescapedBytes(text: string): string | undefined {
  let bytes = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== "\\") {
      if (character < " " || character > "~") return undefined;
      bytes += character;
      continue;
    }
    const code = text.slice(at + 1, at + 4);
    const isCode = /^\d{3}$/.test(code);
    if (isCode ? Number(code) > 255 : at + 1 >= text.length) return undefined;
    bytes += isCode ? String.fromCharCode(Number(code)) : text.charAt(at + 1);
    at += isCode ? 3 : 1;
  }
  return bytes;
}

/** Returns bytes as a presentation value in quotation marks. */
export function quotedBytes(bytes: string): string {
  const escaped = [...bytes].map((byte) => {
    if (byte === '"' || byte === "\\") return `\\${byte}`;
    return byte < " " || byte > "~" ? `\\${String(byte.charCodeAt(0)).padStart(3, "0")}` : byte;
  });
  return `"${escaped.join("")}"`;
}

/** Splits a list at its commas; `\,` and `\\` belong to an item. Undefined if an item is empty. RFC 9460, appendix A.1. */
export function itemsOf(list: string): string[] | undefined {
  const items = [""];
  for (let at = 0; at < list.length; at += 1) {
    const character = list.charAt(at);
    if (character === ",") items.push("");
    else {
      if (character === "\\") at += 1;
      items.push((items.pop() ?? "") + list.charAt(at));
    }
  }
  return items.includes("") ? undefined : items;
}

/** Returns items as a list. The inverse of `itemsOf`. */
export function listOf(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\,]/g, "\\$&")).join(",");
}

/** Returns a number of two bytes in network order. */
export function bytesOfNumber(number: number): string {
  return String.fromCharCode(number >> 8, number & 255);
}

/** Returns the bytes of an IPv4 address; undefined for other texts. */
export function ipv4Bytes(text: string): string | undefined {
  const address = readIpv4(text);
  return address.ok ? String.fromCharCode(...address.value.split(".").map(Number)) : undefined;
}

/** Returns the bytes of an IPv6 address; undefined for other texts. */
export function ipv6Bytes(text: string): string | undefined {
  const [front = "", back] = canonicalIpv6(text)?.split("::") ?? [];
  const [before, after] = [groupBytes(front), groupBytes(back ?? "")];
  const zeros = back === undefined ? 0 : 16 - before.length - after.length;
  const bytes = before + "\0".repeat(Math.max(0, zeros)) + after;
  return bytes.length === 16 ? bytes : undefined;
}

/** The last group may be an IPv4 address. */
function groupBytes(groups: string): string {
  const all = groups.split(":").filter((group) => group !== "");
  return all.map((group) => ipv4Bytes(group) ?? bytesOfNumber(Number.parseInt(group, 16))).join("");
}

/** Returns the addresses in bytes of this size each, as texts; undefined for another length. */
export function addressesIn(bytes: string, size: 4 | 16): string[] | undefined {
  if (bytes === "" || bytes.length % size !== 0) return undefined;
  const numbers = [...bytes].map((byte) => byte.charCodeAt(0));
  return Array.from({ length: bytes.length / size }, (_, index) => {
    const own = numbers.slice(index * size, (index + 1) * size);
    if (size === 4) return own.join(".");
    const groups = own.flatMap((byte, at) => (at % 2 === 0 ? [(byte * 256 + (own[at + 1] ?? 0)).toString(16)] : []));
    return canonicalIpv6(groups.join(":")) ?? groups.join(":");
  });
}
