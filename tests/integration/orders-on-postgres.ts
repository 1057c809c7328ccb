import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a09";

/** Orders on a server with concurrent transactions. */
export function testOrders({ server }: OnPostgres): void {
  test("two concurrent processes accept three orders a day and the same order once", async () => {
    const { sql } = server();
    await sql`insert into auth.users (id) values (${CUSTOMER})`;
    const order = (...domains: string[]) => {
      const common = { user_id: CUSTOMER, kind: "register", payload: {}, price_ksh: 1 };
      const all = domains.map((domain) => ({ id: crypto.randomUUID(), domain, ...common }));
      const key = `order-${all[0]?.id}`;
      const message = { key, name: "N", email: "a@b.ke", subject: "S", message: "M" };
      const mail = { key, message_id: `<${key}@a.ke>`, kind: "contact", recipient: "a@b.ke", subject: "S" };
      const mails = [{ ...mail, body_text: "T", body_html: "", tags: [] }];
      return `select place_orders('${JSON.stringify(all)}', now() - interval '1 day', now() - interval '1 hour', 3,
        '${JSON.stringify([message])}', '${JSON.stringify(mails)}', 0, null) as placed`;
    };
    await sql`truncate mails cascade`;
    const other = server().connect();
    /** Makes two orders: the second while the transaction of the first is open. */
    const both = async (mine: string | string[], theirs: string | string[]) => {
      const second: Promise<Record<string, unknown>[]>[] = [];
      const one = await sql.begin(async (open: TransactionSql) => {
        const placed = [...(await open.unsafe(order(...[mine].flat())))];
        second.push(other.unsafe(order(...[theirs].flat())).execute());
        return placed;
      });
      return [...one, ...((await second[0]) ?? [])];
    };
    const isNew = (is_new: boolean) => ({ placed: { is_new, orders: [{ domain: "b.co.ke", status: "requested" }] } });
    expect(await both("b.co.ke", "b.co.ke")).toMatchObject([isNew(true), isNew(false)]);
    await sql.unsafe(order("c.co.ke"));
    expect(await both("d.co.ke", "e.co.ke")).toMatchObject([{ placed: { is_new: true } }, { placed: null }]);
    const names = async () =>
      (await sql`select domain from orders where user_id = ${CUSTOMER} order by domain`).map(({ domain }) => domain);
    expect(await names()).toEqual(["b.co.ke", "c.co.ke", "d.co.ke"]);
    expect(await sql`select key from mails`).toHaveLength(3);
    // A bulk order is all or nothing, and counts as one of three a day.
    await sql`delete from orders where user_id = ${CUSTOMER}`;
    await sql`truncate mails, messages cascade`;
    expect(await both(["f.co.ke", "g.co.ke"], ["g.co.ke", "h.co.ke"])).toMatchObject([
      { placed: { is_new: true, orders: [{ domain: "f.co.ke" }, { domain: "g.co.ke" }] } },
      { placed: { is_new: false, orders: [{ domain: "g.co.ke" }] } },
    ]);
    await sql.unsafe(order("h.co.ke", "i.co.ke", "j.co.ke"));
    expect(await both(["k.co.ke", "l.co.ke"], ["m.co.ke", "n.co.ke"])).toMatchObject([
      { placed: { is_new: true } },
      { placed: null },
    ]);
    await other.end();
    expect(await names()).toEqual([..."fghijkl"].map((letter) => `${letter}.co.ke`));
    expect(await sql`select key from mails`).toHaveLength(3);
  });

  test("two processes ask the domain provider once for a name", async () => {
    const { sql } = server();
    const other = server().connect();
    const customer = crypto.randomUUID();
    await sql`insert into auth.users (id) values (${customer})`;
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      await sql`insert into orders (id, user_id, kind, domain, price_ksh, idempotency_key)
        values (${id}, ${customer}, 'register', 'o.com', 1, ${id})`;
    }
    const claim = (id = "") => `select claim_order('${id}', now()) ->> 'outcome' as outcome`;
    const second: Promise<Record<string, unknown>[]>[] = [];
    // The second asks while the transaction of the first is open.
    const first = await sql.begin(async (open: TransactionSql) => {
      const claimed = [...(await open.unsafe(claim(ids[0])))];
      second.push(other.unsafe(claim(ids[1])).execute());
      return claimed;
    });
    expect([...first, ...((await second[0]) ?? [])]).toEqual([{ outcome: "claimed" }, { outcome: "busy" }]);
    await other.end();
  });
}
