import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** What a visitor is about to order, for display. `price`: that of the first year, as the search showed it. */
export type Bought = { names: string; price?: string };

/** What a visitor is about to order, above the forms of an account. */
export function Buys({ names, price }: Bought) {
  return (
    <p className="border-l-6 border-cloth bg-sunk px-4 py-3">
      You are ordering{" "}
      <b className="wrap-anywhere" translate="no">
        {names}
      </b>
      {price !== undefined && `, ${price} for the first year`}. With an account you can pay for it and use it.
    </p>
  );
}

type MailSentProps = { goal: string | undefined; buys: Bought | undefined };

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
              {buys.names}
            </b>
            {buys.price !== undefined && ` (${buys.price})`}. On another device you choose a password first, and then
            look the name up again.
          </>
        )}
      </p>
      <p className="quiet">It may take a minute. Look in the spam folder, too.</p>
      <p className="actions">
        <ButtonLink kind="alt" to="/login/resend">
          Send it again
        </ButtonLink>
        <ButtonLink kind="alt" to={`/login?${new URLSearchParams({ tab: "signup", ...rest })}`}>
          Wrong address?
        </ButtonLink>
      </p>
      <p>
        <Link
          to={goal === undefined ? "/login" : `/login?${new URLSearchParams(rest)}`}
          className="inline-flex min-h-touch items-center"
        >
          E-mail confirmed? Sign In
        </Link>
      </p>
    </section>
  );
}
