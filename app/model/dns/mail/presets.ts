import { canonicalName } from "../record-name.ts";

/** A provider's document and the day it was last checked. Providers change their records every few years. */
export type Source = { title: string; url: string; checked: string };

/** An MX record's target and priority. */
export type MailServer = { content: string; priority: number };

export const MAIL_PROVIDERS = ["microsoft", "google", "zoho"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

/** What a mail provider needs in DNS. Only data: `mail-setup.ts` reads what only its customer knows. */
type MailPreset = {
  name: string;
  /** Matches the provider's mail servers in lower case. */
  mxPattern: RegExp;
  /** Sets of MX records that work; the first is the one to create. Empty if the customer must be asked. */
  servers: readonly (readonly MailServer[])[];
  /** The domain that SPF includes for the provider. */
  include: string;
  /** How the provider ends an SPF text that includes nobody else. */
  all: "-all" | "~all";
  /** The verification text: its prefix, and the pattern of the rest. */
  token: { prefix: string; rest: RegExp; example: string };
  /** CNAME records that are the same for every customer. */
  aliases: readonly { label: string; target: string }[];
  /** The DKIM selectors: fixed by the provider, or proposed to customers, who may choose another. */
  keys: { fixed: readonly string[]; proposed?: string };
  /** The last step, at the provider. */
  next: string;
  sources: readonly Source[];
};

const CHECKED = "2026-11-21";

export const PRESETS: Record<MailProvider, MailPreset> = {
  microsoft: {
    name: "Microsoft 365",
    mxPattern: /\.mail\.protection\.outlook\.com$|\.mx\.microsoft$/,
    servers: [],
    include: "spf.protection.outlook.com",
    all: "-all",
    token: { prefix: "MS=", rest: /^ms\d{6,12}$/i, example: "MS=ms12345678" },
    aliases: [{ label: "autodiscover", target: "autodiscover.outlook.com" }],
    keys: { fixed: ["selector1", "selector2"] },
    next: "In the Microsoft 365 admin centre open Settings, Domains. Choose this name and press “Continue setup”.",
    sources: [
      {
        title: "Microsoft, External Domain Name System records for Office 365",
        url: "https://learn.microsoft.com/en-us/microsoft-365/enterprise/external-domain-name-system-records",
        checked: CHECKED,
      },
      {
        title: "Microsoft, Gather the information you need to create DNS records",
        url: "https://github.com/MicrosoftDocs/microsoft-365-docs/blob/public/microsoft-365/admin/get-help-with-domains/information-for-dns-records.md",
        checked: "2026-11-23",
      },
      {
        title: "Microsoft, message centre MC1048624 (public copy): since July 2026 new domains get mx.microsoft",
        url: "https://microsoftmessageid.com/microsoft-message-id-mc1048624-2026-02-02-updated-dns-provisioning-change",
        checked: CHECKED,
      },
      {
        title: "Microsoft, How to use DKIM for email in your custom domain",
        url: "https://learn.microsoft.com/en-us/defender-office-365/email-authentication-dkim-configure",
        checked: CHECKED,
      },
    ],
  },
  google: {
    name: "Google Workspace",
    mxPattern: /^(smtp\.google\.com|(alt[1-4]\.)?aspmx\.l\.google\.com|aspmx[2-5]\.googlemail\.com)$/,
    servers: [
      [{ content: "smtp.google.com", priority: 1 }],
      // Those of accounts from before 2023 still work.
      [
        { content: "aspmx.l.google.com", priority: 1 },
        { content: "alt1.aspmx.l.google.com", priority: 5 },
        { content: "alt2.aspmx.l.google.com", priority: 5 },
        { content: "alt3.aspmx.l.google.com", priority: 10 },
        { content: "alt4.aspmx.l.google.com", priority: 10 },
      ],
    ],
    include: "_spf.google.com",
    all: "~all",
    token: {
      prefix: "google-site-verification=",
      rest: /^[\w-]{20,100}$/,
      example: "google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ",
    },
    aliases: [],
    keys: { fixed: [], proposed: "google" },
    next: "In the Google Admin console open Domains, Manage domains and activate Gmail.",
    sources: [
      {
        title: "Google, Set up MX records for Google Workspace",
        url: "https://support.google.com/a/answer/174125",
        checked: CHECKED,
      },
      { title: "Google, Set up SPF", url: "https://support.google.com/a/answer/33786", checked: CHECKED },
      { title: "Google, DKIM selectors", url: "https://support.google.com/a/answer/11611356", checked: CHECKED },
    ],
  },
  zoho: {
    name: "Zoho Mail",
    mxPattern: /^mx\d?\.(zoho\.(com|eu|in|com\.au|jp|sa|com\.cn)|zohocloud\.ca)$/,
    // The MX records and the SPF include depend on the customer's region.
    servers: [],
    include: "zohomail.com",
    all: "~all",
    token: {
      prefix: "zoho-verification=",
      rest: /^zb\w{4,20}\.zmverify\.(zoho\.[a-z.]+|zohocloud\.ca)$/i,
      example: "zoho-verification=zb12345678.zmverify.zoho.com",
    },
    aliases: [],
    keys: { fixed: [] },
    next: "In the Zoho Mail admin console open Domains and verify the MX records.",
    sources: [
      {
        title: "Zoho Mail, Configure email delivery",
        url: "https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html",
        checked: CHECKED,
      },
      {
        title: "Zoho Mail, Sender Policy Framework",
        url: "https://www.zoho.com/mail/help/adminconsole/spf-configuration.html",
        checked: CHECKED,
      },
      {
        title: "Zoho Mail, DKIM configuration",
        url: "https://www.zoho.com/mail/help/adminconsole/dkim-configuration.html",
        checked: CHECKED,
      },
    ],
  },
};

/**
 * The regions of Zoho accounts: `value` follows "zoho" in the account's address. MX records and the SPF include depend
 * on it.
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
  if (!region) return [PRESETS[provider].include];
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
  return MAIL_PROVIDERS.find((provider) => PRESETS[provider].mxPattern.test(canonicalName(server)));
}
