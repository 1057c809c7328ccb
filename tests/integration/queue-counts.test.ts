import { afterAll, beforeAll, expect, test } from "vitest";
import { countWaiting } from "#app/gateways/waiting.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

test("orders are counted again after a day of waiting, messages after an hour", async () => {
  const [{ id } = {}] = await database.query(
    "insert into auth.users (id, email) values (gen_random_uuid(), 'njeri@example.co.ke') returning id",
  );
  for (const waits of ["50 minutes", "70 minutes", "25 hours"]) {
    await database.query(
      `insert into messages (key, name, email, subject, message, created_at)
       values ('message-' || md5($1), 'Njeri', 'njeri@example.co.ke', 'Bei', 'Habari', now() - $1::interval)`,
      [waits],
    );
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, created_at)
       values ($1, 'renew', md5($2) || '.co.ke', 1000, $2, now() - $2::interval)`,
      [id, waits],
    );
  }
  expect(Object.fromEntries(await countWaiting())).toMatchObject({
    messages: 3,
    "messages for an hour": 2,
    orders: 3,
    "orders for a day": 1,
  });
});
