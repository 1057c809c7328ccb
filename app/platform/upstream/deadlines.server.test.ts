import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { setProductDeadlines } from "../../../tests/deadlines.js";
import { DRAFT, newDns, ZONE } from "../../../tests/dns-provider.ts";
import { newRegistrar, parsedName } from "../../../tests/registrar-provider.ts";

/** A fake clock. It advances only when a call times out, by the full timeout of that call. */
let elapsedMs: number;
let calls: string[];
let waiting: { ms: number; controller: AbortController }[];

beforeEach(() => {
  setProductDeadlines();
  elapsedMs = 0;
  calls = [];
  waiting = [];
  vi.spyOn(performance, "now").mockImplementation(() => elapsedMs);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    waiting.push({ ms, controller });
    return controller.signal;
  });
  server.use(
    http.all("*/proxy/*", ({ request }) => {
      calls.push(request.method);
      const { ms = 0, controller } = waiting.shift() ?? {};
      elapsedMs += ms;
      controller?.abort(new DOMException("", "TimeoutError"));
      return HttpResponse.error();
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["POST", () => newDns().createRecord(ZONE, DRAFT)],
  ["PUT", () => newDns().updateRecord(ZONE, "a".repeat(32), DRAFT)],
  ["DELETE", () => newDns().deleteRecord(ZONE, "a".repeat(32))],
])("sends an unanswered %s once, reads the list again and returns within 12 s", async (method, change) => {
  expect(await change()).toMatchObject({ ok: false, isUnknown: true });
  expect([calls[0], calls.filter((one) => one === method).length]).toEqual([method, 1]);
  expect(calls.slice(1)).toContain("GET");
  expect(elapsedMs).toBeGreaterThan(5000);
  expect(elapsedMs).toBeLessThanOrEqual(12_000);
});

test("ends an unanswered search and its suggestions within 10 s", async () => {
  const registrar = newRegistrar();
  const name = parsedName("jina.com");
  expect(await registrar.checkAvailability(name)).toMatchObject({ kind: "unknown" });
  expect(calls).toEqual(["GET", "GET"]);
  // These are our own.
  expect((await registrar.listSuggestions(name)).length).toBeGreaterThan(0);
  expect(elapsedMs).toBeGreaterThan(8000);
  expect(elapsedMs).toBeLessThanOrEqual(10_000);
});
