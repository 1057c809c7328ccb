import { Link } from "#app/ui/primitives/link.tsx";

type ClosingFactsProps = {
  /** The customer's domains and their expiry; null when they could not be read. */
  names: { name: string; until: string; isOver: boolean }[] | null;
  /** By when the account is closed. */
  due: string;
  /** How many days the closing takes at most, and for how many years orders are kept. */
  days: number;
  years: number;
};

/** What is deleted when, what is kept and why, and what happens to the domains. Source: docs/product.md, "Closing an account". */
export function ClosingFacts({ names, due, days, years }: ClosingFactsProps) {
  return (
    <>
      <dl className="ruled">
        <div>
          <dt>At once</dt>
          <dd>Nothing. We get your request, and you can cancel it on your profile until we have closed the account.</dd>
        </div>
        <div>
          <dt>
            By {due}, {days} days at most
          </dt>
          <dd>
            A person deletes your name, phone number, sign-in e-mail and password, the history of your DNS changes, and
            what you told us about schools. You will get no more newsletters. You are signed out, and cannot sign in
            again.
          </dd>
        </div>
        <div>
          <dt>Kept for a year</dt>
          <dd>
            Messages that you sent us with the contact form, from the day you sent each. Ask us to delete them sooner.
          </dd>
        </div>
        <div>
          <dt>Kept for {years} years</dt>
          <dd>
            Your orders: what, when and for how much, without your name and e-mail; and the invoices in our own books.
            The law requires it (Tax Procedures Act, section 23). After that they are deleted.
          </dd>
        </div>
      </dl>
      {names?.length !== 0 && (
        <section className="flow">
          <h2>Your domains are not deleted</h2>
          <p>
            Each one runs until it expires. Without the account you cannot renew it here or change its DNS. To keep one,{" "}
            <Link to="/contact">write to us</Link> and move it to another provider before you close the account.
          </p>
          {names === null ? (
            <p>
              Your domains could not be read just now. <Link to="/dashboard">Look at your domains</Link> before you
              close the account.
            </p>
          ) : (
            <ul className="ruled ends">
              {names.map(({ name, until, isOver }) => (
                <li key={name}>
                  <b translate="no">{name}</b>
                  <span>
                    {isOver ? "ended on" : "until"} {until}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <h2>Download your data first</h2>
      <p>
        <Link to="/profile#data">Export my data</Link> on your profile gives you what we keep about you in one file,
        which also says what is not in it. Once the account is closed, we can no longer make it.
      </p>
    </>
  );
}
