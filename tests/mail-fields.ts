import type { MailField } from "#app/dns/mail/mail-setup.ts";
import type { MailProvider } from "#app/dns/mail/presets.ts";

/** The fields that each provider requires, with values of a customer. */
export const REQUIRED: Record<MailProvider, Partial<Record<MailField, string>>> = {
  cpanel: { mx: "41.90.64.12" },
  microsoft: { mx: "mamamboga-co-ke02i.r-v1.mx.microsoft" },
  google: {},
  zoho: { region: "com" },
  proton: {},
  icloud: {},
  mailchimp: {},
  brevo: { dkim: "b1.mama-mboga-co-ke.dkim.brevo.com" },
  sendgrid: { dkim: "em5945 u2744887.wl138.sendgrid.net s1.domainkey.u2744887.wl138.sendgrid.net" },
};
