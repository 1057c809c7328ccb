import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { readAsciiName } from "#app/domains/ascii-name.ts";
import { isOrderKind, ORDER_KINDS, ORDER_TO_DO, type OrderKind, type OrderState } from "#app/domains/order-kinds.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import type { Order } from "./order.ts";

export const ORDERS_A_PAGE = 50;

/** Returns what is to be done, with what was chosen: "Register, 1 year". */
export function toDoWords(kind: OrderKind, chosen: string): string {
  return chosen === "" ? ORDER_TO_DO[kind] : `${ORDER_TO_DO[kind]}, ${chosen}`;
}

/** Whether the bill of an order is paid. "unbilled": the order has no bill. */
type Payment = "paid" | "unbilled" | "unpaid";

type View = {
  label: string;
  states: readonly OrderState[];
  isOldestFirst?: boolean;
  isRefundDue?: boolean;
  payment?: Payment;
};

const OPEN = { states: ["requested", "processing"], isOldestFirst: true } as const;

/** What the list may show, by `state` in its URL. Open orders have the oldest first, because they wait; others the newest. */
export const ORDER_VIEWS = {
  open: { label: "Open", ...OPEN },
  paid: { label: "Paid", ...OPEN, payment: "paid" },
  unbilled: { label: "No bill yet", ...OPEN, payment: "unbilled" },
  unpaid: { label: "Not paid yet", ...OPEN, payment: "unpaid" },
  requested: { label: "Requested", states: ["requested"], isOldestFirst: true },
  processing: { label: "In hand", states: ["processing"], isOldestFirst: true },
  done: { label: "Done", states: ["done"] },
  failed: { label: "Not done", states: ["failed"] },
  refund: { label: "Refund due", states: ["done", "failed"], isOldestFirst: true, isRefundDue: true },
  all: { label: "All", states: ["requested", "processing", "done", "failed"] },
} as const satisfies Record<string, View>;
type ViewName = keyof typeof ORDER_VIEWS;

/** The views that the first page of open orders shows one below the other. The first two need staff. */
export const OPEN_VIEWS = ["paid", "unbilled", "unpaid"] as const satisfies readonly ViewName[];

/**
 * Returns the state of an order as the desk calls it: "In hand". Of an open order, also whether its bill is paid; `isPaid` is null
 * without a bill.
 */
export function orderStateWords(state: OrderState, isPaid: boolean | null): string {
  const { label } = ORDER_VIEWS[state];
  if (isPaid === null || state === "done" || state === "failed") return label;
  const payment = ORDER_VIEWS[isPaid ? "paid" : "unpaid"].label;
  return state === "requested" ? payment : `${label}, ${payment.toLowerCase()}`;
}

export type OrderFilter = { state: ViewName; kind: OrderKind | ""; q: string; place: Place };

/** An order in the list, without any data of its customer. */
export type ListedDeskOrder = Omit<Order, "reason"> & {
  takenBy: string | null;
  takenName: string | null;
  isAbandoned: boolean;
  hasBill: boolean;
  /** How many years were ordered; null for hosting and certificates. */
  years: number | null;
  /** When its bill was paid (ISO 8601). */
  paidAt: string | null;
};

/** Returns the filter in a URL. What cannot be read is left out. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const [state, kind] = [params.get("state"), params.get("kind")];
  return {
    state: isView(state) ? state : "open",
    kind: isOrderKind(kind) ? kind : "",
    q: cleanSearch((params.get("q") ?? "").replace(/\p{Cc}/gu, " ")).slice(0, 253),
    place: readPlace(params, "uuid"),
  };
}

function isView(word: string | null): word is ViewName {
  return word !== null && Object.hasOwn(ORDER_VIEWS, word);
}

/** Returns the URL of a list, or of its file, without parameters that have their default value. */
export function orderListPath(filter: OrderFilter, path = "/desk/orders"): string {
  const { state, kind, q, place } = filter;
  const params = new URLSearchParams({
    ...(state !== "open" && { state }),
    ...(kind !== "" && { kind }),
    ...(q !== "" && { q }),
    ...placeParams(place),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Returns a filter as the database takes it. A name is found by any part in ASCII, an order by its whole number. */
export function orderQuery({ state, kind, q }: OrderFilter) {
  const view: View = ORDER_VIEWS[state];
  const ascii = readAsciiName(q, "njeri.co.ke");
  return {
    states: view.states,
    kinds: kind === "" ? ORDER_KINDS : [kind],
    words: orderDigits(q) ?? (ascii.ok ? ascii.value : q.toLowerCase()),
    payment: view.payment ?? null,
    is_refund_due: view.isRefundDue ?? false,
    is_oldest_first: view.isOldestFirst ?? false,
  };
}

/** Returns the digits of an order's number as the database compares them. The letter may be missing, as in older mails. */
function orderDigits(typed: string): string | undefined {
  return /^[wW]?([\da-fA-F]{4}-?[\da-fA-F]{4})$/.exec(typed)?.[1]?.toLowerCase();
}
