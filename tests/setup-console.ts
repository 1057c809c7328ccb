import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;
const consoleError = console.error;

/** An unexpected console.error fails its test. */
beforeEach(() => {
  errors = vi.spyOn(console, "error");
});
afterEach(() => {
  const messages = [...errors.mock.calls];
  vi.restoreAllMocks();
  // A pending statement of the embedded database may have wrapped the spy.
  console.error = consoleError;
  expect(messages, "an unexpected console.error").toEqual([]);
});
