import { addressesIn, bytesOfNumber, ipv4Bytes, ipv6Bytes, itemsOf, listOf } from "./svc-values.ts";

/**
 * One kind of setting. `toWire` converts a presentation value to wire format, and `toText` converts it back; undefined if the
 * value is invalid. `needs` says what must come after the name.
 */
export type SvcKey = {
  name: string;
  needs: string;
  toWire(value: string): string | undefined;
  toText(wire: string): string | undefined;
};

const MAX_NUMBER = 65_534;

/** Kinds by their number: RFC 9460, section 14.3.2; RFC 9461 (dohpath). */
export const SVC_KEYS: readonly SvcKey[] = [
  {
    name: "mandatory",
    needs: "the names of other settings with commas between, each once",
    toWire(value) {
      const numbers = itemsOf(value)?.map(svcNumber);
      if (!numbers || new Set(numbers).size < numbers.length) return undefined;
      const sorted = numbers.flatMap((number) => number ?? []).sort((one, other) => one - other);
      return sorted.length < numbers.length || sorted[0] === 0 ? undefined : sorted.map(bytesOfNumber).join("");
    },
    toText(wire) {
      const numbers = numbersIn(wire);
      const isSorted = numbers?.every((number, index) => number > (numbers[index - 1] ?? 0));
      return isSorted ? numbers?.map((number) => SVC_KEYS[number]?.name ?? `key${number}`).join(",") : undefined;
    },
  },
  {
    name: "alpn",
    needs: "the names of protocols with commas between, such as h2,h3",
    toWire(value) {
      const items = itemsOf(value);
      return items?.some((item) => item.length > 255) ? undefined : items?.map((item) => sized(item)).join("");
    },
    toText(wire) {
      const items: string[] = [];
      for (let at = 0; at < wire.length; ) {
        const length = wire.charCodeAt(at);
        const item = wire.slice(at + 1, at + 1 + length);
        if (length === 0 || item.length < length) return undefined;
        items.push(item);
        at += 1 + length;
      }
      return items.length === 0 ? undefined : listOf(items);
    },
  },
  { name: "no-default-alpn", needs: "nothing: it has no value", toWire: emptyOnly, toText: emptyOnly },
  {
    name: "port",
    needs: "a whole number up to 65535",
    toWire: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? bytesOfNumber(Number(value)) : undefined),
    toText: (wire) => (wire.length === 2 ? numbersIn(wire)?.join("") : undefined),
  },
  addresses("ipv4hint", "IPv4 addresses", 4, ipv4Bytes),
  {
    name: "ech",
    needs: "a key in Base64",
    toWire(value) {
      const isBase64 = value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
      return isBase64 ? atob(value) : undefined;
    },
    toText: (wire) => (wire === "" ? undefined : btoa(wire)),
  },
  addresses("ipv6hint", "IPv6 addresses", 16, ipv6Bytes),
  {
    name: "dohpath",
    needs: "a path such as /dns-query{?dns}",
    toWire: (value) => (value.startsWith("/") ? value : undefined),
    toText: (wire) => (wire.startsWith("/") ? wire : undefined),
  },
];

/** RFC 9540. Servers that are older than it, such as BIND 9.18, only take the number. */
const OHTTP = 8;

/**
 * Returns the number of a setting by its name, such as `alpn` or `key667`; undefined for other texts. RFC 9460, section 2.1.
 */
export function svcNumber(name: string): number | undefined {
  const known = SVC_KEYS.findIndex((key) => key.name === name);
  if (known >= 0) return known;
  if (name === "ohttp") return OHTTP;
  const digits = name.startsWith("key") ? name.slice("key".length) : "";
  const isNumber = /^\d{1,5}$/.test(digits) && String(Number(digits)) === digits;
  return isNumber && Number(digits) <= MAX_NUMBER ? Number(digits) : undefined;
}

function emptyOnly(value: string): string | undefined {
  return value === "" ? value : undefined;
}

function addresses(name: string, what: string, size: 4 | 16, bytesOf: (text: string) => string | undefined): SvcKey {
  return {
    name,
    needs: `${what} with commas between`,
    toWire(value) {
      const all = itemsOf(value)?.map(bytesOf);
      return all?.every((bytes) => bytes !== undefined) ? all.join("") : undefined;
    },
    toText: (wire) => addressesIn(wire, size)?.join(","),
  };
}

function sized(item: string): string {
  return String.fromCharCode(item.length) + item;
}

/** Reads bytes as 16-bit numbers; undefined if the list is empty or has an odd number of bytes. */
function numbersIn(wire: string): number[] | undefined {
  if (wire === "" || wire.length % 2 === 1) return undefined;
  return Array.from(
    { length: wire.length / 2 },
    (_, at) => wire.charCodeAt(2 * at) * 256 + wire.charCodeAt(2 * at + 1),
  );
}
