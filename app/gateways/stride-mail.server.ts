import { env } from "#app/env.server.ts";
import { interestMail, type SchoolTold } from "#app/model/school/interest-mail.ts";
import { createMailWorker, type Proof } from "./mail-worker.server.ts";

const CONFIRMATION_NOT_SENT = "Failed to send confirmation email";

const send = createMailWorker({
  service: "stride-mail",
  url: env.strideMail.url,
  words: { refused: CONFIRMATION_NOT_SENT, silent: CONFIRMATION_NOT_SENT },
  keyOf: () => env.workerKey,
});

/**
 * Has the e-mail worker thank a school for its interest; see createMailWorker. `isConfirmed`: by the owner of the address,
 * behind the link of a mail. Source: docs/product.md, "Schools".
 */
export function thankSchool(
  interest: SchoolTold,
  { proof, isConfirmed, key }: { proof: Proof; isConfirmed: boolean; key: string },
) {
  return send(interestMail(interest, { isConfirmed }), proof, key);
}
