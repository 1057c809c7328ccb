import type { Source } from "./presets.ts";

/** What naming a service in an SPF text costs besides the look-up of its name: look-ups within the service's own text. */
type Cost = { within: number } & Source;

const CHECKED = "2026-11-21";

/**
 * Services whose SPF text is known, by the domain that is named for them. One that is not here counts as one look-up. The
 * numbers were counted in public copies of the texts that the services publish under these names, and they change: so they
 * only ever make a warning, and the address shows what stands there today.
 */
export const KNOWN_INCLUDES: Record<string, Cost> = {
  "spf.protection.outlook.com": published("Microsoft 365", "spf.protection.outlook.com", 0),
  "_spf.google.com": published("Google Workspace", "_spf.google.com", 0),
  "zoho.com": published("Zoho", "zoho.com", 4),
  "spf.zoho.com": published("Zoho", "spf.zoho.com", 0),
  "transmail.net": published("Zoho", "transmail.net", 0),
  "sendgrid.net": published("SendGrid", "sendgrid.net", 1),
  "mailgun.org": published("Mailgun", "mailgun.org", 4),
  "amazonses.com": published("Amazon SES", "amazonses.com", 0),
  "secureserver.net": published("GoDaddy", "secureserver.net", 2),
  "_spf.salesforce.com": published("Salesforce", "_spf.salesforce.com", 1),
  "_spf.elasticemail.com": published("Elastic Email", "_spf.elasticemail.com", 1),
};

function published(service: string, name: string, within: number): Cost {
  return {
    within,
    title: `${service}, SPF text of ${name}`,
    url: `https://dns.google/resolve?name=${name}&type=TXT`,
    checked: CHECKED,
  };
}
