import { canonicalName } from "#app/domains/ascii-name.ts";
import type { RecordDraft } from "../record.ts";
import { txtText } from "../txt.ts";
import { isKeyName, isSpf } from "../zone-records.ts";
import { dkimWords, hasPrivateKey, isIdle, judgeDkimKey } from "./dkim-key.ts";
import { judgeDmarc } from "./dmarc-judge.ts";
import { RULES, type Severity } from "./health-rules.ts";
import { textFindings } from "./health-spf.ts";
import { MailZone } from "./mail-zone.ts";
import { readTags } from "./tag-list.ts";
import { transportProblem } from "./transport-text.ts";

/** What is wrong with one text record. bad: receivers reject or ignore it, or it gives a secret away. */
export type TextMistake = { severity: Exclude<Severity, "ok">; words: string };

/** What a text is meant to be, also with invisible characters or quotation marks around its version. */
const MEANT = /^[^a-z0-9]*v[^a-z0-9]{0,3}(spf|dkim|dmarc)/iu;

/**
 * Judges one text record by its name: SPF, a key at `…._domainkey.…` and a policy at `_dmarc.…` as receivers read them, such
 * texts in a wrong place, and the secret half of a key anywhere. The record form, the import, the mail page and the live check
 * use this function. Source: docs/product/mail-and-website.md, "Mail".
 */
export function judgeText(record: Pick<RecordDraft, "type" | "name" | "content">, zone: string): TextMistake[] {
  if (record.type !== "TXT") return [];
  const text = txtText(record.content);
  const name = canonicalName(record.name);
  if (hasPrivateKey(text)) return mistake(dkimWords({ state: "private" }));
  const transport = transportProblem(name, text, zone);
  if (transport !== undefined) return mistake(transport);
  const meant = meaningOf(text);
  if (isKeyName(name)) {
    if (meant === "spf" || meant === "dmarc") return mistake(PLACES[meant](zone));
    const key = judgeDkimKey(text);
    return mistake(dkimWords(key), isIdle(key) ? "warn" : "bad");
  }
  // A record at such a name only allows that another domain's reports are sent to this one: RFC 7489, section 7.1.
  const isConsent = /(^|\.)_report\._dmarc\./.test(name);
  if (isConsent || name.startsWith("_dmarc.")) {
    if (meant === "spf" || meant === "dkim") return mistake(PLACES[meant](zone));
    const problems = isConsent && readTags(text)?.get("v") === "DMARC1" ? [] : judgeDmarc(text);
    return problems.map(({ kind, words }) => ({ severity: kind === "broken" ? "bad" : "warn", words }));
  }
  if (meant === "dkim" || meant === "dmarc") return mistake(PLACES[meant](zone));
  if (meant !== "spf") return [];
  const spf = { ...record, ttl: 1, proxied: false };
  if (!isSpf(spf)) {
    return mistake(
      "Gmail, Outlook and others do not see that this is SPF: it must begin with v=spf1 and a space, and nothing before it.",
    );
  }
  return textFindings(spf, new MailZone([], zone)).map(({ code, words, severity = RULES[code].severity }) => ({
    severity: severity === "bad" ? "bad" : "warn",
    words,
  }));
}

/** A term of SPF with a value, and the end of an SPF text. */
const SPF_TERM = /(^|[\s,;])[+?~-]?(include|ip[46]|mx|a|redirect)[:=]/i;
const SPF_END = /[+?~-]all[^a-z0-9]*$/i;

/** What a text is meant to be, also if its version is misspelt, glued to the next word, preceded by other words, or missing. */
function meaningOf(text: string): "spf" | "dkim" | "dmarc" | undefined {
  const [, version] = MEANT.exec(text) ?? [];
  const known = (["spf", "dkim", "dmarc"] as const).find((one) => one === version?.toLowerCase());
  if (known) return known;
  // Sender ID (RFC 4406), which few receivers use: "spf2.0/pra".
  if (/^spf2\.0\//i.test(text)) return undefined;
  if (/(^|[^a-z0-9])v\s*[=:]\s*spf/i.test(text) || (SPF_TERM.test(text) && SPF_END.test(text))) return "spf";
  // RFC 6376 recommends v=DKIM1 and does not demand it.
  const { state } = judgeDkimKey(text);
  return ["fine", "cut", "weak", "testing"].includes(state) ? "dkim" : undefined;
}

function mistake(words: string | undefined, severity: TextMistake["severity"] = "bad"): TextMistake[] {
  return words === undefined ? [] : [{ severity, words }];
}

const PLACES = {
  spf: (zone: string) =>
    `This is SPF. Gmail, Outlook and others look for it at the name that sends, such as ${zone} itself, and not here.`,
  dkim: (zone: string) =>
    `This is a mail key. Gmail, Outlook and others look for it at the name that your mail service shows, such as key1._domainkey.${zone}, and not here.`,
  dmarc: (zone: string) => `This is DMARC. Gmail, Outlook and others look for it at _dmarc.${zone}, and not here.`,
};
