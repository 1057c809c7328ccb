import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

/** The message queue on a server with concurrent transactions. */
export function testMessages({ server }: OnPostgres): void {
  test("one of two concurrent senders of a message gets it, concurrent claims get one each", async () => {
    const { sql } = server();
    const keep = (key: string) => {
      const said = JSON.stringify({ key, name: "A", email: "a@b.ke", subject: "S", message: "T" });
      return `select store_message('${said}', 60) as kept`;
    };
    const claim = "select key, attempts from claim_message(60)";
    const failed = (key: string, again: string) => `select mark_message_failed('${key}', 1, '{}', ${again})`;
    await sql`truncate messages cascade`;
    const other = server().connect();
    const theirs: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      expect(await open.unsafe(keep("message-1"))).toEqual([{ kept: "claimed" }]);
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
    expect(await sql.unsafe("select mark_message_sent('message-1')")).toHaveLength(1);
    expect(await sql.unsafe(keep("message-1"))).toEqual([{ kept: "sent" }]);
  });

  test("of two members of staff who take or answer a thread at once one gets it, and one mail goes out", async () => {
    const { sql } = server();
    await sql`truncate messages, mails cascade`;
    const other = server().connect();
    const people = ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01", "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b02"];
    const staff = people.map((id) => JSON.stringify({ id, email: "staff@example.co.ke" }));
    const answer = (who: string | undefined, thread: string, words: string) => {
      const key = `answer-${words}`;
      const mail = { key, message_id: `<${key}@a.ke>`, kind: "answer", recipient: "a@b.ke", subject: "S", tags: [] };
      const mails = JSON.stringify([{ ...mail, body_text: "T", body_html: "" }]);
      const part = JSON.stringify({ side: "us", body: words, key, part_count: 0 });
      return `select desk_add_part('${who}', '${thread}', '${part}', '${mails}') ->> 'outcome' as outcome`;
    };
    const take = (who: string | undefined, thread: string) =>
      `select desk_move_message('${who}', '${thread}', 'take', '{}') ->> 'outcome' as outcome`;
    for (const [mine, theirs, outcome] of [
      [take, take, "taken"],
      [take, (who: string | undefined, thread: string) => answer(who, thread, "theirs"), "taken"],
      [(who: string | undefined, thread: string) => answer(who, thread, "mine"), take, "taken"],
    ] as const) {
      await sql.unsafe(keepThread);
      const [row] = await sql`select id from messages order by created_at desc limit 1`;
      const second: Promise<Record<string, unknown>[]>[] = [];
      const first = await sql.begin(async (open: TransactionSql) => {
        const taken = await open.unsafe(mine(staff[0], row?.id));
        second.push(other.unsafe(theirs(staff[1], row?.id)).execute());
        return [...taken];
      });
      expect([...first, ...((await second[0]) ?? [])]).toEqual([{ outcome: "done" }, { outcome }]);
    }
    await other.end();
    expect(await sql`select key from mails`).toEqual([{ key: "answer-mine" }]);
  });
}

const keepThread =
  "insert into messages (key, name, email, subject, message) values (gen_random_uuid()::text, 'A', 'a@b.ke', 'S', 'T')";
