import { closingDays } from "#app/accounts/closing.ts";
import type { Account } from "#app/platform/http/account.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { MailLink } from "./failed-mails.tsx";
import { TypedForm } from "./typed-form.tsx";

export const CLOSE_FORM = "close";
export const STEP_FORM = "step-off";
export const EXPORT_FORM = "export";

type ClosePersonProps = { id: string; createdAt: string; reason: string | null; credit: number } & OpenOrders;
/** `openOrders`: those in work, or with money; the account is not closed before they have ended. */
type OpenOrders = { openOrders: number; unpaidOrders: number };

function orderWords({ openOrders, unpaidOrders }: OpenOrders): string {
  const words = [
    openOrders > 0 && `Orders in work, or with money: ${openOrders}. End them first.`,
    unpaidOrders > 0 && `Unpaid orders: ${unpaidOrders}. They end with the account.`,
  ];
  return words.filter(Boolean).join(" ") || "No order is open.";
}

/** Closes the account of a customer who has asked for it. */
export function ClosePersonForm({ id, createdAt, reason, credit, ...orders }: ClosePersonProps) {
  const { asked, due } = closingDays({ createdAt });
  return (
    <TypedForm
      id={CLOSE_FORM}
      action={`/desk/people/${id}`}
      title="Close the account"
      label="Type the address of the account"
      button="Close the account"
    >
      <p>
        The customer asked on {asked}. It must be done by <b>{due}</b>.
      </p>
      {reason !== null && (
        <p className="stranger" dir="auto">
          {reason}
        </p>
      )}
      {credit > 0 && <p>{`The customer has ${formatKsh(credit)} with us: send it first.`}</p>}
      <p>
        {orderWords(orders)} Move the names that the customer wants to keep. Hosting and mailboxes work until their last
        day. Take the address off your newsletter list, and write to the customer first.
      </p>
      <p>This deletes mails, DNS history and sign-ins. Orders and names stay, without a person. It cannot be undone.</p>
    </TypedForm>
  );
}

/** Downloads everything that is stored about the person, as their own export has it. */
export function ExportForm({ id }: { id: string }) {
  return (
    <section className="flow pt-4 first:pt-0" aria-labelledby="export-title">
      <h2 id="export-title">Their data</h2>
      <p>The same file that the customer can download. The log says that you took it.</p>
      <form method="post" action={`/desk/people/${id}/export`} className="form">
        <CsrfToken />
        <Button kind="alt">Download their data</Button>
      </form>
    </section>
  );
}

type StepOffProps = {
  id: string;
  asked: { who: string; at: string; is_own: boolean } | null;
  isSelf: boolean;
  /** How to verify the person who asks. */
  call: string | null;
};

/** Switches the second step off: one member of staff asks, another confirms. */
export function StepOffForm({ id, asked, isSelf, call }: StepOffProps) {
  const page = usePageForm({ id: STEP_FORM, formKey: "first", defaultValue: {} });
  return (
    <section className="flow pt-4 first:pt-0" aria-labelledby="step-title">
      <h2 id="step-title">Switch off the second step</h2>
      <p>For somebody who has lost the phone and the printed codes. First make sure who it is.</p>
      <p>
        <b>{call}</b>
      </p>
      <form {...page.formProps} action={`/desk/people/${id}`} className="form">
        <FormProblems page={page} />
        <input type="hidden" name="form" value={STEP_FORM} />
        {isSelf && <p>This is you. Use your profile.</p>}
        {asked !== null && (
          <p>
            {asked.is_own ? "You" : asked.who} asked for it: {nairobiTime(new Date(asked.at))}.{" "}
            {asked.is_own && "Somebody else must confirm it within a day."}
          </p>
        )}
        {asked !== null && !asked.is_own && !isSelf && (
          <>
            <input type="hidden" name="confirms" value="1" />
            <Button kind="bad">Switch it off</Button>
          </>
        )}
        {asked === null && !isSelf && <Button kind="alt">Request it</Button>}
      </form>
    </section>
  );
}

type Shown = {
  account: Account;
  times: { madeAt: string; lastSignInAt: string | null };
  step_since: string | null;
  copies_to: { email: string; confirmed_at: string | null } | null;
  names: number;
  services: number;
  owed_ksh: number;
};

/** What the person has and owes, who they are, and how they sign in. `hasBills`: customers pay on the site. */
export function PersonFacts({ person, hasBills }: { person: Shown; hasBills: boolean }) {
  const { account, times, step_since, copies_to, names, services, owed_ksh: owed } = person;
  return (
    <dl className="facts">
      {(hasBills || owed > 0) && (
        <>
          <dt>Owes</dt>
          <dd>
            {owed === 0 ? (
              "nothing"
            ) : (
              <a className="tap-link" href="#bills">
                {formatKsh(owed)}
              </a>
            )}
          </dd>
        </>
      )}
      <dt>Has</dt>
      <dd>
        <a className="tap-link" href="#names">
          {names === 1 ? "1 name" : `${names} names`}
        </a>
        ,{" "}
        <a className="tap-link" href="#services">
          {services === 1 ? "1 service" : `${services} services`}
        </a>
      </dd>
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
          <a className="tap-link" href={`tel:${account.phone}`}>
            {account.phone}
          </a>
        )}
      </dd>
      {copies_to !== null && (
        <>
          <dt>Copies about money</dt>
          <dd translate="no">
            <MailLink email={copies_to.email} />
            {copies_to.confirmed_at === null && (
              <span className="block font-normal">Not confirmed yet: it gets no copies.</span>
            )}
          </dd>
        </>
      )}
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
