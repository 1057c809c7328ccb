import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLimitLines } from "./security-events.server.ts";

const MINUTE = 60_000;
const lines: object[] = [];
let reject: ReturnType<typeof createLimitLines>;

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  reject = createLimitLines((line) => void lines.push(line));
});
afterEach(() => void vi.useRealTimers());

test("a thousand rejections of a visitor in a minute make two lines, the second with the count", () => {
  for (let times = 0; times < 1000; times++) reject("pages", "njeri");
  expect(lines).toEqual([{ limit: "pages", whom: "njeri" }]);
  vi.advanceTimersByTime(MINUTE);
  expect(lines.slice(1)).toEqual([{ limit: "pages", whom: "njeri", again: 999 }]);
});

test("each limit and each visitor has separate lines", () => {
  for (const [limit, whom] of [
    ["pages", "njeri"],
    ["pages", "otieno"],
    ["search", "njeri"],
    ["pages", "njeri"],
  ] as const)
    reject(limit, whom);
  vi.advanceTimersByTime(MINUTE);
  expect(lines).toEqual([
    { limit: "pages", whom: "njeri" },
    { limit: "pages", whom: "otieno" },
    { limit: "search", whom: "njeri" },
    { limit: "pages", whom: "njeri", again: 1 },
  ]);
});

test("a flood from ten thousand addresses makes twenty-one lines a minute with complete counts", () => {
  for (let times = 0; times < 3; times++) {
    for (let address = 0; address < 10_000; address++) reject("requests", `address ${address}`);
  }
  vi.advanceTimersByTime(MINUTE);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toEqual({ limit: "requests", whom: "others", again: 3 * 9_990 });
  reject("requests", "address 9999");
  expect(lines.at(-1)).toEqual({ limit: "requests", whom: "address 9999" });
});
