import type { Plan } from "../change.ts";
import type { DesiredRecord } from "../diff-zone.ts";
import type { DnsRecord } from "../record.ts";
import { canonicalName } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { isNullMx } from "../zone-records.ts";
import { firstDmarc, fixDmarc, POLICIES, policyOf } from "./dmarc.ts";
import { replaceMxAliases, unproxyMailPrograms, unproxyMailServers } from "./fix-mx.ts";
import { spfFixes } from "./fix-spf.ts";
import type { FindingCode } from "./health-rules.ts";
import { mailPlanFor, mailRecord, mailText, withTxt } from "./mail-records.ts";
import { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";

/** What mends a finding: what the button says, what the plan is called, and the zone as it shall be. */
type FixRule = { label: string; title: string; desired: (mail: MailZone) => readonly DesiredRecord[] | undefined };

const SPF = { label: "Fix the SPF text", title: "Mail: SPF text fixed" };

const FIX_RULES: Partial<Record<FindingCode, FixRule>> = {
  "mx-null-mixed": {
    label: "Delete “no mail”",
    title: "Mail: “no mail” deleted",
    desired: ({ records, nullMx }) => records.filter((record) => !isNullMx(record) || !nullMx.includes(record)),
  },
  "mx-alias": { label: "Name the server itself", title: "Mail: server named itself", desired: replaceMxAliases },
  "mx-proxied": { label: "Keep mail off the CDN", title: "Mail: off the CDN", desired: unproxyMailServers },
  "host-proxied": { label: "Switch the CDN off there", title: "Mail: off the CDN", desired: unproxyMailPrograms },
  "dkim-proxied": {
    label: "Switch the CDN off there",
    title: "Mail: keys off the CDN",
    desired: ({ records, keys }) =>
      records.map((record) => (keys.includes(record) ? { ...record, proxied: false } : record)),
  },
  "spf-missing": { label: "Add an SPF text", title: "Mail: SPF text added", desired: spfFixes.missing },
  "spf-doubled": { label: "Join them into one text", title: "Mail: one SPF text", desired: spfFixes.doubled },
  "spf-broken": { ...SPF, desired: spfFixes.broken },
  "spf-empty": { ...SPF, label: "Remove it", desired: spfFixes.empty },
  "spf-void": { ...SPF, label: "Remove it", desired: spfFixes.void },
  "spf-cdn": { ...SPF, label: "Name the server's address", desired: spfFixes.cdn },
  "spf-open": { ...SPF, label: "End it with ~all", desired: spfFixes.open },
  "spf-no-end": { ...SPF, label: "End it with ~all", desired: spfFixes.order },
  "spf-after-end": { ...SPF, label: "Move it to the front", desired: spfFixes.order },
  "spf-provider": { ...SPF, label: "Let them send too", desired: spfFixes.provider },
  "autodiscover-missing": {
    label: "Add the CNAME",
    title: "Mail: settings for Outlook",
    desired: ({ records, zone }) => [
      ...records,
      ...PRESETS.microsoft.aliases.map(({ label, target }) =>
        mailRecord({ type: "CNAME", name: `${label}.${zone}`, content: target }),
      ),
    ],
  },
  "dmarc-missing": {
    label: "Add a DMARC text",
    title: "Mail: DMARC text added",
    desired: ({ records, zone }) => [...records, mailText(`_dmarc.${zone}`, firstDmarc(undefined))],
  },
  "dmarc-doubled": { label: "Keep one of them", title: "Mail: one DMARC text", desired: keepMildestPolicy },
  "dmarc-broken": { label: "Fix the DMARC text", title: "Mail: DMARC text fixed", desired: mendPolicy },
};

/** What the button of a finding says. */
export function fixLabel(code: FindingCode): string {
  return FIX_RULES[code]?.label ?? "";
}

/**
 * The changes that mend a finding, for the zone as it is now. Undefined where only a person can, or nothing is to be mended.
 * Source: docs/product.md, "Mail".
 */
export function fixPlan(code: FindingCode, records: readonly DnsRecord[], zone: string): Plan | undefined {
  const mend = FIX_RULES[code];
  const mail = new MailZone(records, canonicalName(zone));
  const wanted = mend?.desired(mail);
  const plan = mend && wanted && mailPlanFor(mail, wanted, mend.title);
  // Half of it mends nothing: something else has to be mended first.
  return plan?.asides.length === 0 ? plan : undefined;
}

/** Of several policies the mildest stays: none of them works now, and a strict one could stop mail that is fine. */
function keepMildestPolicy({ records, policies }: MailZone): DesiredRecord[] | undefined {
  const strictness = ({ content }: DnsRecord) => POLICIES.indexOf(policyOf(txtText(content)) ?? "none");
  const [kept] = policies
    .filter(({ content }) => policyOf(txtText(content)))
    .sort((one, other) => strictness(one) - strictness(other));
  if (!kept) return undefined;
  return records.filter((record) => record === kept || !policies.includes(record));
}

function mendPolicy({ records, dmarcs, policies }: MailZone): DesiredRecord[] | undefined {
  const texts = (policies.length > 0 ? policies : dmarcs).filter(({ type }) => type === "TXT");
  const [broken] = texts;
  const mended = broken && fixDmarc(txtText(broken.content));
  if (texts.length !== 1 || !mended) return undefined;
  return records.map((record) => (record === broken ? withTxt(record, mended) : record));
}
