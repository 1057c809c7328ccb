// First: what tests load reads the settings.
import "./worker-settings.ts";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "#mocks/node.ts";

const nodes = globalThis.fetch;

/** Mocks answer in the place of the global fetch alone: while they listen, the gateways' goes there too; else it is their own. */
vi.mock("undici", async (importOriginal) => {
  const undici = await importOriginal<typeof import("undici")>();
  const own = undici.fetch as unknown as typeof fetch;
  const theirs: typeof fetch = (input, init) => (globalThis.fetch === nodes ? own : globalThis.fetch)(input, init);
  return { ...undici, fetch: theirs };
});

/** Every test talks to the mock providers; a call that no mock knows fails it. */
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** From here on a deadline is the product's, which a loaded machine may miss, and no short one of a test. */
const SECONDS_MS = 4000;

/**
 * The seconds that the product waits for its database and its providers are minutes here, since on a busy machine an
 * answer may take as long. A test about waiting in vain sets shorter ones of its own.
 */
const { timeout } = AbortSignal;
beforeAll(() => {
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms >= SECONDS_MS ? ms * 20 : ms);
});
afterAll(() => {
  AbortSignal.timeout = timeout;
});
