/** bad: mail is lost or rejected. warn: it may be. ok: nothing to do. */
export type Severity = "bad" | "warn" | "ok";

type Rule = { severity: Severity; title: string; source: string; checked: string };

const CHECKED = "2026-11-21";

const rule = (severity: Severity, title: string, source: string): Rule => ({
  severity,
  title,
  source,
  checked: CHECKED,
});

const SPF = "RFC 7208";
const DMARC = "RFC 9989";
const CDN = "Cloudflare, Email issues";

/** What each finding means for mail, and the document that says so. */
export const RULES = {
  "mx-ok": rule("ok", "Mail has somewhere to go", "RFC 5321, section 5.1"),
  "mx-missing": rule("warn", "No mail server", "RFC 5321, section 5.1"),
  "mx-null": rule("ok", "This name takes no mail", "RFC 7505, section 3"),
  "mx-null-mixed": rule("bad", "“No mail” beside a mail server", "RFC 7505, section 3"),
  "mx-address": rule("bad", "The mail server is an address", "RFC 1035, section 3.3.9; RFC 5321, section 5.1"),
  "mx-alias": rule("warn", "The mail server is a CNAME", "RFC 2181, section 10.3"),
  "mx-no-address": rule("bad", "The mail server has no address", "RFC 5321, section 5.1"),
  "mx-proxied": rule("bad", "The mail server goes through the CDN", CDN),
  "mx-mixed": rule("warn", "Mail goes to two providers", "RFC 5321, section 5.1"),
  "host-proxied": rule("warn", "A name for mail programs goes through the CDN", CDN),
  "spf-ok": rule("ok", "SPF says who may send", SPF),
  "spf-missing": rule("bad", "No SPF text", `${SPF}, section 4.5`),
  "spf-doubled": rule("bad", "More than one SPF text", `${SPF}, sections 3.2 and 4.5`),
  "spf-broken": rule("bad", "The SPF text cannot be read", `${SPF}, section 4.6`),
  "spf-lookups": rule("bad", "SPF needs too many look-ups", `${SPF}, section 4.6.4`),
  "spf-lookups-likely": rule("warn", "SPF probably needs too many look-ups", `${SPF}, section 4.6.4`),
  "spf-empty": rule("bad", "SPF names a domain that has no SPF text", `${SPF}, section 5.2`),
  "spf-void": rule("warn", "SPF names what is not there", `${SPF}, section 4.6.4`),
  "spf-cdn": rule("warn", "SPF names the CDN instead of your server", CDN),
  "spf-open": rule("bad", "SPF lets everybody send", `${SPF}, section 5.1`),
  "spf-no-end": rule("warn", "SPF does not say what to do with others", `${SPF}, section 4.7`),
  "spf-after-end": rule("warn", "Part of SPF is ignored", `${SPF}, section 5.1`),
  "spf-provider": rule("bad", "SPF leaves out your mail provider", `${SPF}, section 5.2`),
  "spf-long": rule("warn", "The SPF text is very long", `${SPF}, section 3.4`),
  "dkim-ok": rule("ok", "There is a key to sign mail with", "RFC 6376, section 3.6.2"),
  "dkim-missing": rule("warn", "Mail is not signed for this name", "RFC 6376, section 3.6.2"),
  "dkim-proxied": rule("bad", "A key for mail goes through the CDN", CDN),
  "autodiscover-missing": rule(
    "warn",
    "Outlook cannot find its settings",
    "Microsoft, External Domain Name System records for Office 365",
  ),
  "dmarc-ok": rule("ok", "DMARC protects your name", DMARC),
  "dmarc-watching": rule("ok", "DMARC only watches", DMARC),
  "dmarc-missing": rule("warn", "No DMARC text", DMARC),
  "dmarc-doubled": rule("bad", "More than one DMARC text", DMARC),
  "dmarc-broken": rule("bad", "The DMARC text cannot be read", DMARC),
} satisfies Record<string, Rule>;

export type FindingCode = keyof typeof RULES;

export function isFindingCode(text: string | undefined): text is FindingCode {
  return text !== undefined && Object.hasOwn(RULES, text);
}

/** What can be done about a finding: apply our plan, edit a record, add a record, or set up a provider. */
export type Fix =
  | { kind: "plan"; label: string }
  | { kind: "edit"; label: string; record: string }
  | { kind: "add"; label: string; type: string }
  | { kind: "preset"; label: string };

/** A finding in plain words. `severity` overrides the rule's. */
export type FindingDraft = { code: FindingCode; words: string; severity?: Severity; fix?: Fix };

/** A finding with the severity, title and source of its rule. */
export type Finding = FindingDraft & { severity: Severity; title: string; source: string; checked: string };
