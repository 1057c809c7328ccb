import { setTimeout as wait } from "node:timers/promises";
import { env } from "#app/platform/env.server.ts";
import { sandboxDelays } from "./faults.ts";
import { type OutboxItem, outbox } from "./outbox.ts";
import { type ReceivedMail, SMTP_USER, serveSmtp } from "./smtp.ts";
import { watchMail } from "./workbench/mail-faults.ts";

/** The kind of outbox entry by the mail's tag; other mails are "mail". */
const KINDS: Record<string, OutboxItem["kind"]> = {
  "newsletter=welcome": "newsletter",
  "stride=interest": "school",
  "contact=message": "contact",
};

/**
 * Starts the sandbox's mail server on a free port and makes the site use it. Mails go to the outbox. Returns how to close it.
 */
export async function openMailServer() {
  const { port, close } = await serveSmtp({
    port: 0,
    watch: watchMail,
    onMail: (taken) => void outbox.add(entryOf(taken)),
  });
  Object.assign(env, { smtp: { host: "127.0.0.1", port, isSecure: false, auth: SMTP_USER } });
  return { close };
}

function entryOf({ to, mail }: ReceivedMail): OutboxItem {
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

const DUE_MAILS = `
  select 1 from public.mails
  where sent_at is null and failed_at is null and next_try_at <= now() and created_at <= $1::timestamptz
    and ($2::text is null or lower(recipient) = lower($2)) limit 1`;
const DELETE_PENDING = `
  delete from public.mails
  where sent_at is null and failed_at is null and (claimed_until is null or claimed_until <= now())`;
const POLL_MS = 20;

/** The mails in the queue of the sandbox's database, which are on their way to the outbox. */
export const queuedMails = {
  /**
   * Waits until each mail that is queued now, or each to one address, was sent, failed, or is scheduled for another try.
   * Looks at least once, and returns false if that takes longer than `limitMs` or `signal` aborts it.
   */
  async areSettled(
    signal: AbortSignal,
    { limitMs = sandboxDelays.mailsMs, to }: { limitMs?: number; to?: string | undefined } = {},
  ): Promise<boolean> {
    const end = performance.now() + limitMs;
    const database = await globalThis.embeddedDatabase;
    const [clock] = (await database?.query("select now()::text as time")) ?? [];
    while (!signal.aborted) {
      const rows = (await database?.query(DUE_MAILS, [clock?.time, to ?? null])) ?? [];
      if (rows.length === 0) return true;
      if (performance.now() >= end) break;
      await wait(POLL_MS);
    }
    return false;
  },

  /** Deletes the pending mails. Waits for the one that is being sent. */
  async forget(signal: AbortSignal): Promise<void> {
    const database = await globalThis.embeddedDatabase;
    await database?.query(DELETE_PENDING);
    await queuedMails.areSettled(signal);
    // The mail that was being sent may be pending again.
    await database?.query(DELETE_PENDING);
  },
};
