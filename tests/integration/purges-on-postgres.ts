import type { TransactionSql } from "postgres";
import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const SLICE = 7;

/** Each purge with rows of which half are expired, and the rows that stay. */
const PURGES = [
  {
    call: `purge_rows('payment_callbacks', 'handled_at', now() - interval '400 days', ${SLICE})`,
    fill: `truncate payment_callbacks; insert into payment_callbacks (key, source, body, handled_at)
      select 'c2b:' || n, 'paybill', '{}'::jsonb, now() - interval '10 days' * n from generate_series(1, 80) n
      union all select 'c2b:unhandled', 'paybill', '{}'::jsonb, null`,
    stays:
      "select count(*)::int as n from payment_callbacks where handled_at is null or handled_at >= now() - interval '400 days'",
    all: "select count(*)::int as n from payment_callbacks",
  },
  {
    call: `purge_dns_jobs(${SLICE})`,
    fill: `truncate dns_jobs cascade;
      insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state, created_at)
        select user_id, id, 'zone', 'import', 'Import', state, now() - interval '20 days' * n
        from domains, generate_series(1, 80) n, unnest('{planned,running,finished}'::text[]) as state where user_id = '${CUSTOMER}';
      insert into dns_changes (job_id, user_id, domain_id, zone_id, after)
        select dns_jobs.id, user_id, domain_id, zone_id, '{}' from dns_jobs, generate_series(1, 3)`,
    stays: `select count(*)::int as n from dns_jobs where state = 'running' or (state = 'finished' and created_at >= now() - interval '730 days')`,
    all: "select count(*)::int as n from dns_jobs",
  },
  {
    call: `purge_deliveries(${SLICE})`,
    fill: `truncate newsletter_issues, newsletter_pending cascade;
      insert into newsletter_pending (email, status) select n || '@example.co.ke', 'confirmed' from generate_series(1, 20) n;
      insert into newsletter_issues (title, content, state, finished_at, counted_at, counts)
        select 'Issue', 'T', 'sent', now() - interval '21 days' * n, now(), '{}' from generate_series(1, 4) n;
      insert into newsletter_deliveries (issue_id, subscriber_id, mail_key)
        select issue.id, reader.id, gen_random_uuid() from newsletter_issues as issue, newsletter_pending as reader`,
    stays: `select count(*)::int as n from newsletter_deliveries join newsletter_issues on id = issue_id
      where finished_at > now() - interval '40 days'`,
    all: "select count(*)::int as n from newsletter_deliveries",
  },
  {
    call: `purge_pictures(${SLICE})`,
    // The first four are shown: by a post, its text, a project and an issue. The others have been unused for 0 to 59 days.
    fill: `truncate pictures, posts, projects, newsletter_issues cascade;
      insert into pictures (sha256, width, height, body, unused_since)
        select repeat(md5(n::text), 2), n, 1, '\\x00'::bytea, now() - interval '1 day' * n + interval '1 hour' from generate_series(1, 60) n
        union all select repeat(md5('old' || n), 2), 100 + n, 1, '\\x00'::bytea, now() - interval '90 days' from generate_series(1, 4) n;
      insert into posts (slug, title, content, category, image_url)
        select 'one', 'One', 'T', 'Business', '/pictures/' || id || '.webp' from pictures where width = 101;
      insert into posts (slug, title, content, category)
        select 'two', 'Two', 'See ![a sign](/pictures/' || id || '.webp).', 'Business' from pictures where width = 102;
      insert into projects (id, title, image) select 'one', 'One', '/pictures/' || id || '.webp' from pictures where width = 103;
      insert into newsletter_issues (title, content) select 'Issue', '![a sign](/pictures/' || id || '.webp)' from pictures where width = 104`,
    stays: "select count(*)::int as n from pictures where width between 1 and 30 or width between 101 and 104",
    all: "select count(*)::int as n from pictures",
  },
];

/** Purges on a server with concurrent transactions. */
export function testPurges({ server }: OnPostgres): void {
  test.each(PURGES)(
    "$call: two processes delete what has expired and nothing else, also when one is killed",
    async ({ call, fill, stays, all }) => {
      const { sql } = server();
      await sql.unsafe(fill);
      const count = async (query: string) => (await sql.unsafe(query))[0]?.n;
      const [kept, before] = [await count(stays), await count(all)];
      expect(kept).toBeGreaterThan(0);
      const killed = new Error("killed");
      const others = [server().connect(), server().connect()];
      await sql
        .begin(async (open: TransactionSql) => {
          await open.unsafe(`select ${call}`);
          throw killed;
        })
        .catch((error) => expect(error).toBe(killed));
      expect(await count(all)).toBe(before);
      const purge = async (one: typeof sql) => {
        // A slice that another process has deleted meanwhile is shorter: the next run goes on.
        for (let slice = 0; slice < 100; slice++) await one.unsafe(`select ${call}`);
      };
      await Promise.all(others.map(purge));
      await Promise.all(others.map((one) => one.end()));
      expect([await count(stays), await count(all)]).toEqual([kept, kept]);
    },
  );

  test("a job of DNS goes with all its changes, and a slice takes no more than it needs", async () => {
    const { sql } = server();
    await sql.unsafe(PURGES[1]?.fill ?? "");
    const [{ gone } = {}] = await sql`select purge_dns_jobs(7) as gone`;
    // Each has four rows: two jobs have eight.
    expect(gone).toBe(2);
    const [{ lost } = {}] = await sql`select count(*)::int as lost from dns_jobs where (
      select count(*) from dns_changes where job_id = dns_jobs.id) <> 3`;
    expect(lost).toBe(0);
  });
}
