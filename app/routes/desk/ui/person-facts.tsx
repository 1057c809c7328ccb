import type { Account } from "#app/platform/http/account.ts";
import { dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { MailLink } from "./mail-link.tsx";

type Shown = {
  account: Account;
  times: { madeAt: string; lastSignInAt: string | null };
  step_since: string | null;
};

/** Who the person is, and how they sign in. */
export function PersonFacts({ person }: { person: Shown }) {
  const { account, times, step_since } = person;
  return (
    <dl className="facts">
      <dt>E-mail</dt>
      <dd translate="no">
        <MailLink email={account.email} />
        {!account.isConfirmed && <span className="block font-normal">Not confirmed: it may be a stranger’s.</span>}
      </dd>
      <dt>Phone</dt>
      <dd>
        {account.phone === undefined ? (
          "none"
        ) : (
          <a className="-my-2.5 inline-flex min-h-touch items-center" href={`tel:${account.phone}`}>
            {account.phone}
          </a>
        )}
      </dd>
      <dt>Account since</dt>
      <dd>{dayOf(times.madeAt)}</dd>
      <dt>Last sign-in</dt>
      <dd>{times.lastSignInAt === null ? "never" : nairobiTime(new Date(times.lastSignInAt))}</dd>
      <dt>Second step</dt>
      <dd>{step_since === null ? "off" : `on since ${dayOf(step_since)}`}</dd>
    </dl>
  );
}

/** "2 Dec 2026", the day in Nairobi of a moment. */
export function dayOf(moment: string): string {
  return dateOf(dayNumber(new Date(moment))).words;
}
