import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "#mocks/node.ts";

/** Every test talks to the mock providers; a call that no mock knows fails it. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
