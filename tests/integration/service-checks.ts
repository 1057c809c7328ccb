/**
 * What must be so after each step of a schedule: each shilling that was paid is for what the service has, held, or due back.
 */
import { expect } from "vitest";
import { type Act, prices, YEARS } from "./service-acts.ts";
import type { Query } from "./service-money-acts.ts";

type Row = Record<string, unknown>;

/** Returns a day of the database as "2027-03-01". */
export const iso = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value);

const size = ({ plan, seats }: Row) => (YEARS[String(plan)] ?? 0) * Number(seats ?? 1);

export function createServiceChecks(query: Query) {
  /** The plan and the price of the last order that is done, a larger plan until its last day, and a paid year that waits. */
  function checkPlans(service: Row, was: Row | undefined, orders: readonly Row[], acts: readonly Act[]): void {
    const done = orders.filter(({ status }) => status === "done");
    const last = done.sort((one, other) => Number(one.created_at) - Number(other.created_at)).at(-1);
    const payload = last?.payload as { yearKsh?: number; plan?: string; seats?: number | null } | undefined;
    if (last) {
      const lastKsh = last.kind === "upgrade" ? payload?.yearKsh : last.price_ksh;
      expect(service.next_ksh ?? service.price_ksh, "another price than that of the last order").toBe(lastKsh);
      const paid = service.next_on === null ? { next_plan: null, next_seats: null } : service;
      const has = [paid.next_plan ?? service.plan, paid.next_seats ?? service.seats];
      expect(has, "another plan than that of the last order").toEqual([
        ...[payload?.plan ?? service.plan, payload?.seats ?? service.seats],
      ]);
    }
    if (!was?.ends_on || service.state === "ended" || service.failures !== was.failures) return;
    const today = iso(service.today);
    const hasBegun = was.next_on === null ? iso(was.ends_on) < today : iso(was.next_on) <= today;
    if (size(service) < size(was) && !acts.some(({ kind }) => kind === "date"))
      expect(hasBegun, "smaller before its year").toBe(true);
    if (was.next_on === null || iso(was.next_on) <= today || acts.some(({ kind }) => kind === "take-away")) return;
    const isUpgraded = service.next_ksh !== was.next_ksh;
    expect([iso(service.next_on), service.next_plan, service.next_seats], "a paid year is lost").toEqual([
      ...[iso(was.next_on), was.next_plan, was.next_seats],
    ]);
    if (isUpgraded) expect([was.next_plan, was.next_seats], "larger while a smaller year waits").toEqual([null, null]);
  }

  /** After the days alone have acted, nothing is left over its limit by a typed code or a part of the money. */
  async function checkLimits(): Promise<void> {
    const kept =
      await query(`select orders.kind from orders join services on services.id = service_id join bills on bills.id = bill_id
      where orders.status = 'requested' and paid_at is null and not is_money_known(bills.id)
        and case orders.kind when 'extend' then ends_on <= nairobi_date(now()) - 39
          when 'upgrade' then orders.created_at <= now() - interval '4 days' else false end`);
    expect(kept, "kept over its limit").toEqual([]);
    expect(await query("select id from services where next_on <= nairobi_date(now())"), "a year not begun").toEqual([]);
  }

  /** Each order has a bill of its price, the bills together come to what was ordered, and nothing is done that is not paid. */
  async function checkSums(): Promise<void> {
    const billed =
      await query(`select orders.id, kind, orders.status, amount_ksh, paid_at from orders left join bills on bills.id = bill_id
      where service_id is not null and orders.status <> 'failed'`);
    const expected = billed.reduce((sum, { id }) => sum + (prices.get(String(id)) ?? 0), 0);
    expect(
      billed.reduce((sum, { amount_ksh }) => sum + Number(amount_ksh), 0),
      "the sum of the bills",
    ).toBe(expected);
    for (const { id, kind, status, amount_ksh, paid_at } of billed) {
      expect(amount_ksh, `the bill of ${kind}`).toBe(prices.get(String(id)));
      if (kind === "upgrade" && status === "done") expect(paid_at, "a larger plan that is not paid").not.toBeNull();
    }
  }

  /** What was paid for an order is due back as far as the order failed or became cheaper. An open order holds it. */
  async function checkMoney(): Promise<void> {
    const lost =
      await query(`select kind, orders.status, paid_ksh, refund_left(bills) as due, orders.price_ksh from orders
      join bills on bills.id = bill_id where service_id is not null and refund_left(bills)
        <> case when orders.status = 'failed' then paid_ksh when paid_at is null then 0 else paid_ksh - orders.price_ksh end`);
    expect(lost, "money that is lost, or due back for what is there").toEqual([]);
    const cheaper = await query(`select id, price_ksh from orders where kind <> 'upgrade' and service_id is not null`);
    for (const { id, price_ksh } of cheaper) expect(price_ksh, "the price of an order").toBe(prices.get(String(id)));
    const open = await query(`select orders.kind, orders.status from orders join services on services.id = service_id
      where orders.kind in ('extend', 'upgrade') and orders.status in ('requested', 'processing') and (services.state in ('ordered', 'ended')
        or (select did from service_changes where service_id = services.id and did in ('order-failed', 'order-reopened', 'date')
          order by id desc limit 1) = 'order-failed')`);
    expect(open, "an open order of a service that has ended").toEqual([]);
    const shares = await query(`select orders.payload from orders join services on services.id = service_id
      where orders.kind = 'upgrade' and orders.status <> 'failed' and (orders.payload ->> 'nextOn')::date > nairobi_date(now())
        and next_on is distinct from (orders.payload ->> 'nextOn')::date`);
    expect(shares, "a larger plan paid for a year that is not there").toEqual([]);
    const early = await query(`select id from services where suspended_on > nairobi_date(removed_at) - 37`);
    expect(early, "deleted too soon after its suspension").toEqual([]);
  }

  return { checkPlans, checkLimits, checkSums, checkMoney };
}
