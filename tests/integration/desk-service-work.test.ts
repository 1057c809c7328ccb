import { describe, expect, test } from "vitest";
import { WORK_WORDS, type WorkKind } from "#app/desk/work-words.ts";
import { at, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { active, type Fields, NAME, ordered, post, put } from "./desk-service-fixtures.ts";
import { database, FIRST } from "./order-fixtures.ts";
import { renderPage } from "./render-page.ts";

describe("the work list", () => {
  const waiting = async (id: string) =>
    (await database.query("select kind from desk_work(now(), 15, 30, '{deluxe}') where id = $1", [id])).map(
      ({ kind }) => kind,
    );

  test("leads from the order to the form that sets its service up, and has no second item for it", async () => {
    const { order, id } = await ordered();
    const { html } = await renderPage(wanjiku, "/desk");
    expect([html.includes(`/desk/services/${id}`), html.includes(`/desk/orders/${order.id}`)]).toEqual([true, false]);
    expect([await waiting(order.id), await waiting(id)]).toEqual([["order"], []]);
    // The server carries it out.
    await put(id, { provider: "whm", wanted: "create" });
    expect([await waiting(order.id), await waiting(id)]).toEqual([[], []]);
    await put(id, { problem: "No answer came." });
    expect([await waiting(order.id), await waiting(id)]).toEqual([[], ["service-problem"]]);
  });

  test.each<[string, number, Fields]>([
    ["service-setup", 300, { access: "{}" }],
    ["service-suspend", -8, { wanted: "suspended" }],
    ["service-restore", 300, { state: "suspended", wanted: "active" }],
    ["service-plan", 300, { wanted: "plan" }],
    ["service-price", 45, { plan: "microsoft-365" }],
    ["service-remove", -45, { state: "suspended" }],
  ])("has %s", async (kind, days, columns) => {
    const { id } = await active(days, columns);
    expect(await waiting(id)).toEqual([kind]);
    expect(await textAt("/desk")).toContain(WORK_WORDS[kind as WorkKind].next);
    expect((await renderPage(wanjiku, `/desk/services/${id}`)).html).toContain("form-box");
  });

  test.each<[string, number, Fields]>([
    ["a price that was agreed", 45, { plan: "microsoft-365", renew_ksh: "9000" }],
    ["a price that is listed", 45, {}],
    ["a price that is not due", 46, { plan: "microsoft-365" }],
    ["data that may come back", -44, { state: "suspended" }],
    ["a suspension by the server", -8, { provider: "whm", wanted: "suspended" }],
  ])("does not have %s", async (_why, days, columns) => {
    const { id } = await active(days, columns);
    expect(await waiting(id)).toEqual([]);
  });

  test("has a service that only money keeps, with what was paid and typed, and links to its bill", async () => {
    const { id } = await active(-8);
    const order = crypto.randomUUID();
    await database.query("select place_orders($1, now(), now(), 9, '[]', '[]', 0, $2, opened_by => 'site')", [
      JSON.stringify([
        { id: order, user_id: FIRST.id, kind: "extend", domain: NAME, price_ksh: 17_148, service_id: id, payload: {} },
      ]),
      JSON.stringify({ id: crypto.randomUUID(), reference: "M7K2Q9XA", orders: [order] }),
    ]);
    expect(await waiting(id)).toEqual([]);
    await database.query("update bills set paid_ksh = 1, typed_code = 'SG722NMVXQ'");
    expect(await waiting(id)).toEqual(["service-money"]);
    expect(await textAt("/desk")).toContain("Look for its money");
    const { html } = await renderPage(wanjiku, `/desk/services/${id}`);
    expect(html).toContain(`href="/desk/orders/${order}">bill M7K2Q9XA</a>`);
    expect(html).toContain('href="/desk/payments?q=SG722NMVXQ&amp;state=todo"');
    expect(await textAt(`/desk/services/${id}`)).toContain(
      "KSh 1 of KSh 17,148 paid, the customer typed SG722NMVXQ, which nobody has found, it keeps the service until",
    );
    await put(id, { hold_until: at(3) });
    expect(await waiting(id)).toEqual([]);
  });

  test("has the account of an order that failed, until its deletion is noted by the name", async () => {
    const { id } = await ordered();
    const problem = "Its order failed after the server was asked for the account njeri.";
    await put(id, { state: "ended", ended_at: new Date().toISOString(), provider: "whm", problem });
    expect(await waiting(id)).toEqual(["service-problem"]);
    const { html } = await renderPage(wanjiku, `/desk/services/${id}`);
    expect([html.includes("The server may still have it"), html.includes("form-box")]).toEqual([true, true]);
    expect((await post(id, "removed", { typed: NAME })).status).toBe(303);
    expect(await waiting(id)).toEqual([]);
  });

  test("has a certificate from 21 days before its end, unless its service ends before", async () => {
    const { id } = await active(300, { kind: "certificate", cert_ends_on: at(22) });
    expect(await waiting(id)).toEqual([]);
    await put(id, { cert_ends_on: at(21) });
    expect(await waiting(id)).toEqual(["service-reissue"]);
    await put(id, { ends_on: at(20) });
    expect(await waiting(id)).not.toContain("service-reissue");
  });
});

const path = (kind: string) => `/desk/people/${FIRST.id}/order?kind=${kind}&domain=${NAME}`;

test("an order by phone sells mailboxes, and refuses in words the hosting that the customer has already", async () => {
  const { order, id } = await ordered();
  await renderPage(wanjiku, `/desk/people/${FIRST.id}`, [
    ["form", "look"],
    ["reason", "order"],
  ]);
  expect(await textAt(path("hosting"))).toMatch(/has Deluxe hosting already/);
  const typed: [string, string][] = [["choice", "starter"]];
  const { status, html } = await renderPage(wanjiku, path("hosting"), typed);
  expect([status < 500, /You have it already|has Deluxe hosting already/.test(html)]).toEqual([true, true]);
  expect(await textAt(path("mail"))).toContain("Professional e-mail");
  // Its page, its order and the search lead to it.
  for (const from of [`/desk/people/${FIRST.id}`, `/desk/orders/${order.id}`, `/desk/search?q=${NAME.slice(2, 9)}`]) {
    expect([from, (await renderPage(wanjiku, from)).html.includes(`/desk/services/${id}`)]).toEqual([from, true]);
  }
});
