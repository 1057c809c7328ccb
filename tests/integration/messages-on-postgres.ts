import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

/** The message queue on a server with concurrent transactions. */
export function testMessages({ server, as, customer }: OnPostgres): void {
  test("one of two concurrent senders of a message gets it, concurrent claims get one each, and only the server may call", async () => {
    const { sql } = server();
    const keep = (key: string) => {
      const said = JSON.stringify({ key, name: "A", email: "a@b.ke", subject: "S", message: "T" });
      return `select keep_message('${said}', 60) as kept`;
    };
    const claim = "select key, attempts from claim_message(60)";
    const failed = (key: string, again: string) => `select note_message_failed('${key}', 1, '{}', ${again})`;
    for (const role of ["anon", "authenticated"]) {
      for (const call of [keep("stranger-1"), claim, "select note_message_told('x')", failed("x", "1")]) {
        expect(await as(role, customer, call)).toBe("42501");
      }
    }
    expect(await as("service_role", null, keep("trusted-1"))).toEqual([{ kept: "ours" }]);

    await sql`truncate messages`;
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

  test("a message of the previous release belongs to its process for a minute, and is free afterwards", async () => {
    const { sql } = server();
    await sql`truncate messages`;
    await sql`insert into messages (key, name, email, subject, message) values ('message-1', 'A', 'a@b.ke', 'S', 'T')`;
    expect(await sql`select key from claim_message(60)`).toHaveLength(0);
    await sql`update messages set claimed_until = claimed_until - interval '1 minute'`;
    expect(await sql`select key from claim_message(60)`).toHaveLength(1);
    await sql`truncate messages`;
  });
}
