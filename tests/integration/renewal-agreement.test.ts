import { beforeEach, describe, expect, test } from "vitest";
import { fieldsOf } from "#app/orders/several-form.ts";
import * as renew from "#app/routes/dashboard/orders/renew.tsx";
import { pageResult, place } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import { database, FIRST, first } from "./two-customers.ts";

const PATH = "/dashboard/orders/renew";
const TODAY = "njeri-bakes.com";

beforeEach(async () => {
  await database.query("delete from orders");
  await database.query("delete from services");
});

describe.each([
  ["requested", 0, "See the order"],
  ["processing", 6, "See the order"],
  ["requested", 7, "Ask us about it"],
  ["requested", 365, "Ask us about it"],
  ["done", 29, "See the order"],
  ["done", 31, "Renew"],
  ["failed", 0, "Renew"],
] as const)("after a renewal that was %s %d days ago", (status, days, way) => {
  test("every page agrees on whether it may be ordered again, and so does a submission", async () => {
    const isOffered = way === "Renew";
    const before = await readPage(PATH, first);
    const { pick, years, priceField } = fieldsOf(TODAY);
    const price = before.all(`[name=${priceField}]`)[0]?.getAttribute("value") ?? "";
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, status, created_at, updated_at)
       select $1, 'renew', $2, 1500, $3, $4, at, at from (select now() - make_interval(days => $5)) as ago (at)`,
      [FIRST.id, TODAY, crypto.randomUUID(), status, days],
    );
    const together = await readPage(PATH, first);
    expect(together.all(`[name=${pick}]`)).toHaveLength(isOffered ? 1 : 0);
    expect(together.texts(".due a")).toEqual(isOffered ? [] : ["Ordered: see it"]);

    const home = await readPage(`/dashboard/domains/${TODAY}`, first);
    expect(home.texts("[aria-labelledby=renew] a")).toEqual([way]);
    const alone = await readPage(`/dashboard/orders/new?kind=renew&domain=${TODAY}`, first);
    expect(alone.texts("main h1")).toEqual([isOffered ? `Renew ${TODAY}` : `${TODAY} is ordered already`]);
    const needs = await readPage("/dashboard", first);
    const line = needs
      .texts(".needs li")
      .filter((text) => text.includes(TODAY))
      .join();
    expect(line).toContain({ Renew: "Renew", "See the order": "See the order", "Ask us about it": "Get help" }[way]);

    const presses = [
      await pageResult(renew.action(first.requestArgs(PATH, { [pick]: "on", [years]: "1", [priceField]: price }))),
      await place(first, "renew", TODAY),
    ];
    const [written] = await database.query("select count(*)::int as count from orders where domain = $1", [TODAY]);
    expect(written).toEqual({ count: isOffered ? 2 : 1 });
    for (const { status } of presses) expect([303, 409]).toContain(status);
  });
});

test("a domain that expired too long ago is offered nowhere", async () => {
  await database.query(
    `insert into domains (user_id, name, status, expiry_date) values ($1, 'late-dotcom.com', 'active', now() - interval '31 days')`,
    [FIRST.id],
  );
  expect((await readPage(PATH, first)).texts(".due p.error a")).toEqual(["Ask us about it"]);
  expect((await readPage("/dashboard/domains/late-dotcom.com", first)).texts("[aria-labelledby=renew] a")).toEqual([
    "Ask us about it",
  ]);
  const alone = await readPage("/dashboard/orders/new?kind=renew&domain=late-dotcom.com", first);
  expect(alone.texts("main h1")).toEqual(["late-dotcom.com can’t be renewed here"]);
});
