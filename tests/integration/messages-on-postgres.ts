import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

/** The message queue on a server with concurrent transactions. */
export function testMessages({ server }: OnPostgres): void {
  test("one of two concurrent senders of a message gets it, concurrent claims get one each", async () => {
    const { sql } = server();
    const keep = (key: string) => {
      const said = JSON.stringify({ key, name: "A", email: "a@b.ke", subject: "S", message: "T" });
      return `select keep_message('${said}', 60) as kept`;
    };
    const claim = "select key, attempts from claim_message(60)";
    const failed = (key: string, again: string) => `select note_message_failed('${key}', 1, '{}', ${again})`;
    await sql`truncate messages cascade`;
    const other = server().connect();
    const theirs: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(keep("message-1"))).toEqual([{ kept: "ours" }]);
      theirs.push(other.unsafe(keep("message-1")).execute());
    });
    expect(await Promise.all(theirs)).toEqual([[{ kept: "busy" }]]);
    expect(await sql.unsafe(claim)).toEqual([]);

    await sql.unsafe(keep("message-2"));
    for (const key of ["message-1", "message-2"]) await sql.unsafe(failed(key, "0"));
    const halfway = await sql.begin(async (open: TransactionSql) => {
      const mine = await open.unsafe(claim);
      // The first is locked while this transaction is open.
      return [...mine, ...(await other.unsafe(claim)), ...(await other.unsafe(claim))];
    });
    await other.end();
    expect(halfway.map(({ key, attempts }) => [key, attempts]).sort()).toEqual([
      ["message-1", 2],
      ["message-2", 2],
    ]);
    expect(await sql.unsafe("select note_message_told('message-1')")).toHaveLength(1);
    expect(await sql.unsafe(keep("message-1"))).toEqual([{ kept: "told" }]);
  });
}
