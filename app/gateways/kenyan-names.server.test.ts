import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { createKenyanNames } from "./kenyan-names.server.ts";
import { createPublicDns } from "./public-dns.server.ts";
import type { createWhois } from "./whois.server.ts";

let count = 0;
let asked: string[] = [];
const whois = vi.fn<ReturnType<typeof createWhois>>();

beforeEach(() => {
  asked = [];
  whois.mockReset().mockResolvedValue(undefined);
  // Looks at each call and leaves it to the mock.
  server.use(
    http.all("*/public-dns/*", ({ request }) => void asked.push(`${new URL(request.url).searchParams.get("type")}`)),
  );
});

/** Resolvers whose breakers and memory are fresh. */
function newNames(options: Partial<Parameters<typeof createKenyanNames>[0]> = {}) {
  count += 1;
  const base = `http://names-${count}.test/public-dns`;
  const deadlines = { attemptMs: 40_000, totalMs: 50_000 };
  const urls = [`${base}/google/resolve`, `${base}/cloudflare/dns-query`];
  return createKenyanNames({ dns: createPublicDns({ urls, nameServers: [], deadlines }), whois, ...options });
}

test.each([
  ["safaricom.co.ke", "used"],
  ["mamamboga.co.ke", "used"],
  ["mamanjeri.co.ke", "unused"],
  // One resolver is enough.
  ["onesided-duka.co.ke", "unused"],
  ["unreachable-duka.co.ke", undefined],
])("says that %s is %s", async (name, expected) => {
  expect(await newNames()(name, "typed")).toBe(expected);
  expect(new Set(asked)).toEqual(new Set(["NS"]));
});

test("asks the registry about Kenyan names only", async () => {
  const names = newNames();
  expect([await names("mamanjeri.com", "typed"), await names("mamanjeri.co.ke", "typed")]).toEqual([
    "unused",
    "unused",
  ]);
  expect(whois.mock.calls.map(([domain]) => domain)).toEqual(["mamanjeri.co.ke"]);
});

test.each([
  [
    "a record without name servers",
    { Status: 0, Answer: [{ name: "a.co.ke.", type: 1, TTL: 60, data: "192.0.2.1" }] },
    "unused",
  ],
  ["neither a record nor NXDOMAIN", { Status: 0 }, "unused"],
  [
    "name servers of another name",
    { Status: 0, Answer: [{ name: "b.co.ke.", type: 2, TTL: 60, data: "ns.b." }] },
    "unused",
  ],
  [
    "name servers of the name in capitals",
    { Status: 0, Answer: [{ name: "A.co.KE", type: 2, TTL: 60, data: "ns.b" }] },
    "used",
  ],
  ["a refusal of the resolver", { Status: 5 }, undefined],
])("reads %s as %j: the name is %s", async (_what, body, expected) => {
  server.use(http.all("*/public-dns/*", () => HttpResponse.json(body)));
  expect(await newNames()("a.co.ke", "typed")).toBe(expected);
});

test("believes one resolver that returns name servers", async () => {
  const taken = { Status: 0, Answer: [{ name: "a.co.ke.", type: 2, TTL: 60, data: "ns.b." }] };
  server.use(
    http.all("*/public-dns/google/*", () => HttpResponse.json({ Status: 3 })),
    http.all("*/public-dns/cloudflare/*", () => HttpResponse.json(taken)),
  );
  expect(await newNames()("a.co.ke", "typed")).toBe("used");
});

test("asks the registry about unused names, and ignores unclear replies", async () => {
  const lookUpUse = newNames();
  await lookUpUse("taken-a.ke", "typed");
  expect(whois).not.toHaveBeenCalled();
  whois.mockResolvedValueOnce("not-found").mockResolvedValueOnce("unclear").mockResolvedValueOnce("registered");
  expect(await lookUpUse("a.ke", "typed")).toBe("not-found");
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
  expect(await lookUpUse("c.ke", "typed")).toBe("used");
  expect(await lookUpUse("d.ke", "typed")).toBe("unused");
  expect(whois.mock.calls.map(([domain]) => domain)).toEqual(["a.ke", "b.ke", "c.ke", "d.ke"]);
});

test("does not ask the registry for suggestions", async () => {
  expect(await newNames()("a.ke", "suggestion")).toBe("unused");
  expect(whois).not.toHaveBeenCalled();
});

test("caches results but not failures", async () => {
  const lookUpUse = newNames();
  await Promise.all(["taken-a.ke", "taken-a.ke", "taken-a.ke"].map((name) => lookUpUse(name, "typed")));
  await lookUpUse("taken-a.ke", "typed");
  expect(asked).toHaveLength(2);
  server.use(http.all("*/public-dns/*", () => new HttpResponse(null, { status: 403 })));
  expect(await lookUpUse("b.ke", "typed")).toBeUndefined();
  server.resetHandlers();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
});

test("asks nobody above the budget but returns cached results", async () => {
  const lookUpUse = newNames({ perMinute: { all: 2, suggestions: 1, reserve: 1 } });
  expect(await lookUpUse("a.ke", "suggestion")).toBe("unused");
  expect(await lookUpUse("b.ke", "suggestion")).toBeUndefined();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(await lookUpUse("a.ke", "typed")).toBe("unused");
  expect(asked).toHaveLength(4);
});

test("takes one call from the budget for parallel lookups, and keeps the budgets of typed names and suggestions apart", async () => {
  const lookUpUse = newNames({ perMinute: { all: 2, suggestions: 1, reserve: 1 } });
  const all = (...purposes: ("typed" | "suggestion")[]) => Promise.all(purposes.map((one) => lookUpUse("a.ke", one)));
  expect(await all("suggestion", "suggestion", "typed")).toEqual(["unused", "unused", "unused"]);
  const joined = ["suggestion", "typed", "typed"].map((one) => lookUpUse("b.ke", one as "typed"));
  expect(await Promise.all(joined)).toEqual([undefined, "unused", "unused"]);
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(asked).toHaveLength(4);
});
