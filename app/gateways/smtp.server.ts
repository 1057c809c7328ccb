import { createTransport } from "nodemailer";
import type { Mail } from "#app/model/mail/mail.ts";
import { isMailbox } from "#app/model/one-line.ts";
import type { SmtpUrl } from "#app/model/setting-values.ts";
import { failureOf } from "./upstream/failure-kind.server.ts";

/** Why a mail did not go out, without a word of the server's, which may repeat an address. */
export type MailFailure = { host: string; kind: string; code: number | string };

export type NotSent = { ok: false; isFinal: boolean; failure: MailFailure };
/** What became of a mail; of one that did not go out, whether it never will. */
export type Sent = { ok: true } | NotSent;

/**
 * Longer than a server takes that works: whoever gives up while it thinks about a whole mail may have it sent twice (RFC 5321,
 * 4.5.3.2). Nobody waits for it.
 */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
/** For one mail, however slowly a server drips. */
const MAIL_MS = 120_000;

/** An address that stands in a line of a header by itself: RFC 3986's characters, and no more than a line takes (RFC 5322, 2.1.1). */
const HEADER_URL = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,900}$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** What the library's codes mean, in the words of every call (upstream/failure-kind.server.ts). Nodemailer, "Error codes". */
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

type Connection = {
  server: SmtpUrl;
  timeouts?: Partial<typeof TIMEOUTS>;
  /** Whether it may be spoken to without TLS. */
  mayBePlain?: boolean;
};
type Options = Connection & { from: { name: string; address: string }; mailMs?: number };

/**
 * A sender by one SMTP server, of one mail at a time. Off this computer it speaks TLS or not at all. Never throws; what was
 * not taken is `isFinal` when the server says that it never will be. A connection that breaks after the whole mail was
 * handed over counts as not sent, though it may have been.
 */
export function createSmtpSender({ from, mailMs = MAIL_MS, ...connection }: Options) {
  const { host } = connection.server;
  const transport = transportTo(connection);
  return async (letter: Omit<Mail, "key" | "kind">, messageId: string): Promise<Sent> => {
    const { to, replyTo, subject, text, html, tags, unsubscribeUrl = "" } = letter;
    const canUnsubscribe = HEADER_URL.test(unsubscribeUrl);
    // The library would read "a@x.ke, b@x.ke" as two.
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
        signal: AbortSignal.timeout(mailMs),
      });
      return { ok: true };
    } catch (error) {
      return failed(host, error);
    }
  };
}

/**
 * Whether the server takes us: its name, TLS, and user and password, as when a mail is sent, without one. Undefined when it
 * does, else why not. Never throws.
 */
export async function trySmtp(connection: Connection): Promise<MailFailure | undefined> {
  try {
    await transportTo(connection).verify();
    return undefined;
  } catch (error) {
    return failed(connection.server.host, error).failure;
  }
}

function transportTo({ server, timeouts, mayBePlain = LOOPBACK.test(server.host) }: Connection) {
  const { host, port, isSecure, auth } = server;
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    ignoreTLS: mayBePlain,
    ...(auth && { auth }),
    ...TIMEOUTS,
    ...timeouts,
    // Whatever a mail says: no file of this computer and no address is read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function failed(host: string, error: unknown): NotSent {
  const { code, originalCode, responseCode, permanent } = asFailure(error);
  const system = failureOf({ code: originalCode });
  const kind = system.kind === "other" ? (KINDS[code] ?? "other") : system.kind;
  return {
    ok: false,
    // Of a wrong password the server says the same, and the agency can mend it.
    isFinal: kind === "status" && permanent === true,
    failure: { host, kind, code: responseCode ?? system.code ?? code },
  };
}

type Thrown = { code: string; originalCode?: string; responseCode?: number; permanent?: boolean };

function asFailure(error: unknown): Thrown {
  const none = { code: "unknown" };
  return error instanceof Error ? { ...none, ...error } : none;
}
