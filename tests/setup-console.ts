import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let complaints: MockInstance<typeof console.error>;
const consoleError = console.error;

/** A console.error that nobody expected fails its test. */
beforeEach(() => {
  complaints = vi.spyOn(console, "error");
});
afterEach(() => {
  const said = [...complaints.mock.calls];
  vi.restoreAllMocks();
  // A statement of the embedded database that is still under way has put its own filter over the spy.
  console.error = consoleError;
  expect(said, "an unexpected console.error").toEqual([]);
});
