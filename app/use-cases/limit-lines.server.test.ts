import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLimitLines } from "./limit-lines.server.ts";

const MINUTE = 60_000;
const lines: object[] = [];
let turnAway: ReturnType<typeof createLimitLines>;

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  turnAway = createLimitLines((line) => void lines.push(line));
});
afterEach(() => void vi.useRealTimers());

test("a visitor who is turned away a thousand times in a minute has two lines, the second with how often more", () => {
  for (let times = 0; times < 1000; times++) turnAway("pages", "njeri");
  expect(lines).toEqual([{ limit: "pages", whom: "njeri" }]);
  vi.advanceTimersByTime(MINUTE);
  expect(lines.slice(1)).toEqual([{ limit: "pages", whom: "njeri", again: 999 }]);
});

test("who is turned away once has one line, and after the minute one again", () => {
  for (let minutes = 0; minutes < 3; minutes++) {
    turnAway("search", "njeri");
    vi.advanceTimersByTime(MINUTE);
  }
  expect(lines).toEqual(Array(3).fill({ limit: "search", whom: "njeri" }));
  expect(vi.getTimerCount()).toBe(0);
});

test("each limit and each visitor has lines of their own", () => {
  for (const [limit, whom] of [
    ["pages", "njeri"],
    ["pages", "otieno"],
    ["search", "njeri"],
    ["pages", "njeri"],
  ] as const)
    turnAway(limit, whom);
  vi.advanceTimersByTime(MINUTE);
  expect(lines).toEqual([
    { limit: "pages", whom: "njeri" },
    { limit: "pages", whom: "otieno" },
    { limit: "search", whom: "njeri" },
    { limit: "pages", whom: "njeri", again: 1 },
  ]);
});

test("a flood from ten thousand addresses writes twenty-one lines a minute, and each time it is counted", () => {
  for (let times = 0; times < 3; times++) {
    for (let address = 0; address < 10_000; address++) turnAway("requests", `address ${address}`);
  }
  vi.advanceTimersByTime(MINUTE);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toEqual({ limit: "requests", whom: "others", again: 3 * 9_990 });
  turnAway("requests", "address 9999");
  expect(lines.at(-1)).toEqual({ limit: "requests", whom: "address 9999" });
});
