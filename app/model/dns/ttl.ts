import { tidy } from "./ascii-name.ts";
import { type Reading, read, wrong } from "./reading.ts";
import { AUTO_TTL } from "./record.ts";

/** Seconds. Cloudflare API, "DNS Records for a Zone": "Value must be between 60 and 86400", or 1 for automatic. */
export const MIN_TTL = 60;
export const MAX_TTL = 86_400;

/** What a form offers, in seconds. */
export const TTL_PRESETS = [AUTO_TTL, 60, 300, 1800, 3600, 7200, 18_000, 43_200, 86_400] as const;

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** Takes seconds and gives words: "Auto", "1 hour (3600 s)", "90 seconds". */
export function ttlWords(ttl: number): string {
  if (ttl === AUTO_TTL) return "Auto";
  const [seconds, unit] = UNITS.find(([seconds]) => ttl >= seconds && ttl % seconds === 0) ?? [1, "second"];
  const count = ttl / seconds;
  const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return unit === "second" ? words : `${words} (${ttl} s)`;
}

/** Takes a typed TTL ("3600", "1" or "auto") and gives seconds, 1 for Auto. */
export function readTtl(typed: string | undefined): Reading<number> {
  const text = tidy(typed ?? "").toLowerCase();
  if (text === "") return wrong("Choose a TTL, or type the seconds, such as 3600 for one hour.");
  if (text === "auto") return read(AUTO_TTL);
  if (!/^-?\d+$/.test(text)) return wrong("Type the TTL in whole seconds, such as 3600 for one hour.");
  const ttl = Number(text);
  if (ttl === AUTO_TTL) return read(ttl);
  if (ttl < MIN_TTL) return wrong(`The TTL is at least ${MIN_TTL} seconds. Type 60 or more, or choose Auto.`);
  if (ttl > MAX_TTL) return wrong(`The TTL is at most ${MAX_TTL} seconds, which is one day. Type 86400 or less.`);
  return read(ttl);
}
