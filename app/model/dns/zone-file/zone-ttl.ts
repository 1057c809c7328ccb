import { AUTO_TTL } from "../record.ts";
import { MAX_TTL, MIN_TTL } from "../ttl.ts";

const SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds, or numbers with units as BIND has them: 1h30m, 2W. */
const TTL = /^(?:\d{1,10}|(?:\d{1,10}[wdhms])+)$/i;

/** Takes a word of a zone file and gives the seconds that it says, undefined when it is no TTL. RFC 1035, section 5.1. */
export function parseTtl(word: string): number | undefined {
  if (!TTL.test(word)) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  const parts = word.toLowerCase().matchAll(/(\d{1,10})([wdhms])/g);
  return [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
}

/**
 * Takes the seconds of a zone file and gives those that the provider can keep, the nearest. 1 is Auto, as in Cloudflare's
 * own files ("Import and export records"). Source: docs/product.md, "Zone files".
 */
export function clampTtl(seconds: number): number {
  return seconds === AUTO_TTL ? AUTO_TTL : Math.min(Math.max(seconds, MIN_TTL), MAX_TTL);
}
