import { env } from "#app/env.server.ts";
import { outbox, type Sent } from "./outbox.ts";
import { SMTP_USER, serveSmtp, type TakenMail } from "./smtp.ts";

/** What a mail is, by the tag that the site gives it; "mail" is every other. */
const KINDS: Record<string, Sent["kind"]> = {
  "newsletter=welcome": "newsletter",
  "stride=interest": "school",
  "contact=message": "contact",
};

/** Starts the sandbox's mail server, which puts into the outbox what it takes, on a port that is free. The site sends by it from now on. */
export async function openMailServer(): Promise<void> {
  const { port } = await serveSmtp({ port: 0, onMail: (taken) => void outbox.add(entryOf(taken)) });
  Object.assign(env, { smtp: { host: "127.0.0.1", port, isSecure: false, auth: SMTP_USER } });
}

function entryOf({ to, mail }: TakenMail): Sent {
  const tags = mail.headers.find(({ key }) => key === "x-tags")?.value ?? "";
  return {
    kind: KINDS[tags] ?? "mail",
    to,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    ...(mail.html && { html: mail.html }),
  };
}

const UNDER_WAY = `
  select count(*)::int as count from public.mails
  where sent_at is null and failed_at is null and next_try_at <= now()`;
const LOOK_MS = 20;

/** Waits until no mail is under way: each went out, was given up, or is tried again later. At once where no database is open. */
export async function mailsSettled(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const database = await globalThis.embeddedDatabase;
    const [row] = (await database?.query(UNDER_WAY)) ?? [];
    if (!row?.count) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
