import { MAIL_KINDS } from "#app/mail/mail.ts";

/**
 * A mail that the site stopped sending. `failure` is of the last attempt; its kinds are those of docs/operations.md, "The log".
 */
export type FailedMail = {
  id: string;
  kind: string;
  recipient: string;
  failedAt: string;
  failure: { host: string; kind: string; code: string | number } | null;
};

const NAMES = new Map<string, string>(Object.entries(MAIL_KINDS));

/** Returns what a mail is; a kind that another version of the site stored is returned as it is. */
export function mailKind(kind: string): string {
  return NAMES.get(kind) ?? kind;
}

const WHY: Record<string, string> = {
  name: "The mail server’s name is not found",
  refused: "The mail server does not answer",
  unreachable: "The mail server does not answer",
  timeout: "The mail server is too slow",
  cut: "The mail server is too slow",
  tls: "The mail server’s certificate is not right",
  key: "The mail server does not accept our password",
  status: "The mail server refused it",
  service: "The mail service refused it",
  address: "The address cannot get mail",
};

/** Returns why a mail failed, with the server and its code: "The mail server refused it (mail.example.co.ke, 550)". */
function whyFailed(failure: FailedMail["failure"]): string {
  if (failure === null) return "We do not know why";
  const { host, kind, code } = failure;
  return `${WHY[kind] ?? "It could not be sent"} (${[host, code].filter((word) => word !== "").join(", ")})`;
}

/** Groups mails by why they failed, in the order in which the reasons first appear. */
export function byReason(mails: readonly FailedMail[]): { why: string; mails: FailedMail[] }[] {
  const groups = new Map<string, FailedMail[]>();
  for (const mail of mails) {
    const why = whyFailed(mail.failure);
    groups.set(why, [...(groups.get(why) ?? []), mail]);
  }
  return [...groups].map(([why, mails]) => ({ why, mails }));
}
