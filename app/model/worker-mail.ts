import { type Mail, textOfHtml } from "./mail/mail.ts";

/** What the e-mail workers are sent, beside the token: who gets the mail, and the mail (docs/going-live.md). */
export type WorkerMail = {
  email: string;
  firstName: string;
  lastName: string;
  dynamicData: { subject: string; html: string; tags: { name: string; value: string }[] };
};

/** The same mail as the site sends it by itself, where there is no such worker. */
export function mailOf({ email, dynamicData }: WorkerMail, about: Pick<Mail, "kind" | "key" | "unsubscribeUrl">): Mail {
  return { ...about, to: email, ...dynamicData, text: textOfHtml(dynamicData.html) };
}
