import { formatKsh } from "#app/model/money.ts";
import type { Day } from "#app/model/nairobi-day.ts";
import { ORDER_NAMES, type Order, type OrderState } from "#app/model/order.ts";
import { stateWords } from "#app/model/order-words.ts";
import { Badge } from "#app/routes/dashboard/ui/badge.tsx";
import type { NoticeKind } from "#app/ui/messages/notice.tsx";

export type ListedOrder = Omit<Order, "createdAt"> & { day: Day };

const KINDS: Record<OrderState, NoticeKind> = { requested: "neutral", processing: "warn", done: "ok", failed: "bad" };

/** Orders as ruled rows: what and when on the left; on the right how far it is, and the price. */
export function OrderList({ orders }: { orders: ListedOrder[] }) {
  return (
    <ul className="rows">
      {orders.map(({ id, kind, domain, day, status, reason, priceKsh }) => (
        <li key={id}>
          <div className="py-2">
            <p className="row-name" translate="no">
              {domain}
            </p>
            <p className="quiet">
              {ORDER_NAMES[kind]} · <time dateTime={day.iso}>{day.words}</time>
            </p>
            <p>{stateWords({ kind, status, reason })}</p>
          </div>
          <div className="row-price">
            <Badge kind={KINDS[status]}>{status}</Badge>
            <p className="quiet">{priceKsh > 0 ? formatKsh(priceKsh) : "Price to come"}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
