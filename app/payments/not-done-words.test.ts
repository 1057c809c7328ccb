import { expect, test } from "vitest";
import { notDoneWords, sentBackWords } from "./not-done-words.ts";

const renewal = (reason: string | null) => ({ kind: "renew", status: "failed", reason }) as const;

test.each([
  ["The registry refused it", "Not renewed: the registry refused it", ""],
  ["KeNIC refused it.", "Not renewed: KeNIC refused it", ""],
  ["The code is wrong. Ask for a new one", "Not renewed: the code is wrong", "Ask for a new one."],
  [null, "Not renewed", ""],
  [`It ${"is long ".repeat(12)}so`, "Not renewed", `It ${"is long ".repeat(12)}so.`],
])("a failed order with the reason %j has the heading %j", (reason, title, text) => {
  expect(notDoneWords([renewal(reason)])).toEqual({ title, text });
});

test("a bill says how many of its orders failed, and each reason once", () => {
  const done = { kind: "renew", status: "done", reason: null } as const;
  expect(notDoneWords([done])).toBeUndefined();
  expect(notDoneWords([done, renewal("It is gone"), renewal("It is gone")])).toEqual({
    title: "2 of your 3 orders could not be done",
    text: "It is gone.",
  });
  expect(notDoneWords([renewal("It is gone"), renewal("It is locked")])?.title).toBe("Your orders could not be done");
});

test("money that went back has its day, its way and its code", () => {
  const back = { at: "2026-11-30T21:30:00Z", ksh: 1500, way: "mpesa", code: "TKR4X9QW2Z" } as const;
  const whole = { code: "SG722NMVXQ", amount_ksh: 777, state: "returned", source: "paybill" };
  expect(sentBackWords([back], [whole, { ...whole, state: "counted" }])).toEqual([
    "We sent your KSh\u00a01,500 back on 1 Dec 2026, M-PESA TKR4X9QW2Z.",
    "We sent your KSh\u00a0777 back, M-PESA SG722NMVXQ.",
  ]);
});
