import { callLink, chatLink, mailLink } from "#app/platform/brand.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

type ReminderBoxProps = {
  /** `name`: the name that ends soon. Staff may change subject and text in their own program before they send them. */
  letter: { name: string; subject: string; text: string };
  email: string;
  phone: string | undefined;
};

/** The reminder of a name that ends soon, ready to be sent from the mail program or the phone of the member of staff. */
export function ReminderBox({ letter: { name, subject, text }, email, phone }: ReminderBoxProps) {
  const body = encodeURIComponent(text.replaceAll("\n", "\r\n"));
  return (
    <section className="form-box flow mt-4 max-w-[44rem]" aria-labelledby="remind-title">
      <h2 id="remind-title">
        Remind them of <bdi className="wrap-anywhere">{name}</bdi>
      </h2>
      <p className="stranger">
        <b>{subject}</b>
      </p>
      <p className="stranger">{text.trimEnd()}</p>
      <ButtonLink to={`${mailLink(email)}?subject=${encodeURIComponent(subject)}&body=${body}`}>
        Open as an e-mail
      </ButtonLink>
      {phone !== undefined && (
        <p className="flex flex-wrap gap-x-4">
          <a
            className="inline-flex min-h-touch items-center"
            href={`${chatLink(phone)}?${new URLSearchParams({ text })}`}
          >
            Open in WhatsApp
          </a>
          <a className="inline-flex min-h-touch items-center" href={callLink(phone)}>
            Call them
          </a>
        </p>
      )}
      <p className="quiet">Nothing is sent until you send it there.</p>
    </section>
  );
}
