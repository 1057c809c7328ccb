import type { DnsRecord } from "../record.ts";
import { canonicalName } from "../record-name.ts";
import { otherProvidersInSpf } from "./mail-plan.ts";
import type { MailField } from "./mail-setup.ts";
import { MailZone } from "./mail-zone.ts";
import {
  MAIL_PROVIDERS,
  type MailProvider,
  PRESETS,
  providerOf,
  type Source,
  ZOHO_REGIONS,
  zohoRegionOf,
} from "./presets.ts";

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
  /** Whether the domain's mail goes to this provider now. */
  isInUse: boolean;
  fields: MailFormField[];
  values: Record<MailField, string>;
  next: string;
  sources: readonly Source[];
};

/**
 * Returns the forms of all providers for a zone. Each asks only for what cannot be known. Source: docs/product.md,
 * "Mail".
 */
export function mailForms(records: readonly DnsRecord[], zone: string): MailForm[] {
  const mail = new MailZone(records, canonicalName(zone));
  return MAIL_PROVIDERS.map((provider) => ({
    provider,
    name: PRESETS[provider].name,
    isInUse: mail.providers.includes(provider),
    fields: [
      ...OWN[provider](mail.zone),
      token(provider),
      ...keys(provider),
      ...reports(mail),
      ...leave(provider, mail),
    ],
    values: valuesFor(provider, mail),
    next: PRESETS[provider].next,
    sources: PRESETS[provider].sources,
  }));
}

/** Fields that only one provider needs. */
const OWN: Record<MailProvider, (zone: string) => MailFormField[]> = {
  microsoft: (zone) => [
    {
      field: "mx",
      kind: "line",
      label: "Mail server (MX)",
      hint: "In the Microsoft 365 admin centre: Settings, Domains, your domain, DNS records. It ends in .mx.microsoft or .outlook.com.",
      isOptional: false,
      example: `${zone.replaceAll(".", "-")}.mail.protection.outlook.com`,
    },
  ],
  google: () => [],
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

function token(provider: MailProvider): MailFormField {
  const { name, token } = PRESETS[provider];
  return {
    field: "token",
    kind: "line",
    label: "Proof that the name is yours",
    hint: `Only if ${name} asks for it. It begins with ${token.prefix}`,
    isOptional: true,
    example: token.example,
  };
}

function keys(provider: MailProvider): MailFormField[] {
  const { fixed, proposed } = PRESETS[provider].keys;
  const optional = { field: "dkim", kind: "long", label: "Key that signs your mail (DKIM)", isOptional: true } as const;
  if (fixed.length > 0)
    return [{ ...optional, hint: "In the Defender portal: Email authentication settings, DKIM. Paste everything." }];
  return [
    { ...optional, hint: "It begins with v=DKIM1. You can add it later." },
    {
      field: "selector",
      kind: "line",
      label: "Name of the key",
      hint: "It stands beside the key, before ._domainkey.",
      isOptional: true,
      example: proposed ?? "zmail",
    },
  ];
}

/** Not asked if the zone has a DMARC text, because that stays. */
function reports({ dmarcs, zone }: MailZone): MailFormField[] {
  if (dmarcs.length > 0) return [];
  return [
    {
      field: "reports",
      kind: "line",
      label: "Address for reports (DMARC)",
      hint: "Large providers then tell you every day who sends mail in your name.",
      isOptional: true,
      example: `dmarc@${zone}`,
    },
  ];
}

function leave(provider: MailProvider, mail: MailZone): MailFormField[] {
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

function valuesFor(provider: MailProvider, { servers }: MailZone): MailForm["values"] {
  const server =
    servers.map(({ content }) => canonicalName(content)).find((name) => providerOf(name) === provider) ?? "";
  return {
    mx: provider === "microsoft" ? server : "",
    region: zohoRegionOf(server)?.value ?? ZOHO_REGIONS[0].value,
    token: "",
    dkim: "",
    selector: PRESETS[provider].keys.proposed ?? "",
    reports: "",
    leave: "",
  };
}
