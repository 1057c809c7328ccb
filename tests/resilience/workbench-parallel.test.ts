// What several workers of a test run ask of the tester's API at once.
import { beforeAll, expect, test } from "vitest";
import { readPaymentCode } from "#app/orders/bill.ts";
import { runSite, type Site } from "./run-site.ts";
import { workbenchOf } from "./workbench-calls.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});
const call = workbenchOf(() => site);
const atOnce = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

test("people who are made at once are different people, each with their own domain", async () => {
  const made = await atOnce(8, () => call("POST /users", { domains: [{}] }));
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(8);
  expect(new Set(made.map(({ json }) => json.domains[0].name)).size).toBe(8);
});

test.each([{ seed: "mteja" }, { email: "mteja@example.co.ke" }])(
  "only one of several calls gets %o",
  async (wanted) => {
    const made = await atOnce(4, () => call("POST /users", wanted));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  },
);

test("every code of the fake M-PESA is one that the form of a bill takes", async () => {
  const made = await atOnce(100, () => call("POST /payments", { bill: "MH6DQGRR", amount: 1, report: false }));
  const codes = made.map(({ json }) => json.code);
  expect(new Set(codes).size).toBe(100);
  expect(codes.filter((code) => readPaymentCode(code) !== code)).toEqual([]);
});
