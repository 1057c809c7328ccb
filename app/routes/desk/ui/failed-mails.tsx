import type { ReactNode } from "react";
import { type FailedMail, mailKind } from "#app/desk/failed-mail.ts";
import { chatLink, mailLink } from "#app/platform/brand.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { Writers } from "./writers.tsx";

export const MAIL_FORM = "mail";

type Mail = Pick<FailedMail, "id" | "kind" | "recipient" | "failedAt">;
type FailedMailsProps = { groups: { why: string; mails: Mail[] }[]; hasMore: boolean };

/** Failed mails by reason, each with its two buttons. */
export function FailedMails({ groups, hasMore }: FailedMailsProps) {
  const page = usePageForm({ id: MAIL_FORM, formKey: "first", defaultValue: {} });
  const count = groups.reduce((sum, { mails }) => sum + mails.length, 0);
  return (
    <>
      <FormProblems page={page} />
      {count === 0 && (
        <DeskEmpty title="Every mail went out">
          <p>A mail appears here when we tried six times in fifteen hours.</p>
        </DeskEmpty>
      )}
      {groups.map(({ why, mails }) => (
        <section key={why} aria-label={why}>
          <h2 className="pb-2 text-base wrap-anywhere">{why}</h2>
          <ul className="desk-list">
            {mails.map(({ id, kind, recipient, failedAt }) => (
              <li key={id}>
                <div>
                  <b className="cut" translate="no" dir="auto">
                    {recipient}
                  </b>
                  <span className="quiet cut">
                    {mailKind(kind)}, <time dateTime={failedAt}>{timeWords(failedAt)}</time>
                  </span>
                </div>
                <MailForm className="flex gap-2">
                  <input type="hidden" name="mail" value={id} />
                  <Button name="form" value="again" aria-label={`Send again to ${recipient}`}>
                    Send again
                  </Button>
                  <Button kind="alt" name="form" value="let-go" aria-label={`Delete the mail to ${recipient}`}>
                    Delete
                  </Button>
                </MailForm>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <p>These are the newest. There are more.</p>}
      {count > 1 && (
        <MailForm className="form">
          <input type="hidden" name="form" value="again-all" />
          <Button kind="alt">Send all again</Button>
        </MailForm>
      )}
    </>
  );
}

/** A form of this page, for staff who may change something. */
function MailForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Writers>
      <form method="post" action="/desk/mails" className={className}>
        <CsrfToken />
        {children}
      </form>
    </Writers>
  );
}

/** Returns "24 Nov, 00:13". A mail is kept for 30 days, so the year is clear. */
function timeWords(moment: string): string {
  return nairobiTime(new Date(moment)).replace(/ \d{4},/, ",");
}

/** What a mail or a chat begins with: staff read and change it before they send it. */
export type Letter = { subject: string; text: string };

const LINK = "tap-link";

/** An address that staff write to from their own mail program. A stranger may have typed it. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className={LINK} href={mailLink(email)} translate="no">
      {email}
    </a>
  );
}

type WriteLinksProps = { email: string; phone: string | undefined; about: string; letter: Letter };

/**
 * Links that open a mail with this text in the mail program of the member of staff and, if there is a phone number, a chat.
 */
export function WriteLinks({ email, phone, about, letter: { subject, text } }: WriteLinksProps) {
  const query = new URLSearchParams({ text });
  return (
    <span className="flex flex-wrap gap-x-4 pt-2">
      <a
        className={LINK}
        href={`${mailLink(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`}
      >
        Write an e-mail<span className="visually-hidden"> about {about}</span>
      </a>
      {phone !== undefined && (
        <a className={LINK} href={`${chatLink(phone)}?${query}`}>
          Write on WhatsApp<span className="visually-hidden"> about {about}</span>
        </a>
      )}
    </span>
  );
}
