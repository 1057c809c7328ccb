import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBotCheckGate, type Gate, PATIENCE_MS } from "./bot-check-gate.ts";

let seen: Gate[];
let gate: ReturnType<typeof createBotCheckGate>;
beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  gate = createBotCheckGate((change) => seen.push(change));
});
afterEach(() => vi.useRealTimers());
const states = () => seen.map(({ state }) => state);

it("waits eight seconds for a token and no longer", () => {
  gate.wait();
  vi.advanceTimersByTime(PATIENCE_MS - 1);
  expect(states()).toEqual(["waiting"]);
  vi.advanceTimersByTime(1);
  expect(seen.at(-1)).toEqual({ state: "released", token: "" });
  expect(PATIENCE_MS).toBe(8000);
});

it("lets the form pass with a token, and the clock stands still then", () => {
  gate.wait();
  gate.pass("t");
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual([
    { state: "waiting", token: "" },
    { state: "passed", token: "t" },
  ]);
});

it("waits anew, with no token, after one has expired or was spent", () => {
  gate.wait();
  vi.advanceTimersByTime(7000);
  gate.pass("one");
  gate.wait();
  expect(seen.at(-1)).toEqual({ state: "waiting", token: "" });
  vi.advanceTimersByTime(7999);
  expect(states()).toEqual(["waiting", "passed", "waiting"]);
  gate.pass("two");
  expect(seen.at(-1)).toEqual({ state: "passed", token: "two" });
});

it("lets the form go at once when the check fails, and takes a token that comes late", () => {
  gate.wait();
  gate.release();
  expect(states()).toEqual(["waiting", "released"]);
  gate.pass("late");
  expect(seen.at(-1)).toEqual({ state: "passed", token: "late" });
});

it("says nothing more once it is stopped", () => {
  gate.wait();
  gate.stop();
  vi.advanceTimersByTime(60_000);
  expect(states()).toEqual(["waiting"]);
});
