import { beforeEach, expect, it, vi } from "vitest";
import { hoverTimer, typeAhead } from "./use-menu.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function hover() {
  const seen: string[] = [];
  const timer = hoverTimer(
    () => seen.push("open"),
    () => seen.push("close"),
  );
  return { timer, seen };
}

it("opens after the pointer has hovered for 100 ms, not before", () => {
  const { timer, seen } = hover();
  timer.enter();
  vi.advanceTimersByTime(99);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["open"]);
});

it("closes 300 ms after the pointer left, not before, and not if it came back", () => {
  const { timer, seen } = hover();
  timer.leave();
  vi.advanceTimersByTime(299);
  expect(seen).toEqual([]);
  timer.enter();
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual(["open"]);
  timer.leave();
  vi.advanceTimersByTime(300);
  expect(seen).toEqual(["open", "close"]);
});

it("does nothing for a pointer that only crosses, or after it was stopped", () => {
  const { timer, seen } = hover();
  timer.enter();
  vi.advanceTimersByTime(99);
  timer.leave();
  vi.advanceTimersByTime(299);
  timer.stop();
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual([]);
});

const WORDS = ["Domains", "cPanel hosting", "Microsoft 365 e-mail", "Mail"];

it("finds the item that begins with what was typed", () => {
  const find = typeAhead();
  expect(find("m", WORDS, -1)).toBe(2);
  expect(find("A", WORDS, 2)).toBe(3);
});

it("forgets the typed letters after one second, not before", () => {
  const find = typeAhead();
  find("m", WORDS, -1);
  vi.advanceTimersByTime(999);
  expect(find("a", WORDS, 2)).toBe(3);
  vi.advanceTimersByTime(1_000);
  expect(find("d", WORDS, 3)).toBe(0);
  vi.advanceTimersByTime(999);
  expect(find("c", WORDS, 0)).toBeUndefined();
});

it("cycles through the items when the same letter is pressed again", () => {
  const find = typeAhead();
  expect(find("m", WORDS, -1)).toBe(2);
  expect(find("m", WORDS, 2)).toBe(3);
  expect(find("m", WORDS, 3)).toBe(2);
});

it("accepts a space only within a word, and no named key", () => {
  const find = typeAhead();
  expect(find(" ", WORDS, 0)).toBeUndefined();
  for (const key of "cpanel") find(key, WORDS, 1);
  expect(find(" ", WORDS, 1)).toBe(1);
  expect(find("Enter", WORDS, 1)).toBeUndefined();
});
