import { canonicalName } from "#app/domains/ascii-name.ts";
import type { DnsRecord } from "../record.ts";
import { isWithin } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { isDmarc, recordsAt } from "../zone-records.ts";
import { dkimWords, hasPrivateKey, isIdle, judgeDkimKey } from "./dkim-key.ts";
import { policyBelow, policyOf } from "./dmarc.ts";
import { type DmarcProblem, judgeDmarc, reportDomains } from "./dmarc-judge.ts";
import type { FindingDraft } from "./health-rules.ts";
import type { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";
import { mayExist } from "./spf-check.ts";
import { readTags } from "./tag-list.ts";

const PRESET = { kind: "preset", label: "Add the key" } as const;

/** Returns findings about DKIM: about each key, and about missing keys of the providers that we know. */
export function keyFindings(mail: MailZone): FindingDraft[] {
  const proxied = mail.keys.filter((record) => record.proxied).map(({ name }) => name);
  const found: FindingDraft[] = [...secrets(mail), ...keyProblems(mail)];
  if (proxied.length > 0) {
    const words = `${proxied.join(" and ")} must not use the CDN. Gmail, Outlook and others cannot find the key there, so your mail looks fake.`;
    found.push({ code: "dkim-proxied", words });
  }
  for (const provider of mail.providers) {
    if (provider === undefined) continue;
    const { name, keys } = PRESETS[provider];
    if (hasKey(mail, keys.fixed)) continue;
    found.push({
      code: "dkim-missing",
      words: `Switch signing on at ${name}. Then add the key that it shows you.`,
      fix: PRESET,
    });
  }
  const [usable] = usableKeys(mail);
  if (found.length > 0 || !usable) return found;
  const words =
    usable.type === "CNAME"
      ? "Your mail service keeps the key. It signs your mail once you switch that on there."
      : "Gmail, Outlook and others can use your key. Your mail service signs your mail once you switch that on there.";
  return [{ code: "dkim-ok", words }];
}

/** The secret halves of keys, wherever they stand. */
function secrets({ records }: MailZone): FindingDraft[] {
  return records
    .filter(({ type, content }) => type === "TXT" && hasPrivateKey(txtText(content)))
    .map(({ id, name }) => ({
      code: "dkim-secret",
      words: `${name}: ${dkimWords({ state: "private" })}`,
      fix: { kind: "edit", record: id, label: "Change this record" },
    }));
}

/** What is wrong with the texts of the keys. Two keys at one name are wrong too. */
function keyProblems(mail: MailZone): FindingDraft[] {
  const { keys } = mail;
  const names = [...new Set(keys.map(({ name }) => canonicalName(name)))];
  return names.flatMap((name): FindingDraft[] => {
    const [there] = recordsAt(name, keys);
    const texts = mail.answers(name)?.filter(({ type }) => type === "TXT");
    if (!there || (!texts && !leadsNowhere(there, mail))) return [];
    const [record, second] = texts ?? [];
    if (!record) {
      const words = `${name}: Gmail, Outlook and others find no key, because it leads to ${there.content}, where none is.`;
      return [{ code: "dkim-broken", words, fix: { kind: "edit", record: there.id, label: "Change the key" } }];
    }
    const fix = { kind: "edit", record: record.id, label: "Change the key" } as const;
    if (second) return [{ code: "dkim-doubled", words: `${name} has more than one key. Delete the old one.`, fix }];
    const key = judgeDkimKey(txtText(record.content));
    const words = dkimWords(key);
    // A revoked key is no problem while another key is in force: the old key was replaced.
    const isReplaced = key.state === "revoked" && usableKeys(mail).length > 0;
    if (words === undefined || key.state === "private" || isReplaced) return [];
    return [{ code: isIdle(key) ? "dkim-idle" : "dkim-broken", words: `${name}: ${words}`, fix }];
  });
}

/**
 * Keys that receivers can use, as far as this zone says: a CNAME to another zone leads to a key that the mail service keeps.
 */
function usableKeys(mail: MailZone) {
  return mail.keys.filter((record) => {
    const texts = mail.answers(record.name)?.filter(({ type }) => type === "TXT");
    if (!texts) return !leadsNowhere(record, mail);
    const [text, second] = texts;
    return text !== undefined && !second && judgeDkimKey(txtText(text.content)).state === "fine";
  });
}

/** Whether a CNAME leads to a name that cannot exist. */
function leadsNowhere({ type, content }: DnsRecord, { zone }: MailZone): boolean {
  const target = canonicalName(content);
  return type === "CNAME" && !isWithin(target, zone) && !mayExist(target);
}

/** Returns findings about the automatic set-up of mail programs. */
export function setUpFindings(mail: MailZone): FindingDraft[] {
  if (!mail.providers.includes("microsoft")) return [];
  const name = `autodiscover.${mail.domain}`;
  const there = recordsAt(name, mail.records).filter(({ type }) => ["A", "AAAA", "CNAME"].includes(type));
  const targets = PRESETS.microsoft.aliases.map(({ target }) => target);
  if (there.length === 0)
    return [{ code: "autodiscover-missing", words: `Add a CNAME ${name}. Then Outlook finds its settings by itself.` }];
  const other = there.find(({ type, content }) => type !== "CNAME" || !targets.includes(canonicalName(content)));
  if (!other) return [];
  const words = `${name} leads to ${other.content}, and your mail is at Microsoft 365. Microsoft wants a CNAME to ${targets[0]}.`;
  return [{ code: "autodiscover-other", words }];
}

/** Returns findings about DMARC. */
export function policyFindings(mail: MailZone): FindingDraft[] {
  const { policies, dmarcs, domain, policyDomain } = mail;
  const [policy, second] = policies;
  if (second)
    return [
      {
        code: "dmarc-doubled",
        words: `You have ${policies.length} DMARC records, but only one is allowed. Gmail, Outlook and others use none of them.`,
      },
    ];
  const isBelow = policyDomain !== domain;
  const read = policy && (isBelow ? policyBelow : policyOf)(txtText(policy.content));
  const problems = policy ? judgeDmarc(txtText(policy.content)) : [];
  if (policy && problems.length > 0) return problems.map((problem) => dmarcFinding(problem, policy.id));
  const whose = isBelow ? ` ${domain} has no DMARC record of its own, so that of ${policyDomain} counts.` : "";
  const hints = `${whose}${policy ? policyHints(txtText(policy.content), domain) : ""}`;
  if (read !== "none" && policy && readTags(txtText(policy.content))?.get("pct") === "0")
    return [{ code: "dmarc-watching", words: `${NOTHING_YET}${whose}` }];
  if (read === "none") return [{ code: "dmarc-watching", words: `${isBelow ? WATCHING_BELOW : WATCHING}${hints}` }];
  if (policy) return [{ code: "dmarc-ok", words: `${OK[read === "reject" ? "reject" : "quarantine"]}${hints}` }];
  const alias = dmarcs.find(({ type }) => type === "CNAME");
  if (alias) return aliasFindings(alias, mail);
  const [stray] = dmarcs.filter((record) => !isDmarc(record));
  if (stray) return judgeDmarc(txtText(stray.content)).map((problem) => dmarcFinding(problem, stray.id));
  return [
    {
      code: "dmarc-missing",
      words:
        "Large providers trust mail less without one. Begin with one that only watches: it changes nothing for your mail.",
    },
  ];
}

/** Findings about a policy to which `_dmarc` leads by a CNAME. A policy in another zone is not known. */
function aliasFindings(alias: DnsRecord, mail: MailZone): FindingDraft[] {
  const fix = { kind: "edit", record: alias.id, label: "Change the DMARC record" } as const;
  const texts = mail.answers(alias.name)?.filter(({ type }) => type === "TXT");
  if (!texts && !leadsNowhere(alias, mail))
    return [{ code: "dmarc-ok", words: `Another name keeps it: _dmarc.${mail.policyDomain} is a CNAME.` }];
  const [text, second] = texts ?? [];
  if (!text || second) {
    const words = `Gmail, Outlook and others use no policy: ${alias.content} has ${text ? "more than one text" : "none"}.`;
    return [{ code: "dmarc-broken", words, fix }];
  }
  const problems = judgeDmarc(txtText(text.content)).map((problem) => dmarcFinding(problem, text.id));
  return problems.length > 0 ? problems : [{ code: "dmarc-ok", words: `Another name keeps it: ${alias.content}.` }];
}

const WATCHING =
  "A good start. When all your mail passes, change p=none to p=quarantine. Then fake mail in your name goes to spam.";
const NOTHING_YET =
  "Because of pct=0 many mail providers carry nothing out, and only report. When all your mail passes, take pct=0 out.";
const WATCHING_BELOW = "Fake mail in the name is delivered, and only reported.";
const OK = {
  quarantine: "Fake mail in your name goes to spam.",
  reject: "Fake mail in your name is refused.",
};

/** What the owner of a valid DMARC text should know. RFC 9989, "t"; RFC 7489, "pct" and section 7.1. */
function policyHints(text: string, domain: string): string {
  const tags = readTags(text);
  const share = tags?.get("pct") ?? "100";
  const domains = reportDomains(text, domain).join(" and ");
  return [
    tags?.get("t")?.toLowerCase() === "y"
      ? " It is marked as a test (t=y), so Gmail, Outlook and others do less than it says."
      : "",
    share === "100" ? "" : ` Many mail providers apply it to only ${share} % of such mail (pct=${share}).`,
    tags?.get("sp")?.toLowerCase() === "none" && tags.get("p")?.toLowerCase() !== "none"
      ? " It does not protect the names below (sp=none)."
      : "",
    domains && ` Reports go to ${domains}. They come only if ${domains} has agreed to get them.`,
  ].join("");
}

const DMARC_CODES = { broken: "dmarc-broken", reports: "dmarc-reports", odd: "dmarc-odd" } as const;

function dmarcFinding({ kind, words }: DmarcProblem, record: string): FindingDraft {
  return {
    code: DMARC_CODES[kind],
    words,
    fix: { kind: "edit", record, label: "Change the DMARC record" },
  };
}

/**
 * Whether the domain has the keys of a provider. Fixed selectors must all exist; if customers choose the selector, any key
 * counts. Mistakes in a key are findings of their own.
 */
function hasKey({ keys, domain }: MailZone, fixed: readonly string[]): boolean {
  if (fixed.length === 0) return keys.length > 0;
  return fixed.every((label) => recordsAt(`${label}._domainkey.${domain}`, keys).length > 0);
}
