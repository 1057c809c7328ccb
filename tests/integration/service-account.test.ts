import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { usernamesFor } from "#app/services/hosting-account.ts";
import { carryOutServiceOrder } from "#app/services/services.table.server.ts";
import { database } from "./database.ts";
import { makeCustomer } from "./notification-fixtures.ts";
import { makeService, serviceRow } from "./service-fixtures.ts";
import { DOMAIN, MINUTE, mails, turn, turnAfter, world } from "./service-world.ts";

const [FIRST_NAME = "", SECOND_NAME = ""] = usernamesFor(DOMAIN);

/** An order of the world's customer for hosting. Returns what becomes of it, and its service. */
async function order(domain = DOMAIN) {
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
     values ($1, 'hosting', $2, '{"plan":"starter"}', 6228, $3) returning id, service_id`,
    [world.customer, domain, crypto.randomUUID()],
  );
  const carried = await carryOutServiceOrder(String(row?.id), true);
  return { id: String(row?.service_id), carried: carried.ok && carried.value };
}

/** An account at the server that no call of the site has created. */
function addAccount(username: string, domain: string) {
  const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
  world.hosting.accounts.set(username, { username, domain, plan: "deluxe", isSuspended: false, ...size });
}

const again = (id: string) =>
  database.query(
    `select desk_change_service($1, id, 'again', jsonb_build_object('version', service_version(services)), '[]') from services where id = $2`,
    [JSON.stringify({ id: world.customer, email: "staff@example.co.ke" }), id],
  );

test("an account that is at the server before it is asked for needs a person, also if it is tried again", async () => {
  addAccount(FIRST_NAME, DOMAIN);
  const { id } = await order();
  for (const _press of [1, 2]) {
    await turn();
    await turnAfter(30 * MINUTE);
    expect(await serviceRow(database, id, "state, problem")).toEqual({
      state: "ordered",
      problem: `The server has an account ${FIRST_NAME} with this domain already.`,
    });
    await again(id);
  }
  expect([await mails(), world.hosting.calls.includes("create")]).toEqual([[], false]);
});

test.each(["lost", "dropped"] as const)(
  "an account that is there after a call that was %s is not ours if a person begins again",
  async (fate) => {
    const { id } = await order();
    world.hosting.go("ok", fate, "dropped", "dropped", "dropped", "dropped");
    await turn();
    for (const minutes of [2, 2, 6, 16]) await turnAfter(minutes * MINUTE);
    addAccount(FIRST_NAME, DOMAIN);
    await again(id);
    await turnAfter(MINUTE);
    expect((await serviceRow(database, id, "problem")).problem).toContain("already");
  },
);

test("a username that another service has is not asked for, even if the server has no such account", async () => {
  const other = await makeService(database, await makeCustomer(database, "b@example.co.ke"), "mbogafresh.com", 100);
  await database.query("update services set access = jsonb_build_object('username', $2::text) where id = $1", [
    ...[other, FIRST_NAME],
  ]);
  const { id } = await order();
  await turn();
  expect([...world.hosting.accounts.keys()]).toEqual([SECOND_NAME]);
  expect((await serviceRow(database, id, "state")).state).toBe("active");
});

const NAME = "select $1::uuid, $2, now() + interval '100 days'";
test.each<[string, (owner: string) => Promise<unknown>]>([
  ["name", (owner) => database.query(`insert into domains (user_id, name, expiry_date) ${NAME}`, [owner, DOMAIN])],
  ["hosting", (owner) => makeService(database, owner, DOMAIN.toUpperCase(), 100)],
])("an order for the %s of another customer is left to staff", async (_what, give) => {
  await give(await makeCustomer(database, "b@example.co.ke"));
  const { id, carried } = await order();
  expect(carried).toBe("staff");
  await turn();
  expect(await serviceRow(database, id, "state, wanted")).toEqual({ state: "ordered", wanted: null });
  expect(world.hosting.calls).toEqual([]);
});

test("an order of a stranger, mailboxes and a name that has left do not hold an order up", async () => {
  const stranger = await makeCustomer(database, "b@example.co.ke");
  await makeService(database, stranger, DOMAIN, 100, { kind: "mail", plan: "professional", seats: 1 });
  await database.query("insert into services (user_id, kind, domain, plan) values ($1, 'hosting', $2, 'starter')", [
    ...[stranger, DOMAIN],
  ]);
  await database.query(`insert into domains (user_id, name, expiry_date, status) ${NAME}, 'left'`, [stranger, DOMAIN]);
  expect((await order()).carried).toBe("server");
});
