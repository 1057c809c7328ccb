import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { saveReminderChoice } from "#app/orders/renewal-reminders.table.server.ts";
import { RENEWAL_STEPS } from "#app/orders/renewal-step.ts";
import { env } from "#app/platform/env.server.ts";
import { createNotifications } from "#app/server/notification-run.server.ts";
import { server } from "#mocks/node.ts";
import { sendNotifications } from "#mocks/notifications.ts";
import { database } from "./database.ts";
import {
  dayAt,
  deleteCustomers,
  isoOf,
  makeCustomer,
  makeDomain,
  makeRenewal,
  remindersOf,
  subjectsOf,
} from "./notification-fixtures.ts";

let njeri: string;
beforeEach(async () => {
  await deleteCustomers(database);
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});

const subjects = () => subjectsOf(database);
const reminders = () => remindersOf(database);
const addDomain = (name: string, ends: number, who = njeri) => makeDomain(database, who, name, ends);
const remind = (day: number) => sendRenewalReminders(dayAt(day));

describe("the reminders of a customer", () => {
  test("are sent once for each step, on its day, and not in between", async () => {
    await addDomain("duka.co.ke", 62);
    const days = [2, 32, 47, 61, 77, 135];
    for (const day of days.flatMap((due) => [due - 1, due, due + 1])) expect(await remind(day)).toBe(true);
    expect(await reminders()).toEqual(RENEWAL_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
    expect(await subjects()).toHaveLength(6);
  });

  test("are one mail with all domains at a step, to their customer only", async () => {
    const otieno = await makeCustomer(database, "otieno@example.co.ke");
    await addDomain("a.co.ke", 60);
    await addDomain("b.com", 30);
    await addDomain("c.or.ke", 0);
    await addDomain("d.co.ke", 200);
    await addDomain("otieno.co.ke", 15, otieno);
    await remind(0);
    const [mine, theirs, ...more] = await database.query("select recipient, body_text from mails order by recipient");
    expect(more).toEqual([]);
    expect([mine?.recipient, theirs?.recipient]).toEqual(["njeri@example.co.ke", "otieno@example.co.ke"]);
    for (const name of ["a.co.ke", "b.com", "c.or.ke"]) expect(mine?.body_text).toContain(`Renew ${name}: `);
    expect(mine?.body_text).not.toMatch(/d\.co\.ke|otieno/);
  });

  test("are one mail a day: a domain that becomes due later waits for the next", async () => {
    await addDomain("a.co.ke", 60);
    await remind(0);
    await addDomain("b.co.ke", 15);
    await remind(0);
    expect(await subjects()).toEqual(["a.co.ke ends in 60 days"]);
    await remind(1);
    expect((await subjects()).slice(1)).toEqual(["b.co.ke ends in 14 days"]);
  });

  test("leave out a renewed domain, and start anew before its next expiry", async () => {
    const id = await addDomain("duka.co.ke", 15);
    await remind(0);
    await database.query("update domains set expiry_date = expiry_date + interval '1 year' where id = $1", [id]);
    for (const day of [14, 15 + 365 - 60]) await remind(day);
    expect(await reminders()).toEqual([`15 ${isoOf(0)}`, `60 ${isoOf(320)}`]);
  });

  test("leave out a domain that the provider knows as renewed; without its reply our date counts", async () => {
    await addDomain("duka.com", 15);
    await addDomain("other.com", 15);
    let calls = 0;
    let response = () =>
      HttpResponse.json([{ domain: "DUKA.com", status: "ACTIVE", expires: dayAt(15 + 365).toISOString() }]);
    server.use(
      http.get("*/proxy/godaddy/v1/domains", () => {
        calls += 1;
        return response();
      }),
    );
    await remind(0);
    expect([calls, await subjects()]).toEqual([1, ["other.com ends in 15 days"]]);
    response = () => HttpResponse.json([], { status: 500 });
    await remind(1);
    expect((await subjects()).at(-1)).toBe("duka.com ends in 14 days");
  });

  test.each([
    ["an unconfirmed account", "email_confirmed_at = null"],
    ["a closed account", "email = 'closed-1@invalid'"],
    ["a soft-deleted account", "email = '1f2e3d', deleted_at = now()"],
  ])("are not sent to %s", async (_what, change) => {
    await addDomain("duka.co.ke", 15);
    await database.query(`update auth.users set ${change} where id = $1`, [njeri]);
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toEqual([]);
  });

  test("skip a domain with an unreadable date, and include the others", async () => {
    const id = await addDomain("odd.co.ke", 15);
    await addDomain("duka.co.ke", 15);
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
      await addDomain(`c${count}.co.ke`, 30, await makeCustomer(database, `c${count}@example.co.ke`));
    }
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toHaveLength(121);
    expect(await reminders()).toHaveLength(2620);
  });

  test("can be switched off except for the last two, and on again", async () => {
    await addDomain("duka.co.ke", 15);
    await saveReminderChoice(njeri, false);
    for (const day of [0, 14, 20, 30, 88]) await remind(day);
    expect(await reminders()).toEqual([`stopped ${isoOf(30)}`, `last ${isoOf(88)}`]);
    await addDomain("other.co.ke", 100);
    await saveReminderChoice(njeri, true);
    await remind(89);
    expect((await subjects()).at(-1)).toBe("other.co.ke ends in 11 days");
  });
});

describe("a renewal order", () => {
  const order = (name: string, status: string, at?: Date) => makeRenewal(database, njeri, name, status, at);

  test.each(["requested", "processing"])("that is a year old and still %s suppresses no reminder", async (status) => {
    await addDomain("duka.co.ke", 62);
    await order("duka.co.ke", status, dayAt(-365));
    const days = [2, 32, 47, 61, 77, 135];
    for (const day of days) expect(await remind(day)).toBe(true);
    expect(await reminders()).toEqual(RENEWAL_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
  });

  test.each(["requested", "processing", "done"])(
    "of the same day that is %s does not suppress the last reminders",
    async (status) => {
      await addDomain("duka.co.ke", 1);
      for (const day of [0, 16, 74]) {
        await database.query("delete from orders");
        await database.query("delete from services");
        await order("duka.co.ke", status, dayAt(day));
        await remind(day);
      }
      expect(await reminders()).toEqual([`1 ${isoOf(0)}`, `stopped ${isoOf(16)}`, `last ${isoOf(74)}`]);
    },
  );

  test("suppresses early reminders for seven days if it is open and for thirty if done, in days of Nairobi", async () => {
    // Half past midnight in Nairobi, which is the day before in UTC.
    const early = dayAt(0, 0.5);
    await addDomain("open.co.ke", 37);
    await order("open.co.ke", "requested", early);
    await addDomain("done.co.ke", 50);
    await order("done.co.ke", "done", early);
    for (const day of [6, 7, 29, 30]) await remind(day);
    expect(await reminders()).toEqual([`30 ${isoOf(7)}`, `15 ${isoOf(29)}`, `30 ${isoOf(30)}`]);
  });

  test("that failed, or of another domain or customer, suppresses nothing", async () => {
    await addDomain("duka.co.ke", 15);
    const other = await makeCustomer(database, "other@example.co.ke");
    await order("duka.co.ke", "failed");
    await order("other.co.ke", "requested");
    await makeRenewal(database, other, "duka.co.ke", "requested");
    await remind(0);
    expect(await subjects()).toEqual(["duka.co.ke ends in 15 days"]);
  });
});

describe("the time of reminders", () => {
  const { isSandbox } = env;
  afterEach(() => void Object.assign(env, { isSandbox }));

  test("is once a day from eight in the morning in Nairobi, and ten minutes after a failure", async () => {
    Object.assign(env, { isSandbox: false });
    await addDomain("duka.co.ke", 15);
    let reads = 0;
    let isDown = true;
    server.use(
      http.post("*/rest/v1/rpc/customers_to_remind", () => {
        reads += 1;
        return isDown ? HttpResponse.json({ message: "down" }, { status: 500 }) : undefined;
      }),
    );
    // Staff get no digest here: it has tests of its own.
    const staff = env.staff.splice(0);
    onTestFinished(() => void env.staff.push(...staff));
    const run = createNotifications();
    await run(dayAt(0, 7.99));
    expect(reads).toBe(0);
    await run(dayAt(0, 8));
    await run(dayAt(0, 8.1));
    expect([reads, await subjects()]).toEqual([1, []]);
    isDown = false;
    await run(dayAt(0, 8.2));
    expect([reads, await subjects()]).toEqual([3, ["duka.co.ke ends in 15 days"]]);
    await run(dayAt(0, 20));
    await run(dayAt(1, 0.1));
    expect(reads).toBe(3);
    await run(dayAt(1, 8));
    expect(reads).toBeGreaterThan(3);
  });

  test("is any day that a tester chooses in the sandbox", async () => {
    const insert = "insert into domains (user_id, name, expiry_date) values ($1, 'duka.co.ke', now() + '40 days')";
    await database.query(insert, [njeri]);
    await createNotifications()(new Date());
    expect(await subjects()).toEqual([]);
    const accepted = [];
    for (const days of ["-1", "x", "25", "25"]) {
      const form = new FormData();
      form.set("days", days);
      accepted.push(await sendNotifications(form));
    }
    expect(accepted).toEqual([false, false, true, true]);
    expect(await subjects()).toEqual(["duka.co.ke ends in 15 days"]);
  });
});
