import { ADDRESS_TAKEN, makeAccount } from "#app/accounts/staff-accounts.api.server.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type ClaimedLine, claimLine, finishLine, listNextInvited, queueInvitations } from "./imports.table.server.ts";
import { invitationLink } from "./invitation-link.server.ts";
import { invitationMail } from "./invitation-mail.ts";

/** A process looks for lines and invitations this often. */
export const IMPORT_INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;
/** A line that failed so often fails for good. After a failure it waits for a minute. */
const MAX_ATTEMPTS = 20;
/** After so many failures running the service is down, and the rest waits. */
const MAX_FAILURES = 3;
const TAKEN = { column: "domain", message: "Another customer has this name." };
const NOT_MADE = "The account could not be made. Import this line again later.";

/** Returns whether this site can send invitations: it has a mail server or service. */
export function canInvite(): boolean {
  return Boolean(env.smtp || env.mail);
}

/**
 * Imports the lines that wait, one at a time, and queues the invitations that staff asked for. Any number of processes may do so
 * at once. A process that is killed leaves its line to another one after a minute. Source: docs/product/desk.md, "Import".
 */
export async function importTurn(stopped: AbortSignal, rate = env.newsletterRate): Promise<void> {
  let failures = 0;
  while (!stopped.aborted && failures < MAX_FAILURES) {
    const line = await claimLine();
    if (!line) break;
    failures = (await importLine(line)) ? 0 : failures + 1;
  }
  if (canInvite() && !stopped.aborted) await queueNext(rate);
}

/** Finds or makes the account of a line, and adds its name. False if it has to be tried again. */
async function importLine(line: ClaimedLine): Promise<boolean> {
  if (line.is_taken) return finishLine(line, null, TAKEN);
  if (line.person !== null) return finishLine(line, line.person, null);
  const made = await makeAccount({ email: line.email, name: line.full_name, phone: line.phone ?? undefined });
  if (made.ok) return finishLine(line, made.value.id, null);
  if (made.status === 400) return finishLine(line, null, { column: "email", message: made.message });
  const isLast = line.attempts >= MAX_ATTEMPTS && made.code !== ADDRESS_TAKEN;
  return isLast ? finishLine(line, null, { column: "", message: NOT_MADE }) : false;
}

async function queueNext(rate: number): Promise<void> {
  const share = Math.ceil((rate * IMPORT_INTERVAL_MS) / MINUTE_MS);
  const invited = await listNextInvited(rate, share);
  if (invited.length === 0) return;
  const mails = invited.map((one) => ({
    ...one,
    mail: invitationMail(
      { id: one.person, to: one.email, fullName: one.full_name, domains: one.domains },
      { site: mailSite(), href: invitationLink(one.person) },
    ),
  }));
  await queueInvitations(mails);
}
