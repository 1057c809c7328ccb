import { describe, expect, test } from "vitest";
import { at, baraka, mails, post as postOrder, textAt, wanjiku } from "./desk-order-fixtures.ts";
import {
  active,
  changed,
  logged,
  NAME,
  ordered,
  post,
  put,
  REASON,
  row,
  SETUP,
  versionOf,
} from "./desk-service-fixtures.ts";
import { database, FIRST, made, stored } from "./order-fixtures.ts";

describe("a service that is not paid", () => {
  test("is suspended after a question, and restored with the days it was away", async () => {
    const { id } = await active(-8, { wanted: "suspended" });
    const asked = await post(id, "suspend");
    expect([asked.status, (await row(id)).state]).toEqual([409, "active"]);
    expect(asked.html).toContain("The website stops");
    for (const _ of [1, 2]) expect((await post(id, "suspend", { sure: "suspend" })).status).toBe(303);
    await put(id, { ends_on: at(300), suspended_on: at(-10), wanted: "active" });
    await database.query("insert into service_changes (service_id, user_id, did) values ($1, $2, 'renewed')", [
      id,
      FIRST.id,
    ]);
    expect((await post(id, "restore")).status).toBe(303);
    const { state, wanted, suspended_on } = await row(id);
    expect([state, wanted, suspended_on]).toEqual(["active", null, null]);
    const [day] = await database.query("select ends_on::text from services where id = $1", [id]);
    expect(day).toEqual({ ends_on: at(310) });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `It has stopped: hosting for ${NAME}`,
      `It works again: hosting for ${NAME}`,
    ]);
    expect((await changed(id)).slice(2)).toEqual(["suspended", "renewed", "restored"]);
  });

  test("is not suspended while money for it is on its way", async () => {
    const { id } = await active(-8, { wanted: "suspended" });
    await database.query(
      `insert into orders (user_id, kind, domain, service_id, price_ksh, idempotency_key)
       values ($1, 'extend', $2, $3, 17148, $4)`,
      [FIRST.id, NAME, id, crypto.randomUUID()],
    );
    const { status, html } = await post(id, "suspend", { sure: "suspend" });
    expect([status, html.includes("Money for the next year was paid or reported")]).toEqual([409, true]);
    expect((await row(id)).state).toBe("active");
    expect(await mails()).toEqual([]);
  });

  test("is held for at most 30 days, and no longer asked for", async () => {
    const { id } = await active(-8, { wanted: "suspended" });
    expect((await post(id, "hold", { until: at(31), ...REASON })).status).toBe(400);
    expect((await post(id, "hold", { until: at(30), ...REASON })).status).toBe(303);
    expect((await row(id)).wanted).toBeNull();
    expect(await textAt(`/desk/services/${id}`)).toContain("Not suspended");
  });

  test("gets its smaller plan from staff, with one mail", async () => {
    const { id } = await active(300, { wanted: "plan" });
    for (const _ of [1, 2]) expect((await post(id, "plan")).status).toBe(303);
    expect(await mails()).toMatchObject([
      { body_text: expect.stringContaining("has the plan Deluxe now, as you chose.") },
    ]);
  });

  test("is removed by its name, from day 45 on, and not while a person keeps it", async () => {
    const { id } = await active(-44, { state: "suspended", suspended_on: at(-37) });
    expect(await textAt(`/desk/services/${id}`)).not.toContain("Note that its data is deleted");
    expect((await post(id, "removed", { typed: NAME })).status).toBe(409);
    await put(id, { ends_on: at(-45), hold_until: at(0) });
    expect(await textAt(`/desk/services/${id}`)).not.toContain("Note that its data is deleted");
    expect((await post(id, "removed", { typed: NAME })).status).toBe(409);
    await put(id, { hold_until: at(-1) });
    expect((await post(id, "removed", { typed: NAME })).status).toBe(409);
    await put(id, { hold_until: at(-38) });
    expect((await post(id, "removed", { typed: "soko.co.ke" })).status).toBe(400);
    expect((await post(id, "removed", { typed: ` ${NAME.toUpperCase()} ` })).status).toBe(303);
    expect((await row(id)).state).toBe("ended");
    expect((await changed(id)).at(-1)).toBe("removed");
  });
});

test("the price of the next year is agreed, and taken back", async () => {
  const { id } = await active(100);
  expect((await post(id, "price", { ksh: "15,000", ...REASON })).status).toBe(303);
  expect(await textAt(`/desk/services/${id}`)).toMatch(/KSh\s15,000, agreed/);
  expect((await post(id, "price", REASON)).status).toBe(303);
  expect((await row(id)).renew_ksh).toBeNull();
  expect(await logged(id)).toEqual(["service-setup", "service-price", "service-price"]);
});

test("the last day is corrected only from the one that the form showed, and the second reads who and when", async () => {
  const { id } = await active(100);
  const typed = { until: at(120), version: await versionOf(id), ...REASON };
  expect((await post(id, "date", typed)).status).toBe(303);
  const { status, html } = await post(id, "date", { ...typed, until: at(90) }, baraka);
  expect(status).toBe(409);
  expect(html).toMatch(/Wanjiku Kamau changed the last day of it: .* at \d\d:\d\d\..*active now/);
});

test("an earlier last day is asked for again, and refused before a paid next year", async () => {
  const { id } = await active(100);
  const typed = { until: at(90), ...REASON };
  const asked = await post(id, "date", typed);
  expect([
    asked.status,
    asked.html.includes("Is this right?"),
    asked.html.includes("gets 10 days less, and no money goes back by itself"),
  ]).toEqual([...[409, true, true]]);
  // Another day than the one that was asked for is asked for anew.
  expect((await post(id, "date", { ...typed, until: at(80), sure: at(90) })).html).toContain("gets 20 days less");
  expect((await post(id, "date", { ...typed, sure: at(90) })).status).toBe(303);
  await put(id, { next_on: at(60), next_ksh: "6228", next_plan: "starter" });
  const refused = await post(id, "date", { until: at(59), sure: at(59), ...REASON });
  expect(refused.status).toBe(409);
  expect(refused.html).toMatch(/The next year, .*, is paid: KSh\s6,228\. Choose .* or a later day\./);
  expect(await row(id)).toMatchObject({ next_ksh: 6228, next_plan: "starter" });
});

test.each<[string, number]>([
  ["today", 0],
  ["the present one, if that is over", -20],
])(
  "a last day is not corrected to one before %s, so that nothing is deleted before its notices",
  async (_first, days) => {
    const { id } = await active(days, days < 0 ? { state: "suspended", suspended_on: at(-3) } : {});
    const { status, html } = await post(id, "date", { until: at(days - 1), sure: at(days - 1), ...REASON });
    expect([status, html.includes(`min="${at(days)}"`)]).toEqual([400, true]);
    const change = JSON.stringify({ ends_on: at(-60), version: await versionOf(id), reason: "x" });
    const bare = await database.query("select desk_change_service($1, $2, 'date', $3, '[]') ->> 'outcome' as did", [
      ...[JSON.stringify({ id: FIRST.id, email: FIRST.email }), id, change],
    ]);
    expect(bare).toEqual([{ did: "lost" }]);
  },
);

test("a last day that is more than a month later is asked about", async () => {
  const { id } = await active(100);
  const typed = { until: at(465), ...REASON };
  const asked = await post(id, "date", typed);
  expect([asked.status, asked.html.includes("gets 365 days more")]).toEqual([409, true]);
  expect((await post(id, "date", { ...typed, sure: at(465) })).status).toBe(303);
  expect((await post(id, "date", { until: at(490), ...REASON })).status).toBe(303);
});

test("a problem at the server is tried again, or counts as done", async () => {
  const { order, id } = await ordered();
  await put(id, { provider: "whm", wanted: "create" });
  await put(id, { problem: "No answer came." });
  expect(await textAt(`/desk/services/${id}`)).toMatch(/The server did not do it\s*No answer came\./);
  expect((await post(id, "again")).status).toBe(303);
  expect(await row(id)).toMatchObject({ wanted: "create", problem: null, attempts: 0 });
  // The server is at work on it.
  expect((await post(id, "setup", SETUP)).status).toBe(409);
  await put(id, { problem: "No answer came again." });
  expect((await post(id, "again")).status).toBe(303);
  expect(await row(id)).toMatchObject({ wanted: "create", problem: null });
  expect((await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" })).html).toContain(
    "The hosting server is at work on it",
  );
  await put(id, { problem: "No answer came." });
  expect((await post(id, "there")).status).toBe(303);
  expect(await row(id)).toMatchObject({ state: "active", wanted: null, problem: null });
  expect(await stored(order)).toMatchObject({ status: "done" });
  expect((await mails()).map(({ subject }) => subject)).toEqual([`Ready: hosting for ${NAME}`]);
});

describe("an order and its service", () => {
  test("fail and are reopened together", async () => {
    const { order, id } = await ordered();
    expect((await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" })).status).toBe(303);
    expect((await row(id)).state).toBe("ended");
    expect((await postOrder(wanjiku, order, "reopen", REASON)).status).toBe(303);
    expect((await row(id)).state).toBe("ordered");
    expect((await post(id, "setup", SETUP)).status).toBe(303);
  });

  test("that failed is not reopened after the customer ordered the same again", async () => {
    const { order } = await ordered();
    await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" });
    await made("hosting", NAME, 17148);
    const { status, html } = await postOrder(wanjiku, order, "reopen", REASON);
    expect([status, html.includes("The customer ordered the same again")]).toEqual([409, true]);
  });

  test("end together if the order was reopened and fails after all", async () => {
    const { order, id } = await active(300);
    expect((await postOrder(wanjiku, order, "reopen", REASON)).status).toBe(303);
    expect((await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" })).status).toBe(303);
    expect(await row(id)).toMatchObject({ state: "active", will_end: true });
    const [day] = await database.query("select ends_on::text from services where id = $1", [id]);
    expect(day).toEqual({ ends_on: at(-1) });
  });

  test.each([
    ["has not begun", `next_on = '${at(6)}', next_ksh = 9000`],
    ["has begun", "price_ksh = 9000"],
  ])(
    "end together, with a paid next year that %s: its money is due back, and the mail says so",
    async (_what, columns) => {
      const { order, id } = await active(300);
      const [bill] = await database.query(
        `insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at) values ($1, 'M0000009', 9000, 9000, now()) returning id`,
        [FIRST.id],
      );
      await database.query(
        `insert into orders (user_id, kind, domain, service_id, price_ksh, bill_id, idempotency_key)
       values ($1, 'extend', $2, $3, 9000, $4, 'next year')`,
        [FIRST.id, NAME, id, bill?.id],
      );
      await database.query("update orders set status = 'done' where kind = 'extend'");
      await database.query(
        `update services set next_on = null, next_ksh = null, ends_on = '${at(300)}' where id = $1`,
        [id],
      );
      await database.query(`update services set ${columns} where id = $1`, [id]);
      expect((await postOrder(wanjiku, order, "reopen", REASON)).status).toBe(303);
      await database.query("delete from mails");
      expect((await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" })).status).toBe(303);
      expect(await database.query("select status, refund_due_ksh from orders where kind = 'extend'")).toEqual([
        { status: "failed", refund_due_ksh: 9000 },
      ]);
      expect(String((await mails())[0]?.body_text)).toMatch(
        /What you ordered for it since ends, too: we pay you back KSh\s9,000 for that\./,
      );
    },
  );

  test("of a service that has ended is not reopened", async () => {
    const { id } = await active(100);
    const [extend] = await database.query(
      `insert into orders (user_id, kind, domain, service_id, price_ksh, idempotency_key)
       values ($1, 'extend', $2, $3, 17148, $4) returning id`,
      [FIRST.id, NAME, id, crypto.randomUUID()],
    );
    const order = { id: String(extend?.id) };
    await postOrder(wanjiku, order, "failed", { why: "other", words: "Not now" });
    await database.query("update services set will_end = true where id = $1", [id]);
    const { status, html } = await postOrder(wanjiku, order, "reopen", REASON);
    expect([status, html.includes("Its service has ended")]).toEqual([409, true]);
  });
});
