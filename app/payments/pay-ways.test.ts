import fc from "fast-check";
import { expect, it, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { ownPaymentCode, paidByWords } from "./pay-ways.ts";

const cheque = { source: "cheque", number: "000123", bank: "KCB", account: "1104417" } as const;

it.each([
  [{ source: "bank", number: "FT26331ABC", bank: "Equity Bank (Kenya) Ltd" }, "BANK-EQUITY-FT26331ABC"],
  [{ source: "bank", number: "ft 26331-abc", bank: "EQUITY" }, "BANK-EQUITY-FT26331ABC"],
  [{ source: "cash", number: "0017" }, "CASH-17"],
  [cheque, "CHEQUE-KCB-4417-123"],
  [{ ...cheque, bank: "Bank of Kenya" }, "CHEQUE-BANKOFKENYA-4417-123"],
  [{ ...cheque, number: "000" }, "CHEQUE-KCB-4417-0"],
] as const)("the payment %j is %s", (given, code) => {
  expect(ownPaymentCode(given)).toBe(code);
});

test("cheques of one number differ by bank and by account, and each code fits its column (property)", () => {
  const part = fc.stringMatching(/^[A-Z0-9]{1,30}$/);
  forAny([part, part, part, fc.stringMatching(/^\d{4}$/)], (number, bank, other, account) => {
    const code = ownPaymentCode({ source: "cheque", number, bank, account });
    expect(code).toMatch(/^(BANK|CASH|CHEQUE)(-[A-Z0-9]{1,30}){1,3}$/);
    const elsewhere = ownPaymentCode({ source: "cheque", number, bank: other, account });
    expect(code === elsewhere).toBe(bank.slice(0, 20) === other.slice(0, 20));
    const ofAnother = String((Number(account) + 1) % 10_000).padStart(4, "0");
    expect(ownPaymentCode({ source: "cheque", number, bank, account: ofAnother })).not.toBe(code);
  });
});

test("a receipt says how each payment was made", () => {
  expect(paidByWords({ source: "pull", code: "SG722NMVXQ" })).toBe("M-PESA SG722NMVXQ");
  expect(paidByWords({ source: "cash", code: "CASH-17", number: "17", bank: null })).toBe("Cash 17");
  expect(paidByWords({ ...cheque, code: ownPaymentCode(cheque), bank: "KCB, account ending 4417" })).toBe(
    "Cheque 000123, KCB, account ending 4417",
  );
});
