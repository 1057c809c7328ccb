import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readPaymentCode, wholeShillings } from "#app/orders/bill.ts";
import { newReference, readReference } from "#app/orders/bill-reference.ts";
import { MOST_LOOKS, readLooks } from "./pay-words.ts";
import { isNotPaid, KNOWN_RESULTS, promptResult, TOKEN_CODES } from "./results.ts";

test.each([
  [5, 5],
  ["5", 5],
  ["5.0", 5],
  [" 1500.00 ", 1500],
  [999_999_999, 999_999_999],
  [5.5, undefined],
  ["5.50", undefined],
  ["5.000", undefined],
  ["1,500", undefined],
  ["-5", undefined],
  ["+5", undefined],
  ["0", undefined],
  ["1e3", undefined],
  ["", undefined],
  [null, undefined],
  [Number.NaN, undefined],
])("reads the amount %j as %j whole shillings", (amount, shillings) => {
  expect(wholeShillings(amount)).toBe(shillings);
});

describe("a bill's reference", () => {
  const references = Array.from({ length: 200 }, () => newReference(randomBytes));

  test("has eight characters that nobody confuses, and is read as it was made", () => {
    for (const reference of references) {
      expect(reference).toMatch(/^M[234679ACDEFGHJKMNPQRTVWXYZ]{7}$/);
      expect(readReference(reference)).toBe(reference);
    }
    expect(new Set(references).size).toBe(references.length);
  });

  test.each(["M0000000", "M15DSEBE", "M00000BB"])("of an older bill is read with any symbols: %s", (old) => {
    expect(readReference(old)).toBe(old);
  });

  test("is read in lower case, with spaces and hyphens, and with O, I and L for 0 and 1", () => {
    for (const reference of references) {
      const [start, end] = [reference.slice(0, 4).toLowerCase(), reference.slice(4)];
      expect(readReference(` ${start}-${end} `)).toBe(reference);
      expect(readReference(reference.replaceAll("0", "o").replaceAll("1", "l"))).toBe(reference);
      expect(readReference(reference.replaceAll("1", "I"))).toBe(reference);
    }
  });

  test("with one wrong character, or two that changed places, is rejected", () => {
    for (const reference of references.slice(0, 50)) {
      for (let at = 1; at < reference.length; at++) {
        const [before, here = "", next = "", after] = [
          reference.slice(0, at),
          reference[at],
          reference[at + 1],
          reference.slice(at + 2),
        ];
        const other = here === "7" ? "8" : "7";
        expect(readReference(before + other + reference.slice(at + 1))).toBeUndefined();
        if (next !== "" && next !== here) expect(readReference(before + next + here + after)).toBeUndefined();
      }
    }
  });

  test.each(["", "M", "N1234567", "M12345U7", "M1234567890", "shoes"])("is not read from %j", (typed) => {
    expect(readReference(typed)).toBeUndefined();
  });
});

describe("the results of a prompt", () => {
  /** Daraja's documentation of M-PESA Express and of its errors. */
  const DOCUMENTED = [
    ...["0", "1", "2", "3", "4", "8", "17", "26", "1001", "1019", "1025", "9999", "1032", "1037", "2001", "2028"],
    ...["SFC_IC0003", "8006", "400.002.02", "404.001.03", "401.003.01", "400.003.01", "500.001.1001", "500.003.02"],
    ...["500.003.03", "500.003.1001"],
  ];

  test("have a sentence each for every documented code", () => {
    expect([...KNOWN_RESULTS].sort()).toEqual([...DOCUMENTED].sort());
    for (const code of DOCUMENTED) {
      const { title, text } = promptResult(code);
      expect(title, code).not.toBe(promptResult("a code of nobody").title);
      expect(title, code).toMatch(/^[A-Z].*[.?]$/);
      expect(text, code).toMatch(/^[A-Z].*\.$/);
      for (const sentence of `${title} ${text}`.split(/(?<=[.?]) /))
        expect(sentence.split(" ").length, text).toBeLessThanOrEqual(20);
    }
  });

  test("that are not documented say nothing about the money", () => {
    for (const code of ["", "4711", "toString"]) {
      expect(isNotPaid(code)).toBe(false);
      expect(promptResult(code).text).not.toContain("Nothing was taken");
    }
    for (const code of KNOWN_RESULTS)
      if (promptResult(code).text.includes("Nothing was taken")) expect(isNotPaid(code), code).toBe(true);
    expect(isNotPaid("0")).toBe(false);
    expect(isNotPaid("1032")).toBe(true);
    for (const code of TOKEN_CODES) expect(isNotPaid(code)).toBe(false);
  });

  test("with a shared code are told apart by their message", () => {
    expect(promptResult("500.001.1001", "Unable to lock subscriber, a transaction is already in process").title).toBe(
      promptResult("1001").title,
    );
    expect(promptResult("500.001.1001", "Wrong credentials")).toMatchObject({ isOurFault: true });
  });
});

test("an M-PESA code has ten letters and digits", () => {
  expect(readPaymentCode(" sg72 2nmv-xq ")).toBe("SG722NMVXQ");
  for (const typed of ["", "0712345678", "0712 345 678", "SG722NMVX", "SG722NMVXQ1", "SG722NMVX!"])
    expect(readPaymentCode(typed)).toBeUndefined();
});

test.each([
  [null, 0],
  ["", 0],
  ["x", 0],
  ["-1", 0],
  ["-Infinity", 0],
  ["3", 3],
  ["1e9", MOST_LOOKS],
])("reads %j looks in the address as %i", (typed, looks) => {
  expect(readLooks(typed)).toBe(looks);
});
