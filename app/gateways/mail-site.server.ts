import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import type { MailSite } from "#app/model/mail/mail-frame.ts";

/** Returns what every mail says of the site. */
export function mailSite(): MailSite {
  return { origin: env.origin, brand: brandFrom(env.brand), payment: env.promises.payment };
}
