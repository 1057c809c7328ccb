import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { type ConfirmationKind, confirmMail } from "#app/model/confirm-mail.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import type { Result } from "#app/model/result.ts";
import { queueMail } from "./mail-queue.server.ts";
import { postMail } from "./mail-service.server.ts";
import { confirmToken, UNCONFIRMED_DAYS } from "./unconfirmed.server.ts";

/** Has a mail of our own sent, once: by the mail service, or by ourselves where there is none. `isUnknown` when the answer was lost. */
async function sendMail(mail: Mail): Promise<Result<null>> {
  return env.mail ? postMail(env.mail, mail, mail.key) : queueMail(mail);
}

const PATHS = { newsletter: "/newsletter/confirm", school: "/stride/confirm" };

type Row = { id: string; email: string };

/** The mail with the link by which the owner of an address confirms a row. */
function confirmationOf(kind: ConfirmationKind, { id, email }: Row, key: string): Mail {
  const href = `${env.origin}${PATHS[kind]}?token=${confirmToken(kind, id)}`;
  const mail = confirmMail(kind, { href, brandName: brandFrom(env.brand).name, days: UNCONFIRMED_DAYS });
  return { key, kind: "confirm", to: email, tags: [{ name: kind, value: "confirm" }], ...mail };
}

/** The same, to be written together with the row; undefined where a mail service sends it afterwards. */
export function confirmationWith(kind: ConfirmationKind, row: Row, key: string): Mail | undefined {
  return env.mail ? undefined : confirmationOf(kind, row, key);
}

/** Has that mail sent. One that was written together with its row is not sent twice. */
export function askToConfirm(kind: ConfirmationKind, row: Row, key: string): Promise<Result<null>> {
  return sendMail(confirmationOf(kind, row, key));
}
