import type { MailPreset } from "./mail-preset.ts";

const CHECKED = "2026-11-26";

/** Mailboxes at our own hosting, and for persons. */
export const OWN_PRESETS = {
  cpanel: {
    name: "Our cPanel hosting",
    servers: [],
    all: "~all",
    aliases: [],
    keys: { fixed: [], proposed: "default" },
    next: "In cPanel open Email Accounts and make the mailboxes. Email Deliverability shows the key.",
    sources: [
      {
        title: "cPanel, Email Deliverability in cPanel",
        url: "https://docs.cpanel.net/cpanel/email/email-deliverability-in-cpanel/",
        checked: CHECKED,
      },
      {
        title: "cPanel, The spf_installer script: +a +mx +ip4 of the server",
        url: "https://docs.cpanel.net/whm/scripts/the-spf_installer-script",
        checked: CHECKED,
      },
    ],
  },
  proton: {
    name: "Proton Mail",
    mxPattern: /^mail(sec)?\.protonmail\.ch$/,
    servers: [
      [
        { content: "mail.protonmail.ch", priority: 10 },
        { content: "mailsec.protonmail.ch", priority: 20 },
      ],
    ],
    include: "_spf.protonmail.ch",
    all: "~all",
    token: {
      prefix: "protonmail-verification=",
      rest: /^[0-9a-f]{32,64}$/i,
      example: "protonmail-verification=0123456789abcdef0123456789abcdef01234567",
    },
    aliases: [],
    keys: { fixed: ["protonmail", "protonmail2", "protonmail3"] },
    keyHint: "In Proton: Settings, Domain names, your name, DKIM. Paste everything.",
    next: "In Proton open Settings, Domain names. Look until each tab is green.",
    sources: [
      {
        title: "Proton, Anti-spoofing for custom domains (SPF, DKIM, and DMARC)",
        url: "https://proton.me/support/anti-spoofing-custom-domain",
        checked: CHECKED,
      },
      {
        title: "Proton, Set up a custom domain",
        url: "https://proton.me/support/custom-domain",
        checked: CHECKED,
      },
    ],
  },
  icloud: {
    name: "iCloud Mail",
    mxPattern: /^mx0[12]\.mail\.icloud\.com$/,
    servers: [
      [
        { content: "mx01.mail.icloud.com", priority: 10 },
        { content: "mx02.mail.icloud.com", priority: 10 },
      ],
    ],
    include: "icloud.com",
    all: "~all",
    token: { prefix: "apple-domain=", rest: /^\w{8,64}$/, example: "apple-domain=Ab1Cd2Ef3Gh4Ij5K" },
    aliases: [{ label: "sig1._domainkey", target: "sig1.dkim.{domain}.at.icloudmailadmin.com" }],
    keys: { fixed: ["sig1"] },
    next: "At icloud.com open Custom Email Domain and press “Finish set-up”.",
    sources: [
      {
        title: "Apple, Set up an existing domain with iCloud Mail",
        url: "https://support.apple.com/102374",
        checked: CHECKED,
      },
    ],
  },
} satisfies Record<string, MailPreset>;

/**
 * Services that send mail in the name of a domain. SPF need not include them, because the envelope of their mail names their
 * own domain.
 */
export const SENDER_PRESETS = {
  mailchimp: {
    name: "Mailchimp",
    isSender: true,
    servers: [],
    all: "~all",
    aliases: [
      { label: "k2._domainkey", target: "dkim2.mcsv.net" },
      { label: "k3._domainkey", target: "dkim3.mcsv.net" },
    ],
    keys: { fixed: ["k2", "k3"] },
    next: "In Mailchimp open Account & billing, Domains. Press “Start authentication”, and compare the two names.",
    sources: [
      {
        title: "Mailchimp, Set up email domain authentication (read at dmarc.wiki and dmarctrust.com)",
        url: "https://mailchimp.com/help/set-up-email-domain-authentication/",
        checked: CHECKED,
      },
    ],
  },
  brevo: {
    name: "Brevo",
    isSender: true,
    servers: [],
    all: "~all",
    token: { prefix: "brevo-code:", rest: /^[0-9a-f]{32}$/i, example: "brevo-code:e760f020e6d438149540cfc757e99b5a" },
    aliases: [],
    keys: { fixed: [], proposed: "mail" },
    keyHint: "In Brevo: Senders, Domains, your name, DKIM. Paste the text or both names.",
    next: "In Brevo open Senders, Domains and press “Authenticate this email domain”.",
    sources: [
      {
        title: "Brevo, Domain authentication and validation",
        url: "https://developers.brevo.com/docs/domain-authentication-and-verification",
        checked: CHECKED,
      },
    ],
  },
  sendgrid: {
    name: "SendGrid",
    isSender: true,
    servers: [],
    all: "~all",
    aliases: [],
    keys: { fixed: ["s1", "s2"] },
    keyHint: "In SendGrid: Settings, Sender Authentication, your name. Paste all three lines.",
    next: "In SendGrid open Settings, Sender Authentication and press “Verify”.",
    sources: [
      {
        title: "SendGrid, How to set up domain authentication",
        url: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication",
        checked: CHECKED,
      },
    ],
  },
} satisfies Record<string, MailPreset>;
