import type { MailPreset } from "./mail-preset.ts";

const CHECKED = "2026-11-21";

/** Mailboxes for companies. */
export const OFFICE_PRESETS = {
  microsoft: {
    name: "Microsoft 365",
    mxPattern: /\.mail\.protection\.outlook\.com$|\.mx\.microsoft$/,
    servers: [],
    include: "spf.protection.outlook.com",
    all: "-all",
    token: { prefix: "MS=", rest: /^(?:ms\d{6,12}|[0-9a-f]{40})$/i, example: "MS=ms12345678" },
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
      // The MX records of accounts from before 2023 still work.
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
} satisfies Record<string, MailPreset>;
