import { formatKsh } from "#app/platform/money.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

type ClosingFactsProps = {
  /** The customer's domains and their expiry; null when they could not be read. */
  names: { name: string; until: string; isOver: boolean }[] | null;
  /** The customer's services and until when each works, in words; null when they could not be read. */
  services: { id: string; what: string; display: string; until: string }[] | null;
  /** What the customer has kept with us, in KSh. */
  credit: number;
  /** By when the account is closed. */
  due: string;
  /** How many days the closing takes at most, and for how many years orders are kept. */
  days: number;
  years: number;
};

/**
 * What is deleted when, what is kept and why, and what happens to the domains. Source: docs/product/accounts.md, "Closing an
 * account".
 */
export function ClosingFacts({ names, services, credit, due, days, years }: ClosingFactsProps) {
  return (
    <>
      <dl className="ruled">
        <div>
          <dt>Today</dt>
          <dd>Nothing changes yet. You can cancel on your profile until we close the account.</dd>
        </div>
        <div>
          <dt>
            By {due}, {days} days at most
          </dt>
          <dd>
            We delete your name, phone number, sign-in e-mail and password. We also delete the history of your DNS
            changes and what you told us about schools. You get no more newsletters. You are signed out, and cannot sign
            in again.
          </dd>
        </div>
        <div>
          <dt>Kept for a year</dt>
          <dd>
            Messages that you sent us with the contact form, from the day of each message. You can ask us to delete them
            sooner.
          </dd>
        </div>
        <div>
          <dt>Kept for {years} years</dt>
          <dd>
            Your orders: what, when and for how much, without your name and e-mail. Also the invoices in our books. The
            law requires it (Tax Procedures Act, section 23). After that we delete them.
          </dd>
        </div>
      </dl>
      {credit > 0 && (
        <section className="flow">
          <h2>{`${formatKsh(credit)} is yours: how do we send it?`}</h2>
          <p>
            You kept it for your next bill. <Link to="/contact">Write to us</Link> first, and say to which M-PESA number
            or bank account we send it.
          </p>
        </section>
      )}
      {names?.length !== 0 && (
        <section className="flow">
          <h2>Your domains are not deleted</h2>
          <p>
            Each one works until it expires. Without the account you cannot renew it here or change its DNS. Do you want
            to keep one? <Link to="/contact">Write to us</Link> and move it to another provider first.
          </p>
          {names === null ? (
            <p>
              We can’t read your domains right now. <Link to="/dashboard">Look at your domains</Link> before you close
              the account.
            </p>
          ) : (
            <ul className="ruled">
              {names.map(({ name, until, isOver }) => (
                <li key={name} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
                  <b translate="no">
                    <Words>{name}</Words>
                  </b>
                  <span>
                    {isOver ? "ended on" : "until"} {until}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {services?.length !== 0 && (
        <section className="flow">
          <h2>Your hosting, mailboxes and certificates end</h2>
          <p>What works now works until its last day, then it stops. Copy what you want to keep before that day.</p>
          {services === null ? (
            <p>
              We can’t read your hosting and mailboxes right now. <a href="/dashboard/services">Look at them</a> before
              you close the account.
            </p>
          ) : (
            <ul className="ruled">
              {services.map(({ id, what, display, until }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
                  <span>
                    {what} for{" "}
                    <b translate="no">
                      <Words>{display}</Words>
                    </b>
                  </span>
                  <span>{until}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <h2>Keep a copy of your data first</h2>
      <p>
        <Link to="/profile/data">Read, print or download it</Link> now. Once the account is closed, we can’t show it any
        more.
      </p>
    </>
  );
}
