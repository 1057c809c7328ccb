import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { MAIL_KEY } from "../workers/keys.ts";

export type AuthMail = { to: string; subject: string; html: string; text: string };
export type SendMail = (mail: AuthMail) => Promise<void>;

/**
 * Creates the e-mail driver of the embedded auth service. `send` only queues and never throws: otherwise a sign-up whose mail
 * fails would leave a user who can never sign up again. `settled` resolves when all queued mails have been tried once.
 */
export function createMailQueue(sendMail: SendMail) {
  let queue: Promise<void> = Promise.resolve();
  return {
    async send({ to, subject, ...rest }: { to: string; subject: string; html?: string }): Promise<void> {
      const html = rest.html ?? "";
      // Lite's own text part contains an unused URL, so the text is made from the HTML template.
      const mail = { to, subject, html, text: textOfTemplate(html) };
      queue = queue
        .then(() => sendMail(mail))
        .catch((error: unknown) => log.warn({ reason: String(error) }, "auth mail not sent"));
    },
    settled: () => queue,
  };
}

/** Puts a mail into the sandbox's outbox. Throws if the outbox rejects it. */
export async function sendToOutbox(mail: AuthMail): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${env.sandboxPort}/mail`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${MAIL_KEY}` },
    body: JSON.stringify(mail),
    signal: deadline("outboxDelivery"),
  });
  if (!response.ok) throw new Error(`the outbox answered ${response.status}`);
}

/**
 * Returns the plain text of one of our templates (supabase/templates): links with their URL, a paragraph for each block, no
 * tags.
 */
export function textOfTemplate(html: string): string {
  return html
    .slice(html.indexOf("<body"))
    .replace(/<a href="([^"<>]*)"[^<>]*>([^<]*)<\/a>/g, "$2: $1")
    .replace(/<\/(?:p|h1)>/g, "\n")
    .replace(/<[^<>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replace(/^\s+/gm, "\n")
    .trim();
}
