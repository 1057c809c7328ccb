import { canonicalName } from "#app/domains/ascii-name.ts";
import { doubledZoneWarnings, withoutDoubledZone } from "../doubled-zone.ts";
import type { DnsRecord } from "../record.ts";
import { isWithin } from "../record-name.ts";
import { isMailLabel } from "../service-labels.ts";
import { txtText } from "../txt.ts";
import { isSpf } from "../zone-records.ts";
import { hasPrivateKey } from "./dkim-key.ts";
import { fixLabel, fixPlan } from "./fixes.ts";
import { keyFindings, policyFindings, setUpFindings } from "./health-dkim-dmarc.ts";
import { programFindings, serverFindings } from "./health-mx.ts";
import { type Finding, type FindingCode, type FindingDraft, type Fix, RULES, type Severity } from "./health-rules.ts";
import { senderFindings } from "./health-spf.ts";
import { judgeText } from "./judge-text.ts";
import { MailZone } from "./mail-zone.ts";

const ORDER: readonly Severity[] = ["bad", "warn", "ok"];

/**
 * Checks everything in a zone that the mail of a domain, or of a name below it (`domain`), depends on. Returns at least one
 * finding, the worst first. A finding that we can fix has a plan (`fixPlan`); the others say where to go. Source:
 * docs/product/mail-and-website.md, "Mail"; the source of each rule is in `health-rules.ts`.
 */
export function mailHealth(records: readonly DnsRecord[], zone: string, domain?: string): Finding[] {
  const mail = new MailZone(records, canonicalName(zone), domain);
  const found: FindingDraft[] = [
    ...serverFindings(mail),
    ...senderFindings(mail),
    ...keyFindings(mail),
    ...policyFindings(mail),
    ...programFindings(mail),
    ...setUpFindings(mail),
    ...textFindings(mail),
    ...doubledFindings(mail),
  ];
  const seen = new Set<string>();
  const findings = found
    .map((draft): Finding => ({ ...RULES[draft.code], ...draft, ...planFix(draft.code, mail) }))
    .filter(({ code, words }) => !seen.has(`${code} ${words}`) && seen.add(`${code} ${words}`));
  return findings.sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
}

/** Returns findings about mail texts of other names below this one, and about those in a wrong place. */
function textFindings(mail: MailZone): FindingDraft[] {
  const { records, domain, keys, dmarcs } = mail;
  const texts = records.filter(({ name }) => isWithin(canonicalName(name), domain));
  // A key or policy may be a CNAME; then the texts that it leads to were judged with it.
  const judged = [...keys, ...dmarcs].flatMap((record) => [record, ...(mail.answers(record.name) ?? [])]);
  const others = texts.filter((record) => !judged.includes(record) && !isSpf(record));
  return [...others, ...texts.filter((record) => isSpf(record) && canonicalName(record.name) !== domain)]
    .filter(({ content }) => !hasPrivateKey(txtText(content)))
    .flatMap((record) =>
      judgeText(record, domain).map(
        ({ severity, words }): FindingDraft => ({
          code: "text-wrong",
          severity,
          words: `${record.name}: ${words}`,
          fix: { kind: "edit", record: record.id, label: "Change this record" },
        }),
      ),
    );
}

/** Returns findings about records for mail whose name ends in the zone's name twice, where no receiver looks. */
function doubledFindings({ records, domain, zone }: MailZone): FindingDraft[] {
  return records
    .filter(({ name }) => isWithin(withoutDoubledZone(canonicalName(name), zone) ?? "", domain))
    .filter(({ type, name }) => ["MX", "TXT"].includes(type) || name.split(".").some(isForMail))
    .flatMap((record) =>
      doubledZoneWarnings(record, zone).map(
        (words): FindingDraft => ({
          code: "name-doubled",
          words,
          fix: { kind: "edit", record: record.id, label: "Change this record" },
        }),
      ),
    );
}

function isForMail(label: string): boolean {
  return label.startsWith("_") || isMailLabel(label);
}

function planFix(code: FindingCode, { records, zone, domain }: MailZone): { fix?: Fix } {
  const plan = fixPlan(code, records, zone, domain);
  return plan && plan.changes.length > 0 ? { fix: { kind: "plan", label: fixLabel(code) } } : {};
}
