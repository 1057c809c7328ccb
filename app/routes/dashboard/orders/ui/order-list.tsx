import { formatKsh } from "#app/model/money.ts";
import { ORDER_NAMES, type Order } from "#app/model/order.ts";
import type { Step } from "#app/model/order-steps.ts";
import { stateWords } from "#app/model/order-words.ts";
import { Steps } from "#app/ui/primitives/steps.tsx";

export type ListedOrder = Omit<Order, "createdAt" | "updatedAt"> & { steps: Step[] };

/** Orders, the newest first: what and how much on the left, and beside it how far it is. */
export function OrderList({ orders }: { orders: ListedOrder[] }) {
  return (
    <div>
      {orders.map(({ id, kind, domain, status, reason, priceKsh, steps }) => (
        <article
          key={id}
          className="grid grid-cols-1 gap-x-12 gap-y-3 border-t border-line py-4 first:border-t-3 first:border-ink lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-5"
        >
          <div>
            <h2 translate="no" className="text-lg wrap-anywhere">
              {domain}
            </h2>
            <p>
              {ORDER_NAMES[kind]} · {priceKsh > 0 ? formatKsh(priceKsh) : "Price to follow"}
            </p>
            <p className="quiet">{stateWords({ kind, status, reason })}</p>
          </div>
          <Steps steps={steps} isRow />
        </article>
      ))}
    </div>
  );
}
