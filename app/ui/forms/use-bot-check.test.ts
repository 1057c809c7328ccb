import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBotCheckGate, type Gate } from "./use-bot-check.ts";

let seen: Gate[];
let gate: ReturnType<typeof createBotCheckGate>;
beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  gate = createBotCheckGate((change) => seen.push(change));
  gate.wait();
});
afterEach(() => vi.useRealTimers());
const states = () => seen.map(({ state }) => state);

it("waits eight seconds for a token and no longer", () => {
  vi.advanceTimersByTime(7999);
  expect(states()).toEqual(["waiting"]);
  vi.advanceTimersByTime(1);
  expect(seen.at(-1)).toEqual({ state: "released", token: "" });
});

it("passes with a token and then stops its clock", () => {
  gate.pass("t");
  vi.advanceTimersByTime(60_000);
  expect(seen.slice(1)).toEqual([{ state: "passed", token: "t" }]);
});

it("waits eight seconds again, without a token, after a token expired or was spent", () => {
  vi.advanceTimersByTime(7000);
  gate.pass("one");
  gate.wait();
  expect(seen.at(-1)).toEqual({ state: "waiting", token: "" });
  vi.advanceTimersByTime(7999);
  expect(states()).toEqual(["waiting", "passed", "waiting"]);
  gate.pass("two");
  expect(seen.at(-1)).toEqual({ state: "passed", token: "two" });
});

it("releases the form at once when the check fails, and accepts a late token", () => {
  gate.release();
  gate.pass("late");
  expect(states()).toEqual(["waiting", "released", "passed"]);
});

it("changes nothing after it was stopped", () => {
  gate.stop();
  vi.advanceTimersByTime(60_000);
  expect(states()).toEqual(["waiting"]);
});
