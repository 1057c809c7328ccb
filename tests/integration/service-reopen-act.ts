import type { Query } from "./service-money-acts.ts";

/** Staff reopen the first order of a service, which has ended, and it fails. If `isDone`, it is reopened again, and done if it is paid. */
export async function reopenFirstOrder(
  query: Query,
  service: string,
  { staff, isDone, at }: { staff: string; isDone: boolean; at: number },
): Promise<void> {
  const [order] = await query(
    `select orders.id, paid_at from orders left join bills on bills.id = bill_id where service_id = '${service}'
       and kind not in ('extend', 'upgrade') and status in ('done', 'failed')`,
    at,
  );
  if (!order) return;
  const reopen = async () => {
    const [row] = await query(`select desk_reopen_order(${staff}, '${order.id}', 'A mistake', null, '[]') as did`, at);
    return row?.did === "done";
  };
  const end = (status: string, reason: string | null) => {
    const ending = JSON.stringify({ status, reason, detail: {}, at_service: true });
    return query(`select desk_end_order(${staff}, '${order.id}', '${ending}', '[]')`, at);
  };
  if (!(await reopen())) return;
  await end("failed", "no");
  if (isDone && (await reopen()) && order.paid_at !== null) await end("done", null);
}
