import { canonicalName } from "#app/domains/ascii-name.ts";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import type { DnsRecord } from "../record.ts";
import { targetOf } from "../record-identity.ts";
import { isWithin } from "../record-name.ts";
import { isProxied } from "../types.ts";
import { recordsAt } from "../zone-records.ts";
import type { FindingDraft } from "./health-rules.ts";
import type { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";
import { mayExist } from "./spf-check.ts";

/** Names that mail programs try by themselves. RFC 6186; Microsoft, Autodiscover; Mozilla, Autoconfiguration. */
const PROGRAM_NAMES = ["mail", "smtp", "imap", "pop", "pop3", "autodiscover", "autoconfig"];

/** Returns findings about MX records. */
export function serverFindings(mail: MailZone): FindingDraft[] {
  const { servers, nullMx, domain } = mail;
  if (servers.length === 0 && nullMx.length > 0)
    return [{ code: "mx-null", words: `Nobody can send mail to ${domain}. Senders are told at once.` }];
  if (servers.length === 0)
    return [{ code: "mx-missing", words: `Nobody can send mail to ${domain}. ${NO_SERVER}`, fix: PRESET }];

  const found = [
    ...(nullMx.length > 0 ? [{ code: "mx-null-mixed", words: NULL_MIXED } satisfies FindingDraft] : []),
    ...servers.flatMap((record) => aboutServer(record, mail)),
    ...aboutProviders(mail),
  ];
  return found.length > 0 ? found : [{ code: "mx-ok", words: `Mail for ${domain} goes to ${whereTo(mail)}.` }];
}

/** Returns the proxied names that mail programs use, without those of the mail servers. */
export function proxiedNames(mail: MailZone): string[] {
  const servers = mail.servers.map(targetOf);
  return PROGRAM_NAMES.map((label) => `${label}.${mail.domain}`).filter(
    // A wildcard is for websites: it does not say that mail programs use the name.
    (name) => !servers.includes(name) && recordsAt(name, mail.records).some(isProxied),
  );
}

/** Returns findings about the names that mail programs use. */
export function programFindings(mail: MailZone): FindingDraft[] {
  const names = proxiedNames(mail);
  if (names.length === 0) return [];
  const words = `${names.join(" and ")} ${names.length === 1 ? "uses" : "use"} the CDN. The CDN only carries websites, so phones and mail programs cannot connect.`;
  return [{ code: "host-proxied", words }];
}

/** Whether an MX record has an IP address in place of a name. */
export function isIpAddress({ content }: DnsRecord): boolean {
  const text = canonicalName(content);
  return isIpv4(text) || canonicalIpv6(text) !== undefined;
}

const PRESET = { kind: "preset", label: "Set up mail" } as const;
const NO_SERVER = "It has no MX record.";
const NULL_MIXED =
  "One MX record is a dot. That means “no mail here”. Another names a mail server, so some senders give up.";

function aboutServer(record: DnsRecord, mail: MailZone): FindingDraft[] {
  if (isIpAddress(record))
    return [
      {
        code: "mx-address",
        words: `${record.content} is an address, but mail needs a name. Add an A record for the server, then put its name here.`,
        fix: { kind: "edit", record: record.id, label: "Change this MX record" },
      },
    ];
  const host = canonicalName(record.content);
  switch (mail.hostState(host)) {
    case "alias":
      return [
        { code: "mx-alias", words: `${host} is a CNAME, another name for a server. Some senders do not follow it.` },
      ];
    case "missing":
      return [
        {
          code: "mx-no-address",
          words: `Mail goes to ${host}, but that name has no address. Add an A record with the address of the mail server.`,
          fix: { kind: "add", type: "A", label: "Add an A record" },
        },
      ];
    case "private":
      return [
        {
          code: "mx-private",
          words: `Mail goes to ${host}, whose address is private or reserved. Give it the public address of the mail server.`,
        },
      ];
    case "ipv6":
      return [{ code: "mx-ipv6", words: `Mail goes to ${host}, which has no IPv4 address. Add an A record for it.` }];
    case "elsewhere":
      return mayExist(host) || isWithin(host, mail.zone)
        ? []
        : [
            {
              code: "mx-no-address",
              words: `Mail goes to ${host}, and there is no such name on the internet. Type the whole name of the mail server.`,
              fix: { kind: "edit", record: record.id, label: "Change this MX record" },
            },
          ];
    case "proxied":
      return [
        {
          code: "mx-proxied",
          words: `Your mail server ${host} is set to use the CDN, which only carries websites. Mail programs cannot reach it there; give mail a name without the CDN.`,
          fix: { kind: "edit", record: record.id, label: "Change this MX record" },
        },
      ];
    default:
      return [];
  }
}

/**
 * Mail that is split between two providers is lost in one of them. Microsoft and Google both ask to be the only one.
 */
function aboutProviders(mail: MailZone): FindingDraft[] {
  if (mail.providers.length < 2) return [];
  return [
    {
      code: "mx-mixed",
      words: `Mail for ${mail.domain} goes to ${whereTo(mail)}. Some of it ends up where nobody looks. Connect mail again, with the one that you use.`,
      fix: PRESET,
    },
  ];
}

function whereTo({ providers, servers, domain }: MailZone): string {
  const names = providers.map((provider) => (provider ? PRESETS[provider].name : undefined));
  const others = servers.map(({ content }) => canonicalName(content) || domain);
  return names.map((name) => name ?? (providers.length > 1 ? "another server" : others[0])).join(" and ");
}
