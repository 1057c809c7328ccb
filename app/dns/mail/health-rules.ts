/** bad: mail is lost or rejected. warn: it may be. ok: nothing to do. */
export type Severity = "bad" | "warn" | "ok";

/** `why` says in plain words why it matters to the customer; `source` is the document that says so. */
type Rule = { severity: Severity; title: string; why: string; source: string; checked: string };

const CHECKED = "2026-11-21";

const rule = (severity: Severity, title: string, source: string, why: string): Rule => ({
  severity,
  title,
  why,
  source,
  checked: CHECKED,
});

const SPF = "RFC 7208";
const DMARC = "RFC 9989";
const CDN = "Cloudflare, Email issues";
const MICROSOFT = "Microsoft, External Domain Name System records for Office 365";

const LOST = "Without a mail server nobody can write to you.";
const UNREAD_SPF = "If Gmail, Outlook and others cannot use your SPF record, your mail may go to spam.";
const TOO_MANY_LOOKUPS = "Gmail, Outlook and others stop after ten look-ups. Then your mail may go to spam.";
const FAKES = "Without it anybody can send mail that seems to come from you.";
const UNREAD_DMARC =
  "Gmail, Outlook and others do not carry out a policy with a mistake, so nothing protects your name.";

/** What each finding means for mail, and the document that says so. */
export const RULES = {
  "mx-ok": rule("ok", "Mail server (MX)", "RFC 5321, section 5.1", LOST),
  "mx-missing": rule("warn", "No mail server", "RFC 5321, section 5.1", LOST),
  "mx-null": rule(
    "ok",
    "This name takes no mail",
    "RFC 7505, section 3",
    "Senders are told at once that nobody reads it.",
  ),
  "mx-null-mixed": rule(
    "bad",
    "“No mail” beside a mail server",
    "RFC 7505, section 3",
    "Senders that see “no mail” first do not try the mail server.",
  ),
  "mx-address": rule(
    "bad",
    "The mail server is an address",
    "RFC 1035, section 3.3.9; RFC 5321, section 5.1",
    "Senders look for a name here. They cannot use an address.",
  ),
  "mx-alias": rule(
    "warn",
    "The mail server is a CNAME",
    "RFC 2181, section 10.3",
    "Some senders refuse it, so some mail is lost.",
  ),
  "mx-no-address": rule(
    "bad",
    "The mail server has no address",
    "RFC 5321, section 5.1",
    "Senders cannot find a server without an address.",
  ),
  "mx-private": rule(
    "bad",
    "The mail server cannot be reached",
    "RFC 6890, section 2.2.2",
    "Nobody else’s mail server can.",
  ),
  "mx-ipv6": rule(
    "warn",
    "The mail server has only IPv6",
    "RFC 5321, section 5.2",
    "Mail servers with only IPv4 cannot reach it.",
  ),
  "mx-proxied": rule(
    "warn",
    "The mail server uses the CDN",
    CDN,
    "The CDN carries no mail. It makes a name of its own for mail (_dc-mx…), which shows where your server is.",
  ),
  "mx-mixed": rule(
    "warn",
    "Mail goes to two providers",
    "RFC 5321, section 5.1",
    "You will miss the mail that goes to the other one.",
  ),
  "host-proxied": rule(
    "warn",
    "A name for mail programs uses the CDN",
    CDN,
    "The CDN only carries websites, so phones cannot fetch mail there.",
  ),
  "name-doubled": rule(
    "warn",
    "A name ends in your domain twice",
    "RFC 1034, section 3.1",
    "Nobody looks there, so for mail the record does not exist.",
  ),
  "text-wrong": rule(
    "bad",
    "A text for mail has a mistake",
    "RFC 7208; RFC 6376; RFC 9989",
    "Gmail, Outlook and others do not find it, or cannot use all of it.",
  ),
  "spf-ok": rule("ok", "Allowed senders (SPF)", SPF, FAKES),
  "spf-missing": rule("bad", "No list of allowed senders (SPF)", `${SPF}, section 4.5`, FAKES),
  "spf-doubled": rule(
    "bad",
    "More than one SPF record",
    `${SPF}, sections 3.2 and 4.5`,
    "Mail services use none of them if there are two.",
  ),
  "spf-broken": rule("bad", "The SPF record has a mistake", `${SPF}, section 4.6`, UNREAD_SPF),
  "spf-idle": rule(
    "bad",
    "A part of SPF does nothing",
    `${SPF}, section 6`,
    "A sender that you mean to allow is not allowed.",
  ),
  "spf-lookups": rule("bad", "SPF needs too many look-ups", `${SPF}, section 4.6.4`, TOO_MANY_LOOKUPS),
  "spf-lookups-likely": rule("warn", "SPF probably needs too many look-ups", `${SPF}, section 4.6.4`, TOO_MANY_LOOKUPS),
  "spf-empty": rule("bad", "SPF names a domain that has no SPF record", `${SPF}, section 5.2`, UNREAD_SPF),
  "spf-included": rule("bad", "SPF names a record with a mistake", `${SPF}, section 5.2`, UNREAD_SPF),
  "spf-void": rule("warn", "SPF names something that does not exist", `${SPF}, section 4.6.4`, UNREAD_SPF),
  "spf-cdn": rule(
    "warn",
    "SPF names the CDN instead of your server",
    CDN,
    "Mail from your own server then looks fake.",
  ),
  "spf-open": rule("bad", "SPF lets everybody send", `${SPF}, section 5.1`, "Spammers can send mail in your name."),
  "spf-wide": rule("bad", "SPF lets almost everybody send", `${SPF}, section 5.6`, "Spammers can use your name."),
  "spf-neutral": rule("warn", "SPF decides nothing", `${SPF}, section 8.2`, "It is as if you had no SPF."),
  "spf-ptr": rule("warn", "SPF uses ptr", `${SPF}, section 5.5`, "Many mail services ignore it."),
  "spf-no-end": rule(
    "warn",
    "SPF has no ending",
    `${SPF}, section 4.7`,
    "Gmail, Outlook and others do not know what to do with fake mail.",
  ),
  "spf-after-end": rule(
    "warn",
    "Part of SPF is ignored",
    `${SPF}, section 5.1`,
    "A sender that is named too late is not allowed.",
  ),
  "spf-provider": rule(
    "bad",
    "SPF leaves out your mail provider",
    `${SPF}, section 5.2`,
    "Mail that you send may go to spam.",
  ),
  "spf-long": rule(
    "warn",
    "The SPF record is very long",
    `${SPF}, section 3.4`,
    "Some mail services cannot read all of it.",
  ),
  "dkim-ok": rule(
    "ok",
    "Key for signed mail (DKIM)",
    "RFC 6376, section 3.6.1",
    "A signature proves that a mail is really yours.",
  ),
  "dkim-secret": rule(
    "bad",
    "A secret key is public",
    "RFC 6376, section 3.6.1",
    "Anybody can sign mail in your name with it.",
  ),
  "dkim-broken": rule(
    "bad",
    "A mail key cannot be used",
    "RFC 6376, section 3.6.1; RFC 8301; RFC 8463",
    "Mail that is signed with it looks fake.",
  ),
  "dkim-doubled": rule(
    "bad",
    "Two keys have one name",
    "RFC 6376, section 3.6.2.2",
    "Gmail, Outlook and others may take the wrong one, so your mail looks fake.",
  ),
  "dkim-idle": rule(
    "warn",
    "A mail key is not in force",
    "RFC 6376, section 3.6.1",
    "Gmail, Outlook and others take no signature of it for yours.",
  ),
  "dkim-missing": rule(
    "warn",
    "Your mail is not signed (DKIM)",
    "RFC 6376, section 3.6.2",
    "Mail without a signature goes to spam more often.",
  ),
  "dkim-proxied": rule(
    "bad",
    "A mail key uses the CDN",
    CDN,
    "Gmail, Outlook and others cannot find the key, so your mail looks fake.",
  ),
  "autodiscover-missing": rule(
    "warn",
    "Outlook cannot find its settings",
    MICROSOFT,
    "Without it your people must type the settings themselves.",
  ),
  "autodiscover-other": rule(
    "warn",
    "Outlook is sent to another server",
    MICROSOFT,
    "Outlook then asks for passwords again and again, or does not connect.",
  ),
  "dmarc-reports": rule("warn", "Reports of DMARC never come", DMARC, "You do not see who sends in your name."),
  "dmarc-odd": rule("warn", "A part of DMARC is ignored", DMARC, "Mail services go by the default instead."),
  "dmarc-ok": rule("ok", "Your name is protected (DMARC)", DMARC, "It tells mail services what to do with fake mail."),
  "dmarc-watching": rule("ok", "DMARC only watches", DMARC, "It is a safe start: no mail is stopped yet."),
  "dmarc-missing": rule("warn", "No DMARC record", DMARC, "Google, Yahoo and Microsoft trust mail less without it."),
  "dmarc-doubled": rule("bad", "More than one DMARC record", DMARC, "Mail services use none of them if there are two."),
  "dmarc-broken": rule("bad", "The DMARC record has a mistake", DMARC, UNREAD_DMARC),
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

/** A finding with its rule. */
export type Finding = FindingDraft & Rule;
