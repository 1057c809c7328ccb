import { canonicalName } from "#app/domains/ascii-name.ts";
import type { MailPreset, MailServer } from "./mail-preset.ts";
import { OFFICE_PRESETS } from "./office-presets.ts";
import { OWN_PRESETS, SENDER_PRESETS } from "./other-presets.ts";

/** In the order of the page: the agency's own hosting, the large providers, then senders. */
export const MAIL_PROVIDERS = [
  ...(["cpanel", "microsoft", "google", "zoho", "proton", "icloud"] as const),
  ...(["mailchimp", "brevo", "sendgrid"] as const),
] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

export const PRESETS: Record<MailProvider, MailPreset> = { ...OWN_PRESETS, ...OFFICE_PRESETS, ...SENDER_PRESETS };

/** Returns the CNAME records that every customer of a provider needs. */
export function aliasesFor(provider: MailProvider, domain: string): { label: string; target: string }[] {
  return PRESETS[provider].aliases.map(({ label, target }) => ({ label, target: target.replace("{domain}", domain) }));
}

/**
 * The regions of Zoho accounts: `value` is the ending of the address at which the customer reads mail. MX records and the SPF
 * include depend on it.
 */
export const ZOHO_REGIONS = [
  { value: "com", label: "zoho.com (United States; most accounts)", host: "zoho.com", include: "zohomail.com" },
  { value: "eu", label: "zoho.eu (Europe)", host: "zoho.eu", include: "zohomail.eu" },
  { value: "in", label: "zoho.in (India)", host: "zoho.in", include: "zohomail.in" },
  { value: "com.au", label: "zoho.com.au (Australia)", host: "zoho.com.au", include: "zohomail.com.au" },
  { value: "jp", label: "zoho.jp (Japan)", host: "zoho.jp", include: "zohomail.jp" },
  { value: "ca", label: "zohocloud.ca (Canada)", host: "zohocloud.ca", include: "zohocloud.ca" },
] as const;
type ZohoRegion = (typeof ZOHO_REGIONS)[number];

/** Returns the MX records of a Zoho region. */
export function zohoServers({ host }: ZohoRegion): MailServer[] {
  return [
    { content: `mx.${host}`, priority: 10 },
    { content: `mx2.${host}`, priority: 20 },
    { content: `mx3.${host}`, priority: 50 },
  ];
}

/**
 * Returns the SPF includes for a mail server's provider. The current one comes first, then older ones that still work.
 */
export function includesFor(provider: MailProvider, server: string): string[] {
  const region = provider === "zoho" ? zohoRegionOf(server) : undefined;
  if (!region) return [PRESETS[provider].include ?? []].flat();
  const { host, include } = region;
  return [...new Set([include, host, `one.${host}`, `spf.${host}`])];
}

/** Returns the SPF includes of all other providers. */
export function includesOfOtherProviders(provider: MailProvider): { name: string; includes: string[] }[] {
  return MAIL_PROVIDERS.filter((other) => other !== provider).map((other) => {
    const servers = other === "zoho" ? ZOHO_REGIONS.map(({ host }) => `mx.${host}`) : [""];
    return { name: PRESETS[other].name, includes: servers.flatMap((server) => includesFor(other, server)) };
  });
}

/** Returns the region of a Zoho mail server; undefined for other servers. */
export function zohoRegionOf(server: string): ZohoRegion | undefined {
  const name = server.replace(/^mx\d?\./, "");
  return ZOHO_REGIONS.find(({ host }) => host === name);
}

export function isMailProvider(text: string | undefined): text is MailProvider {
  return MAIL_PROVIDERS.some((known) => known === text);
}

/** Returns the provider of a mail server, given in any case; undefined for unknown servers. */
export function providerOf(server: string): MailProvider | undefined {
  return MAIL_PROVIDERS.find((provider) => PRESETS[provider].mxPattern?.test(canonicalName(server)));
}
