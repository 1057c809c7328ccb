import { expect, test } from "vitest";
import type { OnPostgres } from "./temporary-postgres.ts";

const [GIVER, RECEIVER] = ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1c01", "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1c02"];
const CONFIRMATIONS = 100;

/** Names that go to another customer, on a server with concurrent transactions. */
export function testMoves({ server }: OnPostgres): void {
  const mail = (key: string) =>
    JSON.stringify([
      {
        ...{ key, message_id: `<${key}@a.ke>`, kind: "change", recipient: "a@b.ke", subject: "S", body_text: "T" },
        ...{ body_html: "", tags: [] },
      },
    ]);

  /** Inserts a domain of the giver with a move that waits for both. Returns the ids. */
  async function begin(name: string) {
    const { sql } = server();
    for (const [id, email] of [
      [GIVER, "giver@example.co.ke"],
      [RECEIVER, "receiver@example.co.ke"],
    ]) {
      await sql`insert into auth.users (id, email, email_confirmed_at) values (${id ?? ""}, ${email ?? ""}, now()) on conflict do nothing`;
    }
    const [domain] = await sql`insert into domains (user_id, name, expiry_date, zone_id)
      values (${GIVER}, ${name}, now(), ${name}) returning id`;
    const [move] = await sql`insert into name_moves (user_id, domain_id, to_email, not_before, ends_at)
      values (${GIVER}, ${domain?.id}, 'receiver@example.co.ke', now(), now() + interval '7 days') returning id`;
    return { domain: String(domain?.id), move: String(move?.id) };
  }

  test(`${CONFIRMATIONS} confirmations of a move at once make one owner, one mail and one line in the log`, async () => {
    const { sql } = server();
    const name = "zawadi.co.ke";
    const { domain, move } = await begin(name);
    const press = (at: number) =>
      at % 2 === 0
        ? sql`select accept_name_move(${move}, ${RECEIVER}, now(), ${mail("move-done")}::text::jsonb) as is`
        : sql`select confirm_name_move(${move}, ${GIVER}, now(), ${mail("move-done")}::text::jsonb) as is`;
    const said = (await Promise.all(Array.from({ length: CONFIRMATIONS }, (_, at) => press(at)))).map(
      ([one]) => one?.is,
    );
    expect(new Set(said.filter((state) => state !== "open"))).toEqual(new Set(["done"]));
    expect(await sql`select user_id, zone_id from domains where id = ${domain}`).toEqual([
      { user_id: RECEIVER, zone_id: name },
    ]);
    expect(await sql`select key from mails where key = 'move-done'`).toHaveLength(1);
    expect(await sql`select did from desk_log where about_id = ${name}`).toEqual([{ did: "domain-moved" }]);
  });

  test("of ten staff who invite one address at once, one claims it, and one line is logged", async () => {
    const { sql } = server();
    const insert = () => sql`insert into submissions (key, form, owner, started_at)
      values (${"a".repeat(64)}, 'invite', 'desk', now()) on conflict (key) do nothing returning attempt`;
    const claims = await Promise.all(Array.from({ length: 10 }, insert));
    expect(claims.flat()).toEqual([{ attempt: 1 }]);
    const staff = `${JSON.stringify({ id: GIVER, email: "staff@a.ke" })}`;
    await Promise.all(
      Array.from({ length: 10 }, () => sql`select desk_note_invited(${staff}::text::jsonb, ${RECEIVER})`),
    );
    expect(await sql`select did from desk_log where about_id = ${RECEIVER}`).toEqual([{ did: "person-invited" }]);
  });

  test("of an order, a request, a DNS change and a move at once, the move comes first or waits for the other", async () => {
    const { sql } = server();
    for (let round = 0; round < 12; round++) {
      const name = `zawadi-${round}.co.ke`;
      const { domain, move } = await begin(name);
      await sql`update name_moves set from_ok_at = now() where id = ${move}`;
      const job = {
        user_id: GIVER,
        domain_id: domain,
        zone_id: name,
        kind: "add",
        title: "T",
        state: "running",
        asides: [],
      };
      const changes = [{ before: null, after: { type: "A" } }];
      const order = { id: crypto.randomUUID(), user_id: GIVER, kind: "renew", domain: name, payload: {}, price_ksh: 1 };
      const request = {
        id: crypto.randomUUID(),
        domain_id: domain,
        kind: "unlock",
        wanted: {},
        not_before: new Date(),
      };
      const others = [
        () =>
          sql`select store_dns_job(${JSON.stringify({ ...job, change_state: "sent", changes })}::text::jsonb) as is`,
        () =>
          sql`select place_orders(${JSON.stringify([order])}::text::jsonb, now(), now(), 99, '[]', '[]', 0, '{"orders": []}') as is`,
        () => sql`select ask_name_request(${GIVER}, ${JSON.stringify(request)}::text::jsonb, '[]') as is`,
      ];
      const other = others[round % 3]?.() ?? sql`select null`;
      const [, [accepted]] = await Promise.all([
        other.catch(() => []),
        sql`select accept_name_move(${move}, ${RECEIVER}, now(), '[]') as is`,
      ]);
      const [{ open } = { open: null }] = await sql`select (select count(*) from dns_jobs where domain_id = ${domain})
        + (select count(*) from orders where lower(domain) = ${name})
        + (select count(*) from name_requests where domain_id = ${domain} and ended_at is null) as open`;
      const [its] = await sql`select user_id from domains where id = ${domain}`;
      expect([accepted?.is, Number(open), its?.user_id]).toEqual(
        accepted?.is === "done" ? ["done", 0, RECEIVER] : ["open", 1, GIVER],
      );
    }
  });
}
