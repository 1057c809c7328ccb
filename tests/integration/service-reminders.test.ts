import "./mpesa-settings.ts";
import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { saveReminderChoice } from "#app/orders/renewal-reminders.table.server.ts";
import { isReminder, renewalStep, SERVICE_STEPS } from "#app/orders/renewal-step.ts";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { AFTER_SERVICE } from "#app/services/service.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import { dayAt, isoOf, makeCustomer, makeDomain, subjectsOf } from "./notification-fixtures.ts";
import { deleteServices, makeService } from "./service-fixtures.ts";

let njeri: string;
beforeEach(async () => {
  await deleteServices(database);
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});

const add = (domain: string, ends: number, more = {}) => makeService(database, njeri, domain, ends, more);
const remind = (day: number) => sendRenewalReminders(dayAt(day));
const notices = async () =>
  (await database.query("select step, notified_on::text as day from service_notices order by notified_on")).map(
    ({ step, day }) => `${step} ${day}`,
  );

test("a service has its notifications once each, on their days, and not in between", async () => {
  await add("duka.co.ke", 32);
  const days = [2, 17, 31, 40, 63];
  for (const day of days.flatMap((due) => [due - 1, due, due + 1])) expect(await remind(day)).toBe(true);
  expect(await notices()).toEqual(SERVICE_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
  expect(await subjectsOf(database)).toHaveLength(5);
});

test("names and services are in one mail a day", async () => {
  await add("duka.co.ke", 30);
  await makeDomain(database, njeri, "shamba.co.ke", 60);
  await Promise.all([remind(0), remind(0), remind(0)]);
  await remind(0);
  expect(await subjectsOf(database)).toEqual(["2 of your names and services need to be renewed"]);
  await makeDomain(database, njeri, "later.co.ke", 15);
  await remind(0);
  expect(await subjectsOf(database)).toHaveLength(1);
});

test("a service that its customer ends is not to be renewed", async () => {
  await add("duka.co.ke", 30, { willEnd: true });
  expect(await remind(0)).toBe(true);
  expect(await subjectsOf(database)).toEqual([]);
});

test("the bill that the site opened is in each reminder; a paid one holds the early ones back", async () => {
  await add("unpaid.co.ke", 30);
  await runServiceCycle(dayAt(0));
  await remind(0);
  const [mail] = await database.query("select body_text from mails");
  const [bill] = await database.query("select reference from bills");
  expect(mail?.body_text).toMatch(/Pay for unpaid\.co\.ke: https?:.*\/pay\//);
  expect(mail?.body_text).toContain(`Bill number: ${bill?.reference}.`);
  await database.query("update bills set paid_at = $1, paid_ksh = amount_ksh", [dayAt(14).toISOString()]);
  await remind(15);
  expect(await notices()).toEqual([`30 ${isoOf(0)}`]);
  await remind(29);
  const [, last] = await database.query("select body_text from mails order by key");
  expect(last?.body_text).toMatch(/You ordered the next year on .*, and it is paid\. We are working on it\./);
  expect(last?.body_text).not.toContain("How to pay");
  await remind(38);
  const [, , late] = await database.query("select body_text from mails order by key");
  expect(late?.body_text).toMatch(/It works on\.\s+You ordered the next year on .*, and it is paid\./);
  expect(late?.body_text).not.toMatch(/How to pay|You can renew it until|delete/);
});

const event = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "nothing", at: 0 }) },
  ...["renewed", "ends", "switched"].map((kind) => fc.record({ kind: fc.constant(kind), at: fc.nat(2) })),
);
const day = fc.record({
  later: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 20 })),
  event,
  fault: fc.constantFrom("none", "none", "before", "after"),
});

test("under random events every notification is sent once, in the one mail of its day, and none is missed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 8, maxLength: 14 }), async (days) => {
      await deleteServices(database);
      njeri = await makeCustomer(database, "njeri@example.co.ke");
      const services: { id: string; domain: string; ends: number; willEnd: boolean }[] = [];
      for (const [index, ends] of [33, 20, 12].entries()) {
        const domain = `s${index}.co.ke`;
        services.push({ id: await add(domain, ends), domain, ends, willEnd: false });
      }
      const sent = new Set<string>();
      let [today, wants] = [0, true];
      for (const { later, event, fault } of days) {
        today += later;
        const one = services[event.at];
        if (one && event.kind === "renewed") {
          one.ends += 365;
          await database.query("update services set ends_on = $1 where id = $2", [isoOf(one.ends), one.id]);
        }
        if (one && event.kind === "ends") {
          one.willEnd = !one.willEnd;
          await database.query("update services set will_end = $1 where id = $2", [one.willEnd, one.id]);
        }
        if (event.kind === "switched") {
          wants = !wants;
          await saveReminderChoice(njeri, wants);
        }
        const due = services
          .flatMap(({ domain, ends, willEnd }) => {
            const step = renewalStep(AFTER_SERVICE, ends - today, SERVICE_STEPS);
            return step && !willEnd && (wants || !isReminder(step)) ? [`${domain} ${step} ${isoOf(ends)}`] : [];
          })
          .filter((notice) => !sent.has(notice));
        if (fault !== "none") {
          server.use(
            http.post("*/rest/v1/rpc/remind", async ({ request }) => {
              if (fault === "after") await database.answer(request);
              return HttpResponse.error();
            }),
          );
        }
        await Promise.all([remind(today), remind(today)]);
        server.resetHandlers();
        await remind(today);
        const stored = await database.query(
          `select domain || ' ' || step || ' ' || service_notices.ends_on::text as notice from service_notices
           join services on services.id = service_id where notified_on = $1 order by domain`,
          [isoOf(today)],
        );
        expect(stored.map(({ notice }) => notice)).toEqual(due);
        for (const notice of due) sent.add(notice);
        const mails = await database.query("select key from mails where key like $1", [`%-${isoOf(today)}`]);
        expect(mails).toHaveLength(due.length > 0 ? 1 : 0);
      }
    }),
    process.env.LONG === "1" ? { numRuns: 150 } : { numRuns: 2, seed: 20_261_129, endOnFailure: true },
  );
});
