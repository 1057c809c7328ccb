import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

/** Services on a server with concurrent transactions. */
export function testServices({ server, customer }: OnPostgres): void {
  test("two processes claim a service once, begin its call once, and settle it once with one mail", async () => {
    const { sql } = server();
    const other = server().connect();
    const words = { subject: "S", body_text: "T", body_html: "", tags: [] };
    const mail = JSON.stringify([
      { key: "service-claims", message_id: "<service-claims@a.ke>", kind: "service", recipient: "a@b.ke", ...words },
    ]);
    const [service] = await sql`
      insert into services (user_id, kind, domain, plan, provider, wanted, next_call_at)
      values (${customer}, 'hosting', 'claimed.co.ke', 'deluxe', 'whm', 'create', now() - interval '1 minute') returning id`;
    const id = String(service?.id);
    const claim = "select claim_service(now(), 120) -> 'service' ->> 'id' as id";
    // While one process has claimed it and not committed, the other finds none; and none after that.
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(claim)).toEqual([{ id }]);
      expect(await other.unsafe(claim)).toEqual([{ id: null }]);
    });
    expect(await other.unsafe(claim)).toEqual([{ id: null }]);

    const begin = `select begin_service_call('${id}', now(), 'claimed') as begun`;
    const settle = `select settle_service('${id}', 'create', '{"did": true}', '${mail}') as settled`;
    const theirs: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(begin)).toEqual([{ begun: "begun" }]);
      theirs.push(other.unsafe(begin).execute());
    });
    expect(await Promise.all(theirs.splice(0))).toEqual([[{ begun: null }]]);
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(settle)).toEqual([{ settled: true }]);
      theirs.push(other.unsafe(settle).execute());
    });
    expect(await Promise.all(theirs)).toEqual([[{ settled: false }]]);
    await other.end();
    expect(await sql`select key from mails where key = 'service-claims'`).toHaveLength(1);
    await sql`delete from services where id = ${id}`;
  });

  test("a process that is killed after its call leaves what the next one needs to look for the account", async () => {
    const { sql } = server();
    const killed = server().connect();
    const [service] = await sql`
      insert into services (user_id, kind, domain, plan, provider, wanted, next_call_at)
      values (${customer}, 'hosting', 'killed.co.ke', 'deluxe', 'whm', 'create', now() - interval '1 minute') returning id`;
    const id = String(service?.id);
    await killed.unsafe("select claim_service(now(), 120)");
    await killed.unsafe(`select begin_service_call('${id}', now(), 'killed')`);
    const [connection] = await killed`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${Number(connection?.pid)})`;
    await killed.end({ timeout: 0 });
    expect(await sql.unsafe("select claim_service(now(), 120) as claimed")).toEqual([{ claimed: null }]);
    const [{ claimed } = { claimed: undefined }] = await sql.unsafe(
      "select claim_service(now() + interval '121 seconds', 120) as claimed",
    );
    expect(claimed).toMatchObject({ is_begun: true, attempts: 2, service: { id, access: { username: "killed" } } });
    await sql`delete from services where id = ${id}`;
  });

  test("of two orders for one name the server is asked for one, and two services do not get one username", async () => {
    const { sql } = server();
    const other = server().connect();
    const stranger = crypto.randomUUID();
    await sql`insert into auth.users (id, email) values (${stranger}, 'stranger@example.co.ke')`;
    const ids = [];
    for (const user of [customer, stranger]) {
      const [row] = await sql`
        insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
        values (${user}, 'hosting', 'one.co.ke', '{"plan":"starter"}', 6228, ${crypto.randomUUID()}) returning id, service_id`;
      ids.push({ order: String(row?.id), service: String(row?.service_id) });
    }
    const [mine, theirs] = ids;
    const carry = (id = "") => `select carry_out_service_order('${id}', true) as carried`;
    const begin = (id = "") => `select begin_service_call('${id}', now(), 'oneduka') as begun`;
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
    const later: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(carry(mine?.order))).toEqual([{ carried: "server" }]);
      later.push(other.unsafe(carry(theirs?.order)).execute());
      // It waits for the first one.
      await expect.poll(() => open.unsafe(waiting)).toHaveLength(1);
    });
    expect(await Promise.all(later.splice(0))).toEqual([[{ carried: "staff" }]]);

    await sql`update services set wanted = 'create' where id = ${theirs?.service ?? ""}`;
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(begin(mine?.service))).toEqual([{ begun: "begun" }]);
      later.push(other.unsafe(begin(theirs?.service)).execute());
      await expect.poll(() => open.unsafe(waiting)).toHaveLength(1);
    });
    expect(await Promise.all(later)).toEqual([[{ begun: "taken" }]]);
    await other.end();
    await sql`delete from orders where domain = 'one.co.ke'`;
    await sql`delete from services where domain = 'one.co.ke'`;
    await sql`delete from auth.users where id = ${stranger}`;
  });
}
