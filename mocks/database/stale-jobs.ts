import type { Embedded } from "./embedded.ts";

/**
 * Makes jobs of the previous process look stale. On a real site another process may still be running them, so a repeated
 * submission has to wait; the sandbox has only one process, and the previous one has ended.
 */
export async function expireStaleJobs({ query }: Pick<Embedded, "query">): Promise<void> {
  await query("update public.submissions set started_at = started_at - interval '1 minute' where state = 'running'");
  await query(
    "update public.messages set claimed_until = claimed_until - interval '1 minute' where claimed_until > now()",
  );
  await query("update public.mails set claimed_until = null where claimed_until is not null");
  await query("update public.dns_changes set sent_at = sent_at - interval '1 minute' where state = 'sent'");
}
