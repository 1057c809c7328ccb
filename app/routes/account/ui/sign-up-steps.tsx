import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** What a visitor is about to order, above the forms of an account. */
export function Buys({ name }: { name: string }) {
  return (
    <p className="border-l-6 border-cloth bg-sunk px-4 py-3">
      You are ordering{" "}
      <b className="wrap-anywhere" translate="no">
        {name}
      </b>
      . With an account you can pay for it and use it.
    </p>
  );
}

type MailSentProps = { goal: string | undefined; buys: string | undefined };

/**
 * What to do after signing up, in place of the forms: nobody can sign in before the address is confirmed. The message above it
 * has the address.
 */
export function MailSent({ goal, buys }: MailSentProps) {
  const rest: Record<string, string> = goal === undefined ? {} : { redirectTo: goal };
  return (
    <section className="flow" aria-labelledby="mail-sent">
      <h1 id="mail-sent" className="text-[2.125rem]">
        One more step
      </h1>
      <p>
        Open the <span className="whitespace-nowrap">e-mail</span> that we sent you, and press its button.
        {buys !== undefined && (
          <>
            {" "}
            In this browser you then come back to your order of{" "}
            <b className="wrap-anywhere" translate="no">
              {buys}
            </b>
            .
          </>
        )}
      </p>
      <p className="quiet">It may take a minute. Look in the spam folder, too.</p>
      <p className="actions">
        <ButtonLink to="/login/resend">Send it again</ButtonLink>
        <ButtonLink kind="alt" to={`/login?${new URLSearchParams({ tab: "signup", ...rest })}`}>
          Wrong address?
        </ButtonLink>
      </p>
      <p>
        <Link
          to={goal === undefined ? "/login" : `/login?${new URLSearchParams(rest)}`}
          className="inline-flex min-h-touch items-center"
        >
          I have confirmed it: Sign In
        </Link>
      </p>
    </section>
  );
}
