import { z } from "zod";
import { anyText } from "../../unsendable.ts";
import { cleanInput } from "../ascii-name.ts";
import { invalid, type Parsed, valid } from "../parsed.ts";
import { RECORD_LIMITS } from "../read-record.ts";
import type { RecordDraft } from "../record.ts";
import { canonicalName } from "../record-name.ts";
import { readMailServer } from "../types/mx.ts";
import { readDkimAliases, readDkimKey } from "./dkim.ts";
import { type FindingCode, isFindingCode } from "./health-rules.ts";
import { mailRecord, mailText } from "./mail-records.ts";
import {
  includesFor,
  isMailProvider,
  type MailProvider,
  type MailServer,
  PRESETS,
  ZOHO_REGIONS,
  zohoServers,
} from "./presets.ts";

/** What the form of a provider asks for: each only where it is needed. */
export const MAIL_FIELDS = ["mx", "region", "token", "dkim", "selector", "reports", "leave"] as const;
export type MailField = (typeof MAIL_FIELDS)[number];

type Typed = { [Field in MailField]?: string | undefined };

/** What has to be in a zone so that mail goes with a provider. */
export type MailSetup = {
  provider: MailProvider;
  /** Sets of mail servers that are all right; the first is set up where none of them is there. */
  servers: readonly (readonly MailServer[])[];
  /** What SPF has to name: the first, unless one of the others is there. */
  includes: readonly string[];
  /** The proof, the keys, and what every customer needs. */
  records: readonly RecordDraft[];
  /** Where reports about DMARC go. */
  reports: string | undefined;
  /** Nothing is sent through other providers any more, so SPF need not name them. */
  isLeaving: boolean;
};

type AnswerProblem = { field: MailField; message: string };

/**
 * Takes what was typed into the form of a provider for a zone (lower-case ASCII) and gives what has to be in the zone, or
 * what is wrong, by field. Fields of other providers are not looked at. Source: docs/product.md, "Mail".
 */
export function readMailSetup(
  provider: MailProvider,
  typed: Typed,
  zone: string,
): { ok: true; wishes: MailSetup } | { ok: false; problems: AnswerProblem[] } {
  const problems: AnswerProblem[] = [];
  const take = <Value>(field: MailField, reading: Parsed<Value>, otherwise: Value): Value => {
    if (reading.ok) return reading.value;
    problems.push({ field, message: reading.message });
    return otherwise;
  };
  const preset = PRESETS[provider];
  const servers = serversFor(provider, typed, zone, unwrap);
  const token = unwrap("token", readToken(typed.token ?? "", provider), undefined);
  const keys = keysFor(provider, typed, zone, unwrap);
  const reports = unwrap("reports", readReports(typed.reports ?? "", zone), undefined);
  if (problems.length > 0) return { ok: false, problems };

  const aliases = preset.aliases.map(({ label, target }) =>
    mailRecord({ type: "CNAME", name: `${label}.${zone}`, content: target }),
  );
  const proof = token === undefined ? [] : [mailText(zone, token)];
  const wishes = {
    provider,
    servers,
    includes: includesFor(provider, servers[0]?.[0]?.content ?? ""),
    records: [...proof, ...aliases, ...keys],
    reports,
    isLeaving: typed.leave === "on",
  };
  return { ok: true, wishes };
}

type Take = <Value>(field: MailField, reading: Parsed<Value>, otherwise: Value) => Value;

function serversFor(provider: MailProvider, typed: Typed, zone: string, unwrap: Take): MailSetup["servers"] {
  if (provider === "google") return PRESETS.google.servers;
  if (provider === "zoho") {
    const region = ZOHO_REGIONS.find(({ value }) => value === typed.region);
    const reading = region ? valid(zohoServers(region)) : invalid("Choose where your Zoho account is.");
    return [unwrap("region", reading, [])];
  }
  return [[{ content: unwrap("mx", readMicrosoftServer(typed.mx ?? "", zone), ""), priority: 0 }]];
}

/**
 * Since July 2026 the name of the server cannot be told from the domain (Microsoft, MC1048624), and never could for domains
 * with hyphens, so it is asked. Copied from the table of records it may have its priority in front.
 */
function readMicrosoftServer(typed: string, zone: string): Parsed<string> {
  const example = `${zone.replaceAll(".", "-")}.mail.protection.outlook.com`;
  const text = cleanInput(typed).replace(/^\d+\s+/, "");
  if (text === "")
    return invalid(
      `Type the mail server that Microsoft 365 shows under “MX” for ${zone}. It may look like ${example}.`,
    );
  const target = readMailServer(text, zone);
  if (!target.ok) return target;
  if (PRESETS.microsoft.mxPattern.test(target.value)) return target;
  return invalid(
    `Microsoft's mail servers end in .mx.microsoft or .mail.protection.outlook.com, such as ${example}. Copy the one shown under “MX”.`,
  );
}

function readToken(typed: string, provider: MailProvider): Parsed<string | undefined> {
  const { name, token } = PRESETS[provider];
  const text = cleanInput(typed).replace(/^"(.*)"$/, "$1");
  if (text === "") return valid(undefined);
  const isWhole = text.toLowerCase().startsWith(token.prefix.toLowerCase());
  const rest = isWhole ? text.slice(token.prefix.length) : text;
  if (token.rest.test(rest)) return valid(`${token.prefix}${rest}`);
  return invalid(`Copy the whole text that ${name} shows, such as ${token.example}, or leave this empty.`);
}

function keysFor(provider: MailProvider, typed: Typed, zone: string, unwrap: Take): RecordDraft[] {
  const pasted = cleanInput(typed.dkim ?? "");
  if (pasted === "") return [];
  const { fixed, proposed } = PRESETS[provider].keys;
  if (fixed.length > 0) return unwrap("dkim", readDkimAliases(pasted, zone), []);
  const name = unwrap("selector", readSelector(typed.selector ?? "", proposed, zone), "");
  const text = unwrap("dkim", readDkimKey(pasted), "");
  return [mailText(name, text)];
}

/** The name of a key: its first part alone, or the whole name that the provider shows. RFC 6376, section 3.1. */
function readSelector(typed: string, proposed: string | undefined, zone: string): Parsed<string> {
  const text = canonicalName(cleanInput(typed)) || (proposed ?? "");
  const example = proposed ?? "zmail";
  const selector = /^([^.]+)\._domainkey(?:\..*)?$/.exec(text)?.[1] ?? text;
  const isOther = /\._domainkey\./.test(text) && !text.endsWith(`._domainkey.${zone}`);
  if (isOther) return invalid(`This key is for another name than ${zone}.`);
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(selector)) return valid(`${selector}._domainkey.${zone}`);
  return invalid(
    `Type the name of the key as it is shown beside the key, such as ${example} or ${example}._domainkey.`,
  );
}

/** RFC 9989, "rua": a comma and an exclamation mark have a meaning of their own there. */
function readReports(typed: string, zone: string): Parsed<string | undefined> {
  const text = cleanInput(typed).replace(/^mailto:/i, "");
  if (text === "") return valid(undefined);
  if (/^[a-z0-9.#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(text)) return valid(text);
  return invalid(`Type one e-mail address, such as dmarc@${zone}, or leave this empty.`);
}

const NEITHER = "Press one of the buttons.";

/** What the buttons of the mail page ask for. */
export type MailRequest = { kind: "preset"; wishes: MailSetup } | { kind: "fix"; code: FindingCode };

/** Characters of a key with all that a provider shows around it. */
export const MAIL_LIMITS = { dkim: RECORD_LIMITS.content };

/** The forms of the mail page of the zone with this name, or messages at the fields. Server only. Source: docs/product.md, "Mail". */
export function mailSchema(zone: string) {
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
    const reading = readMailSetup(preset, typed, zone);
    if (reading.ok) return { kind: "preset", wishes: reading.wishes };
    for (const { field, message } of reading.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
