import type { ReactNode } from "react";
import {
  olderPath,
  type PartKey,
  PERSON_PARTS,
  type PersonPart,
  type PersonParts,
} from "#app/accounts/person-parts.ts";
import { stateWords } from "#app/contact/thread.ts";
import { logWords } from "#app/desk/log-words.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { orderStateWords } from "#app/orders/desk-list.ts";
import { PAYMENT_STATE_WORDS } from "#app/payments/desk-view.ts";
import { codeOrWords } from "#app/payments/pay-ways.ts";
import { nowDate } from "#app/platform/clock.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { SERVICE_STATE_WORDS } from "#app/services/desk-list.ts";
import { serviceWords } from "#app/services/service-price.ts";
import { dayOf } from "./person-forms.tsx";

/** `id`: the person's. */
type Draw = { [Part in PersonPart]: (row: PersonParts[Part]["rows"][number], id: string) => ReactNode };

/** From this many days before a name's last day, its row has the link to the reminder. */
const SOON_DAYS = 30;

/** How a row of each part is drawn: what it is about, and below, in quieter text, its state. */
const DRAW: Draw = {
  names: ({ name, status, expiry_date }, id) => {
    const daysLeft = dayNumber(new Date(expiry_date)) - dayNumber(nowDate());
    const end = `${daysLeft < 0 ? "ended" : "ends"} ${dayOf(expiry_date)}`;
    const words = daysLeft < 0 && status === "active" ? "not renewed" : status;
    return (
      <>
        <Row
          head={<Go to={`/desk/names/${name}`}>{name}</Go>}
          below={`${words[0]?.toUpperCase()}${words.slice(1)}, ${end}`}
        />
        {daysLeft <= SOON_DAYS && <Go to={`/desk/people/${id}?remind=${name}`}>{`Remind them of ${name}`}</Go>}
      </>
    );
  },
  services: ({ key, domain, state, ends_on, ...service }) => (
    <Row
      head={<Go to={`/desk/services/${key}`}>{`${serviceWords(service)}, ${domain}`}</Go>}
      below={`${SERVICE_STATE_WORDS[state]}${ends_on === null ? "" : `, until ${dayOf(`${ends_on}T12:00:00Z`)}`}`}
    />
  ),
  orders: ({ key, kind, domain, status, price_ksh, is_paid }) => (
    <Row
      head={<Go to={`/desk/orders/${key}`}>{`${orderNumber(key)}, ${ORDER_NAMES[kind]} of ${domain}`}</Go>}
      below={`${orderStateWords(status, is_paid)}, ${price_ksh === 0 ? "no price yet" : formatKsh(price_ksh)}`}
    />
  ),
  bills: ({ at, reference, amount_ksh, paid_ksh, paid_at, number }) => (
    <Row
      head={<Go to={`/desk/payments?state=all&q=${reference}`}>{reference}</Go>}
      below={`${formatKsh(amount_ksh)}, ${paidWords(paid_ksh, paid_at)}, opened ${dayOf(at)}${number === null ? "" : `, receipt ${number}`}`}
    />
  ),
  payments: ({ at, amount_ksh, state, ...payment }) => (
    <Row
      head={<Go to={`/desk/payments/${payment.code}`}>{codeOrWords(payment)}</Go>}
      below={`${formatKsh(amount_ksh)}, ${PAYMENT_STATE_WORDS[state]}, ${nairobiTime(new Date(at))}`}
    />
  ),
  messages: ({ key, at, subject, state }) => (
    <Row
      head={<Go to={`/desk/messages/${key}`}>{subject}</Go>}
      below={`${stateWords(state, null)}, ${nairobiTime(new Date(at))}`}
    />
  ),
  mails: ({ at, subject, sent_at, failed_at }) => (
    <Row
      head={<span dir="auto">{subject}</span>}
      below={
        nairobiTime(new Date(sent_at ?? at)) +
        (sent_at !== null ? "" : failed_at === null ? ", not sent yet" : ", given up")
      }
    />
  ),
  log: ({ at, who, ...line }) => {
    const { before, about, after } = logWords(line);
    return <Row head={`${who} ${before} ${about}${after}`} below={nairobiTime(new Date(at))} />;
  },
};

type PartListsProps = { id: string; parts: PersonParts; of: readonly PersonPart[] };

/** Parts of a person, each with its newest twenty rows and a link to older rows. */
export function PersonPartLists({ id, parts, of }: PartListsProps) {
  return of.map((part) => (
    <section key={part} id={part} className="flow pt-4 first:pt-0" aria-label={PERSON_PARTS[part].title}>
      <h2>{PERSON_PARTS[part].title}</h2>
      <Rows id={id} part={part} {...parts[part]} />
    </section>
  ));
}

type RowsProps = { id: string; part: PersonPart; rows: readonly PartKey[]; hasMore: boolean };

function Rows({ id, part, rows, hasMore }: RowsProps) {
  const last = rows.at(-1);
  if (last === undefined) return <p>{PERSON_PARTS[part].none}</p>;
  const draw = DRAW[part] as (row: PartKey, id: string) => ReactNode;
  return (
    <>
      <ul className="border-b border-line [&>li]:border-t [&>li]:border-line [&>li]:py-2">
        {rows.map((row) => (
          <li key={row.key}>{draw(row, id)}</li>
        ))}
      </ul>
      {hasMore && <Go to={olderPath(id, part, last)}>{`Older ${PERSON_PARTS[part].title.toLowerCase()}`}</Go>}
    </>
  );
}

function Row({ head, below }: { head: ReactNode; below: string }) {
  return (
    <>
      {head}
      <span className="quiet block wrap-anywhere">{below}</span>
    </>
  );
}

function Go({ to, children }: { to: string; children: string }) {
  return (
    <a className="tap-link" href={to} dir="auto">
      {children}
    </a>
  );
}

function paidWords(paidKsh: number, paidAt: string | null): string {
  if (paidAt !== null) return `paid ${dayOf(paidAt)}`;
  return paidKsh === 0 ? "not paid" : `${formatKsh(paidKsh)} paid`;
}
