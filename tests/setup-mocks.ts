// Imported first, because other modules read the settings.
import "./worker-settings.ts";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "#mocks/node.ts";

const nodeFetch = globalThis.fetch;

/** MSW replaces only the global fetch. While it listens, undici's fetch, which the gateways use, calls that one. */
vi.mock("undici", async (importOriginal) => {
  const undici = await importOriginal<typeof import("undici")>();
  const undiciFetch = undici.fetch as unknown as typeof fetch;
  const fetchOrMock: typeof fetch = (input, init) =>
    (globalThis.fetch === nodeFetch ? undiciFetch : globalThis.fetch)(input, init);
  return { ...undici, fetch: fetchOrMock };
});

/** Every test uses the mock providers. A call without a mock is an error. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
