import fc from "fast-check";
import { expect, test } from "vitest";
import { netLines, receiptWords } from "./receipt-words.ts";

const WHY = "Registration, 1 year. Not registered: somebody else has this name now";
const cents = (amount: string) => Number(amount.replace(/[^\d]/g, ""));

test("the net amounts of the lines are the net amount of the receipt, however it is rounded (property)", () => {
  const prices = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(prices, (all) => {
      const gross_ksh = all.reduce((sum, ksh) => sum + ksh, 0);
      const vat_cents = Math.round((gross_ksh * 1600) / 116);
      const issued = { number: "1", issued_at: "2026-12-02T05:00Z", gross_ksh, vat_percent: 16, vat_cents };
      const lines = netLines(
        all.map((ksh, at) => ({ what: `Registration of n${at}.com, 1 year`, ksh })),
        issued,
      );
      expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(gross_ksh * 100 - vat_cents);
      lines.forEach(({ amount }, at) => {
        expect(Math.abs(cents(amount) - ((all[at] ?? 0) * 10_000) / 116)).toBeLessThanOrEqual(1);
      });
    }),
    { seed: 38 },
  );
});

test("a receipt and its credit note have what an accountant looks for", () => {
  const issued = { issued_at: "2026-11-25T23:05:00Z", gross_ksh: 1942, vat_percent: 16, vat_cents: 26_786 };
  const { paid, notes, buyer } = receiptWords({
    ...{ ...issued, number: "2026-00001", others: [], isCurrent: true },
    seller: { name: "Mtandao", address: "Moi Avenue, Nairobi", phone: "+254 700 000 000", pin: "P000000000A" },
    buyer: { name: "Mama Njeri Foods", email: "njeri@mamanjeri.co.ke" },
    lines: [{ what: "Registration of kuku-tamu.com, 1 year", ksh: 1942 }],
    paid_with: [{ source: "stk", code: "SAFJDNZ9VJ", ksh: 1942 }],
    notes: [{ ...issued, number: "CN-2026-00001", way: "mpesa", code: "SBK4T7WQ2D" }],
    notDone: "Not registered: somebody else has this name now",
  });
  expect(paid).toMatchObject({
    kind: "Receipt",
    big: "KSh\u00a01,942",
    stamp: ["PAID BY M-PESA", "SAFJDNZ9VJ", "26 Nov 2026, 02:05", "PAID BACK 26 Nov 2026"],
    from: ["Mtandao", "Moi Avenue, Nairobi", "+254 700 000 000", "KRA PIN P000000000A"],
    lines: [{ what: "kuku-tamu.com", about: "Registration, 1 year", amount: "1,674.14" }],
    taxes: [
      { what: "Net", amount: "1,674.14" },
      { what: "VAT 16%", amount: "267.86" },
    ],
    total: { what: "Paid", amount: "1,942.00" },
  });
  expect(notes).toMatchObject([
    {
      big: "KSh\u00a01,942",
      words: "Paid back on 26 Nov 2026",
      stamp: ["SENT BY M-PESA", "SBK4T7WQ2D", "26 Nov 2026, 02:05"],
      lines: [{ what: "kuku-tamu.com", about: WHY, amount: "\u22121,674.14" }],
      total: { what: "Paid back", amount: "\u22121,942.00" },
      about: "For receipt 2026-00001 of 26 November 2026. Keep both together.",
    },
  ]);
  expect(buyer).toEqual(["Mama Njeri Foods", "njeri@mamanjeri.co.ke"]);
});

test("a renewed name has the days from which and to which it was paid", () => {
  const receipt = { number: "2026-00001", issued_at: "2026-11-25T23:05:00Z", gross_ksh: 1500, vat_percent: null };
  const line = { what: "Renewal of duka.co.ke, 1 year", ksh: 1500, starts: "2026-12-27", ends: "2027-12-27" };
  expect(netLines([line], { ...receipt, vat_cents: 0 })).toEqual([
    { what: "duka.co.ke", about: "Renewal, 1 year: 27 December 2026 to 27 December 2027", amount: "1,500.00" },
  ]);
});
