import { env } from "#app/platform/env.server.ts";
import type { Result } from "#app/platform/result.ts";
import { type ConfirmationKind, confirmMail } from "./confirm-mail.ts";
import type { Mail } from "./mail.ts";
import { postMail } from "./mail-service.api.server.ts";
import { mailSite } from "./mail-site.server.ts";
import { enqueueMail } from "./queue.table.server.ts";
import { confirmToken, UNCONFIRMED_DAYS } from "./unconfirmed-rows.table.server.ts";

/** Sends a mail by the mail service, or enqueues it for SMTP. If the service's reply was lost, the failure has `isUnknown`. */
async function sendMail(mail: Mail): Promise<Result<null>> {
  return env.mail ? postMail(env.mail, mail, mail.key) : enqueueMail(mail);
}

const PATHS = { newsletter: "/newsletter/confirm", school: "/stride/confirm" };

type Row = { id: string; email: string };

/** Returns the mail with the link that confirms a row's e-mail address. */
function confirmationMail(kind: ConfirmationKind, { id, email }: Row, key: string): Mail {
  const href = `${env.origin}${PATHS[kind]}?token=${confirmToken(kind, id)}`;
  const mail = confirmMail(kind, { href, days: UNCONFIRMED_DAYS, site: mailSite() });
  return { key, kind: "confirm", to: email, tags: [{ name: kind, value: "confirm" }], ...mail };
}

/** Returns the confirmation mail to insert with the row; undefined if a mail service sends it afterwards. */
export function confirmationMailFor(kind: ConfirmationKind, row: Row, key: string): Mail | undefined {
  return env.mail ? undefined : confirmationMail(kind, row, key);
}

/** Sends the confirmation mail. A mail that was enqueued with its row is not sent twice. */
export function sendConfirmationMail(kind: ConfirmationKind, row: Row, key: string): Promise<Result<null>> {
  return sendMail(confirmationMail(kind, row, key));
}
