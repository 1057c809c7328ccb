/** An address that staff write to from their own mail program. It is as a stranger typed it. */
export function MailLink({ email }: { email: string }) {
  return (
    <a
      className="-my-2.5 inline-flex min-h-touch items-center wrap-anywhere"
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      translate="no"
    >
      {email}
    </a>
  );
}
