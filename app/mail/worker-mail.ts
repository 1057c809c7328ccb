import type { Mail } from "./mail.ts";

/** The body of a request to an e-mail worker, without the token (docs/going-live.md). Only `text` is not sent to it. */
export type WorkerMail = {
  email: string;
  firstName: string;
  lastName: string;
  text: string;
  dynamicData: { subject: string; html: string; tags: { name: string; value: string }[] };
};

/** Converts it to a mail that the site sends itself if there is no worker. */
export function mailOf(
  { email, text, dynamicData }: WorkerMail,
  about: Pick<Mail, "kind" | "key" | "unsubscribeUrl">,
): Mail {
  return { ...about, to: email, text, ...dynamicData };
}
