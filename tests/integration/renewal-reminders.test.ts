import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { saveReminderChoice } from "#app/gateways/renewal-reminders.server.ts";
import { RENEWAL_STEPS } from "#app/model/notifications/renewal-step.ts";
import { createNotifications } from "#app/use-cases/notifications/notification-run.server.ts";
import { sendRenewalReminders } from "#app/use-cases/notifications/remind.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { server } from "#mocks/node.ts";
import { sendNotifications } from "#mocks/notifications.ts";
import { dayAt, isoOf, makeCustomer, makeDomain } from "./notification-fixtures.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
let njeri: string;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
beforeEach(async () => {
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});
afterEach(async () => {
  for (const table of ["mails", "orders", "domains", "auth.users"]) await database.query(`delete from ${table}`);
});

const mails = () => database.query("select recipient, subject, body_text from mails order by created_at, key");
const subjects = async () => (await mails()).map(({ subject }) => subject);
const steps = async () =>
  (await database.query("select step, told_on::text as day from renewal_notices order by told_on, step")).map(
    ({ step, day }) => `${step} ${day}`,
  );
const have = (name: string, ends: number, who = njeri) => makeDomain(database, who, name, ends);
const remind = (day: number) => sendRenewalReminders(dayAt(day));

describe("the reminders of a customer", () => {
  test("are sent once for each step, on its day, and not in between", async () => {
    await have("duka.co.ke", 62);
    const days = [2, 32, 47, 61, 77, 135];
    for (const day of days.flatMap((due) => [due - 1, due, due + 1])) expect(await remind(day)).toBe(true);
    expect(await steps()).toEqual(RENEWAL_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
    expect(await subjects()).toHaveLength(6);
  });

  test("are one mail with all domains at a step, to their customer only", async () => {
    const otieno = await makeCustomer(database, "otieno@example.co.ke");
    for (const [name, ends] of [
      ["a.co.ke", 60],
      ["b.com", 30],
      ["c.or.ke", 0],
      ["d.co.ke", 200],
    ] as const) {
      await have(name, ends);
    }
    await have("otieno.co.ke", 15, otieno);
    await remind(0);
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(["njeri@example.co.ke", "otieno@example.co.ke"]);
    const text = String(sent.find(({ recipient }) => recipient === "njeri@example.co.ke")?.body_text);
    expect(["a.co.ke", "b.com", "c.or.ke"].filter((name) => !text.includes(`Renew ${name}: `))).toEqual([]);
    expect(text).not.toMatch(/d\.co\.ke|otieno/);
  });

  test("are not sent to a soft-deleted account", async () => {
    await have("duka.co.ke", 60);
    await database.query("update auth.users set email = '1f2e3d', deleted_at = now() where id = $1", [njeri]);
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toEqual([]);
  });

  test("are one mail a day: a domain that becomes due later waits for the next", async () => {
    await have("a.co.ke", 60);
    await remind(0);
    await have("b.co.ke", 15);
    await remind(0);
    expect(await subjects()).toEqual(["a.co.ke ends in 60 days"]);
    await remind(1);
    expect(await subjects()).toEqual(["a.co.ke ends in 60 days", "b.co.ke ends in 14 days"]);
  });

  test("cover only the nearest step after days of downtime", async () => {
    await have("duka.co.ke", 61);
    await remind(0);
    await remind(50);
    expect(await steps()).toEqual([`15 ${isoOf(50)}`]);
    await remind(200);
    expect(await steps()).toHaveLength(1);
  });

  test("leave out a renewed domain, and start anew before its next expiry", async () => {
    const id = await have("duka.co.ke", 15);
    await remind(0);
    await database.query("update domains set expiry_date = expiry_date + interval '1 year' where id = $1", [id]);
    await remind(14);
    expect(await steps()).toHaveLength(1);
    await remind(15 + 365 - 60);
    expect(await steps()).toEqual([`15 ${isoOf(0)}`, `60 ${isoOf(320)}`]);
  });

  test("leave out a domain that the provider knows as renewed; without its reply our date counts", async () => {
    await have("duka.com", 15);
    await have("other.com", 15);
    let asked = 0;
    const listed = (expires: string) => ({ domain: "DUKA.com", status: "ACTIVE", expires });
    const provider = (reply: () => Response) =>
      server.use(
        http.get("*/proxy/godaddy/v1/domains", () => {
          asked += 1;
          return reply();
        }),
      );
    provider(() => HttpResponse.json([listed(dayAt(15 + 365).toISOString()), listed("odd")].slice(0, 1)));
    await remind(0);
    expect([asked, await subjects()]).toEqual([1, ["other.com ends in 15 days"]]);
    provider(() => new HttpResponse(null, { status: 500 }));
    await remind(1);
    expect((await subjects()).at(-1)).toBe("duka.com ends in 14 days");
  });

  test("are not sent to an unconfirmed or closed account", async () => {
    const lost = await makeCustomer(database, "lost@example.co.ke", null);
    const closed = await makeCustomer(database, "closed-1@invalid");
    await have("a.co.ke", 15, lost);
    await have("b.co.ke", 15, closed);
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toEqual([]);
  });

  test("skip a domain with an unreadable date, and include the others", async () => {
    const id = await have("odd.co.ke", 15);
    await have("duka.co.ke", 15);
    await database.query("update domains set expiry_date = 'infinity' where id = $1", [id]);
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toEqual(["duka.co.ke ends in 15 days"]);
  });

  test("are read in pages for hundreds of customers and thousands of domains", async () => {
    await database.query(
      `insert into domains (user_id, name, expiry_date)
       select $1, 'duka-' || n || '.co.ke', $2::timestamptz from generate_series(1, 2500) n`,
      [njeri, dayAt(15).toISOString()],
    );
    for (let count = 0; count < 120; count += 1) {
      await have(`c${count}.co.ke`, 30, await makeCustomer(database, `c${count}@example.co.ke`));
    }
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toHaveLength(121);
    const [told] = await database.query("select count(*)::int as told from renewal_notices");
    expect(told).toEqual({ told: 2620 });
  });
});

describe("the setting for reminders", () => {
  test("stops early reminders but not the last two; switched on again, the next is sent", async () => {
    await have("duka.co.ke", 15);
    await saveReminderChoice(njeri, false);
    for (const day of [0, 14, 20]) await remind(day);
    expect(await steps()).toEqual([]);
    await remind(30);
    await remind(88);
    expect(await steps()).toEqual([`stopped ${isoOf(30)}`, `last ${isoOf(88)}`]);
    await have("other.co.ke", 100);
    await saveReminderChoice(njeri, true);
    await remind(89);
    expect((await subjects()).at(-1)).toBe("other.co.ke ends in 11 days");
  });
});

describe("the time of reminders", () => {
  const { isSandbox } = env;
  beforeEach(() => void Object.assign(env, { isSandbox: false }));
  afterEach(() => void Object.assign(env, { isSandbox }));

  test("is once a day from eight in the morning in Nairobi, and ten minutes after a failure", async () => {
    await have("duka.co.ke", 15);
    let reads = 0;
    let isDown = true;
    server.use(
      http.post("*/rest/v1/rpc/customers_to_remind", () => {
        reads += 1;
        return isDown ? HttpResponse.json({ message: "down" }, { status: 500 }) : undefined;
      }),
    );
    const look = createNotifications();
    await look(dayAt(0, 7.99));
    expect(reads).toBe(0);
    await look(dayAt(0, 8));
    await look(dayAt(0, 8.1));
    expect([reads, await subjects()]).toEqual([1, []]);
    isDown = false;
    await look(dayAt(0, 8.2));
    expect([reads, await subjects()]).toEqual([3, ["duka.co.ke ends in 15 days"]]);
    await look(dayAt(0, 20));
    await look(dayAt(1, 0.1));
    expect(reads).toBe(3);
    await look(dayAt(1, 8));
    expect(reads).toBeGreaterThan(3);
  });

  test("is any day that a tester chooses in the sandbox", async () => {
    Object.assign(env, { isSandbox: true });
    await database.query(
      "insert into domains (user_id, name, expiry_date) values ($1, 'duka.co.ke', now() + '40 days')",
      [njeri],
    );
    await createNotifications()(new Date());
    expect(await subjects()).toEqual([]);
    const ask = (days: string) => {
      const form = new FormData();
      form.set("days", days);
      return sendNotifications(form);
    };
    expect([await ask("-1"), await ask("x"), await ask("25"), await ask("25")]).toEqual([false, false, true, true]);
    expect(await subjects()).toEqual(["duka.co.ke ends in 15 days"]);
  });
});
