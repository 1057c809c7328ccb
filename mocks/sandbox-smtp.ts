import { setTimeout as wait } from "node:timers/promises";
import { env } from "#app/env.server.ts";
import { sandboxDelays } from "./faults.ts";
import { outbox, type Sent } from "./outbox.ts";
import { SMTP_USER, serveSmtp, type TakenMail } from "./smtp.ts";

/** What a mail is, by the tag that the site gives it; "mail" is every other. */
const KINDS: Record<string, Sent["kind"]> = {
  "newsletter=welcome": "newsletter",
  "stride=interest": "school",
  "contact=message": "contact",
};

/**
 * Starts the sandbox's mail server, which puts into the outbox what it takes, on a port that is free. The site sends by it from
 * now on. Gives back a way to close it.
 */
export async function openMailServer() {
  const { port, close } = await serveSmtp({ port: 0, onMail: (taken) => void outbox.add(entryOf(taken)) });
  Object.assign(env, { smtp: { host: "127.0.0.1", port, isSecure: false, auth: SMTP_USER } });
  return { close };
}

function entryOf({ to, mail }: TakenMail): Sent {
  const tags = mail.headers.find(({ key }) => key === "x-tags")?.value ?? "";
  return {
    kind: KINDS[tags] ?? "mail",
    to,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    ...(mail.html && { html: mail.html }),
    ...(mail.messageId && { messageId: mail.messageId }),
  };
}

const UNDER_WAY = `
  select 1 from public.mails
  where sent_at is null and failed_at is null and next_try_at <= now() and created_at <= $1::timestamptz limit 1`;
const FORGET = `
  delete from public.mails
  where sent_at is null and failed_at is null and (claimed_until is null or claimed_until <= now())`;
const LOOK_MS = 20;

/** The sandbox's mails on their way to the outbox: the queue in its database. */
export const queuedMails = {
  /**
   * Waits until each mail that is there now went out, was given up, or is tried again later. False when that takes longer than
   * `limitMs`, or `signal` ends it.
   */
  async areSettled(signal: AbortSignal, limitMs = sandboxDelays.mailsMs): Promise<boolean> {
    const end = performance.now() + limitMs;
    const database = await globalThis.embeddedDatabase;
    const [clock] = (await database?.query("select now()::text as time")) ?? [];
    while (!signal.aborted && performance.now() < end) {
      const rows = (await database?.query(UNDER_WAY, [clock?.time])) ?? [];
      if (rows.length === 0) return true;
      await wait(LOOK_MS);
    }
    return false;
  },

  /** Forgets those that wait; the one that is being sent goes out first. */
  async forget(signal: AbortSignal): Promise<void> {
    const database = await globalThis.embeddedDatabase;
    await database?.query(FORGET);
    await queuedMails.areSettled(signal);
    // It may wait again.
    await database?.query(FORGET);
  },
};
