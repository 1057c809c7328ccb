import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { MAIL_KEY } from "../workers/keys.ts";

export type AuthMail = { to: string; subject: string; html: string; text: string };
export type SendMail = (mail: AuthMail) => Promise<void>;

const OUTBOX_TIMEOUT_MS = 3000;

/**
 * The e-mail driver of the embedded auth service. `send` only queues and never throws: a sign-up whose mail fails would
 * otherwise leave a user who can never sign up again. `settled` ends when all that was queued has been tried once.
 */
export function createMailQueue(sendMail: SendMail) {
  let queue: Promise<void> = Promise.resolve();
  return {
    async send({ to, subject, ...rest }: { to: string; subject: string; html?: string }): Promise<void> {
      const html = rest.html ?? "";
      // The service's own text part names an address that nothing listens on: ours is made from the template.
      const mail = { to, subject, html, text: textOf(html) };
      queue = queue
        .then(() => sendMail(mail))
        .catch((error: unknown) => log.warn({ reason: String(error) }, "auth mail not sent"));
    },
    settled: () => queue,
  };
}

/** Puts a mail into the sandbox's outbox. Throws when that does not take it. */
export async function sendToOutbox(mail: AuthMail): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${env.sandboxPort}/mail`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${MAIL_KEY}` },
    body: JSON.stringify(mail),
    signal: AbortSignal.timeout(OUTBOX_TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`the outbox answered ${reply.status}`);
}

/** The plain text of one of our own templates (supabase/templates): links written out, tags dropped. */
function textOf(html: string): string {
  return html
    .replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, "$2: $1")
    .replace(/<[^<>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replace(/^\s+/gm, "")
    .trim();
}
