import { expect, it } from "vitest";
import { loader } from "./search.tsx";

let visitors = 0;

async function search(q: string | null, address = `203.0.113.${visitors++}`) {
  const url = new URL("http://127.0.0.1:3000/domains");
  if (q !== null) url.searchParams.set("q", q);
  const response = await loader({ request: new Request(url), context: { address }, params: {} });
  return { status: response.init?.status ?? 200, headers: new Headers(response.init?.headers), ...response.data };
}

it("loads a cacheable page without any lookup when nothing is searched", async () => {
  const { status, headers, lookup } = await search(null);
  expect([status, lookup]).toEqual([200, undefined]);
  expect(headers.has("Cache-Control")).toBe(false);
});

it.each([
  ["mamanjeri.com", { kind: "available", price: { ksh: 1942, usdCents: 1494 } }],
  ["mamanjeri", { kind: "available", domain: "mamanjeri.com" }],
  ["noprice-a.com", { kind: "available", price: { ksh: 1800, usdCents: 1499 } }],
  ["taken-a.com", { kind: "taken" }],
  ["mamanjeri.co.ke", { kind: "by-hand", isUnused: true, price: { ksh: 1500, usdCents: 1154 } }],
  ["taken-a.co.ke", { kind: "taken" }],
  ["unreachable-a.co.ke", { kind: "by-hand", isUnused: false }],
  ["unsupported-a.com", { kind: "not-sold" }],
  ["error500-a.com", { kind: "unknown", message: "Error checking domain availability" }],
])("looks up %s in a reply that no cache stores", async (q, expected) => {
  const { status, lookup, headers } = await search(q);
  expect(status).toBe(200);
  expect(lookup).toMatchObject(expected);
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
});

it("shows a look-alike name in ASCII, suggests nothing, and keeps the input", async () => {
  const { typed, lookup, suggestions } = await search("аррӏе.com");
  const name = "xn--80ak6aa92e.com";
  expect({ typed, lookup, about: suggestions?.about }).toMatchObject({
    typed: "аррӏе.com",
    lookup: { display: name },
    about: name,
  });
  expect(suggestions?.names).toEqual([]);
});

it.each([
  ["?q=mamanjeri&ending=or.ke", { typed: "mamanjeri.or.ke", lookup: { domain: "mamanjeri.or.ke" } }],
  ["?q=mamanjeri.com&ending=ke", { typed: "mamanjeri.ke", lookup: { domain: "mamanjeri.ke" } }],
  ["?q=mamanjeri&ending=evil.example", { typed: "mamanjeri", lookup: { domain: "mamanjeri.com" } }],
  ["?q=mama+njeri&ending=ke", { typed: "mama njeri", problem: expect.stringContaining("spaces") }],
  [
    "?q=&ending=or.ke",
    {
      hint: "Type the name you want, for example mamanjeri.or.ke.",
      introduction: {
        title: ".or.ke",
        lead: expect.stringMatching(/^For groups and churches: KSh\s1,500 a year\. Type a name/),
      },
      ending: "or.ke",
    },
  ],
  ["?q=mamanjeri&default-ending=or.ke", { typed: "mamanjeri.or.ke", lookup: { domain: "mamanjeri.or.ke" } }],
  ["?q=mamanjeri.com&default-ending=or.ke", { typed: "mamanjeri.com", lookup: { domain: "mamanjeri.com" } }],
  ["?q=mamanjeri&default-ending=evil.example", { typed: "mamanjeri", lookup: { domain: "mamanjeri.com" } }],
])("searches %s with the ending of a price-list row", async (query, expected) => {
  const request = new Request(`http://127.0.0.1:3000/domains${query}`);
  const { data } = await loader({ request, context: { address: `203.0.113.${visitors++}` }, params: {} });
  expect(data).toMatchObject(expected);
});

it("shows the next steps only for a name that can be ordered now", async () => {
  const titlesFor = async (q: string) => (await search(q)).steps?.map(({ title }) => title);
  const [first, last] = ["You order", "You pay, and the name is yours"];
  expect(await titlesFor("mamanjeri.or.ke")).toEqual([first, "We ask the registry", last]);
  expect(await titlesFor("mamanjeri.com")).toEqual([first, expect.any(String), last]);
  for (const q of ["taken-a.com", "taken-a.or.ke", "unreachable-a.or.ke", "аррӏе.com"]) {
    expect(await titlesFor(q), q).toBeUndefined();
  }
});

it("limits the searches of one IP address, says when to retry, and limits no other address", async () => {
  const flood = "198.51.100.200";
  for (let i = 0; i < 120; i++) expect((await search("taken-flood.com", flood)).status).toBe(200);
  const refused = await search("taken-flood.com", flood);
  expect(refused).toMatchObject({ status: 429, typed: "taken-flood.com", lookup: { kind: "too-many" } });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await search("taken-flood.com")).status).toBe(200);
});
