import { createTransport } from "nodemailer";
import type { SmtpUrl } from "#app/platform/settings/setting-values.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { type DeadlineName, deadline, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import type { Mail } from "./mail.ts";

/** Why a mail was not sent. Leaves out the server's text, which may contain an address. */
export type MailFailure = { host: string; kind: string; code: number | string };

export type SendFailure = { ok: false; isFinal: boolean; failure: MailFailure };
/** The outcome of sending a mail; `isFinal` if a retry cannot succeed. */
export type SendResult = { ok: true } | SendFailure;

/**
 * Long timeouts, because giving up while the server processes a complete mail may send the mail twice (RFC 5321, 4.5.3.2). No
 * visitor waits for them.
 */
const TIMEOUTS: Timeouts = {
  dnsTimeout: "mailDns",
  connectionTimeout: "mailConnection",
  greetingTimeout: "mailGreeting",
  socketTimeout: "mailSocket",
};

/** A URL that is safe in a header: characters of RFC 3986, and shorter than a line (RFC 5322, 2.1.1). */
const HEADER_URL = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,900}$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Nodemailer's error codes as the kinds of upstream/failure-kind.server.ts. Source: Nodemailer, "Error codes". */
const KINDS: Record<string, string> = {
  EDNS: "name",
  ETLS: "tls",
  ETIMEDOUT: "timeout",
  EABORT: "timeout",
  ESOCKET: "cut",
  ECONNECTION: "cut",
  EAUTH: "sign-in",
  ENOAUTH: "sign-in",
  EENVELOPE: "status",
  EMESSAGE: "status",
};

/** Nodemailer's timeouts. */
type Timeouts = Record<"dnsTimeout" | "connectionTimeout" | "greetingTimeout" | "socketTimeout", DeadlineName>;
type Connection = {
  server: SmtpUrl;
  timeouts?: Partial<Timeouts>;
  /** Whether the connection may go without TLS. */
  mayBePlain?: boolean;
};
type Options = Connection & {
  from: { name: string; address: string };
  mailDeadline?: DeadlineName;
  /**
   * How many mails may be sent at a time, each over a connection that stays open for the next one: a connection takes six round
   * trips before its first mail. Without it each mail has a connection of its own.
   */
  atOnce?: number;
};

/** A connection without a mail is closed after this time, in ms: longer than the pause between two turns of a queue. */
const IDLE_MS = 20_000;

/**
 * Creates a sender for one SMTP server. Requires TLS except on this computer. Never throws; a failure is
 * `isFinal` if the server says that it is permanent. If the connection breaks after the whole mail was transmitted, the mail
 * counts as not sent, although it may have been.
 */
export function createSmtpSender({ from, mailDeadline = "mail", atOnce, ...connection }: Options) {
  const { host } = connection.server;
  const options = optionsFor(connection);
  // A mail moves to another connection once, and only if no byte of it was sent.
  const pool = { pool: true, maxConnections: atOnce, maxRequeues: 1, idleTimeout: IDLE_MS } as const;
  const transport = atOnce === undefined ? createTransport(options) : createTransport({ ...options, ...pool });
  return async (mail: Omit<Mail, "key" | "kind">, messageId: string): Promise<SendResult> => {
    const { to, replyTo, subject, text, html, tags, unsubscribeUrl = "" } = mail;
    const canUnsubscribe = HEADER_URL.test(unsubscribeUrl);
    // Nodemailer would parse "a@x.ke, b@x.ke" as two recipients.
    if (!isMailbox(to)) return { ok: false, isFinal: true, failure: { host, kind: "address", code: 0 } };
    try {
      await transport.sendMail({
        messageId,
        from,
        to: { name: "", address: to },
        ...(replyTo !== undefined && isMailbox(replyTo) && { replyTo: { name: "", address: replyTo } }),
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        ...(html !== "" && { html }),
        ...(canUnsubscribe && { list: { unsubscribe: unsubscribeUrl } }),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(canUnsubscribe && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
          ...(tags.length > 0 && { "X-Tags": tags.map(({ name, value }) => `${name}=${value}`).join(", ") }),
        },
        signal: deadline(mailDeadline),
      });
      return { ok: true };
    } catch (error) {
      return failed(host, error);
    }
  };
}

/**
 * Checks the server's name, TLS, user and password without sending a mail. Returns undefined if they work, else the
 * failure. Never throws.
 */
export async function checkSmtp(connection: Connection): Promise<MailFailure | undefined> {
  try {
    await createTransport(optionsFor(connection)).verify();
    return undefined;
  } catch (error) {
    return failed(connection.server.host, error).failure;
  }
}

function optionsFor({ server, timeouts, mayBePlain = LOOPBACK.test(server.host) }: Connection) {
  const { host, port, isSecure, auth } = server;
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    ignoreTLS: mayBePlain,
    ...(auth && { auth }),
    ...Object.fromEntries(Object.entries({ ...TIMEOUTS, ...timeouts }).map(([name, at]) => [name, deadlineMs(at)])),
    // Prevents a mail from including local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function failed(host: string, error: unknown): SendFailure {
  const { code, originalCode, responseCode, permanent } = asFailure(error);
  const system = failureOf({ code: originalCode });
  const kind = system.kind === "other" ? (KINDS[code] ?? "other") : system.kind;
  return {
    ok: false,
    // A wrong password is reported as permanent too, but the agency can correct it.
    isFinal: kind === "status" && permanent === true,
    failure: { host, kind, code: responseCode ?? system.code ?? code },
  };
}

type Thrown = { code: string; originalCode?: string; responseCode?: number; permanent?: boolean };

function asFailure(error: unknown): Thrown {
  const none = { code: "unknown" };
  return error instanceof Error ? { ...none, ...error } : none;
}
