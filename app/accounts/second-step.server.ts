import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { nowMs } from "#app/platform/clock.ts";
import { codeCharacters } from "#app/platform/text/clean-line.ts";

/** A code is valid for this time. RFC 6238, section 5.2. */
const PERIOD_S = 30;
/** The codes before and after the current one count too: clocks of phones differ, and typing takes time. */
const WINDOW = 1;

/** How many printed codes a customer gets. */
export const RECOVERY_CODES = 10;
/** The 32 characters of printed codes, without those that look alike. A code of 16 has 80 random bits. */
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 16;

/** Returns a new secret of 20 bytes in base32, as RFC 4226, section 4 recommends. */
export function newStepSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that an authenticator app reads from a QR code (the otpauth: scheme). */
export function stepUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totp(secret, { issuer, label }).toString();
}

/**
 * Returns the time step (Unix time divided by 30 s) for which a code of six digits is right; undefined for a wrong one.
 * Separators between the digits are ignored. Source: RFC 6238, section 4.
 */
export function stepCounterOf(secret: string, code: string, now = nowMs()): number | undefined {
  const token = codeCharacters(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** Returns ten new printed codes in groups of four letters. */
export function newRecoveryCodes(): string[] {
  const letter = () => CODE_LETTERS[randomInt(CODE_LETTERS.length)];
  const code = () =>
    Array.from({ length: CODE_LENGTH }, letter)
      .join("")
      .replace(/.{4}(?=.)/g, "$&-");
  return Array.from({ length: RECOVERY_CODES }, code);
}

/**
 * Returns the form of a printed code that is stored; undefined for any other text. The code may be typed in upper or lower
 * case, with or without separators.
 * 80 random bits need no salt.
 */
export function recoveryHashOf(code: string): string | undefined {
  const letters = codeCharacters(code);
  if (letters.length !== CODE_LENGTH || [...letters].some((one) => !CODE_LETTERS.includes(one))) return undefined;
  return createHash("sha256").update(letters).digest("base64url");
}

function totp(secret: string, about: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...about, algorithm: "SHA1", digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) });
}
