import type { DnsRecord } from "../record.ts";
import { canonicalName } from "../record-name.ts";
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
 * Checks everything in a zone that mail depends on. Returns at least one finding, the worst first. A finding that we
 * can fix has a plan (`fixPlan`); the others say where to go. Source: docs/product.md, "Mail"; the source of each rule
 * is in `health-rules.ts`.
 */
export function mailHealth(records: readonly DnsRecord[], zone: string): Finding[] {
  const mail = new MailZone(records, canonicalName(zone));
  const found: FindingDraft[] = [
    ...serverFindings(mail),
    ...senderFindings(mail),
    ...keyFindings(mail),
    ...policyFindings(mail),
    ...programFindings(mail),
    ...setUpFindings(mail),
    ...textFindings(mail),
  ];
  const seen = new Set<string>();
  const findings = found
    .map((draft): Finding => ({ ...RULES[draft.code], ...draft, ...planFix(draft.code, records, zone) }))
    .filter(({ code, words }) => !seen.has(`${code} ${words}`) && seen.add(`${code} ${words}`));
  return findings.sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
}

/** Returns findings about mail texts elsewhere in the zone: those of other names, and those in a wrong place. */
function textFindings({ records, zone, keys, dmarcs }: MailZone): FindingDraft[] {
  const others = records.filter((record) => ![...keys, ...dmarcs].includes(record) && !isSpf(record));
  return [...others, ...records.filter((record) => isSpf(record) && canonicalName(record.name) !== zone)]
    .filter(({ content }) => !hasPrivateKey(txtText(content)))
    .flatMap((record) =>
      judgeText(record, zone).map(
        ({ severity, words }): FindingDraft => ({
          code: "text-wrong",
          severity,
          words: `${record.name}: ${words}`,
          fix: { kind: "edit", record: record.id, label: "Change this record" },
        }),
      ),
    );
}

function planFix(code: FindingCode, records: readonly DnsRecord[], zone: string): { fix?: Fix } {
  const plan = fixPlan(code, records, zone);
  return plan && plan.changes.length > 0 ? { fix: { kind: "plan", label: fixLabel(code) } } : {};
}
