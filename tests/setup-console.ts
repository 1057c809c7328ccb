import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let complaints: MockInstance<typeof console.error>;
const consoleError = console.error;

/** An unexpected console.error fails its test. */
beforeEach(() => {
  complaints = vi.spyOn(console, "error");
});
afterEach(() => {
  const said = [...complaints.mock.calls];
  vi.restoreAllMocks();
  // A pending statement of the embedded database may have wrapped the spy.
  console.error = consoleError;
  expect(said, "an unexpected console.error").toEqual([]);
});
