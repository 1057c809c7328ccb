/** Forms of a service that were open while somebody changed it. Source: docs/product/services.md, "Services at the desk". */
import { expect, test } from "vitest";
import { at, baraka } from "./desk-order-fixtures.ts";
import { active, NAME, post, REASON, row, SETUP, versionOf } from "./desk-service-fixtures.ts";
import { database } from "./order-fixtures.ts";

// What a form needs, and what its second sender would overwrite.
const STALE: [form: string, columns: Record<string, string>, fields: Record<string, string>][] = [
  ["setup", {}, { ...SETUP, password: "Another-1" }],
  ["hold", {}, { until: at(20), ...REASON }],
  ["price", {}, { ksh: "9,000", ...REASON }],
  ["date", {}, { until: at(110), ...REASON }],
  ["suspend", { wanted: "suspended" }, { sure: "suspend" }],
  ["restore", { state: "suspended", suspended_on: at(-3) }, {}],
  ["plan", { wanted: "plan" }, {}],
  ["removed", { state: "suspended", suspended_on: at(-40), ends_on: at(-50) }, { typed: NAME }],
];
test.each(STALE)(
  "the form %s that was open before a colleague or the customer changed it saves nothing",
  async (...its) => {
    const [form, columns, fields] = its;
    const { id } = await active(100, columns);
    const version = await versionOf(id);
    await database.query("update services set next_plan = 'starter' where id = $1", [id]);
    const changed = await post(id, form, { ...fields, version });
    expect([changed.status, changed.html.includes("It is not as this page showed it.")]).toEqual([409, true]);
    const opened = await versionOf(id);
    expect((await post(id, "price", { ksh: "8,000", ...REASON }, baraka)).status).toBe(303);
    const late = await post(id, form, { ...fields, version: opened });
    expect([late.status, late.html.includes("Baraka Otieno changed the next year’s price of it")]).toEqual([409, true]);
    // The page now shows it as it is.
    expect(late.html).toContain(`name="version" value="${await versionOf(id)}"`);
    const { state, hold_until, renew_ksh } = await row(id);
    expect([state, hold_until, renew_ksh]).toEqual([columns.state ?? "active", null, 8000]);
  },
);
