import type { ReactNode } from "react";
import type { Account } from "#app/model/account.ts";
import { formatKsh } from "#app/model/money.ts";
import { dateOf, dayNumber, nairobiTime } from "#app/model/nairobi-day.ts";
import { ORDER_NAMES, type OrderKind, orderNumber } from "#app/model/order.ts";
import { MailLink } from "./mail-link.tsx";

type Mail = { kind: string; subject: string; created_at: string; sent_at: string | null; failed_at: string | null };
type Order = { id: string; kind: OrderKind; domain: string; status: string; price_ksh: number };
type Shown = {
  account: Account;
  times: { madeAt: string; lastSignInAt: string | null };
  domains: { name: string; status: string; expiry_date: string }[];
  orders: Order[];
  mails: Mail[];
  messages: number;
  step_since: string | null;
};

/** Who the person is, and how they sign in. */
export function PersonFacts({ person }: { person: Shown }) {
  const { account, times, messages, step_since } = person;
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
      <dt>Messages</dt>
      <dd>{messages}</dd>
    </dl>
  );
}

/** Names, orders and mails, the newest first. */
export function PersonLists({ person: { domains, orders, mails } }: { person: Shown }) {
  return (
    <>
      <Part title="Names" none="No names.">
        {domains.map(({ name, status, expiry_date }) => (
          <li key={name}>
            <b translate="no">{name}</b>
            <span className="quiet block">
              {status}, ends {dayOf(expiry_date)}
            </span>
          </li>
        ))}
      </Part>
      <Part title="Orders" none="No orders.">
        {orders.map(({ id, kind, domain, status, price_ksh }) => (
          <li key={id}>
            <a className="-my-2.5 inline-flex min-h-touch items-center" href={`/desk/orders/${id}`} translate="no">
              {orderNumber(id)}
            </a>{" "}
            {ORDER_NAMES[kind]} of <span translate="no">{domain}</span>
            <span className="quiet block">
              {status}, {price_ksh === 0 ? "no price yet" : formatKsh(price_ksh)}
            </span>
          </li>
        ))}
      </Part>
      <Part title="Mails of the last 30 days" none="No mails.">
        {mails.map(({ subject, created_at, sent_at, failed_at }) => (
          <li key={created_at + subject}>
            <span dir="auto">{subject}</span>
            <span className="quiet block">
              {nairobiTime(new Date(sent_at ?? created_at))}
              {sent_at === null && (failed_at === null ? ", not sent yet" : ", given up")}
            </span>
          </li>
        ))}
      </Part>
    </>
  );
}

/** Rows that are lower than those of a list to work through. */
const LIST = "border-b border-line [&>li]:border-t [&>li]:border-line [&>li]:py-2";

function Part({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className="flow pt-4 first:pt-0" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? <p>{none}</p> : <ul className={LIST}>{children}</ul>}
    </section>
  );
}

function dayOf(moment: string): string {
  return dateOf(dayNumber(new Date(moment))).words;
}
