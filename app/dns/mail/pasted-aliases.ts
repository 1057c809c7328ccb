import { canonicalName } from "#app/domains/ascii-name.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import type { RecordDraft } from "../record.ts";
import { mailRecord } from "./mail-records.ts";
import type { MailProvider } from "./presets.ts";

type Alias = { label: string; target: string };
/** How a provider's CNAME records are read from what it shows: `read` returns undefined if the text is not whole. */
type Rule = { example: string; read: (names: readonly string[], domain: string) => Alias[] | undefined };

/** Microsoft, "How to use DKIM for email in your custom domain": the target names since May 2025 and before. */
const MICROSOFT = /^selector([12])(-[a-z0-9-]+\._domainkey\.[a-z0-9.-]+\.(?:dkim\.mail\.microsoft|onmicrosoft\.com))$/;
/** Proton, "Anti-spoofing for custom domains": three names that differ in their number only. */
const PROTON = /^protonmail[23]?(\.domainkey\.d[a-z0-9]{10,60}\.domains\.proton\.ch)$/;
/** Brevo: two names that begin with b1 and b2. */
const BREVO = /^b[12](\.[a-z0-9-]{1,63}\.dkim\.brevo\.com)$/;
/** SendGrid, "Domain authentication": the account's name, and two keys below it. */
const SENDGRID = /^(?:s[12]\.domainkey\.)?(u\d{1,12}\.wl\d{1,6}\.sendgrid\.net)$/;

const RULES: Partial<Record<MailProvider, Rule>> = {
  microsoft: {
    example:
      "Copy what Microsoft 365 shows for DKIM: it begins with selector1- and ends in .dkim.mail.microsoft or .onmicrosoft.com.",
    read(names) {
      const found = new Map(names.flatMap((name) => (MICROSOFT.exec(name) ? [[MICROSOFT.exec(name)?.[1], name]] : [])));
      const [known] = found.values();
      // One is enough: the two differ only in their number.
      if (known === undefined) return undefined;
      return ["1", "2"].map((number) => ({
        label: `selector${number}._domainkey`,
        target: found.get(number) ?? known.replace(/^selector[12]/, `selector${number}`),
      }));
    },
  },
  proton: {
    example: "Copy what Proton shows for DKIM: three names that end in .domains.proton.ch.",
    read(names) {
      const rest = firstMatch(names, PROTON);
      if (rest === undefined) return undefined;
      return ["", "2", "3"].map((number) => ({
        label: `protonmail${number}._domainkey`,
        target: `protonmail${number}${rest}`,
      }));
    },
  },
  sendgrid: {
    example: "Copy all three lines that SendGrid shows: their targets end in .sendgrid.net.",
    read(names, domain) {
      const account = firstMatch(names, SENDGRID) ?? "";
      const own = names[names.indexOf(account) - 1]?.replace(`.${domain}`, "");
      // Without the first line mail is signed, and replies that cannot be delivered are lost.
      if (!account || own === undefined || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(own)) return undefined;
      const keys = ["1", "2"].map((number) => ({
        label: `s${number}._domainkey`,
        target: `s${number}.domainkey.${account}`,
      }));
      return [{ label: own, target: account }, ...keys];
    },
  },
};

/**
 * Returns the CNAME records for what a provider shows its customer: names in any order, with words around them. Returns an
 * error if a name is missing or incomplete; undefined for a provider whose key is a text.
 */
export function readPastedAliases(
  provider: MailProvider,
  pasted: string,
  domain: string,
): Parsed<RecordDraft[]> | undefined {
  // Pages break lines after a hyphen.
  const text = pasted.replace(/-\s{1,20}(?=\S)/g, "-");
  const names = (text.match(/[a-z0-9._-]+/gi) ?? []).map(canonicalName).filter((name) => name !== "cname");
  const rule = provider === "brevo" ? brevoRule(names) : RULES[provider];
  if (!rule) return undefined;
  const aliases = rule.read(names, domain);
  if (!aliases) return invalid(rule.example);
  return valid(
    aliases.map(({ label, target }) => mailRecord({ type: "CNAME", name: `${label}.${domain}`, content: target })),
  );
}

/** Brevo shows either a key or two names. */
function brevoRule(names: readonly string[]): Rule | undefined {
  const rest = firstMatch(names, BREVO);
  if (rest === undefined) return undefined;
  const aliases = ["1", "2"].map((number) => ({ label: `brevo${number}._domainkey`, target: `b${number}${rest}` }));
  return { example: "", read: () => aliases };
}

function firstMatch(names: readonly string[], pattern: RegExp): string | undefined {
  return names.map((name) => pattern.exec(name)?.[1]).find((found) => found !== undefined);
}
