import { z } from "zod";
import { canonicalName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, type Unwrap, unwrapInto, valid } from "#app/platform/text/parsed.ts";
import { anyText } from "#app/platform/text/text-characters.ts";
import { isIpv4 } from "../address.ts";
import type { RecordDraft } from "../record.ts";
import { MAX_TYPED } from "../txt.ts";
import { readMailServer } from "../types/mx.ts";
import { readDkimKey } from "./dkim-key.ts";
import { type FindingCode, isFindingCode } from "./health-rules.ts";
import type { MailServer } from "./mail-preset.ts";
import { mailRecord, mailText } from "./mail-records.ts";
import { readPastedAliases } from "./pasted-aliases.ts";
import {
  aliasesFor,
  includesFor,
  isMailProvider,
  type MailProvider,
  PRESETS,
  providerOf,
  ZOHO_REGIONS,
  zohoServers,
} from "./presets.ts";

/** The fields of the providers' forms. Each provider uses some of them. */
export const MAIL_FIELDS = ["mx", "region", "token", "dkim", "selector", "reports", "leave"] as const;
export type MailField = (typeof MAIL_FIELDS)[number];

type Typed = { [Field in MailField]?: string | undefined };

/** What a domain needs so that its mail goes to a provider. */
export type MailSetup = {
  provider: MailProvider;
  /** The name after the @ of its addresses: the zone's apex or a name below. */
  domain: string;
  /** Sets of MX records that work. The first is created if the domain has none of them. */
  servers: readonly (readonly MailServer[])[];
  /** Domains that SPF may include. The first is added if the text has none of them. */
  includes: readonly string[];
  /** Terms of SPF for a server without a domain to include; undefined for other providers. */
  terms?: string | undefined;
  /** The verification text, the keys, and the records that every customer needs. */
  records: readonly RecordDraft[];
  /** The address for DMARC reports. */
  reports: string | undefined;
  /** True if no mail is sent through other providers any more, so SPF need not include them. */
  isLeaving: boolean;
};

type FieldProblem = { field: MailField; message: string };

/**
 * Reads a provider's form for a domain, or for a name below it (lower-case ASCII). Returns the set-up, or a message for each
 * invalid field. Ignores fields of other providers. Source: docs/product/mail-and-website.md, "Mail".
 */
export function readMailSetup(
  provider: MailProvider,
  typed: Typed,
  domain: string,
): { ok: true; setup: MailSetup } | { ok: false; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const unwrap = unwrapInto(problems);
  const address = provider === "cpanel" ? unwrap("mx", readHosting(typed.mx ?? ""), "") : undefined;
  const servers = serversFor(provider, typed, domain, unwrap);
  const token = unwrap("token", readToken(typed.token ?? "", provider), undefined);
  const keys = keysFor(provider, typed, domain, unwrap);
  const reports = unwrap("reports", readReports(typed.reports ?? "", domain), undefined);
  if (problems.length > 0) return { ok: false, problems };

  const aliases = aliasesFor(provider, domain).map(({ label, target }) =>
    mailRecord({ type: "CNAME", name: `${label}.${domain}`, content: target }),
  );
  const proof = token === undefined ? [] : [mailText(domain, token)];
  const setup = {
    provider,
    domain,
    servers,
    includes: includesFor(provider, servers[0]?.[0]?.content ?? ""),
    ...(address && { terms: `mx ip4:${address}` }),
    records: [...proof, ...aliases, ...(address ? hostingRecords(address, domain) : []), ...keys],
    reports,
    isLeaving: typed.leave === "on",
  };
  return { ok: true, setup };
}

/** Stands for Microsoft's mail server, which every customer must copy. */
const SERVER = "the-server-above.mail.protection.outlook.com";

/** Stands for the address of the hosting: an address for documents (RFC 5737). */
const ADDRESS = "192.0.2.255";
/** What the page shows in place of placeholders. */
const WORDS = { [SERVER]: "(the mail server above)", [ADDRESS]: "(the address above)" };

/**
 * Returns a provider's set-up before its customer has typed anything, from the initial values of its form; null for a sender
 * whose records only its customer knows. `words` maps each placeholder to the words that a page shows instead.
 */
export function mailSetupToShow(provider: MailProvider, values: Typed, domain: string) {
  const { mx = "" } = values;
  const read = readMailSetup(provider, { ...values, mx: mx || (provider === "cpanel" ? ADDRESS : SERVER) }, domain);
  return read.ok ? { setup: read.setup, words: mx === "" ? WORDS : { [mx]: mx, ...WORDS } } : null;
}

/** Returns the values of a set-up's records that every customer must type. */
export function typedMailValues({ provider, servers, records }: MailSetup): string[] {
  if (provider === "cpanel") return records.flatMap(({ type, content }) => (type === "A" ? [content] : []));
  return provider === "microsoft" ? servers.flat().map(({ content }) => content) : [];
}

function serversFor(
  provider: MailProvider,
  typed: Typed,
  domain: string,
  unwrap: Unwrap<MailField>,
): MailSetup["servers"] {
  if (provider === "cpanel") return [[{ content: `mail.${domain}`, priority: 0 }]];
  if (provider === "zoho") {
    const region = ZOHO_REGIONS.find(({ value }) => value === typed.region);
    const result = region ? valid(zohoServers(region)) : invalid("Choose where your Zoho account is.");
    return [unwrap("region", result, [])];
  }
  if (provider !== "microsoft") return PRESETS[provider].servers;
  return [[{ content: unwrap("mx", readMicrosoftServer(typed.mx ?? "", domain), ""), priority: 0 }]];
}

/**
 * The name of Microsoft's mail server cannot be derived from the domain since July 2026 (Microsoft, MC1048624), and
 * never could for domains with hyphens. So the form asks for it. Accepts the priority in front, as in Microsoft's
 * table.
 */
function readMicrosoftServer(typed: string, domain: string): Parsed<string> {
  const example = `${domain.replaceAll(".", "-")}.mail.protection.outlook.com`;
  const text = cleanInput(typed).replace(/^\d+\s+/, "");
  if (text === "")
    return invalid(
      `Type the mail server that Microsoft 365 shows under “MX” for ${domain}. It may look like ${example}.`,
    );
  const target = readMailServer(text, domain);
  if (!target.ok) return target;
  if (providerOf(target.value) === "microsoft") return target;
  return invalid(
    `Microsoft's mail servers end in .mx.microsoft or .mail.protection.outlook.com, such as ${example}. Copy the one shown under “MX”.`,
  );
}

function readToken(typed: string, provider: MailProvider): Parsed<string | undefined> {
  const { name, token } = PRESETS[provider];
  const text = cleanInput(typed).replace(/^"(.*)"$/, "$1");
  if (text === "" || !token) return valid(undefined);
  const isWhole = text.toLowerCase().startsWith(token.prefix.toLowerCase());
  const rest = isWhole ? text.slice(token.prefix.length) : text;
  if (token.rest.test(rest)) return valid(`${token.prefix}${rest}`);
  return invalid(`Copy the whole text that ${name} shows, such as ${token.example}, or leave this empty.`);
}

function keysFor(provider: MailProvider, typed: Typed, domain: string, unwrap: Unwrap<MailField>): RecordDraft[] {
  const pasted = cleanInput(typed.dkim ?? "");
  const { keys, isSender, aliases } = PRESETS[provider];
  if (pasted === "") {
    const isNeeded = isSender && aliases.length === 0;
    return isNeeded ? unwrap("dkim", invalid(`Paste what ${PRESETS[provider].name} shows for DKIM.`), []) : [];
  }
  const found = readPastedAliases(provider, pasted, domain);
  if (found) return unwrap("dkim", found, []);
  const selector = typed.selector || keys.proposed || "";
  const name = unwrap("selector", readSelector(selector, keys.proposed, domain), "");
  // Brevo leaves the version out; a key without a version counts as DKIM1: RFC 6376, section 3.6.1.
  const text = unwrap(
    "dkim",
    readDkimKey(provider === "brevo" && /^"?\s*k=/.test(pasted) ? `v=DKIM1;${pasted}` : pasted),
    "",
  );
  return [mailText(name, text)];
}

/** Reads the address of the agency's hosting server. */
function readHosting(typed: string): Parsed<string> {
  const text = cleanInput(typed);
  return isIpv4(text)
    ? valid(text)
    : invalid("Type the IP address in the mail about your hosting, such as 203.0.113.7.");
}

/** The names by which mail programs find the server of the hosting. Source: cPanel, "Service subdomains". */
function hostingRecords(address: string, domain: string): RecordDraft[] {
  return ["mail", "autodiscover", "autoconfig"].map((label) =>
    mailRecord({ type: "A", name: `${label}.${domain}`, content: address }),
  );
}

/** Reads the name of a key: the selector alone, or the whole name that the provider shows. RFC 6376, section 3.1. */
function readSelector(typed: string, proposed: string | undefined, domain: string): Parsed<string> {
  const text = canonicalName(cleanInput(typed)) || (proposed ?? "");
  const example = proposed ?? "zmail";
  const selector = /^([^.]+)\._domainkey(?:\..*)?$/.exec(text)?.[1] ?? text;
  // A provider may show the name as it stands in the zone: google._domainkey.news.
  const [, rest = domain] = text.split("._domainkey.");
  if (rest !== domain && !domain.startsWith(`${rest}.`)) return invalid(`This key is for another name than ${domain}.`);
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(selector)) return valid(`${selector}._domainkey.${domain}`);
  return invalid(
    `Type the name of the key as it is shown beside the key, such as ${example} or ${example}._domainkey.`,
  );
}

/** RFC 9989, "rua": a comma and an exclamation mark have a special meaning there. */
function readReports(typed: string, domain: string): Parsed<string | undefined> {
  const text = cleanInput(typed).replace(/^mailto:/i, "");
  if (text === "") return valid(undefined);
  if (/^[a-z0-9.#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(text)) return valid(text);
  return invalid(`Type one e-mail address, such as dmarc@${domain}, or leave this empty.`);
}

const NEITHER = "Press one of the buttons.";

/** What a button of the mail page requests. */
export type MailRequest = { kind: "preset"; setup: MailSetup } | { kind: "fix"; code: FindingCode };

/** Characters of a pasted key with everything a provider shows around it. */
export const MAIL_LIMITS = { dkim: MAX_TYPED };

/** The schema of the mail page's forms. Server only. Source: docs/product/mail-and-website.md, "Mail". */
export function mailSchema(domain: string) {
  const fields = z.object({
    preset: anyText(),
    fix: anyText(),
    ...({
      mx: anyText(),
      region: anyText(),
      token: anyText(),
      dkim: anyText(),
      selector: anyText(),
      reports: anyText(),
      leave: anyText(),
    } satisfies Record<MailField, unknown>),
  });
  return fields.transform(({ preset, fix, ...typed }, context): MailRequest => {
    if (isFindingCode(fix)) return { kind: "fix", code: fix };
    if (!isMailProvider(preset)) {
      context.issues.push({ code: "custom", path: [], message: NEITHER, input: preset });
      return z.NEVER;
    }
    const result = readMailSetup(preset, typed, domain);
    if (result.ok) return { kind: "preset", setup: result.setup };
    for (const { field, message } of result.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
