import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from "vitest";
import { server } from "#mocks/node.ts";

let complaints: MockInstance<typeof console.error>;
const consoleError = console.error;

/** Every test talks to the mock providers; a call that no mock knows, or a console.error nobody expected, fails it. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  complaints = vi.spyOn(console, "error");
});
afterEach(() => {
  server.resetHandlers();
  const said = [...complaints.mock.calls];
  vi.restoreAllMocks();
  // A statement of the embedded database that is still under way has put its own filter over the spy.
  console.error = consoleError;
  expect(said, "an unexpected console.error").toEqual([]);
});
afterAll(() => server.close());
