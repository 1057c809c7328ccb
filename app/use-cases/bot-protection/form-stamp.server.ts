import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#app/env.server.ts";
import { nowMs } from "#app/model/clock.ts";

/** A form, as its stamp names it: one form's stamp is worth nothing in another. */
type Form = string;

/**
 * The moment a form was drawn, signed. Everybody who gets the same cached copy of a page has the same stamp: it proves
 * that a page was fetched, not by whom. `ageMs` makes one that is that old already, and so valid at once.
 */
export function makeStamp(form: Form, ageMs = 0): string {
  const at = (nowMs() - ageMs).toString(36);
  return `${at}.${sign(form, at)}`;
}

/** How long ago a stamp of this form was made, in milliseconds; undefined when it is none of ours. */
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
