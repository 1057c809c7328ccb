import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const SUBSCRIBERS = process.env.LONG === "1" ? 1000 : 40;
const STAFF = JSON.stringify({ id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01", email: "staff@example.co.ke" });

/** Issues of the newsletter on a server with concurrent transactions. */
export function testNewsletter({ server }: OnPostgres): void {
  test(`concurrent processes queue one mail for each of ${SUBSCRIBERS} subscribers, also when they are killed`, async () => {
    const { sql } = server();
    await sql`truncate mails, newsletter_issues, newsletter_deliveries, newsletter_pending cascade`;
    await sql`insert into newsletter_pending (email, status, confirmed_at)
      select 'r' || n || '@example.co.ke', 'confirmed', now() - interval '1 day' from generate_series(1, ${SUBSCRIBERS}::int) n`;
    const [issue] =
      await sql`insert into newsletter_issues (title, content) values ('Habari', 'T') returning id, updated_at::text`;
    await sql.unsafe(`select start_issue('${STAFF}', '${issue?.id}', '${issue?.updated_at}')`);
    const next = async (on: typeof sql | TransactionSql) => {
      const subscribers = await on.unsafe(`select subscriber, email from next_issue_subscribers(${SUBSCRIBERS}, 7)`);
      return subscribers.map(({ subscriber, email }) => {
        const key = `issue-${subscriber}`;
        const mail = {
          key,
          message_id: `<${crypto.randomUUID()}@a.ke>`,
          kind: "issue",
          recipient: email,
          subject: "S",
        };
        return { subscriber, mail: { ...mail, body_text: "T", body_html: "", tags: [] } };
      });
    };
    const queue = (deliveries: object[]) =>
      `select queue_issue('${issue?.id}', ${SUBSCRIBERS}, '${JSON.stringify(deliveries)}') as queued`;
    const other = server().connect();
    const killed = new Error("killed");
    for (let round = 0; ; round++) {
      const mine = await next(sql);
      if (mine.length === 0) break;
      const theirs: Promise<unknown>[] = [];
      await sql
        .begin(async (open: TransactionSql) => {
          await open.unsafe(queue(mine));
          // The same list in another process, which waits for this transaction.
          theirs.push(other.unsafe(queue(mine)).execute());
          if (round % 3 === 0) throw killed;
        })
        .catch((error) => expect(error).toBe(killed));
      await Promise.all(theirs);
      await sql`update newsletter_pending set status = 'left', left_at = now() where email = ${mine[0]?.mail.recipient ?? ""}`;
      await sql`select mark_mail_sent(id) from mails where sent_at is null`;
      await sql`update newsletter_deliveries set queued_at = queued_at - interval '1 hour'`;
    }
    await other.end();
    const left = await sql`select email from newsletter_pending where status = 'left'`;
    const sent = await sql`select recipient from mails where sent_at is not null`;
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(sent.length);
    expect(sent.length + left.length).toBe(SUBSCRIBERS);
    const [{ state, withdrawn } = {}] = await sql`select state, sent, withdrawn from list_issues(${issue?.id})`;
    expect([state, withdrawn]).toEqual(["sent", left.length]);
  });

  test("a subscriber who leaves while their mail enters the queue is not sent it", async () => {
    const { sql } = server();
    await sql`truncate mails, newsletter_issues, newsletter_deliveries, newsletter_pending cascade`;
    await sql`insert into newsletter_pending (email, status) values ('r@example.co.ke', 'confirmed')`;
    const [issue] =
      await sql`insert into newsletter_issues (title, content, state, started_at) values ('H', 'T', 'sending', now()) returning id`;
    const [reader] = await sql`select subscriber from next_issue_subscribers(60, 7)`;
    const mail = {
      key: "issue-one",
      message_id: "<issue@a.ke>",
      kind: "issue",
      recipient: "r@example.co.ke",
      subject: "S",
    };
    const deliveries = [{ ...reader, mail: { ...mail, body_text: "T", body_html: "", tags: [] } }];
    const other = server().connect();
    const leaving: Promise<unknown>[] = [];
    await sql.begin(async (open: TransactionSql) => {
      await open.unsafe(`select queue_issue('${issue?.id}', 60, '${JSON.stringify(deliveries)}')`);
      leaving.push(other`update newsletter_pending set status = 'left', left_at = now()`.execute());
    });
    await Promise.all(leaving);
    await other.end();
    expect(await sql`select key from mails`).toHaveLength(0);
    expect(await sql`select withdrawn_at is not null as gone from newsletter_deliveries`).toEqual([{ gone: true }]);
  });
}
