import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { server } from "#mocks/node.ts";

/** Every test talks to the mock providers; a call that no mock knows, or a console.error nobody expected, fails it. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  vi.spyOn(console, "error");
});
afterEach(() => {
  server.resetHandlers();
  expect(console.error, "an unexpected console.error").not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
afterAll(() => server.close());
