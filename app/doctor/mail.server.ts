import { randomUUID } from "node:crypto";
import { getDomain } from "tldts";
import { mailHealth } from "#app/dns/mail/health.ts";
import { RULES } from "#app/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { createPublicDns } from "#app/domains/public-dns.api.server.ts";
import { checkSmtp, createSmtpSender, type MailFailure } from "#app/mail/smtp.api.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import type { SmtpUrl } from "#app/platform/settings/setting-values.ts";
import { countWaiting } from "./backlog-counts.table.server.ts";
import { bad, type Check, type Finding, good, manual, off, warning } from "./report.server.ts";
import { DNS_DEADLINES } from "./try-call.api.server.ts";

/** Shorter than for sending a mail, because a person waits for the report. */
const TIMEOUTS = {
  dnsTimeout: "doctorMailConnection",
  connectionTimeout: "doctorMailConnection",
  greetingTimeout: "doctorMailReply",
  socketTimeout: "doctorMailReply",
} as const;

/** More than this many waiting mails also raise an alarm (docs/alerts.yml). */
const MANY = 50;

/** Returns the checks of the mail server and its queues. `mailTo`: where a test mail goes, if one is wanted. */
export function mailChecks(mailTo: string | undefined): Check[] {
  const why = "Nobody can confirm an address, and the agency is not told of messages and orders.";
  const testMail: Check = {
    name: "test mail",
    why: "What a server takes from us may still not be delivered.",
    run: () => (env.smtp ? sendTest(env.smtp, mailTo ?? "") : off("SMTP_URL", "there is nothing to send it by")),
  };
  const messages: Check = {
    name: "waiting messages",
    why: "Whoever wrote one waits for an answer to what the agency has not read.",
    run: () => queueFinding("messages"),
  };
  return [
    { name: "mail server", why, run: mailServer },
    ...(mailTo === undefined ? [] : [testMail]),
    {
      name: "waiting mails",
      why: "People who wait for a confirmation or a receipt do not get it.",
      run: () => queueFinding("mails"),
    },
    ...(env.addresses.CONTACT_URL === undefined ? [] : [messages]),
  ];
}

async function mailServer(): Promise<Finding> {
  const server = env.smtp;
  if (!server) return off("SMTP_URL", "mails go by the services that are set for them");
  const failure = await checkSmtp({ server, timeouts: TIMEOUTS });
  if (failure) return smtpFinding(failure);
  return good(`${server.host} takes ${server.auth ? "our user and password" : "us without a password"}.`);
}

async function sendTest(server: SmtpUrl, to: string): Promise<Finding> {
  const { name, email } = brandFrom(env.brand);
  const send = createSmtpSender({
    server,
    from: { name, address: email },
    timeouts: TIMEOUTS,
    mailDeadline: "doctorMail",
  });
  const text = `This mail was asked for by "npm run doctor" of ${env.origin}. If you read it, mails arrive.`;
  const mail = { to, subject: `A test mail of ${name}`, text, html: "", tags: [{ name: "doctor", value: "test" }] };
  const sent = await send(mail, `<${randomUUID()}@${new URL(env.origin).hostname}>`);
  if (sent.ok) return good("The server has taken it. Look into the mailbox, and among the junk.");
  if (sent.failure.kind !== "address") return smtpFinding(sent.failure);
  return warning("What stands behind --mail= is no address.", "Write one: --mail=you@example.co.ke");
}

const ADVICE: Record<string, string> = {
  name: "Look for a slip in the host of SMTP_URL.",
  refused: "Look at host and port in SMTP_URL: smtp://…:587, or smtps://…:465.",
  unreachable:
    "Look at SMTP_URL, and whether this machine may connect to that port: some providers close 25, 465 and 587.",
  timeout:
    "See whether this machine may connect to that port (some providers close 25, 465 and 587), and that port 465 has smtps://.",
  "no tls":
    "Take a port at which it has TLS, smtp://…:587 or smtps://…:465, or another server. Only on this machine none is needed.",
  tls: "See whether smtp:// (port 587) and smtps:// (port 465) are mixed up, and whether the certificate is for that host.",
  "sign-in": "Look at user and password in SMTP_URL; what is odd in them is written as in an address, %40 for @.",
  status: "See whether the account may send as BRAND_EMAIL.",
};

const CAUSES: Record<string, string> = {
  name: "nobody has this name",
  refused: "nobody listens there",
  unreachable: "no way leads there",
  timeout: "it did not answer in time",
  tls: "TLS did not come about, or its certificate is not good",
  "no tls": "it has no TLS at this port, so user, password and mails could be read on the way",
  cut: "the connection broke off",
  "sign-in": "it does not take user and password",
  status: "it does not take the mail",
};

function smtpFinding({ host, kind: failure, code }: MailFailure): Finding {
  // A numeric code is the server's reply to STARTTLS, not an error of TLS itself (RFC 3207, section 4).
  const kind = failure === "tls" && typeof code === "number" ? "no tls" : failure;
  const advice = ADVICE[kind] ?? "Look at SMTP_URL and at the mail server itself.";
  return bad(`${host}: ${CAUSES[kind] ?? "sending failed"} (${code}).`, advice);
}

async function queueFinding(queue: "mails" | "messages"): Promise<Finding> {
  const counted = new Map(await countWaiting("doctorCount"));
  const [due, failed] = [counted.get(queue), counted.get(`failed ${queue}`)];
  if (due === undefined || failed === undefined)
    return warning("They could not be counted.", "Mend the lines of the keys and the migrations first.");
  const message = `${due} wait, ${failed} failed.`;
  if (failed === 0 && due <= MANY) return good(message);
  const source = "docs/going-live.md, “Services of your own in place of SMTP”, says how to send them again";
  return warning(message, `Look at “failure” in the table ${queue}; ${source}.`);
}

/** DKIM selectors of large mail providers. Sources: app/dns/mail/presets.ts. */
const SELECTORS: [server: RegExp, selector: string][] = [
  [/(^|\.)(gmail|google)\.com$/, "google"],
  [/(^|\.)(office365|outlook)\.com$/, "selector1"],
];

/** Returns the checks of the sender's domain in public DNS. `selector`: the DKIM selector, if it was given as an option. */
export function senderChecks(selector: string | undefined): Check[] {
  const why = "Gmail and others refuse mail, or put it among the junk, of a domain that does not say who may send.";
  const [, domain = ""] = brandFrom(env.brand).email.split("@");
  const known = selector ?? SELECTORS.find(([server]) => server.test(env.smtp?.host ?? ""))?.[1];
  return [
    { name: "SPF", why, run: () => textFinding(domain, domain, "spf") },
    {
      name: "DKIM",
      why,
      run: () =>
        known === undefined ? unknownSelector(domain) : textFinding(domain, `${known}._domainkey.${domain}`, "dkim"),
    },
    { name: "DMARC", why, run: () => dmarcFinding(domain) },
  ];
}

function unknownSelector(domain: string): Finding {
  if (env.isSandbox) return good(NOT_SENT);
  return manual(
    `Under which name ${domain} keeps its key is your mail provider's to say.`,
    "Run it again with --dkim=selector, or look for “dkim=pass” in a mail that arrived.",
  );
}

const NOT_SENT = "The sandbox's mails go nowhere.";

/** Applies the rules of the dashboard's mail check to the TXT records at a name. */
async function textFinding(domain: string, name: string, kind: "spf" | "dkim" | "dmarc"): Promise<Finding> {
  if (env.isSandbox) return good(NOT_SENT);
  const lines = await readTexts(name);
  if (!lines) return warning(`The resolvers did not say what stands at ${name}.`, "Mend the line “resolvers” first.");
  const records = lines.map((content, index): DnsRecord => {
    return { id: String(index), type: "TXT", name, content, ttl: 300, proxied: false };
  });
  const rule = RULES[`${kind}-missing`];
  const missing = { ...rule, words: `Nothing of the kind stands at ${name}.` };
  const [worst = missing] = mailHealth(records, domain).filter(({ code }) => code.startsWith(kind));
  if (worst.severity === "ok") return good(`${domain}: ${worst.title}.`);
  const advice = `Add what your mail provider names for ${kind.toUpperCase()} to the DNS of ${domain}, as a TXT record of ${name}.`;
  return (worst.severity === "bad" ? bad : warning)(`${domain}: ${worst.title}. ${worst.words}`, advice);
}

/** A subdomain may have its own policy; otherwise the organizational domain's applies (RFC 9989, section 4.10). */
async function dmarcFinding(domain: string): Promise<Finding> {
  const organizational = getDomain(domain) ?? domain;
  const own = organizational === domain ? [] : await readTexts(`_dmarc.${domain}`);
  const holder = own?.length ? domain : organizational;
  return textFinding(holder, `_dmarc.${holder}`, "dmarc");
}

/** Returns the TXT records at a name from the first resolver that responded; undefined if none did. */
async function readTexts(name: string): Promise<string[] | undefined> {
  const { lookUp } = createPublicDns({ ...env.publicDns, deadlines: DNS_DEADLINES });
  const replies = await lookUp({ name, type: "TXT" });
  const resolution = replies.find((one) => one.resolution && one.resolution.outcome !== "failed")?.resolution;
  return resolution?.records.filter(({ type }) => type === "TXT").map(({ data }) => data);
}
