import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

/** Notifications on a server with concurrent transactions. */
export function testNotifications({ server, customer }: OnPostgres): void {
  test("one of two concurrent processes notifies a customer, in one transaction", async () => {
    const { sql } = server();
    const mail = (key: string) => {
      const words = { subject: "S", body_text: "T", body_html: "", tags: [] };
      return JSON.stringify([{ key, message_id: `<${key}@a.ke>`, kind: "renewal", recipient: "a@b.ke", ...words }]);
    };
    const expiry = "2027-01-01T12:00Z";
    const [domain] = await sql`update domains set expiry_date = ${expiry} where user_id = ${customer} returning id`;
    const names = (expiresOn: string) => JSON.stringify([{ id: domain?.id, expiresOn, step: "30" }]);
    const remind = (day: string, expiresOn = "2027-01-01") =>
      `select remind('${customer}', '${day}', '${names(expiresOn)}', '[]', '${mail(`renewal-${day}`)}', 7, 30) as told`;
    const notes = () => sql`select step from renewal_reminders where user_id = ${customer} and step = '30'`;
    const [change] = await sql`select id from account_changes where user_id = ${customer}`;
    const tell = `select notify_account_change('${change?.id}', '${mail("change-0001")}') as told`;
    await expect(sql.unsafe(remind("2026-12-09", "2026-12-31"))).rejects.toMatchObject({ code: "40001" });
    expect(await notes()).toHaveLength(0);

    await sql`truncate mails cascade`;
    const other = server().connect();
    // The second waits until the first commits.
    const theirs: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(remind("2026-12-09"))).toEqual([{ told: true }]);
      expect(await open.unsafe(tell)).toEqual([{ told: true }]);
      theirs.push(other.unsafe(remind("2026-12-09")).execute(), other.unsafe(tell).execute());
    });
    expect(await Promise.all(theirs)).toEqual([[{ told: false }], [{ told: false }]]);
    await other.end();
    expect(await notes()).toHaveLength(1);
    expect(await sql`select key from mails`).toHaveLength(2);
    await expect(sql.unsafe(remind("2026-12-10"))).rejects.toMatchObject({ code: "40001" });
    await sql`update domains set expiry_date = now() where user_id = ${customer}`;
  });
}
