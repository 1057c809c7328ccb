import { expect, test } from "vitest";
import { OWN_PARTS } from "./own-data.ts";
import { ownSections } from "./own-data-page.ts";

test("says payments in words, with amounts in shillings and times of Nairobi", () => {
  const at = "2026-12-02T05:00:00Z";
  const payment = { code: "SG722NMVXQ", bank: null, amount_ksh: 1500, received_at: at, prompt_id: "x" };
  const sections = ownSections({ payments: { isWhole: true, rows: [payment] } });
  const shown = sections.filter(({ rows }) => rows.length > 0);
  expect(shown.map(({ title, rows }) => [title, rows[0]?.map(({ words }) => words)])).toEqual([
    ["Payments", ["SG722NMVXQ", "KSh\u00a01,500", "2 Dec 2026, 08:00"]],
  ]);
});

test("says the state of an order as the page of orders does", () => {
  const order = { id: "o", kind: "renew", status: "requested", reason: null, bill_id: "b", refund_due_ksh: 0 };
  const bill = { id: "b", paid_at: "2026-12-02T05:00:00Z", paid_ksh: 1500, missing_ksh: 0 };
  const stateOf = (row: object) =>
    ownSections({ orders: { isWhole: true, rows: [{ ...order, ...row }] }, bills: { isWhole: true, rows: [bill] } })
      .flatMap(({ rows }) => rows.flat())
      .find(({ label }) => label === "State")?.words;
  expect(stateOf({})).toBe("Paid. We carry it out and e-mail you.");
  expect(stateOf({ bill_id: null })).toBe("We check it and e-mail you. You pay nothing yet.");
  expect(stateOf({ status: "failed", reason: "The code is wrong" })).toMatch(/^The code is wrong\. /);
});

test.each(Object.values(OWN_PARTS))("shows only columns of $table that are read", ({ columns, shown }) => {
  expect(columns).toEqual(expect.arrayContaining(Object.keys(shown)));
});

test("says in words what a service is and what happened to it", () => {
  const row = { kind: "mail", domain: "duka.co.ke", plan: "microsoft-365", state: "suspended", ends_on: "2026-12-02" };
  const parts = {
    services: { rows: [row], isWhole: true },
    serviceChanges: { rows: [{ did: "will-end", at: "2026-12-02T05:00:00Z" }], isWhole: true },
    serviceNotices: { rows: [{ step: "30", ends_on: "2026-12-02", notified_on: "2026-11-02" }], isWhole: true },
  };
  const words = ownSections(parts as never).flatMap(({ rows }) => rows.flat().map(({ words }) => words));
  expect(words).toEqual(
    expect.arrayContaining(["Mailboxes", "Microsoft 365", "Suspended", "You ended it", "30 days before"]),
  );
});
