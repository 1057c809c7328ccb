import fc from "fast-check";
import type { Query } from "./service-money-acts.ts";

type Row = Record<string, unknown>;
/** What staff do with an order that has ended: the first one of a service, or the last one for a year or a larger plan. */
export const reopenAct = (thing: fc.Arbitrary<number>) =>
  fc.record({
    kind: fc.constant("reopen" as const),
    ...{ thing, what: fc.constantFrom("first", "first", "later") },
    steps: fc.constantFrom(
      ["reopen"],
      ["failed"],
      ["done"],
      ["reopen", "failed"],
      ["reopen", "failed"],
      ["reopen", "failed", "reopen"],
      ["reopen", "done"],
      ["reopen", "failed", "reopen", "done"],
    ),
  });
/** Staff say that the money of a next year goes back, and name a last day before it. */
export const takeAwayAct = (thing: fc.Arbitrary<number>) =>
  fc.record({ kind: fc.constant("take-away" as const), thing });

type Staff = { staff: string; at: number };

export async function reopenOrder(
  query: Query,
  service: string,
  { what, steps }: { what: string; steps: readonly string[] },
  { staff, at }: Staff,
): Promise<void> {
  const kinds = `kind ${what === "first" ? "not" : ""} in ('extend', 'upgrade')`;
  const [order] = await query(
    `select orders.id, paid_at from orders left join bills on bills.id = bill_id where service_id = '${service}' and ${kinds}
       order by created_at desc, orders.id limit 1`,
    at,
  );
  if (!order) return;
  for (const step of steps) {
    if (step === "reopen") {
      const [row] = await query(
        `select desk_reopen_order(${staff}, '${order.id}', 'A mistake', null, '[]') as did`,
        at,
      );
      if (row?.did !== "done") return;
      continue;
    }
    // Nothing is done by hand that is not paid.
    if (step === "done" && order.paid_at === null) return;
    const ending = JSON.stringify({
      status: step,
      reason: step === "failed" ? "no" : null,
      detail: {},
      at_service: true,
    });
    await query(`select desk_end_order(${staff}, '${order.id}', '${ending}', '[]')`, at);
  }
}

/** How many years were taken away from each service, by its id. */
export const yearsTaken = new Map<string, number>();

export async function takeYearAway(query: Query, service: Row, { staff, at }: Staff): Promise<void> {
  const [year] = await query(
    `select orders.id, orders.price_ksh, (next_on - 1)::text as day from orders join services on services.id = service_id
       where service_id = '${service.id}' and orders.kind = 'extend' and orders.status = 'done' and next_on > nairobi_date(now())
       order by orders.updated_at desc limit 1`,
    at,
  );
  if (!year) return;
  await query(`select desk_refund_order(${staff}, '${year.id}', ${year.price_ksh}, '[]')`, at);
  const change = `jsonb_build_object('version', service_version(services), 'ends_on', '${year.day}', 'reason', 'A test')`;
  const [row] = await query(
    `select desk_change_service(${staff}, id, 'date', ${change}, '[]') ->> 'outcome' as did from services where id = '${service.id}'`,
    at,
  );
  if (row?.did === "done") yearsTaken.set(String(service.id), (yearsTaken.get(String(service.id)) ?? 0) + 1);
  else await query(`update orders set refund_due_ksh = 0 where id = '${year.id}' and status = 'done'`, at);
}
