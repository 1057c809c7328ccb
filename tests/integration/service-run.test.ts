import "./mpesa-settings.ts";
import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { serviceTurns } from "#app/orders/service-run.server.ts";
import { usernamesFor } from "#app/services/hosting-account.ts";
import { carryOutServiceOrder } from "#app/services/services.table.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import { serviceRow } from "./service-fixtures.ts";
import { beginWorld, DOMAIN, type Fate, MINUTE, mails, turn, turnAfter, world } from "./service-world.ts";

const [FIRST_NAME = "", SECOND_NAME = ""] = usernamesFor(DOMAIN);

async function order(domain = DOMAIN): Promise<string> {
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
     values ($1, 'hosting', $2, '{"plan":"deluxe"}', 17148, $3) returning id, service_id`,
    [world.customer, domain, crypto.randomUUID()],
  );
  expect(await carryOutServiceOrder(String(row?.id), true)).toEqual({ ok: true, value: "server" });
  return String(row?.service_id);
}

const setUps = async () => (await mails()).filter((subject) => subject.startsWith("Ready:"));

describe("a new account", () => {
  test("is created once, by one of two processes, and the customer gets one mail without a password", async () => {
    const id = await order();
    await Promise.all([turn(), turn()]);
    await turnAfter(30 * MINUTE);
    expect(world.hosting.calls).toEqual(["read", "create", "read"]);
    expect(await serviceRow(database, id, "state, wanted, plan, access ->> 'username' as username")).toEqual({
      ...{ state: "active", wanted: null, plan: "deluxe", username: FIRST_NAME },
    });
    expect(await database.query("select status from orders")).toEqual([{ status: "done" }]);
    expect(await mails()).toEqual([`Ready: hosting for ${DOMAIN}`]);
    const [mail] = await database.query("select body_text from mails");
    expect(mail?.body_text).toMatch(/Its last day is \d+ \w+ \d{4}\.\n {2}[\s\S]*Username: /);
  });

  test.each<[Fate]>([["lost"], ["killed-after"]])(
    "whose call was %s is found by reading, and not asked for again",
    async (fate) => {
      const id = await order();
      world.hosting.go("ok", fate);
      await turn();
      await turnAfter(1000);
      expect(world.hosting.calls).toEqual(["read", "create"]);
      await turnAfter(2 * MINUTE);
      expect(world.hosting.calls).toEqual(["read", "create", "read"]);
      expect(await serviceRow(database, id, "state, problem")).toEqual({ state: "active", problem: null });
      expect(await setUps()).toHaveLength(1);
    },
  );

  test.each<[Fate]>([["dropped"], ["killed-before"]])(
    "whose call was %s is looked for four times, then a person looks",
    async (fate) => {
      const id = await order();
      world.hosting.go("ok", fate);
      await turn();
      for (const minutes of [2, 2, 6, 16, 60]) await turnAfter(minutes * MINUTE);
      expect(world.hosting.calls).toEqual(["read", "create", "read", "read", "read", "read"]);
      const row = await serviceRow(database, id, "state, problem");
      expect(row).toEqual({ state: "ordered", problem: expect.stringContaining("missing") });
      expect(await mails()).toEqual([]);
    },
  );

  test("that was not asked for is asked for again", async () => {
    const id = await order();
    world.hosting.go("ok", "not-sent");
    await turn();
    await turnAfter(MINUTE);
    expect(world.hosting.calls).toEqual(["read", "create", "read", "create", "read"]);
    expect((await serviceRow(database, id, "state")).state).toBe("active");
  });

  test("takes the next username if one is in use, at most five", async () => {
    const id = await order();
    world.hosting.taken.add(FIRST_NAME);
    await turn();
    expect([...world.hosting.accounts.keys()]).toEqual([SECOND_NAME]);
    expect((await serviceRow(database, id, "access ->> 'username' as name")).name).toBe(SECOND_NAME);

    await beginWorld();
    for (const name of usernamesFor(DOMAIN)) world.hosting.taken.add(name);
    const other = await order();
    await turnAfter(MINUTE);
    expect(world.hosting.calls.filter((name) => name === "create")).toHaveLength(5);
    expect((await serviceRow(database, other, "problem")).problem).toContain("No username is free");
  });

  test("of somebody else with our username is not taken for ours", async () => {
    const id = await order();
    world.hosting.go("ok", "dropped");
    await turn();
    const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
    const theirs = { username: FIRST_NAME, domain: "theirs.co.ke", plan: "deluxe", isSuspended: false, ...size };
    world.hosting.accounts.set(FIRST_NAME, theirs);
    await turnAfter(MINUTE);
    expect((await serviceRow(database, id, "problem")).problem).toContain("theirs.co.ke");
    expect(await mails()).toEqual([]);
  });
});

test("other services are set up while the server does not answer for one", async () => {
  const silent = await order("timeout-duka.co.ke");
  const { create } = world.hosting.provider;
  let answer = () => {};
  let isAsked = () => {};
  const asked = new Promise<void>((done) => {
    isAsked = done;
  });
  world.hosting.provider.create = async (account) => {
    if (!account.domain.startsWith("timeout-")) return create(account);
    isAsked();
    return new Promise((done) => {
      answer = () => done({ ok: false, problem: "unknown", reason: "No answer" });
    });
  };
  const [first, second] = serviceTurns(world.hosting.provider);
  const stopped = new AbortController().signal;
  const waiting = first?.(stopped);
  await asked;
  const others = [await order("a.co.ke"), await order("b.co.ke")];
  await second?.(stopped);
  for (const id of others) expect((await serviceRow(database, id, "state")).state).toBe("active");
  expect((await serviceRow(database, silent, "state, wanted")).state).toBe("ordered");
  answer();
  await waiting;
  expect(await serviceRow(database, silent, "attempts, claimed_until")).toEqual({ attempts: 1, claimed_until: null });
});

test("a larger plan is asked of the server once it is paid, and not before", async () => {
  const id = await order();
  await turn();
  const [bill] = await database.query(
    "insert into bills (user_id, reference, amount_ksh) values ($1, 'M0000007', 5984) returning id",
    [world.customer],
  );
  const [larger] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key, service_id, bill_id)
     values ($1, 'upgrade', $2, '{"plan":"ultimate","yearKsh":30000}', 5984, 'larger', $3, $4) returning id`,
    [world.customer, DOMAIN, id, bill?.id],
  );
  const carryOut = () => carryOutServiceOrder(String(larger?.id), true);
  expect(await carryOut()).toEqual({ ok: true, value: "staff" });
  expect(await serviceRow(database, id, "wanted, plan")).toEqual({ wanted: null, plan: "deluxe" });
  await database.query("update bills set paid_ksh = amount_ksh, paid_at = now()");
  expect(await carryOut()).toEqual({ ok: true, value: "server" });
  expect(await serviceRow(database, id, "wanted, plan")).toEqual({ wanted: "plan", plan: "deluxe" });
});

describe("an order that staff end as failed", () => {
  const staff = () => JSON.stringify({ id: world.customer, email: "staff@example.co.ke" });
  const fail = () =>
    database.query("select desk_end_order($1, id, $2, '[]') as outcome from orders", [
      ...[staff(), JSON.stringify({ status: "failed", reason: "no", detail: {} })],
    ]);
  const waiting = () => database.query("select kind from services_waiting(now(), '{}')");

  test("after the server was asked leaves the account for a person to delete", async () => {
    const id = await order();
    world.hosting.go("ok", "dropped");
    await turn();
    expect(await fail()).toEqual([{ outcome: "server" }]);
    for (const minutes of [2, 2, 6, 16]) await turnAfter(minutes * MINUTE);
    expect(await fail()).toEqual([{ outcome: "done" }]);
    const { problem, ...row } = await serviceRow(database, id, "state, wanted, problem");
    expect(row).toEqual({ state: "ended", wanted: null });
    expect(problem).toContain(`the account ${FIRST_NAME}. If it is there, delete it.`);
    expect(await waiting()).toEqual([{ kind: "service-problem" }]);
    const removed = await database.query(
      `select desk_change_service($1, id, 'removed', jsonb_build_object('version', service_version(services)), '[]') ->> 'outcome' as outcome
       from services where id = $2`,
      [staff(), id],
    );
    expect([removed, await waiting()]).toEqual([[{ outcome: "done" }], []]);
    expect(await serviceRow(database, id, "state, problem")).toEqual({ state: "ended", problem: null });
  });

  test("before the server was asked leaves nothing", async () => {
    const id = await order();
    await database.query("update services set problem = 'The token is refused.'");
    expect(await fail()).toEqual([{ outcome: "done" }]);
    expect(await serviceRow(database, id, "state, problem")).toEqual({ state: "ended", problem: null });
  });
});

const fate = fc.constantFrom<Fate>("ok", "ok", "ok", "lost", "dropped", "not-sent", "killed-before", "killed-after");
const step = fc.record({
  later: fc.constantFrom(0, 21_000, 2 * MINUTE, 6 * MINUTE, 16 * MINUTE),
  fates: fc.array(fate, { maxLength: 3 }),
  processes: fc.integer({ min: 1, max: 2 }),
  /** The answer of a write is lost, before or after the database has stored it. */
  write: fc.constantFrom("ok", "ok", "before", "after"),
  at: fc.constantFrom("begin_service_call", "settle_service", "claim_service"),
});

test("killed anywhere, with lost answers and two processes: one account at most, and one mail if it is there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, isTaken) => {
      await beginWorld();
      if (isTaken) world.hosting.taken.add(FIRST_NAME);
      const id = await order();
      for (const { later, fates, processes, write, at: operation } of steps) {
        world.hosting.go(...fates);
        if (write !== "ok") {
          server.use(
            http.post(
              `*/rest/v1/rpc/${operation}`,
              async ({ request }) => {
                if (write === "after") await database.answer(request);
                return HttpResponse.error();
              },
              { once: true },
            ),
          );
        }
        world.at += later;
        await Promise.all(Array.from({ length: processes }, turn));
        server.resetHandlers();
      }
      world.hosting.go();
      for (let count = 0; count < 6; count += 1) await turnAfter(16 * MINUTE);
      const row = await serviceRow(database, id, "state, problem, wanted");
      expect(world.hosting.accounts.size).toBeLessThanOrEqual(1);
      if (row.problem !== null) expect(row.state).toBe("ordered");
      else expect([row.state, row.wanted, world.hosting.accounts.size]).toEqual(["active", null, 1]);
      expect(await setUps()).toHaveLength(row.problem === null ? 1 : 0);
    }),
    process.env.LONG === "1" ? { numRuns: 300 } : { numRuns: 8, seed: 20_261_129, endOnFailure: true },
  );
});
