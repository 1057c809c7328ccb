import { mailSite } from "#app/mail/mail-site.server.ts";
import { createMailWorker, type Delivery, type Proof } from "#app/mail/mail-worker.api.server.ts";
import { mailOf } from "#app/mail/worker-mail.ts";
import { env } from "#app/platform/env.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { markInterestSentWithMail } from "./interest.table.server.ts";
import { interestMail, type SchoolDetails } from "./thanks-mail.ts";

const CONFIRMATION_NOT_SENT = "Failed to send confirmation email";

const worker =
  env.strideMail &&
  createMailWorker({
    service: "stride-mail",
    url: env.strideMail.url,
    words: { refused: CONFIRMATION_NOT_SENT, silent: CONFIRMATION_NOT_SENT },
    keyOf: () => env.workerKey,
  });

/**
 * Thanks a school for its interest by the e-mail worker; see `createMailWorker`. Without a worker the mail is enqueued here.
 * Source: docs/product.md, "Schools".
 */
export async function thankSchool(
  interest: SchoolDetails & { id: string },
  { proof, key }: { proof: Proof; key: string },
): Promise<Result<Delivery>> {
  const mail = interestMail(interest, { site: mailSite() });
  if (worker) return worker(mail, proof, key);
  const thanked = await markInterestSentWithMail(interest.id, mailOf(mail, { kind: "school", key }));
  return thanked.ok ? success("sent") : thanked;
}
