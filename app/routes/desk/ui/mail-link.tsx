import { chatLink } from "#app/platform/brand.ts";

/** What a mail or a chat begins with: staff read and change it before they send it. */
export type Letter = { subject: string; text: string };

const LINK = "-my-2.5 inline-flex min-h-touch items-center wrap-anywhere";

/** An address that staff write to from their own mail program. It is as a stranger typed it. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className={LINK} href={mailto(email)} translate="no">
      {email}
    </a>
  );
}

type WriteLinksProps = { email: string; phone: string | undefined; about: string; letter: Letter };

/** Opens a mail with this text in the mail program of the member of staff, or a chat if there is a phone number. */
export function WriteLinks({ email, phone, about, letter: { subject, text } }: WriteLinksProps) {
  const query = new URLSearchParams({ text });
  return (
    <span className="flex flex-wrap gap-x-4 pt-2">
      <a
        className={LINK}
        href={`${mailto(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`}
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

function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
