import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retryPageData } from "./hydrate-page.tsx";

const PAGE_DATA = new URL("http://127.0.0.1/contact.data");
const arrives = () => new Response("[]", { status: 202 });
const breaksOff = () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError("broken")) }));
const getsLost = () => {
  throw new TypeError("Failed to fetch");
};

const network = vi.fn<(input: URL | string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  network.mockReset().mockImplementation(async () => getsLost());
  vi.stubGlobal("window", { fetch: network });
  retryPageData();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the status and text of the response, or the message of the error. */
async function request(input: URL | string, init?: RequestInit) {
  const outcome = window.fetch(input, init).then(
    async (response) => `${response.status} ${await response.text()}`,
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return outcome;
}

it.each([
  ["arrives", [arrives], "202 []", 1],
  ["gets lost once", [getsLost, arrives], "202 []", 2],
  ["breaks off once", [breaksOff, arrives], "202 []", 2],
  ["gets lost twice", [getsLost, getsLost], "Failed to fetch", 2],
])("requests a page's data at most twice: when the response %s", async (_what, responses, outcome, times) => {
  for (const response of responses) network.mockImplementationOnce(async () => response());
  expect(await request(PAGE_DATA)).toBe(outcome);
  expect(network).toHaveBeenCalledTimes(times);
});

it.each<[string, URL | string, RequestInit?]>([
  ["a form", PAGE_DATA, { method: "POST" }],
  ["a page that the user has left", PAGE_DATA, { signal: AbortSignal.abort() }],
  ["other data", "http://127.0.0.1/domains/check?name=a.com"],
])("never repeats the request of %s", async (_what, input, init) => {
  expect(await request(input, init)).toBe("Failed to fetch");
  expect(network).toHaveBeenCalledTimes(1);
});

it("requests a page's data the second time as a reload, so that the page shows its flash message again", async () => {
  network.mockImplementationOnce(async () => breaksOff()).mockImplementationOnce(async () => arrives());
  await request(PAGE_DATA);
  expect(network.mock.calls.map(([, init]) => init?.cache)).toEqual(["default", "no-cache"]);
});
