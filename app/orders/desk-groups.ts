import { stillAge, waitingAge } from "#app/desk/age.ts";
import { type ListPage, type Place, rangeWords } from "#app/desk/list-page.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { type ListedDeskOrder, ORDER_VIEWS, type OrderFilter, orderListPath, toDoWords } from "./desk-list.ts";
import { yearsWords } from "./order-price.ts";

type Group = ListPage<ListedDeskOrder> & { filter: OrderFilter };
export type OrderGroup = ReturnType<typeof orderGroup>;

/** Returns a list of orders as the desk shows it. The links of its rows keep the filter `shown` of the page. */
export function orderGroup({ filter, ...list }: Group, shown: OrderFilter, now: Date, takesPayments: boolean) {
  const view = ORDER_VIEWS[filter.state];
  const path = (place: NonNullable<Place> | null) => place && orderListPath({ ...filter, place });
  const isOldestFirst = "isOldestFirst" in view;
  const label = filter.state === "unbilled" && !takesPayments ? "Open" : view.label;
  return {
    heading: `${label}, ${isOldestFirst ? "oldest" : "newest"} first`,
    range: list.previous === null && list.next === null ? "" : rangeWords(list),
    ...{ previous: path(list.previous), next: path(list.next) },
    rows: list.rows.map((order) => rowOf(order, shown, now)),
  };
}

function rowOf(order: ListedDeskOrder, shown: OrderFilter, now: Date) {
  const { id, kind, domain, status, priceKsh, createdAt, paidAt, takenName, years } = order;
  const isOpen = status === "requested" || status === "processing";
  const waits = isOpen && (paidAt !== null || !order.hasBill);
  const since = (isOpen && paidAt) || createdAt;
  const { refundDueKsh, refundedAt, isAbandoned } = order;
  const price = `${paidAt === null ? "" : "paid "}${priceKsh > 0 ? formatKsh(priceKsh) : "no price"}`;
  const holder = takenName === null ? (isAbandoned ? "Left by the site" : "The site has it") : `${takenName} has it`;
  const words = [
    refundDueKsh > 0 && refundedAt === null && `${formatKsh(refundDueKsh)} to pay back`,
    isOpen
      ? toDoWords(kind, years === null ? "" : yearsWords(years))
      : `${ORDER_NAMES[kind]}, ${ORDER_VIEWS[status].label.toLowerCase()}`,
    price,
    status === "processing" && holder,
    orderNumber(id),
  ];
  return {
    id,
    href: orderListPath({ ...shown, place: undefined }, `/desk/orders/${id}`),
    title: toDisplayName(domain),
    words: words.filter(Boolean).join(" · "),
    age: waits ? waitingAge(since, now) : stillAge(since, now),
  };
}
