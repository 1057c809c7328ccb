// Imported first, because other modules read the settings.
import "./worker-settings.ts";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "#mocks/node.ts";

const nodes = globalThis.fetch;

/** MSW replaces the global fetch only: while it listens, the gateways' fetch of undici goes there too. */
vi.mock("undici", async (importOriginal) => {
  const undici = await importOriginal<typeof import("undici")>();
  const own = undici.fetch as unknown as typeof fetch;
  const theirs: typeof fetch = (input, init) => (globalThis.fetch === nodes ? own : globalThis.fetch)(input, init);
  return { ...undici, fetch: theirs };
});

/** Every test uses the mock providers; a call without a mock fails it. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Timeouts from here on are the product's and not a test's, and a busy machine may exceed them. */
const SECONDS_MS = 4000;

/**
 * The product's timeouts are twenty times as long here, because a busy machine may exceed them. A test about timeouts sets short
 * ones.
 */
const { timeout } = AbortSignal;
beforeAll(() => {
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms >= SECONDS_MS ? ms * 20 : ms);
});
afterAll(() => {
  AbortSignal.timeout = timeout;
});
