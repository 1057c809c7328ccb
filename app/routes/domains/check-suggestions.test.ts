import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Suggestions } from "#app/domains/suggestions.ts";
import { checkSuggestions, type Shown } from "./check-suggestions.ts";

const suggestions = (...names: string[]): Suggestions => ({
  about: "njeri.com",
  names: names.map((name) => ({ kind: "related", name })),
});

/** Every URL that was requested, with the milliseconds since the start. */
let asked: string[];
let respondTo: (address: string) => Promise<Response> | Response;
let shown: Shown;

beforeEach(() => {
  vi.useFakeTimers();
  const start = Date.now();
  asked = [];
  respondTo = () => Response.json({ kind: "taken" });
  shown = suggestions();
  vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
    asked.push(`${Date.now() - start} ${address}`);
    const aborted = new Promise<never>((_done, fail) => {
      signal?.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError")));
    });
    if (signal?.aborted) throw new DOMException("aborted", "AbortError");
    return Promise.race([respondTo(address), aborted]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function lookUp(given: Suggestions, typed?: string) {
  const leave = new AbortController();
  const show = (change: (old: Shown) => Shown) => {
    shown = change(shown);
  };
  const done = checkSuggestions({ given, typed, signal: leave.signal, show });
  return { done, leave };
}
const states = () =>
  shown.names.map(({ name, lookup, isChecking }) => `${name} ${isChecking ? "…" : (lookup?.kind ?? "?")}`);

it("checks the initial names one after another, with 300 ms between a result and the next request", async () => {
  const slow: (() => void)[] = [];
  respondTo = () => new Promise((done) => slow.push(() => done(Response.json({ kind: "available" }))));
  lookUp(suggestions("a.com", "b.com"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual(["0 /domains/check?name=a.com"]);
  expect(states()).toEqual(["a.com …", "b.com ?"]);
  slow[0]?.();
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(["0 /domains/check?name=a.com", "5300 /domains/check?name=b.com"]);
  expect(states()).toEqual(["a.com available", "b.com …"]);
});

it("requests suggestions 500 ms after the last key press", async () => {
  respondTo = (address) =>
    address.includes("suggestions") ? Response.json(suggestions("c.com")) : Response.json({ kind: "taken" });
  const { done } = lookUp(suggestions("a.com"), "shule ya njeri");
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(asked).toEqual(["500 /domains/suggestions?q=shule%20ya%20njeri", "500 /domains/check?name=c.com"]);
  expect(states()).toEqual(["c.com taken"]);
});

it("requests and shows nothing for an empty field", async () => {
  lookUp(suggestions("a.com"), "  ");
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked, shown.names]).toEqual([[], []]);
});

it("stops when aborted: before the request, while it waits, and between two names", async () => {
  const early = lookUp(suggestions("a.com"), "njeri");
  early.leave.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect(states()).toEqual([]);

  respondTo = () => new Promise(() => undefined);
  const waiting = lookUp(suggestions("a.com", "b.com"));
  await vi.advanceTimersByTimeAsync(0);
  waiting.leave.abort();
  await waiting.done;
  respondTo = () => Response.json({ kind: "taken" });
  const between = lookUp(suggestions("c.com", "d.com"));
  await vi.advanceTimersByTimeAsync(100);
  between.leave.abort();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.filter((line) => line.includes("check")).map((line) => line.split("=")[1])).toEqual(["a.com", "c.com"]);
});

it.each([
  ["a refusal", () => new Response(null, { status: 429 })],
  ["a page of somebody else's", () => new Response("<html>Pay for Wi-Fi</html>")],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
])("stops after %s and leaves the other names unchecked", async (_title, response) => {
  respondTo = (address) => (address.includes("a.com") ? Response.json({ kind: "taken" }) : response());
  const { done } = lookUp(suggestions("a.com", "b.com", "c.com"));
  await vi.advanceTimersByTimeAsync(5000);
  await done;
  expect(states()).toEqual(["a.com taken", "b.com ?", "c.com ?"]);
  expect(asked).toHaveLength(2);
});
