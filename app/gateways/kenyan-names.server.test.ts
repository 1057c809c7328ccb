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
  ["taken-duka.co.ke", "used"],
  // It has a zone with our own provider, and one that has none yet is somebody's all the same.
  ["mamamboga.co.ke", "used"],
  ["kilimobora.or.ke", "used"],
  ["mamanjeri.co.ke", "unused"],
  ["mamanjeri.ke", "unused"],
  // One resolver is enough.
  ["onesided-duka.co.ke", "unused"],
  ["unreachable-duka.co.ke", undefined],
  ["silent-duka.co.ke", undefined],
  ["error500-duka.co.ke", undefined],
  ["forbidden-duka.co.ke", undefined],
  ["garbage-duka.co.ke", undefined],
])("%s: %s", async (name, expected) => {
  expect(await newNames()(name, "typed")).toBe(expected);
  expect(new Set(asked)).toEqual(new Set(["NS"]));
});

test("the registry is asked about Kenyan names alone", async () => {
  const names = newNames();
  expect([await names("mamanjeri.com", "typed"), await names("mamanjeri.co.ke", "typed")]).toEqual([
    "unused",
    "unused",
  ]);
  expect(whois.mock.calls.map(([domain]) => domain)).toEqual(["mamanjeri.co.ke"]);
});

test.each([
  [
    "a record beside no name server",
    { Status: 0, Answer: [{ name: "a.co.ke.", type: 1, TTL: 60, data: "192.0.2.1" }] },
    "unused",
  ],
  ["no record, and no word that the name does not exist", { Status: 0 }, "unused"],
  [
    "somebody else's name servers",
    { Status: 0, Answer: [{ name: "b.co.ke.", type: 2, TTL: 60, data: "ns.b." }] },
    "unused",
  ],
  [
    "name servers in other letters",
    { Status: 0, Answer: [{ name: "A.co.KE", type: 2, TTL: 60, data: "ns.b" }] },
    "used",
  ],
  ["a refusal", { Status: 5 }, undefined],
])("%s", async (_what, body, expected) => {
  server.use(http.all("*/public-dns/*", () => HttpResponse.json(body)));
  expect(await newNames()("a.co.ke", "typed")).toBe(expected);
});

test("one resolver that sees name servers is believed", async () => {
  const taken = { Status: 0, Answer: [{ name: "a.co.ke.", type: 2, TTL: 60, data: "ns.b." }] };
  server.use(
    http.all("*/public-dns/google/*", () => HttpResponse.json({ Status: 3 })),
    http.all("*/public-dns/cloudflare/*", () => HttpResponse.json(taken)),
  );
  expect(await newNames()("a.co.ke", "typed")).toBe("used");
});

test("the registry is asked about what nobody uses, and only what it says clearly counts", async () => {
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

test("for our own ideas the registry is not troubled", async () => {
  expect(await newNames()("a.ke", "suggestion")).toBe("unused");
  expect(whois).not.toHaveBeenCalled();
});

test("what was found out is remembered, and a failure is not", async () => {
  const lookUpUse = newNames();
  await Promise.all(["taken-a.ke", "taken-a.ke", "taken-a.ke"].map((name) => lookUpUse(name, "typed")));
  await lookUpUse("taken-a.ke", "typed");
  expect(asked).toHaveLength(2);
  server.use(http.all("*/public-dns/*", () => new HttpResponse(null, { status: 403 })));
  expect(await lookUpUse("b.ke", "typed")).toBeUndefined();
  server.resetHandlers();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
});

test("above its budget nobody is asked, and what is remembered is still said", async () => {
  const lookUpUse = newNames({ perMinute: { all: 2, suggestions: 1, reserve: 1 } });
  expect(await lookUpUse("a.ke", "suggestion")).toBe("unused");
  expect(await lookUpUse("b.ke", "suggestion")).toBeUndefined();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(await lookUpUse("a.ke", "typed")).toBe("unused");
  expect(asked).toHaveLength(4);
});

test("many who ask for one name at once take from the budget once, and what was typed does not go without for an idea of ours", async () => {
  const lookUpUse = newNames({ perMinute: { all: 2, suggestions: 1, reserve: 1 } });
  const all = (...purposes: ("typed" | "suggestion")[]) => Promise.all(purposes.map((one) => lookUpUse("a.ke", one)));
  expect(await all("suggestion", "suggestion", "typed")).toEqual(["unused", "unused", "unused"]);
  const joined = ["suggestion", "typed", "typed"].map((one) => lookUpUse("b.ke", one as "typed"));
  expect(await Promise.all(joined)).toEqual([undefined, "unused", "unused"]);
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(asked).toHaveLength(4);
});
