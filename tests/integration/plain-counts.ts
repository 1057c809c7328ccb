/** The figures that stored columns and limits make cheap, compared with plain queries that read every row. */
import { expect } from "vitest";

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

const OPEN = `select orders.* from orders left join bills as bill on bill.id = orders.bill_id
  where status in ('requested', 'processing') and (bill.id is null or bill.paid_at is not null)`;

/** Pairs of queries that must return the same rows. */
const PAIRS: readonly [what: string, cheap: string, plain: string][] = [
  [
    "what is stored of the orders of a bill",
    "select id, has_open_orders, has_begun_orders, is_in_work from bills where id in (select bill_id from orders)",
    `select bills.id, bool_or(status in ('requested', 'processing')),
       bool_or(status = 'done' or (status = 'processing' and taken_by is null)),
       paid_at is not null and bool_or(status in ('requested', 'processing'))
     from bills join orders on bill_id = bills.id group by bills.id`,
  ],
  [
    "whether the payment of a prompt has arrived",
    "select id, has_payment from payment_prompts",
    "select id, exists (select from payments where prompt_id = payment_prompts.id) from payment_prompts",
  ],
  [
    "open orders that do not wait for their payment",
    "select id, since from orders_waiting()",
    `select id, coalesce((select paid_at from bills where bills.id = bill_id), created_at) from (${OPEN}) as open`,
  ],
  [
    "the count of orders in the desk's navigation",
    "select desk_counts(now()) -> 'orders'",
    `select to_jsonb(count(*)) from (${OPEN}) as open where status = 'requested' or taken_by is not null
       or updated_at <= now() - interval '10 minutes'`,
  ],
  [
    "the count of payments in the desk's navigation",
    "select desk_counts(now()) -> 'payments'",
    "select to_jsonb(count(*)) from payments_waiting(now())",
  ],
  [
    "the paid open orders of the desk's list",
    `select (row ->> 'id')::uuid from jsonb_array_elements(desk_orders('{requested,processing}',
       '{renew,register,transfer,certificate,hosting,mail,extend,upgrade}', '', 'paid', false, true, null, 1000) -> 'rows') as row`,
    `select id from (${OPEN}) as open where bill_id is not null`,
  ],
  [
    "payments to pay back, and bills that were paid in part or begun without money",
    "select kind, reference from payments_waiting(now()) where kind in ('payment-refund', 'payment-part')",
    `select 'payment-refund', reference from bills as bill
     where paid_ksh > 0 and (paid_at is null or refund_due_ksh > refunded_ksh) and refund_left(bill) > 0
     union all
     select 'payment-part', reference from bills as bill left join lateral (
       select state, case state when 'counted' then received_at else bill.opened_at end as since
       from payments where bill_id = bill.id and state in ('counted', 'void')
       order by state = 'counted' desc, received_at desc, code desc limit 1) as last on true
     where paid_at is null and payable_ksh(bill.id) > 0 and not exists (select from open_codes(bill))
       and case last.state when 'counted' then last.since <= now() - interval '3 days' else exists (
         select from orders where bill_id = bill.id and (status = 'done' or (status = 'processing' and taken_by is null))) end
       and not exists (select from payments where bill_id = bill.id and state = 'held')`,
  ],
];

/** Fails if a figure differs from the plain one. */
export async function checkCounts(query: Query): Promise<void> {
  for (const [what, cheap, plain] of PAIRS) {
    const rowsOf = async (sql: string) =>
      (await query(`select one::text as row from (${sql}) as one`)).map(({ row }) => String(row)).sort();
    expect(await rowsOf(cheap), what).toEqual(await rowsOf(plain));
  }
}
