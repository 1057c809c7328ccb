import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const PEOPLE = ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01", "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b02"] as const;
const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a12";

/** Payments at the desk on a server with concurrent transactions. */
export function testDeskPayments({ server }: OnPostgres): void {
  const staff = (at: 0 | 1) => `'${JSON.stringify({ id: PEOPLE[at], email: `${at}@desk.ke` })}'`;
  /** Runs one statement of each member of staff at once. Returns the outcomes in their order. */
  async function together(first: string, second: string) {
    const connections = [server().connect(), server().connect()];
    const found = await Promise.all(
      [first, second].map(async (sql, at) => (await connections[at]?.unsafe(`select ${sql} as is`))?.[0]?.is?.outcome),
    );
    await Promise.all(connections.map((connection) => connection.end()));
    return found.sort();
  }
  async function bill(reference: string) {
    const { sql } = server();
    for (const id of [CUSTOMER, ...PEOPLE])
      await sql`insert into auth.users (id) values (${id}) on conflict do nothing`;
    await sql`insert into bills (user_id, reference, amount_ksh) values (${CUSTOMER}, ${reference}, 1000)`;
  }
  const match = (who: 0 | 1, reference: string) =>
    `desk_count_payment(${staff(who)}, 'DESKPAID01', 1000, false, '${reference}', 1000, false, '[]')`;
  const enter = (who: 0 | 1) =>
    `desk_enter_payment(${staff(who)}, '{"code": "DESKPAID02", "amount_ksh": 500, "paid_at": "2026-12-01T05:00:00Z"}')`;

  test("of two members of staff who match one payment with two bills, or enter one code, at once, one succeeds", async () => {
    const { sql } = server();
    await bill("MDESKB0N");
    await bill("MDESKB1N");
    await sql`select record_payment('{"code": "DESKPAID01", "amount_ksh": 1000, "paid_at": "2026-12-01T05:00:00Z", "source": "paybill"}')`;
    expect(await together(match(0, "MDESKB0N"), match(1, "MDESKB1N"))).toEqual(["done", "late"]);
    const paid =
      await sql`select sum(paid_ksh)::int as paid, count(number)::int as numbers from bills where user_id = ${CUSTOMER}`;
    expect(paid).toEqual([{ paid: 1000, numbers: 1 }]);
    expect(await together(enter(0), enter(1))).toEqual(["done", "known"]);
    expect(await sql`select did from desk_log where about_kind = 'payment' order by did`).toEqual([
      { did: "payment-entered" },
      { did: "payment-matched" },
    ]);
  });

  test("only the service role reads and changes payments at the desk", async () => {
    const as = (role: string, call: string) =>
      server().sql.begin(async (open: TransactionSql) => {
        await open.unsafe(`set local role ${role}`);
        return open.unsafe(`select ${call} as is`);
      });
    const list = "desk_payments('unmatched', 'DESKPAID', now(), null, 50)";
    expect(await as("service_role", list)).toMatchObject([{ is: { total: 1, rows: [{ code: "DESKPAID02" }] } }]);
    expect(await as("service_role", "desk_payment('DESKPAID01')")).toMatchObject([{ is: { state: "counted" } }]);
    expect(await as("service_role", `desk_withdraw_payment(${staff(1)}, 'DESKPAID02')`)).toMatchObject([
      { is: { outcome: "done" } },
    ]);
    for (const call of [list, "desk_payment('DESKPAID01')", enter(0), "desk_bill('MDESKB0N')"]) {
      await expect(as("authenticated", call)).rejects.toMatchObject({ code: "42501" });
    }
  });
}
