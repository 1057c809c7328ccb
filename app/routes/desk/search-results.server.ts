import { type Age, stillAge } from "#app/desk/age.ts";
import { type Found, type Search, searchDesk } from "#app/desk/search.table.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { listDeskOrders } from "#app/orders/desk.table.server.ts";
import { orderStateWords, readOrderFilter } from "#app/orders/desk-list.ts";
import { listDeskNames } from "#app/orders/desk-names.table.server.ts";
import { nameListPath, readNameFilter } from "#app/orders/name-forms.ts";
import { nameList } from "#app/orders/name-view.server.ts";
import { PAYMENT_ROWS, paymentListPath, readPaymentFilter } from "#app/payments/desk-payment.ts";
import { formatKsh } from "#app/platform/money.ts";
import { type Result, success } from "#app/platform/result.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { toPhoneNumber } from "#app/platform/text/phone.server.ts";
import { listDeskServices } from "#app/services/desk.table.server.ts";
import { readServiceFilter, serviceListPath } from "#app/services/desk-list.ts";
import { serviceList } from "#app/services/desk-view.ts";

/** The longest search, in characters. */
const MAX_WORDS = 100;
/** Most rows of a group. One more is read, to know whether there are more. */
const A_GROUP = 10;
/** The database finds parts of texts from three characters on. */
const SHORTEST = 3;
/** How a phone number ends: so many digits that few people have the same. */
const LAST_DIGITS = /^(?: ?\d){4,8}$/;
const MAX_KSH = 2_147_483_647;

type Row = { id: string; href: string; title: string; words: string; age: Age };
/** `more`: the URL of the list with all results; "" if the desk has no such list. */
type Group = { title: string; rows: Row[]; hasMore: boolean; more: string };

/** Returns what was typed, without control characters. */
export function readSearch(params: URLSearchParams): string {
  return cleanSearch((params.get("q") ?? "").replace(/\p{Cc}/gu, " ")).slice(0, MAX_WORDS);
}

/** Returns what a typed text may mean; undefined if it is too short to be looked for. */
export function meantBy(q: string): Search | undefined {
  const [, digits] = /^(?:(?:ksh|kes|sh)\.?)?\s*(\d[\d, ]*)(?:\.00?)?(?:\/[=-])?$/i.exec(q) ?? [];
  const ksh = Number(digits?.replace(/\D/g, ""));
  const isLong = q.split(" ").some((word) => [...word].length >= SHORTEST);
  const search = {
    words: isLong ? q.toLowerCase() : null,
    phone: q.replace(/\D/g, "").length >= 9 ? (toPhoneNumber(q) ?? null) : null,
    last_digits: LAST_DIGITS.test(q) ? q.replaceAll(" ", "") : null,
    ksh: ksh >= 1 && ksh <= MAX_KSH ? ksh : null,
    code: isLong ? q.toUpperCase() : null,
  };
  return Object.values(search).some((value) => value !== null) ? search : undefined;
}

/**
 * Looks for a text in people, names, services, orders, bills and payments. Returns the groups that have rows, at most ten each;
 * undefined if the text is too short. No row has an address or a phone number: the page of a person asks for a reason.
 */
export async function findAtDesk(q: string, now: Date): Promise<Result<Group[] | undefined>> {
  const search = meantBy(q);
  if (search === undefined) return success(undefined);
  const params = new URLSearchParams({ q, state: "all" });
  const [names, orders, payments] = [readNameFilter(params), readOrderFilter(params), readPaymentFilter(params)];
  const services = readServiceFilter(params);
  const isPart = search.words !== null;
  const [found, foundNames, foundServices, foundOrders] = await Promise.all([
    searchDesk(search, A_GROUP + 1),
    isPart && names.q !== "" ? listDeskNames(names) : undefined,
    isPart ? listDeskServices(services, A_GROUP + 1) : undefined,
    isPart ? listDeskOrders(orders, A_GROUP + 1) : undefined,
  ]);
  if (!found.ok) return found;
  if (foundNames?.ok === false) return foundNames;
  if (foundServices?.ok === false) return foundServices;
  if (foundOrders?.ok === false) return foundOrders;
  const groups = [
    group("People", personRows(found.value), ""),
    group("Names", foundNames ? nameList(foundNames.value, names, now).rows : [], nameListPath(names)),
    group(
      "Services",
      foundServices ? serviceList(foundServices.value, services, now).rows : [],
      serviceListPath(services),
    ),
    group("Orders", orderRows(foundOrders?.value.rows ?? [], now), `/desk/orders?${params}`),
    group("Bills", billRows(found.value, now), ""),
    group("Payments", paymentRows(found.value, now), search.ksh === null ? paymentListPath(payments) : ""),
  ];
  return success(groups.filter(({ rows }) => rows.length > 0));
}

function group(title: string, rows: readonly Row[], more: string): Group {
  return { title, rows: rows.slice(0, A_GROUP), hasMore: rows.length > A_GROUP, more };
}

function personRows({ people }: Found): Row[] {
  return people.map(({ id, name, since, isConfirmed, domain }) => ({
    id,
    href: `/desk/people/${id}`,
    title: name || "An account without a name",
    words: [orderNumber(id), domain ?? "no domain", ...(isConfirmed ? [] : ["not confirmed"])].join(" · "),
    age: { words: `since ${dateOf(dayNumber(new Date(since))).words}`, level: "still" },
  }));
}

type Orders = Extract<Awaited<ReturnType<typeof listDeskOrders>>, { ok: true }>["value"]["rows"];

function orderRows(orders: Orders, now: Date): Row[] {
  return orders.map(({ id, domain, status, priceKsh, createdAt, hasBill, paidAt }) => ({
    id,
    href: `/desk/orders/${id}`,
    title: domain,
    words: [
      orderNumber(id),
      orderStateWords(status, hasBill ? paidAt !== null : null),
      ...(priceKsh > 0 ? [formatKsh(priceKsh)] : []),
    ].join(" · "),
    age: stillAge(createdAt, now),
  }));
}

const BILL_WORDS = { open: "Not paid", part: "Paid in part", paid: "Paid", closed: "Closed" };

function billRows({ bills }: Found, now: Date): Row[] {
  return bills.map(({ reference, ksh, missing, at, state, order }) => ({
    id: reference,
    href: order === null ? `/desk/payments?owed=${reference}` : `/desk/orders/${order}`,
    title: formatKsh(ksh),
    words: [reference, BILL_WORDS[state], ...(state === "part" ? [`${formatKsh(missing)} missing`] : [])].join(" · "),
    age: stillAge(at, now),
  }));
}

function paymentRows({ payments }: Found, now: Date): Row[] {
  const stateWord = (state: string) => PAYMENT_ROWS[`payment-${state}` as keyof typeof PAYMENT_ROWS] ?? state;
  return payments.map(({ code, ksh, at, state, typed }) => ({
    id: code,
    href: `/desk/payments/${code}`,
    title: formatKsh(ksh),
    words: [code, stateWord(state), ...(typed ? [`typed: ${typed}`] : [])].join(" · "),
    age: stillAge(at, now),
  }));
}
