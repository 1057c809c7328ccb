import { env } from "#app/env.server.ts";
import { interestMail, type SchoolTold } from "#app/model/school/interest-mail.ts";
import { createMailWorker, type Proof } from "./mail-worker.server.ts";

const FAILED = "Failed to send confirmation email";

const send = createMailWorker({
  service: "stride-mail",
  url: env.strideMail.url,
  words: { refused: FAILED, silent: FAILED },
  keyOf: () => env.workerKey,
});

/** Has the e-mail worker thank a school for its interest; see createMailWorker. Source: docs/product.md, "Schools". */
export function thankSchool(interest: SchoolTold, proof: Proof, idempotencyKey: string) {
  return send(interestMail(interest), proof, idempotencyKey);
}
