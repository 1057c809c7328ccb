import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const [WANJIKU, BARAKA] = ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01", "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b02"];
const OWNER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a10";
const OTHER_OWNER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a11";
const NAME = "desk-duka.co.ke";

/** Orders at the desk on a server with concurrent transactions. */
export function testDeskOrders({ server }: OnPostgres): void {
  /** Runs the second statement while the transaction of the first is open and locks it out. Returns both results. */
  async function both(mine: string, theirs: string) {
    const [other, watcher] = [server().connect(), server().connect()];
    const second: Promise<Record<string, unknown>[]>[] = [];
    const first = await server().sql.begin(async (open: TransactionSql) => {
      const [row] = await open.unsafe(mine);
      second.push(other.unsafe(theirs).execute());
      // Until the second waits for a lock of the first.
      while ((await watcher`select from pg_stat_activity where wait_event_type = 'Lock'`).length === 0);
      return row?.is;
    });
    const [row] = (await second[0]) ?? [];
    await Promise.all([other.end(), watcher.end()]);
    return [first, row?.is];
  }

  async function order(owner = OWNER, state = "") {
    const { sql } = server();
    await sql`insert into auth.users (id) values (${owner}) on conflict do nothing`;
    const [row] = await sql`insert into orders (user_id, kind, domain, price_ksh, idempotency_key)
      values (${owner}, 'register', ${NAME}, 1500, ${crypto.randomUUID()}) returning id`;
    const id = String(row?.id);
    if (state !== "") await sql.unsafe(take(state, id));
    return id;
  }
  const staff = (who: string) => `'${JSON.stringify({ id: who, email: `${who.slice(-1)}@a.ke`, name: "W" })}'`;
  const take = (who: string, id: string) => `select desk_take_order(${staff(who)}, '${id}') as is`;
  const mail = (key: string) => {
    const one = { key, message_id: `<${crypto.randomUUID()}@a.ke>`, kind: "order-news", recipient: "a@b.ke" };
    return `'${JSON.stringify([{ ...one, subject: "S", body_text: "T", body_html: "", tags: [] }])}'`;
  };
  const end = (who: string, id: string, until: string, status = "done") => {
    const ending =
      status === "done" ? { status, detail: { until } } : { status, reason: until, detail: { refundKsh: 0 } };
    return `select desk_end_order(${staff(who)}, '${id}', '${JSON.stringify(ending)}', ${mail(`${id}-${status}`)}) as is`;
  };
  const lines = async (id: string) =>
    (await server().sql`select did from desk_log where about_id = ${id} order by id`).map(({ did }) => did);

  test("of two staff who take an order at once one gets it, and a double press of one is one", async () => {
    const id = await order();
    expect(await both(take(WANJIKU, id), take(BARAKA, id))).toEqual(["done", "lost"]);
    expect(await both(take(WANJIKU, id), take(WANJIKU, id))).toEqual(["same", "same"]);
    const twice = await order();
    expect(await both(take(BARAKA, twice), take(BARAKA, twice))).toEqual(["done", "same"]);
    expect([await lines(id), await lines(twice)]).toEqual([["order-taken"], ["order-taken"]]);
  });

  test("of two endings at once one counts, with one name, one mail and one line", async () => {
    const { sql } = server();
    for (const [second, expected] of [
      ["2027-11-23", "same"],
      ["2028-11-23", "lost"],
    ] as const) {
      await sql`delete from domains where name = ${NAME}`;
      await sql`truncate mails cascade`;
      const id = await order(OWNER, WANJIKU);
      expect(await both(end(WANJIKU, id, "2027-11-23"), end(WANJIKU, id, second))).toEqual(["done", expected]);
      expect(await sql`select user_id, expiry_date from domains where name = ${NAME}`).toEqual([
        { user_id: OWNER, expiry_date: new Date("2027-11-23T09:00:00Z") },
      ]);
      expect([(await sql`select key from mails`).length, await lines(id)]).toEqual([1, ["order-taken", "order-done"]]);
    }
    const id = await order(OWNER, WANJIKU);
    expect(await both(end(WANJIKU, id, "No", "failed"), end(WANJIKU, id, "2028-01-01"))).toEqual(["done", "lost"]);
    expect(await lines(id)).toEqual(["order-taken", "order-failed"]);
  });

  test("of two staff who open the bill of an order at once one does, and the same form twice opens one", async () => {
    const { sql } = server();
    const open = (who: string, id: string, ksh: number | null, reference: string) => {
      const bill = JSON.stringify({ id: crypto.randomUUID(), reference });
      return `select desk_bill_order(${staff(who)}, '${id}', ${ksh}, '${bill}', ${mail(`${id}-bill`)}) as is`;
    };
    for (const [at, [priceKsh, ksh, second, outcome]] of [
      [1500, null, BARAKA, "lost"],
      [1500, null, WANJIKU, "same"],
      [0, 700, BARAKA, "lost"],
      [0, 700, WANJIKU, "same"],
    ].entries() as unknown as [number, [number, number | null, string, string]][]) {
      const id = await order();
      await sql`update orders set price_ksh = ${priceKsh} where id = ${id}`;
      const forms = [open(WANJIKU, id, ksh, `MDESK${at}A0`), open(second, id, ksh, `MDESK${at}B0`)] as const;
      expect(await both(...forms)).toEqual(["done", outcome]);
      const bills =
        await sql`select reference, amount_ksh from bills where user_id = ${OWNER} and reference like ${`MDESK${at}%`}`;
      expect(bills).toEqual([{ reference: `MDESK${at}A0`, amount_ksh: ksh ?? priceKsh }]);
      expect(await sql`select reference from orders join bills on bill_id = bills.id where orders.id = ${id}`).toEqual([
        { reference: `MDESK${at}A0` },
      ]);
      expect(await lines(id)).toEqual([ksh === null ? "order-accepted" : "order-priced"]);
      expect(await sql`select key from mails where key = ${`${id}-bill`}`).toHaveLength(1);
    }
  });

  test("of two customers' orders of one name that are done at once, one gets the name and the other stays open", async () => {
    const { sql } = server();
    await sql`delete from domains where name = ${NAME}`;
    const [first, second] = [await order(OWNER, WANJIKU), await order(OTHER_OWNER, BARAKA)];
    const [one, two] = [end(WANJIKU, first, "2027-11-23"), end(BARAKA, second, "2027-11-23")];
    expect(await both(one, two)).toEqual(["done", "moved"]);
    expect(await sql.unsafe(two)).toEqual([{ is: "name" }]);
    expect(await sql`select user_id from domains where name = ${NAME}`).toEqual([{ user_id: OWNER }]);
    expect(await sql`select status from orders where id = ${second}`).toEqual([{ status: "processing" }]);
    expect(await lines(second)).toEqual(["order-taken"]);
    await sql`delete from orders where user_id in (${OWNER}, ${OTHER_OWNER})`;
  });

  const reopen = (who: string, id: string) =>
    `select desk_reopen_order(${staff(who)}, '${id}', 'By mistake', null, '[]') as is`;
  const failed = async () => {
    const id = await order();
    await server().sql`update orders set status = 'failed', reason = 'No' where id = ${id}`;
    return id;
  };
  const forget = () => server().sql`delete from orders where user_id = ${OWNER}`;

  test("of two staff who reopen an order at once one has it, and a double press is one", async () => {
    const id = await failed();
    expect(await both(reopen(WANJIKU, id), reopen(BARAKA, id))).toEqual(["done", "lost"]);
    expect(await both(reopen(WANJIKU, id), reopen(WANJIKU, id))).toEqual(["same", "same"]);
    expect(await lines(id)).toEqual(["order-reopened"]);
    await forget();
  });

  test("an order is reopened or its money kept, and reopened or ordered again, whichever came first", async () => {
    const { sql } = server();
    const keep = "select keep_credit(null, 'MREPEN00', 1500, '[]') ->> 'outcome' as is";
    const again = () => {
      const wanted = {
        id: crypto.randomUUID(),
        user_id: OWNER,
        kind: "register",
        domain: NAME,
        payload: {},
        price_ksh: 1500,
      };
      return `select place_orders('${JSON.stringify([wanted])}', now(), now(), 99, '[]', '[]', 0, '{"orders": []}') ->> 'is_new' as is`;
    };
    for (const [first, second, expected] of [
      ["reopen", "keep", ["done", "late"]],
      ["keep", "reopen", ["done", "refunded"]],
      ["reopen", "again", ["done", "false"]],
      ["again", "reopen", ["true", "again"]],
    ] as const) {
      const id = await order();
      await sql`insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at) values (${OWNER}, 'MREPEN00', 1500, 1500, now())`;
      await sql`update orders set bill_id = (select id from bills where reference = 'MREPEN00') where id = ${id}`;
      await sql`update orders set status = 'failed', reason = 'No' where id = ${id}`;
      const press = { reopen: reopen(WANJIKU, id), keep, again: again() };
      expect(await both(press[first], press[second])).toEqual(expected);
      const kept = expected[1] === "refunded" ? 1500 : 0;
      expect(await sql`select sum(ksh)::int as ksh from credits where user_id = ${OWNER}`).toEqual([
        { ksh: kept || null },
      ]);
      await forget();
      await sql`truncate bills cascade`;
    }
  });

  test("an order's page and the list read as the service role, and no other role may", async () => {
    const { sql } = server();
    const id = await order();
    const read = (role: string, call: string) =>
      sql.begin(async (open: TransactionSql) => {
        await open.unsafe(`set local role ${role}`);
        return open.unsafe(`select ${call} as is`);
      });
    const list = "desk_orders(array['requested'], array['register'], 'desk-d', null, false, true, null, 50)";
    expect(await read("service_role", list)).toMatchObject([{ is: { total: 1, rows: [{ domain: NAME }] } }]);
    expect(await read("service_role", `desk_order('${id}')`)).toMatchObject([{ is: { id, trail: [] } }]);
    expect(await read("service_role", take(WANJIKU, id).slice(7, -6))).toEqual([{ is: "done" }]);
    for (const call of [list, `desk_order('${id}')`, `desk_transfer_code('{}', '${id}')`]) {
      await expect(read("authenticated", call)).rejects.toMatchObject({ code: "42501" });
    }
    await sql`delete from orders where user_id = ${OWNER}`;
  });
}
