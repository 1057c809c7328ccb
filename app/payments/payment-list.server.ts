import { stillAge, waitingAge } from "#app/desk/age.ts";
import { type Place, rangeWords } from "#app/desk/list-page.ts";
import { formatKsh } from "#app/platform/money.ts";
import { listDeskPayments } from "./desk.table.server.ts";
import { PAYMENT_ROWS, type PaymentRow, paymentListPath, readPaymentFilter } from "./desk-payment.ts";

export type PaymentList = Awaited<ReturnType<typeof readPaymentList>>;

/** Returns the payments that a URL asks for; `rows` is null if they could not be read. */
export async function readPaymentList(params: URLSearchParams, now: Date) {
  const filter = readPaymentFilter(params);
  const found = await listDeskPayments(filter);
  if (!found.ok) return { filter, failure: found.message, rows: null, range: "", previous: null, next: null };
  const { previous, next } = found.value;
  const path = (place: NonNullable<Place> | null) => place && paymentListPath({ ...filter, place });
  return {
    filter,
    failure: "",
    range: previous === null && next === null ? "" : rangeWords(found.value),
    ...{ previous: path(previous), next: path(next) },
    rows: found.value.rows.map(({ kind, code, reference, ksh, since }) => ({
      id: `${kind} ${code} ${reference}`,
      /** The code of the payment that the row opens; null if no payment has arrived. */
      opens: kind === "payment-claimed" ? null : code,
      href: hrefOf({ kind, code, reference }, params),
      title: formatKsh(ksh),
      words: [PAYMENT_ROWS[kind], code ?? "no code", reference ?? (kind !== "payment-unmatched" && "no bill")]
        .filter(Boolean)
        .join(" · "),
      age: filter.state === "todo" ? waitingAge(since, now) : stillAge(since, now),
    })),
  };
}

function hrefOf({ kind, code, reference }: Pick<PaymentRow, "kind" | "code" | "reference">, params: URLSearchParams) {
  const filter = { ...readPaymentFilter(params), place: undefined };
  if (kind !== "payment-claimed") return paymentListPath(filter, `/desk/payments/${code ?? reference}`);
  return `/desk/payments?${new URLSearchParams({ reference: reference ?? "", code: code ?? "" })}`;
}
