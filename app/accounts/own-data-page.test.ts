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

test.each(Object.values(OWN_PARTS))("shows only columns of $table that are read", ({ columns, shown }) => {
  expect(columns).toEqual(expect.arrayContaining(Object.keys(shown)));
});
