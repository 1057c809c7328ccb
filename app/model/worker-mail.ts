/** What the e-mail workers are sent, beside the token: who gets the mail, and the mail (docs/going-live.md). */
export type WorkerMail = {
  email: string;
  firstName: string;
  lastName: string;
  dynamicData: { subject: string; html: string; tags: { name: string; value: string }[] };
};
