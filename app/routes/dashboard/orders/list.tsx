import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { findOwing } from "#app/orders/bills.table.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import type { Order, OrderBill } from "#app/orders/order.ts";
import { progressSteps } from "#app/orders/order-steps.ts";
import { orderTitle } from "#app/orders/order-title.ts";
import {
  mayCancel,
  owedWords,
  priceOrPromise,
  stateBadge,
  stateWords,
  unpaidLink,
  wantedBackWords,
} from "#app/orders/order-words.ts";
import { findLastTransfers, listOrders } from "#app/orders/own-lists.table.server.ts";
import { Steps } from "#app/orders/steps.tsx";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import { changePath, orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";

const PATH = "/dashboard/orders";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers = privatePage;

export const meta = staticMeta({ title: "Your orders", description: "What you have ordered.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const after = readPageKey(new URL(request.url).searchParams.get("after"), "uuid");
  const found = await listOrders(supabase, account.id, after);
  const isFirst = after === undefined;
  if (!found.ok)
    return outagePage(context, { orders: null, isFirst, older: null, statement: null, failure: found.message });
  const { orders, next } = found.value;
  const failed = orders.filter(({ kind, status }) => kind === "transfer" && status === "failed");
  const names = new Set(failed.map(({ domain }) => domain));
  const bills = new Set(orders.flatMap(({ bill }) => bill?.id ?? []));
  const [lastTransfers, owing] = await Promise.all([
    findLastTransfers(supabase, account.id, [...names]),
    findOwing(account.id, [...bills]),
  ]);
  return data({
    orders: orders.map((order, index) => listed(order, index, { orders, lastTransfers, owing })),
    isFirst,
    older: next ? `${PATH}?${new URLSearchParams({ after: pageKeyText(next) })}` : null,
    statement: takesPayments ? `${PATH}/statement` : null,
    failure: "",
  });
}

export default function OrdersPage() {
  const { orders, isFirst, older, statement, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1>Your orders</h1>
        {statement !== null && (
          <a className="link" href={statement}>
            Statement of the year
          </a>
        )}
      </div>
      {orders?.length !== 0 && (
        <p className="actions">
          <ButtonLink kind="alt" to="/domains" className="min-h-touch px-3">
            Add Domain
          </ButtonLink>
          <ButtonLink kind="alt" to="/dashboard/orders/new" className="min-h-touch px-3">
            Order something else
          </ButtonLink>
        </p>
      )}
      {orders === null && <ReadFailure title={failure} retryHref={PATH} />}
      {orders?.length === 0 && !isFirst && (
        <Empty title="There are no older orders">
          <a href={PATH}>The newest orders</a>
        </Empty>
      )}
      {orders?.length === 0 && isFirst && (
        <Empty title="You have not ordered anything yet">
          <p>Names, renewals, SSL and hosting that you order are listed here.</p>
          <ButtonLink to="/domains">Add Domain</ButtonLink>
          <ButtonLink kind="alt" to="/dashboard/orders/new">
            Order something else
          </ButtonLink>
        </Empty>
      )}
      {orders !== null && orders.length > 0 && <OrderList orders={orders} />}
      {older !== null && (
        <p className="actions">
          <a className="link" href={older} rel="next">
            Older orders
          </a>
        </p>
      )}
    </div>
  );
}

/** The orders of the page, newest first; the last order to transfer each name; and what bills owe (`findOwing`). */
type Listing = { orders: readonly Order[]; lastTransfers: ReadonlyMap<string, string>; owing: Record<string, number> };

/**
 * Returns an order as the list shows it. A failed transfer can be tried again, unless the name has a later order to transfer
 * it.
 */
function listed({ createdAt, updatedAt, ...order }: Order, index: number, { orders, lastTransfers, owing }: Listing) {
  const { id, bill } = order;
  const isBack = orders.some((one) => one.bill?.id === bill?.id && one.refundedAt !== null);
  const owesKsh = owing[bill?.id ?? ""] ?? 0;
  const wantedKsh = bill?.wantedBackKsh ?? 0;
  const backKsh = owesKsh || wantedKsh;
  // Only the first order of a bill gets the bill's button. A failed order of an unpaid bill gets none, because it is not to
  // be paid; but what was paid of it may be due back.
  const isFirst =
    orders.findIndex((one) => one.bill && one.bill.id === bill?.id && (backKsh > 0 || isLinked(one))) === index;
  const [ordered, changed] = [dayOf(createdAt), dayOf(updatedAt)];
  const priced = order.priceNamedAt ? `, named on ${dayOf(order.priceNamedAt)}` : "";
  const backWords = owesKsh > 0 ? owedWords(owesKsh) : wantedBackWords(wantedKsh);
  const owed = backKsh > 0 && order.refundDueKsh === 0 ? backWords : "";
  return {
    ...{ id, domain: order.domain, number: orderNumber(id), title: orderTitle(order) },
    to: bill ? billPath(bill) : undefined,
    badge: stateBadge(order, isFirst ? backKsh : 0),
    about: `${isOpen(order) ? ordered : `${ordered}, closed on ${changed}`} · ${priceOrPromise(order.priceKsh)}${priced}`,
    words: [stateWords(order), isFirst && owed].filter(Boolean).join(" "),
    // An order with a bill has its steps on the bill's page, and what has ended needs none.
    steps: isOpen(order) && !bill ? progressSteps({ kind: order.kind, status: order.status }, ordered, changed) : [],
    mayChange: mayCancel(order),
    ...(bill &&
      isFirst && { next: owesKsh > 0 ? choiceLink(bill) : isLinked(order) ? billLink(bill, isBack) : seeLink(bill) }),
    ...(order.kind === "transfer" &&
      order.status === "failed" &&
      lastTransfers.get(order.domain) === id && {
        next: { to: orderPath(order.kind, order.domain), label: "Try again with a new code" },
      }),
  };
}

const isOpen = <Some extends Pick<Order, "status">>(
  order: Some,
): order is Some & { status: "requested" | "processing" } =>
  order.status === "requested" || order.status === "processing";

const isLinked = ({ bill, status }: Pick<Order, "bill" | "status">) => bill?.isPaid || status !== "failed";

const billPath = ({ id }: OrderBill) => `/dashboard/orders/pay/${id}`;

/** The bill's page asks what becomes of the money that it owes. */
const choiceLink = (bill: OrderBill) => ({ to: billPath(bill), label: "Keep it or get it back", isMain: true });

/** A bill that is not to be paid any more, and of which money goes back. */
const seeLink = (bill: OrderBill) => ({ to: billPath(bill), label: "See the bill" });

/** `isBack`: money of the bill went back, for which its receipt has a credit note. */
function billLink(bill: OrderBill, isBack: boolean) {
  return bill.isPaid
    ? { to: `/dashboard/orders/receipt/${bill.id}`, label: isBack ? "Receipt and credit note" : "Receipt" }
    : { ...unpaidLink(bill), isMain: !bill.isOnItsWay };
}

const dayOf = (moment: string) => dateOf(dayNumber(new Date(moment))).words;

/** `to`: the page of its bill. `next`: the button, if there is something to do; `isMain` if it is urgent. */
type ListedOrder = Omit<ReturnType<typeof listed>, "next"> & { next?: { to: string; label: string; isMain?: boolean } };

/** The orders, the newest first, each with its state, its price and its number. */
function OrderList({ orders }: { orders: ListedOrder[] }) {
  return (
    <section aria-label="The newest first">
      {orders.map(({ id, title, to, badge, number, about, words, steps, mayChange, next }) => (
        <article
          key={id}
          className="grid grid-cols-1 items-start gap-x-12 gap-y-3 border-t border-line py-4 break-inside-avoid first-of-type:border-t-3 first-of-type:border-ink lg:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
              <h2 translate="no" className="text-lg wrap-anywhere">
                {to ? (
                  <a className="inline-flex min-h-touch items-center" href={to}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </h2>
              <Badge kind={badge.kind}>{badge.word}</Badge>
            </div>
            <p className="wrap-anywhere">
              <Words>{words}</Words>
            </p>
            <p className="quiet">
              Order <span translate="no">{number}</span>, <Words>{about}</Words>
            </p>
          </div>
          {(next || mayChange) && (
            <p className="actions lg:flex-row-reverse">
              {next && (
                <ButtonLink {...(!next.isMain && { kind: "alt" })} to={next.to} reloadDocument>
                  {next.label}
                </ButtonLink>
              )}
              {mayChange && (
                <a className="link" href={changePath(id)}>
                  Change or cancel
                </a>
              )}
            </p>
          )}
          {steps.length > 0 && (
            <div className="lg:col-span-full lg:max-w-[40rem]">
              <Steps steps={steps} isRow />
            </div>
          )}
        </article>
      ))}
    </section>
  );
}
