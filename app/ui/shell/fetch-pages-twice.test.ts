import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchPagesTwice } from "./fetch-pages-twice.ts";

const PAGE = new URL("http://127.0.0.1/contact.data");
const LOST = new TypeError("Failed to fetch");
const page = () => new Response("[]", { status: 202, headers: { "X-Of": "page" } });
/** An answer whose body breaks off. */
const broken = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) }));

let answers: (() => Response)[];
const asked = vi.fn(async () => {
  const answer = answers.shift();
  if (answer === undefined) throw LOST;
  return answer();
});

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  vi.stubGlobal("window", { fetch: asked });
  fetchPagesTwice();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function ask(input: URL | string, init?: RequestInit) {
  const reply = window.fetch(input, init).then(
    async (response) => `${response.status} ${response.headers.get("X-Of")} ${await response.text()}`,
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return reply;
}

const lost = () => {
  throw LOST;
};

it.each([
  ["comes", [page], "202 page []", 1],
  ["is lost once", [lost, page], "202 page []", 2],
  ["breaks off once", [broken, page], "202 page []", 2],
  ["is lost twice", [lost, lost], "Failed to fetch", 2],
])("asks for a page's data whose answer %s as often as needed, twice at most", async (_what, given, outcome, times) => {
  answers = [...given];
  expect(await ask(PAGE)).toBe(outcome);
  expect(asked).toHaveBeenCalledTimes(times);
});

it("never sends a form twice", async () => {
  answers = [];
  expect(await ask(PAGE, { method: "POST" })).toBe("Failed to fetch");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("does not ask again for a page that is wanted no more", async () => {
  answers = [];
  const signal = AbortSignal.abort();
  expect(await ask(PAGE, { signal })).toBe("Failed to fetch");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("leaves what is no page's data alone", async () => {
  answers = [];
  expect(await ask("http://127.0.0.1/domains/check?name=a.com")).toBe("Failed to fetch");
  expect(asked).toHaveBeenCalledTimes(1);
});
