import { createHmac, timingSafeEqual } from "node:crypto";
import { nowMs } from "../clock.ts";
import { env } from "../env.server.ts";

/** The name of a form; its stamps are valid for this form only. */
type Form = string;

/**
 * Returns the signed time at which a form was rendered. All visitors who get the same cached page share a stamp: it proves that
 * the page was fetched, not by whom. `ageMs` makes an older stamp.
 */
export function makeStamp(form: Form, ageMs = 0): string {
  const at = (nowMs() - ageMs).toString(36);
  return `${at}.${sign(form, at)}`;
}

/** Returns the age of a stamp of this form in milliseconds; undefined if it is not valid. */
export function ageOfStamp(form: Form, stamp: unknown): number | undefined {
  if (typeof stamp !== "string") return undefined;
  const [at = "", signature = "", ...rest] = stamp.split(".");
  if (rest.length > 0 || !isSame(signature, sign(form, at))) return undefined;
  return nowMs() - Number.parseInt(at, 36);
}

function sign(form: Form, at: string): string {
  return createHmac("sha256", env.appSecret).update(`stamp ${form} ${at}`).digest("base64url");
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
