import "./mpesa-settings.ts";
import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { runServices } from "#app/orders/service-run.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { addYears, dayNumber } from "#app/platform/text/nairobi-day.ts";
import {
  type HostingAccount,
  type HostingProblem,
  type HostingProvider,
  type HostingResult,
  usernamesFor,
} from "#app/services/hosting-account.ts";
import { carryOutServiceOrder } from "#app/services/services.table.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import { dayAt, FIRST_DAY, isoOf, makeCustomer } from "./notification-fixtures.ts";
import { deleteServices, makeService, serviceRow } from "./service-fixtures.ts";

const DOMAIN = "mboga.co.ke";
const [FIRST_NAME = "", SECOND_NAME = ""] = usernamesFor(DOMAIN);
const MINUTE = 60_000;
/** Today, and the next Monday, in days from the first one of the fixtures, a Sunday. The database has no other today. */
const TODAY = dayNumber(nowDate()) - FIRST_DAY;
const MONDAY = TODAY + ((((1 - TODAY) % 7) + 7) % 7);
/** The last paid day of the services that are suspended, and the day a year later. */
const ENDED = TODAY - 10;
const NEXT_END = dayNumber(addYears(dayAt(ENDED, 12), 1)) - FIRST_DAY;
/** How a call goes: "lost": it is done, without an answer; "dropped": not done, without an answer; the last two end the process. */
type Fate = "ok" | "lost" | "dropped" | "not-sent" | "killed-before" | "killed-after";
class Killed extends Error {}

/** A hosting server whose next calls go as they are told. */
function fakeServer() {
  const accounts = new Map<string, HostingAccount>();
  const taken = new Set<string>();
  let fates: Fate[] = [];
  const calls: string[] = [];
  const no = (problem: HostingProblem): HostingResult<never> => ({ ok: false, problem, reason: "For staff only" });

  async function call<T>(name: string, work: () => HostingResult<T>): Promise<HostingResult<T>> {
    calls.push(name);
    const fate = fates.shift() ?? "ok";
    if (fate === "killed-before") throw new Killed();
    if (fate === "not-sent") return no("not-sent");
    if (fate === "dropped") return no("unknown");
    const result = work();
    if (fate === "killed-after") throw new Killed();
    return fate === "lost" ? no("unknown") : result;
  }
  const change = (name: string, username: string, work: (account: HostingAccount) => Partial<HostingAccount>) =>
    call<undefined>(name, () => {
      const account = accounts.get(username);
      if (!account) return no("missing");
      accounts.set(username, { ...account, ...work(account) });
      return { ok: true, value: undefined };
    });
  const provider: HostingProvider = {
    create: ({ username, domain, plan }) =>
      call("create", () => {
        if (taken.has(username) || accounts.has(username)) return no("exists");
        const size = { diskUsed: undefined, diskLimit: undefined, ip: "203.0.113.24" };
        accounts.set(username, { username, domain, plan, isSuspended: false, ...size });
        return { ok: true, value: undefined };
      }),
    read: (username) =>
      call("read", () => {
        const value = accounts.get(username);
        return value ? { ok: true, value } : no("missing");
      }),
    suspend: (username) => change("suspend", username, () => ({ isSuspended: true })),
    restore: (username) => change("restore", username, () => ({ isSuspended: false })),
    changePlan: (username, plan) => change("plan", username, () => ({ plan })),
    openSession: async () => no("refused"),
  };
  return {
    ...{ provider, accounts, taken, calls },
    go(...next: Fate[]) {
      fates = next;
    },
  };
}

let hosting: ReturnType<typeof fakeServer>;
let njeri: string;
/** When the turns take place. Claims are made by this clock. */
let at: number;
beforeEach(async () => {
  hosting = fakeServer();
  at = nowMs() + MINUTE;
  await deleteServices(database);
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});

/** One turn of a process; it may be killed in it. */
const turn = () =>
  runServices(hosting.provider, () => new Date(at)).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
async function turnAfter(ms: number) {
  at += ms;
  await turn();
}

async function order(): Promise<string> {
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
     values ($1, 'hosting', $2, '{"plan":"deluxe"}', 17148, $3) returning id, service_id`,
    [njeri, DOMAIN, crypto.randomUUID()],
  );
  expect(await carryOutServiceOrder(String(row?.id), true)).toEqual({ ok: true, value: "server" });
  return String(row?.service_id);
}

const setUps = async () => (await mails()).filter((subject) => String(subject).startsWith("Ready:"));
const mails = async () =>
  (await database.query("select subject from mails order by created_at")).map(({ subject }) => subject);

describe("a new account", () => {
  test("is created once, by one of two processes, and the customer gets one mail without a password", async () => {
    const id = await order();
    await Promise.all([turn(), turn()]);
    await turnAfter(30 * MINUTE);
    expect(hosting.calls).toEqual(["create", "read"]);
    expect(await serviceRow(database, id, "state, wanted, plan, access ->> 'username' as username")).toEqual({
      ...{ state: "active", wanted: null, plan: "deluxe", username: FIRST_NAME },
    });
    expect(await database.query("select status from orders")).toEqual([{ status: "done" }]);
    expect(await mails()).toEqual([`Ready: hosting for ${DOMAIN}`]);
    const [mail] = await database.query("select body_text from mails");
    expect(mail?.body_text).toMatch(/Paid until \d+ \w+ \d{4}\.\n {2}[\s\S]*Username: /);
  });

  test.each<[Fate]>([["lost"], ["killed-after"]])(
    "whose call was %s is found by reading, and not asked for again",
    async (fate) => {
      const id = await order();
      hosting.go(fate);
      await turn();
      await turnAfter(1000);
      expect(hosting.calls).toEqual(["create"]);
      await turnAfter(2 * MINUTE);
      expect(hosting.calls).toEqual(["create", "read"]);
      expect(await serviceRow(database, id, "state, problem")).toEqual({ state: "active", problem: null });
      expect(await setUps()).toHaveLength(1);
    },
  );

  test.each<[Fate]>([["dropped"], ["killed-before"]])(
    "whose call was %s is looked for four times, then a person looks",
    async (fate) => {
      const id = await order();
      hosting.go(fate);
      await turn();
      for (const minutes of [2, 2, 6, 16, 60]) await turnAfter(minutes * MINUTE);
      expect(hosting.calls).toEqual(["create", "read", "read", "read", "read"]);
      const row = await serviceRow(database, id, "state, problem");
      expect(row).toEqual({ state: "ordered", problem: expect.stringContaining("missing") });
      expect(await mails()).toEqual([]);
    },
  );

  test("that was not asked for is asked for again", async () => {
    const id = await order();
    hosting.go("not-sent");
    await turn();
    await turnAfter(MINUTE);
    expect(hosting.calls).toEqual(["create", "create", "read"]);
    expect((await serviceRow(database, id, "state")).state).toBe("active");
  });

  test("takes the next username if one is in use, at most five", async () => {
    const id = await order();
    hosting.taken.add(FIRST_NAME);
    await turn();
    expect([...hosting.accounts.keys()]).toEqual([SECOND_NAME]);
    expect((await serviceRow(database, id, "access ->> 'username' as name")).name).toBe(SECOND_NAME);

    await deleteServices(database);
    njeri = await makeCustomer(database, "njeri@example.co.ke");
    hosting = fakeServer();
    for (const name of usernamesFor(DOMAIN)) hosting.taken.add(name);
    const other = await order();
    await turnAfter(MINUTE);
    expect(hosting.calls.filter((name) => name === "create")).toHaveLength(5);
    expect((await serviceRow(database, other, "problem")).problem).toContain("No username is free");
  });

  test("of somebody else with our username is not taken for ours", async () => {
    const id = await order();
    hosting.go("dropped");
    await turn();
    const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
    const theirs = { username: FIRST_NAME, domain: "theirs.co.ke", plan: "deluxe", isSuspended: false, ...size };
    hosting.accounts.set(FIRST_NAME, theirs);
    await turnAfter(MINUTE);
    expect((await serviceRow(database, id, "problem")).problem).toContain("theirs.co.ke");
    expect(await mails()).toEqual([]);
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
      hosting = fakeServer();
      await deleteServices(database);
      njeri = await makeCustomer(database, "njeri@example.co.ke");
      at = nowMs() + MINUTE;
      if (isTaken) hosting.taken.add(FIRST_NAME);
      const id = await order();
      for (const { later, fates, processes, write, at: operation } of steps) {
        hosting.go(...fates);
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
        at += later;
        await Promise.all(Array.from({ length: processes }, turn));
        server.resetHandlers();
      }
      hosting.go();
      for (let count = 0; count < 6; count += 1) await turnAfter(16 * MINUTE);
      const row = await serviceRow(database, id, "state, problem, wanted");
      expect(hosting.accounts.size).toBeLessThanOrEqual(1);
      if (row.problem !== null) expect(row.state).toBe("ordered");
      else expect([row.state, row.wanted, hosting.accounts.size]).toEqual(["active", null, 1]);
      expect(await setUps()).toHaveLength(row.problem === null ? 1 : 0);
    }),
    process.env.LONG === "1" ? { numRuns: 300 } : { numRuns: 8, seed: 20_261_129, endOnFailure: true },
  );
});

describe("a service that was not paid", () => {
  async function unpaid(): Promise<string> {
    const id = await makeService(database, njeri, DOMAIN, ENDED, { provider: "whm" });
    await database.query(`update services set access = '{"username":"mboga"}' where id = $1`, [id]);
    const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
    hosting.accounts.set("mboga", { username: "mboga", domain: DOMAIN, plan: "deluxe", isSuspended: false, ...size });
    await runServiceCycle(dayAt(TODAY));
    return id;
  }
  const isSuspended = () => hosting.accounts.get("mboga")?.isSuspended;
  const pay = async () => {
    await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
    const [row] = await database.query("select id from orders where kind = 'extend'");
    return carryOutServiceOrder(String(row?.id), true);
  };

  test("is suspended with a mail that has its bill, and restored when it is paid, with a whole year", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    at = Math.max(at, dayAt(MONDAY).getTime());
    await turn();
    expect([isSuspended(), (await serviceRow(database, id, "state")).state]).toEqual([true, "suspended"]);
    const [mail] = await database.query("select subject, body_text from mails");
    expect(mail?.subject).toBe(`It has stopped: hosting for ${DOMAIN}`);
    expect(mail?.body_text).toMatch(/Pay the next year: https?:.*\/pay\//);
    await database.query("update services set suspended_on = suspended_on - 3");
    expect(await pay()).toEqual({ ok: true, value: "done" });
    await turn();
    expect(isSuspended()).toBe(false);
    expect(await serviceRow(database, id, "state, suspended_on, ends_on::text")).toEqual({
      ...{ state: "active", suspended_on: null, ends_on: isoOf(NEXT_END + 3) },
    });
    expect(await mails()).toContain(`It works again: hosting for ${DOMAIN}`);
  });

  test.each<[Fate[]]>([[["lost"]], [["ok", "lost"]], [["ok", "killed-after"]], [["not-sent"]]])(
    "is suspended after calls that went %j, by calls that may be repeated",
    async (fates) => {
      const id = await unpaid();
      await runServiceCycle(dayAt(MONDAY));
      at = Math.max(at, dayAt(MONDAY).getTime());
      hosting.go(...fates);
      await turn();
      await turnAfter(3 * MINUTE);
      expect([isSuspended(), (await serviceRow(database, id, "state")).state]).toEqual([true, "suspended"]);
      expect(await mails()).toHaveLength(1);
    },
  );

  test("is not suspended at the server after money for it was reported", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    at = Math.max(at, dayAt(MONDAY).getTime());
    await database.query("update bills set typed_code = 'SG722NMVXQ'");
    await turn();
    await turnAfter(3 * MINUTE);
    expect(isSuspended()).toBe(false);
    expect((await serviceRow(database, id, "state")).state).toBe("active");
    expect(await mails()).toEqual([]);
  });

  test("is restored at the server if it was paid while the server suspended it", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    at = Math.max(at, dayAt(MONDAY).getTime());
    const { suspend } = hosting.provider;
    hosting.provider.suspend = async (username, reason) => {
      const suspended = await suspend(username, reason);
      await pay();
      return suspended;
    };
    await turn();
    await turnAfter(3 * MINUTE);
    expect(isSuspended()).toBe(false);
    expect(await serviceRow(database, id, "state, wanted, ends_on::text")).toEqual({
      ...{ state: "active", wanted: null, ends_on: isoOf(NEXT_END) },
    });
    expect(await mails()).toEqual([]);
  });
});

test("a paid upgrade changes the package, and then the plan, with one mail", async () => {
  const id = await makeService(database, njeri, DOMAIN, 200, { provider: "whm", plan: "starter", priceKsh: 6228 });
  await database.query(`update services set access = '{"username":"mboga"}' where id = $1`, [id]);
  const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
  hosting.accounts.set("mboga", { username: "mboga", domain: DOMAIN, plan: "starter", isSuspended: false, ...size });
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key, service_id)
     values ($1, 'upgrade', $2, '{"plan":"deluxe","yearKsh":17148}', 5984, 'upgrade-1', $3) returning id`,
    [njeri, DOMAIN, id],
  );
  expect(await carryOutServiceOrder(String(row?.id), true)).toEqual({ ok: true, value: "server" });
  hosting.go("ok", "lost");
  await turn();
  await turnAfter(MINUTE);
  expect(hosting.accounts.get("mboga")?.plan).toBe("deluxe");
  expect(await serviceRow(database, id, "plan, price_ksh, wanted, ends_on::text")).toEqual({
    ...{ plan: "deluxe", price_ksh: 17_148, wanted: null, ends_on: isoOf(200) },
  });
  expect(await mails()).toEqual([`It is larger now: hosting for ${DOMAIN}`]);
});
