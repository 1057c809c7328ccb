import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseDomainName } from "#app/model/domain-name.ts";
import { suggestNames } from "#app/model/suggestions.ts";
import { server } from "#mocks/node.ts";
import { createRegistrar } from "../registrar.server.ts";

let count = 0;
const size = { all: 50, suggestions: 20, reserve: 15 };

function newRegistrar(callsPerMinute = size) {
  count += 1;
  return createRegistrar({ url: `http://ideas-${count}.test/proxy/godaddy`, authorization: "", callsPerMinute });
}

function named(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is no name`);
  return name;
}

/** Names of a search; what the provider calls its own has "shop" in it, in the mock. */
async function suggestionsFor(typed: string, registrar = newRegistrar()) {
  return (await registrar.listSuggestions(named(typed))).map(({ name }) => name);
}

/** What is suggested without the provider's ideas. */
const own = (label: string) => suggestNames(named(`${label}.com`)).map(({ name }) => name);

function provider(path: string, answer: () => Response) {
  const calls: URL[] = [];
  server.use(
    http.get(`*/proxy/godaddy/v1/domains/${path}`, ({ request }) => {
      calls.push(new URL(request.url));
      return answer();
    }),
  );
  return calls;
}
const free = () => HttpResponse.json({ available: true, price: 11_990_000, renewalPrice: 22_990_000 });

beforeEach(() => vi.useRealTimers());
afterEach(() => vi.useRealTimers());

test("asks the provider for five names with our TLDs and mixes them with ours", async () => {
  const calls = provider("suggest", () => HttpResponse.json([{ domain: "njerishop.com" }]));
  expect(await suggestionsFor("njeri.com")).toContain("njerishop.com");
  expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toEqual({
    query: "njeri",
    limit: "5",
    tlds: "com,site,org,net,ai,dev",
  });
});

test("caches the provider's suggestions and shares one call", async () => {
  const registrar = newRegistrar();
  const calls = provider("suggest", () => HttpResponse.json([]));
  await Promise.all([suggestionsFor("njeri.com", registrar), suggestionsFor("njeri.org", registrar)]);
  await suggestionsFor("njeri.com", registrar);
  expect(calls).toHaveLength(1);
});

test.each(["ratelimit", "error500", "nosuggest"])(
  "suggests our own names for a provider that answers as for %s-",
  async (word) => {
    expect(await suggestionsFor(`${word}-jina.com`)).toEqual(own(`${word}-jina`));
  },
);

test.each(["many", "twice", "script"])("suggests eight names for a provider that answers as for %s-", async (word) => {
  const names = await suggestionsFor(`${word}-jina.com`);
  expect(names).toHaveLength(8);
  expect(new Set(names).size).toBe(8);
  expect(names.join()).not.toContain("<");
});

test.each([{ domains: [] }, "names", null, 7])("ignores a reply of %j", async (body) => {
  provider("suggest", () => HttpResponse.json(body));
  expect(await suggestionsFor("njeri.com")).toEqual(own("njeri"));
});

test("limits suggestions to twenty calls a minute and leaves thirty to typed searches", async () => {
  const registrar = newRegistrar();
  const calls = provider("available", free);
  for (let i = 0; i < 25; i++) await registrar.checkAvailability(named(`idea${i}.com`), "suggestion");
  expect(calls).toHaveLength(20);
  const typed = [];
  for (let i = 0; i < 31; i++) typed.push((await registrar.checkAvailability(named(`typed${i}.com`))).kind);
  expect(typed).toEqual([...Array(30).fill("available"), "unknown"]);
});

test("spends the last fifteen calls on typed searches only", async () => {
  const registrar = newRegistrar();
  const calls = provider("available", free);
  const ideas = provider("suggest", () => HttpResponse.json([]));
  for (let i = 0; i < 35; i++) await registrar.checkAvailability(named(`typed${i}.com`));
  expect((await registrar.checkAvailability(named("idea.com"), "suggestion")).kind).toBe("available");
  expect((await registrar.checkAvailability(named("idea2.com"), "suggestion")).kind).toBe("unknown");
  expect(await suggestionsFor("njeri.com", registrar)).toEqual(own("njeri"));
  expect([calls.length, ideas.length]).toEqual([36, 0]);
  expect((await registrar.checkAvailability(named("typed.com"))).kind).toBe("available");
});

test("answers a typed search although a parallel suggestion had no budget", async () => {
  const registrar = newRegistrar({ all: 50, suggestions: 0, reserve: 15 });
  provider("available", free);
  const [idea, typed] = await Promise.all([
    registrar.checkAvailability(named("njeri.com"), "suggestion"),
    registrar.checkAvailability(named("njeri.com")),
  ]);
  expect([idea.kind, typed.kind]).toEqual(["unknown", "available"]);
});

test("does not ask again for an hour about a TLD that the provider does not know", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const registrar = newRegistrar();
  const calls = provider("available", () => HttpResponse.json({ code: "UNSUPPORTED_TLD" }, { status: 422 }));
  for (const name of ["a.co.ke", "b.co.ke", "c.co.ke"]) {
    expect(await registrar.checkAvailability(named(name))).toMatchObject({ kind: "by-hand", display: name });
  }
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(61 * 60_000);
  await new Promise((done) => setTimeout(done, 5));
  await registrar.checkAvailability(named("d.co.ke"));
  expect(calls).toHaveLength(2);
});
