import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { AUTO_TTL } from "./record.ts";

/** Seconds. Cloudflare API, "DNS Records for a Zone": "Value must be between 60 and 86400", or 1 for automatic. */
export const MIN_TTL = 60;
export const MAX_TTL = 86_400;

/** The choices of a form, in seconds. */
export const TTL_PRESETS = [AUTO_TTL, 60, 300, 1800, 3600, 7200, 18_000, 43_200, 86_400] as const;

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** Returns a TTL in words: "Auto", "1 hour (3600 s)", "90 seconds". */
export function ttlWords(ttl: number): string {
  if (ttl === AUTO_TTL) return "Auto";
  const [seconds, unit] = UNITS.find(([seconds]) => ttl >= seconds && ttl % seconds === 0) ?? [1, "second"];
  const count = ttl / seconds;
  const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return unit === "second" ? words : `${words} (${ttl} s)`;
}

/** Returns a TTL in short words: "Auto", "1 hour", "30 min", "90 s". */
export function shortTtl(ttl: number): string {
  return ttlWords(ttl)
    .replace(/ \(.*/, "")
    .replace(/minutes?/, "min")
    .replace(/seconds?/, "s");
}

/** Returns a typed TTL ("3600", "90 s", "2 hours", "1" or "auto") in seconds, 1 for Auto. */
export function readTtl(typed: string | undefined): Parsed<number> {
  const text = cleanInput(typed ?? "").toLowerCase();
  if (text === "") return invalid("Choose a TTL, or type one, such as 3600 or 1 hour.");
  if (text === "auto") return valid(AUTO_TTL);
  const [, count, unit = "s"] = /^(-?\d+) ?(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)?$/.exec(text) ?? [];
  if (count === undefined) return invalid("Type the TTL in whole seconds, or with its unit, such as 3600 or 1 hour.");
  const [each] = UNITS.find(([, name]) => name.startsWith(unit.charAt(0))) ?? [1];
  const ttl = Number(count) * each;
  if (text === String(AUTO_TTL)) return valid(AUTO_TTL);
  if (ttl < MIN_TTL) return invalid(`The TTL is at least ${MIN_TTL} seconds. Type 60 or more, or choose Auto.`);
  if (ttl > MAX_TTL) return invalid(`The TTL is at most ${MAX_TTL} seconds, which is one day. Type 86400 or less.`);
  return valid(ttl);
}
