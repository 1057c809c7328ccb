import { expect, test } from "vitest";
import { newRecoveryCodes, newStepSecret, recoveryHashOf, stepCounterOf, stepUri } from "./second-step.server.ts";

/**
 * RFC 6238, appendix B, for SHA-1: the secret is the ASCII text 12345678901234567890; codes are the last six of its eight
 * digits.
 */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("accepts the code of RFC 6238 at %i s and returns its time step", (seconds, code) => {
  expect(stepCounterOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(stepCounterOf(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, seconds * 1000)).toBeDefined();
});

test.each(["287-082", "287.082", "287\u2013082", "\u200b287\u00a0082", "2 8 7 0 8 2"])(
  "accepts a code whatever stands between its digits: %j",
  (code) => {
    expect(stepCounterOf(SECRET, code, 59_000)).toBe(1);
  },
);

test.each([
  [-60, undefined],
  [-30, 37_037_036],
  [0, 37_037_036],
  [30, 37_037_036],
  [60, undefined],
])("accepts a code up to one period early or late: at %i s from it", (seconds, counter) => {
  expect(stepCounterOf(SECRET, "081804", 1_111_111_095_000 + seconds * 1000)).toBe(counter);
});

test.each(["", "28708", "2870821", "abcdef", "２８７０８２"])("accepts no other text: %j", (code) => {
  expect(stepCounterOf(SECRET, code, 59_000)).toBeUndefined();
});

test("a secret is 160 random bits, and its address names the brand and the account", () => {
  expect(newStepSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newStepSecret()).not.toBe(newStepSecret());
  const uri = new URL(stepUri(SECRET, { issuer: "Mtandao", label: "njeri@example.co.ke" }));
  expect([uri.protocol, uri.searchParams.get("secret"), uri.searchParams.get("issuer")]).toEqual([
    "otpauth:",
    SECRET,
    "Mtandao",
  ]);
});

test("recovery codes differ, and are recognised however they are typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes)).toHaveLength(10);
  const [code = ""] = codes;
  expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
  expect(recoveryHashOf(code.toLowerCase().replaceAll("-", " "))).toBe(recoveryHashOf(code));
  expect(recoveryHashOf(code.slice(1))).toBeUndefined();
});
