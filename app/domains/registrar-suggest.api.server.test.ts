import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { advanceMinutes, available, newRegistrar, parsedName, replyWith } from "../../tests/registrar-provider.ts";
import { suggestNames } from "./suggestions.ts";

async function suggestionsFor(typed: string, registrar = newRegistrar()) {
  return (await registrar.listSuggestions(parsedName(typed))).map(({ name }) => name);
}

/** Returns the names that are suggested without the provider. */
const ownSuggestions = (typed: string) => suggestNames(parsedName(typed)).map(({ name }) => name);
const noNames = () => HttpResponse.json([]);

afterEach(() => {
  vi.useRealTimers();
});

test("asks the provider for five names with our TLDs and mixes them with ours", async () => {
  const requests = replyWith("suggest", () => HttpResponse.json([{ domain: "njerishop.com" }]));
  expect(await suggestionsFor("njeri.com")).toContain("njerishop.com");
  const query = Object.fromEntries(new URL(requests[0]?.url ?? "").searchParams);
  expect(query).toEqual({ query: "njeri", limit: "5", tlds: "com,site,org,net,ai,dev" });
});

test("caches the provider's suggestions and shares one call", async () => {
  const registrar = newRegistrar();
  const requests = replyWith("suggest", noNames);
  await Promise.all([suggestionsFor("njeri.com", registrar), suggestionsFor("njeri.org", registrar)]);
  await suggestionsFor("njeri.com", registrar);
  expect(requests).toHaveLength(1);
});

test.each(["ratelimit", "error500", "nosuggest"])(
  "suggests our own names for a provider that answers as for %s-",
  async (word) => {
    expect(await suggestionsFor(`${word}-jina.com`)).toEqual(ownSuggestions(`${word}-jina.com`));
  },
);

test.each(["many", "twice", "script"])("suggests eight names for a provider that answers as for %s-", async (word) => {
  const names = await suggestionsFor(`${word}-jina.com`);
  expect(names).toHaveLength(8);
  expect(new Set(names).size).toBe(8);
  expect(names.join()).not.toContain("<");
});

test.each([{ domains: [] }, "names", null, 7])("ignores a reply of %j", async (body) => {
  replyWith("suggest", () => HttpResponse.json(body));
  expect(await suggestionsFor("njeri.com")).toEqual(ownSuggestions("njeri.com"));
});

test("limits suggestions to twenty calls a minute and leaves thirty to typed searches", async () => {
  const registrar = newRegistrar();
  const requests = replyWith("available", available);
  for (let i = 0; i < 25; i++) await registrar.checkAvailability(parsedName(`idea${i}.com`), "suggestion");
  expect(requests).toHaveLength(20);
  const typed = [];
  for (let i = 0; i < 31; i++) typed.push((await registrar.checkAvailability(parsedName(`typed${i}.com`))).kind);
  expect(typed).toEqual([...Array(30).fill("available"), "unknown"]);
});

test("spends the last fifteen calls on typed searches only", async () => {
  const registrar = newRegistrar();
  const requests = replyWith("available", available);
  const suggestRequests = replyWith("suggest", noNames);
  const kindOf = async (name: string, purpose?: "suggestion") =>
    (await registrar.checkAvailability(parsedName(name), purpose)).kind;
  for (let i = 0; i < 35; i++) await kindOf(`typed${i}.com`);
  expect(await kindOf("idea.com", "suggestion")).toBe("available");
  expect(await kindOf("idea2.com", "suggestion")).toBe("unknown");
  expect(await suggestionsFor("njeri.com", registrar)).toEqual(ownSuggestions("njeri.com"));
  expect([requests.length, suggestRequests.length]).toEqual([36, 0]);
  expect(await kindOf("typed.com")).toBe("available");
});

test("carries out a typed search although a parallel suggestion had no budget", async () => {
  const registrar = newRegistrar({ callsPerMinute: { all: 50, suggestions: 0, reserve: 15 } });
  replyWith("available", available);
  const name = parsedName("njeri.com");
  const both = [registrar.checkAvailability(name, "suggestion"), registrar.checkAvailability(name)];
  expect(await Promise.all(both)).toMatchObject([{ kind: "unknown" }, { kind: "available" }]);
});

test("does not ask again for an hour about a TLD that the provider does not know", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const registrar = newRegistrar();
  const requests = replyWith("available", () => HttpResponse.json({ code: "UNSUPPORTED_TLD" }, { status: 422 }));
  for (const name of ["a.co.ke", "b.co.ke", "c.co.ke"]) {
    expect(await registrar.checkAvailability(parsedName(name))).toMatchObject({ kind: "by-hand", display: name });
  }
  expect(requests).toHaveLength(1);
  await advanceMinutes(61);
  await registrar.checkAvailability(parsedName("d.co.ke"));
  expect(requests).toHaveLength(2);
});
