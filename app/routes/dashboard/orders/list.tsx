import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import type { Order, OrderBill } from "#app/orders/order.ts";
import { progressSteps, type Step } from "#app/orders/order-steps.ts";
import { orderThing } from "#app/orders/order-title.ts";
import { mayCancel, priceOrPromise, stateWords, unpaidLink } from "#app/orders/order-words.ts";
import { findLastTransfers, listOrders } from "#app/orders/own-lists.table.server.ts";
import { Steps } from "#app/orders/steps.tsx";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import { changePath, orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
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
  const lastTransfers = await findLastTransfers(supabase, account.id, [...names]);
  return data({
    orders: orders.map((order, index) => listed(order, index, orders, lastTransfers)),
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
      <h1>Your orders</h1>
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
      {(older ?? statement) !== null && (
        <p className="actions">
          {older !== null && (
            <a className="link" href={older} rel="next">
              Older orders
            </a>
          )}
          {statement !== null && (
            <a className="link" href={statement}>
              Statement of the year
            </a>
          )}
        </p>
      )}
    </div>
  );
}

/**
 * Returns an order as the list shows it. A failed transfer can be tried again, unless the name has a later order to transfer
 * it. Takes the orders of the page, newest first, and the id of the last order to transfer each name.
 */
function listed(
  { createdAt, updatedAt, ...order }: Order,
  index: number,
  all: readonly Order[],
  lastTransfers: ReadonlyMap<string, string>,
): ListedOrder {
  const { bill } = order;
  const isBack = all.some((one) => one.bill?.id === bill?.id && one.refundedAt !== null);
  const [ordered, changed] = [dayOf(createdAt), dayOf(updatedAt)];
  const priced = order.priceNamedAt ? `, named on ${dayOf(order.priceNamedAt)}` : "";
  return {
    ...{ id: order.id, domain: order.domain, number: orderNumber(order.id) },
    days: isOpen(order) ? ordered : `${ordered}, closed on ${changed}`,
    what: `${orderThing(order)} · ${priceOrPromise(order.priceKsh)}${priced}`,
    words: stateWords(order),
    // An unpaid bill has its steps on its own page, and what has ended needs none.
    steps: isOpen(order) && bill?.isPaid !== false ? progressSteps(order, ordered, changed) : [],
    mayChange: mayCancel(order),
    // Only the first order of a bill gets the bill's button. A failed order of an unpaid bill gets none, because it is not to
    // be paid.
    ...(bill &&
      all.findIndex((one) => one.bill?.id === bill.id && isLinked(one)) === index && {
        next: billLink(bill, isBack),
      }),
    ...(order.kind === "transfer" &&
      order.status === "failed" &&
      lastTransfers.get(order.domain) === order.id && {
        next: { to: orderPath(order.kind, order.domain), label: "Try again with a new code" },
      }),
  };
}

const isOpen = ({ status }: Pick<Order, "status">) => status === "requested" || status === "processing";

const isLinked = ({ bill, status }: Order) => bill?.isPaid || status !== "failed";

/** `isBack`: money of the bill went back, for which its receipt has a credit note. */
function billLink(bill: OrderBill, isBack: boolean) {
  return bill.isPaid
    ? { to: `/dashboard/orders/receipt/${bill.id}`, label: isBack ? "Receipt and credit note" : "Receipt" }
    : { ...unpaidLink(bill), isMain: !bill.isOnItsWay };
}

const dayOf = (moment: string) => dateOf(dayNumber(new Date(moment))).words;

/** `next`: the button, if there is something to do; `isMain` if it is to be paid. */
type ListedOrder = Pick<Order, "id" | "domain"> & {
  days: string;
  number: string;
  what: string;
  words: string;
  steps: Step[];
  mayChange: boolean;
  next?: { to: string; label: string; isMain?: boolean };
};

/** The orders, the newest first, each with its number and its price, and its progress while we work on it. */
function OrderList({ orders }: { orders: ListedOrder[] }) {
  return (
    <section aria-label="The newest first">
      <p className="quiet pb-2">The newest first</p>
      {orders.map(({ id, domain, days, number, what, words, steps, mayChange, next }) => (
        <article
          key={id}
          className="grid grid-cols-1 items-start gap-x-12 gap-y-3 border-t border-line py-4 break-inside-avoid first-of-type:border-t-3 first-of-type:border-ink lg:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div>
            <h2 translate="no" className="text-lg wrap-anywhere">
              <Words>{domain}</Words>
            </h2>
            <p>{what}</p>
            <p className="wrap-anywhere">
              <Words>{words}</Words>
            </p>
            <p className="quiet">
              Order <span translate="no">{number}</span>, <Words>{days}</Words>
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
