import { canonicalName } from "#app/domains/ascii-name.ts";
import type { Plan } from "../change.ts";
import type { DesiredRecord } from "../diff-zone.ts";
import type { DnsRecord } from "../record.ts";
import { txtText } from "../txt.ts";
import { isNullMx } from "../zone-records.ts";
import { firstDmarc, fixDmarc, POLICIES, policyOf } from "./dmarc.ts";
import { replaceMxAliases, unproxyMailPrograms, unproxyMailServers } from "./fix-mx.ts";
import { spfFixes } from "./fix-spf.ts";
import type { FindingCode } from "./health-rules.ts";
import { belowOf, mailPlanFor, mailRecord, mailText, withTxt } from "./mail-records.ts";
import { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";

/**
 * How a finding is fixed: the label of the button, the title of the plan, and the records that the zone should have.
 */
type FixRule = { label: string; title: string; desired: (mail: MailZone) => readonly DesiredRecord[] | undefined };

const SPF = { label: "Fix the SPF record", title: "Mail: SPF record fixed" };

const microsoftAliases = (domain: string) =>
  PRESETS.microsoft.aliases.map(({ label, target }) =>
    mailRecord({ type: "CNAME", name: `${label}.${domain}`, content: target }),
  );

const FIX_RULES: Partial<Record<FindingCode, FixRule>> = {
  "mx-null-mixed": {
    label: "Delete “no mail”",
    title: "Mail: “no mail” deleted",
    desired: ({ records, nullMx }) => records.filter((record) => !isNullMx(record) || !nullMx.includes(record)),
  },
  "mx-alias": { label: "Use the server’s own name", title: "Mail: server named itself", desired: replaceMxAliases },
  "mx-proxied": { label: "Keep mail off the CDN", title: "Mail: off the CDN", desired: unproxyMailServers },
  "host-proxied": { label: "Switch the CDN off", title: "Mail: off the CDN", desired: unproxyMailPrograms },
  "dkim-proxied": {
    label: "Switch the CDN off",
    title: "Mail: keys off the CDN",
    desired: ({ records, keys }) =>
      records.map((record) => (keys.includes(record) ? { ...record, proxied: false } : record)),
  },
  "spf-missing": { label: "Add an SPF record", title: "Mail: SPF record added", desired: spfFixes.missing },
  "spf-doubled": { label: "Join them into one record", title: "Mail: one SPF record", desired: spfFixes.doubled },
  "spf-broken": { ...SPF, desired: spfFixes.broken },
  "spf-idle": { ...SPF, desired: spfFixes.broken },
  "spf-empty": { ...SPF, label: "Remove it", desired: spfFixes.empty },
  "spf-void": { ...SPF, label: "Remove it", desired: spfFixes.void },
  "spf-cdn": { ...SPF, label: "Use the server’s address", desired: spfFixes.cdn },
  "spf-open": { ...SPF, label: "End it with ~all", desired: spfFixes.open },
  "spf-neutral": { ...SPF, label: "End it with ~all", desired: spfFixes.neutral },
  "spf-no-end": { ...SPF, label: "End it with ~all", desired: spfFixes.order },
  "spf-after-end": { ...SPF, label: "Move it to the front", desired: spfFixes.order },
  "spf-provider": { ...SPF, label: "Let them send too", desired: spfFixes.provider },
  "autodiscover-missing": {
    label: "Add the CNAME",
    title: "Mail: settings for Outlook",
    desired: ({ records, domain }) => [...records, ...microsoftAliases(domain)],
  },
  "autodiscover-other": {
    label: "Use Microsoft’s CNAME",
    title: "Mail: settings for Outlook",
    desired: ({ records, domain }) => [
      ...records.filter(
        ({ type, name }) =>
          !["A", "AAAA", "CNAME"].includes(type) ||
          !PRESETS.microsoft.aliases.some(({ label }) => canonicalName(name) === `${label}.${domain}`),
      ),
      ...microsoftAliases(domain),
    ],
  },
  "dmarc-missing": {
    label: "Add a DMARC record",
    title: "Mail: DMARC record added",
    desired: ({ records, domain }) => [...records, mailText(`_dmarc.${domain}`, firstDmarc(undefined))],
  },
  "dmarc-doubled": { label: "Keep one of them", title: "Mail: one DMARC record", desired: keepMildestPolicy },
  "dmarc-broken": { label: "Fix the DMARC record", title: "Mail: DMARC record fixed", desired: fixPolicy },
  "dmarc-reports": { label: "Fix the DMARC record", title: "Mail: DMARC record fixed", desired: fixPolicy },
};

/** Returns the label of the button that fixes a finding. */
export function fixLabel(code: FindingCode): string {
  return FIX_RULES[code]?.label ?? "";
}

/**
 * Returns the plan that fixes a finding about the mail of a domain, or of a name below it, in the zone as it is now. Undefined
 * if only a person can fix it or there is nothing to fix. Source: docs/product/mail-and-website.md, "Mail".
 */
export function fixPlan(
  code: FindingCode,
  records: readonly DnsRecord[],
  zone: string,
  domain?: string,
): Plan | undefined {
  const rule = FIX_RULES[code];
  const mail = new MailZone(records, canonicalName(zone), domain);
  const desired = rule?.desired(mail);
  const plan = rule && desired && mailPlanFor(mail, desired, `${rule.title}${belowOf(mail)}`);
  // A plan with skipped changes would not fix the finding: something else has to be fixed first.
  return plan?.asides.some(({ kind }) => kind === "skipped") ? undefined : plan;
}

/**
 * Keeps the mildest of several policies. While there are several, none is in force, and a strict policy could suddenly block
 * legitimate mail.
 */
function keepMildestPolicy({ records, policies }: MailZone): DesiredRecord[] | undefined {
  const strictness = ({ content }: DnsRecord) => POLICIES.indexOf(policyOf(txtText(content)) ?? "none");
  const [kept] = policies
    .filter(({ content }) => policyOf(txtText(content)))
    .sort((one, other) => strictness(one) - strictness(other));
  if (!kept) return undefined;
  return records.filter((record) => record === kept || !policies.includes(record));
}

function fixPolicy({ records, dmarcs, policies }: MailZone): DesiredRecord[] | undefined {
  const texts = (policies.length > 0 ? policies : dmarcs).filter(({ type }) => type === "TXT");
  const [broken] = texts;
  const fixed = broken && fixDmarc(txtText(broken.content));
  if (texts.length !== 1 || !fixed) return undefined;
  return records.map((record) => (record === broken ? withTxt(record, fixed) : record));
}
