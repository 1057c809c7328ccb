import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import type { MailSite } from "./mail-frame.ts";

/** Returns what every mail says of the site. */
export function mailSite(): MailSite {
  return { origin: env.origin, brand: brandFrom(env.brand), payment: env.promises.payment };
}
