import { canonicalName } from "#app/domains/ascii-name.ts";
import type { DnsRecord } from "../record.ts";
import { otherProvidersInSpf } from "./mail-plan.ts";
import type { Source } from "./mail-preset.ts";
import type { MailField } from "./mail-setup.ts";
import { MailZone } from "./mail-zone.ts";
import { MAIL_PROVIDERS, type MailProvider, PRESETS, providerOf, ZOHO_REGIONS, zohoRegionOf } from "./presets.ts";

/** One field of a provider's form with its texts. */
export type MailFormField = {
  field: MailField;
  kind: "line" | "long" | "choice" | "tick";
  label: string;
  hint: string;
  isOptional: boolean;
  example?: string;
  options?: readonly { value: string; label: string }[];
};

/** The form of a provider: its fields and the values that are known already. */
export type MailForm = {
  provider: MailProvider;
  name: string;
  /** Whether the domain's mail goes to this provider now; for a sender, whether its DKIM records are in the zone. */
  isInUse: boolean;
  isSender: boolean;
  fields: MailFormField[];
  values: Record<MailField, string>;
  next: string;
  sources: readonly Source[];
};

/**
 * Returns the forms of all providers for a domain, or for a name below it (`domain`). Each asks only for what cannot be known.
 * Source: docs/product/mail-and-website.md, "Mail".
 */
export function mailForms(records: readonly DnsRecord[], zone: string, domain?: string): MailForm[] {
  const mail = new MailZone(records, canonicalName(zone), domain);
  return MAIL_PROVIDERS.map((provider) => ({
    provider,
    name: PRESETS[provider].name,
    isInUse: isInUse(provider, mail),
    isSender: PRESETS[provider].isSender === true,
    fields: [
      ...(OWN[provider]?.(mail.domain) ?? []),
      ...token(provider),
      ...keys(provider),
      ...reports(mail),
      ...leave(provider, mail),
    ],
    values: valuesFor(provider, mail),
    next: PRESETS[provider].next,
    sources: PRESETS[provider].sources,
  }));
}

function isInUse(provider: MailProvider, { providers, keys, domain }: MailZone): boolean {
  const { isSender, aliases } = PRESETS[provider];
  if (!isSender) return providers.includes(provider);
  const targets = SENDER_KEYS[provider] ?? aliases.map(({ target }) => target);
  return keys.some(
    ({ type, name, content }) =>
      type === "CNAME" &&
      canonicalName(name).endsWith(`._domainkey.${domain}`) &&
      targets.some((target) => canonicalName(content).endsWith(target)),
  );
}

/** Some senders give each customer DKIM targets of their own. These are the ends of those targets. */
const SENDER_KEYS: Partial<Record<MailProvider, string[]>> = {
  brevo: [".dkim.brevo.com"],
  sendgrid: [".sendgrid.net"],
};

/** Fields that only one provider needs. */
const OWN: Partial<Record<MailProvider, (domain: string) => MailFormField[]>> = {
  cpanel: () => [
    {
      field: "mx",
      kind: "line",
      label: "Address of your hosting",
      hint: "The IP address in the mail about your hosting. cPanel shows it as “Shared IP Address”.",
      isOptional: false,
      example: "203.0.113.7",
    },
  ],
  microsoft: (domain) => [
    {
      field: "mx",
      kind: "line",
      label: "Mail server (MX)",
      hint: "In the Microsoft 365 admin centre: Settings, Domains, your domain, DNS records. It ends in .mx.microsoft or .outlook.com.",
      isOptional: false,
      example: `${domain.replaceAll(".", "-")}.mail.protection.outlook.com`,
    },
  ],
  zoho: () => [
    {
      field: "region",
      kind: "choice",
      label: "Where your Zoho account is",
      hint: "The end of the address where you read your mail.",
      isOptional: false,
      options: ZOHO_REGIONS.map(({ value, label }) => ({ value, label })),
    },
  ],
};

function token(provider: MailProvider): MailFormField[] {
  const { name, token } = PRESETS[provider];
  if (!token) return [];
  return [
    {
      field: "token",
      kind: "line",
      label: "Proof that the name is yours",
      hint: `Only if ${name} asks for it. It begins with ${token.prefix}`,
      isOptional: true,
      example: token.example,
    },
  ];
}

function keys(provider: MailProvider): MailFormField[] {
  const { keys: known, aliases, keyHint, isSender = false } = PRESETS[provider];
  // The provider keeps the keys, and their names are the same for everybody.
  if (aliases.some(({ label }) => label.endsWith("._domainkey"))) return [];
  const isOptional = !isSender;
  const field = { field: "dkim", kind: "long", label: "Key that signs your mail (DKIM)", isOptional } as const;
  const hint = keyHint ?? MICROSOFT_HINT;
  if (known.fixed.length > 0 || isSender) return [{ ...field, hint }];
  return [
    { ...field, hint: "It begins with v=DKIM1. You can add it later." },
    {
      field: "selector",
      kind: "line",
      label: "Name of the key",
      hint: "It stands beside the key, before ._domainkey.",
      isOptional: true,
      example: known.proposed ?? "zmail",
    },
  ];
}

const MICROSOFT_HINT = "In the Defender portal: Email authentication settings, DKIM. Paste everything.";

/** The field for report addresses. A domain that has a DMARC text gets no field, because that text stays. */
function reports({ dmarcs, domain }: MailZone): MailFormField[] {
  if (dmarcs.length > 0) return [];
  return [
    {
      field: "reports",
      kind: "line",
      label: "Address for reports (DMARC)",
      hint: "Large providers then tell you every day who sends mail in your name.",
      isOptional: true,
      example: `dmarc@${domain}`,
    },
  ];
}

function leave(provider: MailProvider, mail: MailZone): MailFormField[] {
  if (PRESETS[provider].isSender) return [];
  const others = otherProvidersInSpf(provider, mail).map(({ name }) => name);
  if (others.length === 0) return [];
  const who = others.join(" or ");
  return [
    {
      field: "leave",
      kind: "tick",
      label: `I no longer use ${who}`,
      hint: `We stop ${others.length === 1 ? "it" : "them"} from sending mail in your name. Not sure? Leave the box empty.`,
      isOptional: true,
    },
  ];
}

function valuesFor(provider: MailProvider, mail: MailZone): MailForm["values"] {
  const { servers, zone, domain } = mail;
  // The website is probably at the same hosting, so its address is proposed. The address is wrong if another company's CDN is
  // in front of it.
  const ownAddress = [`mail.${domain}`, domain, `mail.${zone}`, zone]
    .flatMap((name) => mail.addresses(name))
    .find(({ type }) => type === "A")?.content;
  const server =
    servers.map(({ content }) => canonicalName(content)).find((name) => providerOf(name) === provider) ?? "";
  return {
    mx: provider === "microsoft" ? server : provider === "cpanel" ? (ownAddress ?? "") : "",
    region: zohoRegionOf(server)?.value ?? ZOHO_REGIONS[0].value,
    token: "",
    dkim: "",
    selector: PRESETS[provider].keys.proposed ?? "",
    reports: "",
    leave: "",
  };
}
