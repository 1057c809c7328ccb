import { afterEach, expect, test } from "vitest";
import { ALWAYS_WAITED, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { lengthenDeadlines } from "#mocks/lengthen-deadlines.ts";
import { setDeadlines, setProductDeadlines } from "../deadlines.js";
import { runToEnd } from "./run-site.ts";

afterEach(() => setDeadlines());

test("SANDBOX_DEADLINES lengthens what the site waits for others, and nothing that runs out although all is well", () => {
  setProductDeadlines();
  const names = ["databaseQuery", "account", "dnsWrite", ...ALWAYS_WAITED] as const;
  const before = names.map((name) => deadlineMs(name));
  lengthenDeadlines(10);
  expect(names.map((name) => deadlineMs(name))).toEqual(
    names.map((name, at) => (before[at] ?? 0) * (ALWAYS_WAITED.has(name) ? 1 : 10)),
  );
});

test("1 leaves the deadlines as they are", () => {
  setProductDeadlines();
  lengthenDeadlines(1);
  expect(globalThis.deadlineOfTests).toBeUndefined();
});

test.each(["0", "101", "long"])("the sandbox does not start with SANDBOX_DEADLINES=%s, and names it", async (wrong) => {
  const { code, output } = await runToEnd("sandbox", { SANDBOX_DEADLINES: wrong, PORT: "0" });
  expect([code, output]).toEqual([1, expect.stringContaining("SANDBOX_DEADLINES")]);
});
