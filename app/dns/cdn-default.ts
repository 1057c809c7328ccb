import { canonicalName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { isPrivateAddress, mappedIpv4 } from "./address-ranges.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { isWithin, toRelativeName } from "./record-name.ts";
import { isMailLabel, isOtherServiceLabel } from "./service-labels.ts";
import { isProxiable, isProxied, typeOf } from "./types.ts";
import { WEBSITE_PROVIDERS } from "./website/website-preset.ts";
import { WEBSITE_PRESETS } from "./website/website-presets.ts";
import { ZoneNames } from "./zone-names.ts";
import { recordsAt } from "./zone-records.ts";

/** Why a record is kept off the CDN. `breaks`: true if it does not work through the CDN; false if it might not. */
type CdnReason = { reason: string; breaks: boolean };

/**
 * Domains of services that look a CNAME up by name: mail senders, signing keys, proofs of ownership and certificates.
 * The first line is Cloudflare's own list ("Proxying limitations", non-proxiable targets); the others are the domains in
 * the services' set-up guides.
 */
const LOOKED_UP = [
  ...["mcsv.net", "zmverify.zoho.com", "infusionmail.com", "amazonses.com", "onmicrosoft.com", "intercom.io"],
  ...["acm-validations.aws", "dv.googlehosted.com", "verify.squarespace.com", "verify.bing.com", "comodoca.com"],
  ...["sectigo.com", "digicert.com", "outlook.com", "office.com", "lync.com", "manage.microsoft.com"],
  ...["sendgrid.net", "mailgun.org", "sparkpostmail.com", "mandrillapp.com", "brevo.com", "sendinblue.com"],
  ...["mailjet.com", "mtasv.net", "mailersend.net", "mlsend.com", "mailerlite.com", "hubspotemail.net", "klaviyo.com"],
  ...["createsend.com", "convertkit.com", "ccsend.com", "zohomail.com", "proton.ch", "icloudmailadmin.com"],
  ...[
    "enterpriseregistration.windows.net",
    "messagingengine.com",
    "fmhosted.com",
    "secureserver.net",
    "titan.email",
    "privateemail.com",
  ],
];
/** Labels of a target that mark such a service at any domain. */
const LOOKED_UP_LABEL = /^(_.*|.*dkim\d*|domainkeys?|verify|verification|validation|dv|dcv|spf|bounces?)$/;
const MAX_ALIASES = 8;
/** Websites of providers that support Cloudflare's proxy: Cloudflare, "Proxy status", use cases, SaaS. */
const SUPPORTS_PROXY = ["shopify"];

/**
 * Returns why a record should not go through the CDN, which only carries websites; undefined if it may. Takes the other
 * records of the zone. Source: Cloudflare, "Proxy status", use cases (records to keep DNS-only), and "Proxying
 * limitations"; docs/product/dns.md, "DNS records".
 */
export function reasonAgainstCdn(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
): CdnReason | undefined {
  const apex = canonicalName(zone);
  const labels = toRelativeName(draft.name, apex).split(".");
  const [label = ""] = labels.filter((one) => one !== "*");
  const breaks = (reason: string) => ({ reason, breaks: true });
  if (labels.some((one) => one.startsWith("_"))) return breaks("Names with _ are for programs, not for visitors.");
  const pointer = pointerTo(draft, others);
  if (pointer?.type === "MX")
    return breaks(`Mail for ${pointer.name} goes to ${draft.name}, and the CDN carries no mail.`);
  if (pointer)
    return breaks(`The ${pointer.type} record of ${pointer.name} points here, and the CDN only carries websites.`);
  if (isMailLabel(label)) return breaks(`${label} is a name for mail, and the CDN carries no mail.`);
  if (isOtherServiceLabel(label))
    return breaks(`${label} is not a name for websites, and the CDN carries nothing else.`);
  return draft.type === "CNAME" ? againstTarget(draft, others, apex) : againstAddress(draft.content);
}

/**
 * Returns whether a new record goes through the CDN (`proxied`) if its customer has not chosen, and the `reason` if it does
 * not. The record follows the other addresses of its name. If its name has no other addresses, `otherwise` decides.
 */
export function cdnDefault(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
  otherwise = true,
): { proxied: boolean; reason: string } {
  if (!isProxiable(draft.type)) return { proxied: false, reason: "" };
  const against = reasonAgainstCdn(draft, others, zone);
  if (against) return { proxied: false, reason: against.reason };
  const neighbours = recordsAt(draft.name, others).filter(({ type }) => isProxiable(type));
  if (neighbours.length === 0) return { proxied: otherwise, reason: "" };
  const proxied = neighbours.some(isProxied);
  return { proxied, reason: proxied ? "" : `The other records of ${draft.name} do not use it.` };
}

/** Returns the warning for a record that goes through the CDN although it does not work there. */
export function cdnWarnings(draft: RecordDraft, others: readonly DnsRecord[], zone: string): string[] {
  if (!isProxied(draft) || isPrivateAddress(draft.content)) return [];
  const against = reasonAgainstCdn(draft, others, zone);
  return against?.breaks ? [`${against.reason} Switch the CDN off here, or it will not work.`] : [];
}

/**
 * The MX, SRV or NS record that leads to a name: directly, through CNAMEs, or because the name is a wildcard that covers its
 * target.
 */
function pointerTo({ name, ...draft }: RecordDraft, others: readonly DnsRecord[]): DnsRecord | undefined {
  const pointers = others.filter(({ type }) => typeOf(type)?.targetRole !== undefined);
  if (pointers.length === 0) return undefined;
  const names = new ZoneNames([...others, { ...draft, name }]);
  const leadsHere = (target: string, steps: number): boolean => {
    const owner = names.wildcardFor(target) ?? target;
    if (owner === name) return true;
    const alias = recordsAt(owner, others).find(({ type }) => type === "CNAME");
    return alias !== undefined && steps > 0 && leadsHere(targetOf(alias) ?? "", steps - 1);
  };
  return pointers.find((pointer) => leadsHere(targetOf(pointer) ?? "", MAX_ALIASES));
}

/** Follows the CNAMEs of the zone, then judges where they lead. */
function againstTarget(draft: RecordDraft, others: readonly DnsRecord[], zone: string): CdnReason | undefined {
  let target = targetOf(draft) ?? "";
  for (let steps = 0; steps < MAX_ALIASES && isWithin(target, zone); steps += 1) {
    const there = recordsAt(target, others);
    const alias = there.find(({ type }) => type === "CNAME");
    if (!alias)
      return there.flatMap(({ type, content }) =>
        type === "A" || type === "AAAA" ? (againstAddress(content) ?? []) : [],
      )[0];
    target = targetOf(alias) ?? "";
  }
  if (isWithin(target, zone)) return undefined;
  const shown = toDisplayName(target);
  if (isLookedUp(target))
    return { reason: `${shown} belongs to a service that must see this record as it is.`, breaks: true };
  const provider = WEBSITE_PROVIDERS.find((one) => {
    const { alias, ending, knownBy } = WEBSITE_PRESETS[one];
    return target === alias || (ending !== undefined && target.endsWith(ending)) || knownBy?.test(target);
  });
  if (provider) return againstProvider(provider);
  return { reason: `${shown} is another company’s name, and many of them must be reached directly.`, breaks: false };
}

function isLookedUp(target: string): boolean {
  const labels = target.split(".");
  return (
    LOOKED_UP.some((domain) => isWithin(target, domain)) ||
    labels.some((label) => LOOKED_UP_LABEL.test(label)) ||
    isMailLabel(labels[0] ?? "")
  );
}

function againstAddress(address: string): CdnReason | undefined {
  if (isPrivateAddress(address))
    return { reason: `${address} is a private address, which the CDN cannot reach.`, breaks: true };
  if (mappedIpv4(address) !== undefined)
    return { reason: `${address} is only used within a computer, so the CDN cannot reach it.`, breaks: true };
  const provider = WEBSITE_PROVIDERS.find((one) => WEBSITE_PRESETS[one].addresses.includes(address));
  return provider && againstProvider(provider);
}

/** A provider that issues the padlock itself must be reached directly. */
function againstProvider(provider: (typeof WEBSITE_PROVIDERS)[number]): CdnReason {
  const { name } = WEBSITE_PRESETS[provider];
  return {
    reason: `${name} gives SSL itself, so visitors must reach it directly.`,
    breaks: !SUPPORTS_PROXY.includes(provider),
  };
}
