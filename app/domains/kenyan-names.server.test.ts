import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { createKenyanNames } from "./check-name.server.ts";
import { createPublicDns } from "./public-dns.api.server.ts";
import type { createWhois } from "./whois.api.server.ts";

let count = 0;
/** Record types of the questions to the resolvers. */
let questions: string[] = [];
const whois = vi.fn<ReturnType<typeof createWhois>>();
const namesSentToRegistry = () => whois.mock.calls.map(([domain]) => domain);

beforeEach(() => {
  questions = [];
  whois.mockReset().mockResolvedValue(undefined);
  // Records each question and leaves it to the mock.
  server.use(
    http.all(
      "*/public-dns/*",
      ({ request }) => void questions.push(`${new URL(request.url).searchParams.get("type")}`),
    ),
  );
});

/** Returns a lookup by resolvers with a fresh circuit breaker and cache. */
function newNames(options: Partial<Parameters<typeof createKenyanNames>[0]> = {}) {
  count += 1;
  const base = `http://names-${count}.test/public-dns`;
  const urls = [`${base}/google/resolve`, `${base}/cloudflare/dns-query`];
  return createKenyanNames({ dns: createPublicDns({ urls, nameServers: [] }), whois, ...options });
}

test.each([
  ["safaricom.co.ke", "used"],
  ["mamamboga.co.ke", "used"],
  ["mamanjeri.co.ke", "unused"],
  // One resolver is enough.
  ["onesided-duka.co.ke", "unused"],
  ["unreachable-duka.co.ke", undefined],
])("reports %s as %s", async (name, expected) => {
  expect(await newNames()(name, "typed")).toBe(expected);
  expect(new Set(questions)).toEqual(new Set(["NS"]));
});

const ns = (name: string) => ({ name, type: 2, TTL: 60, data: "ns.b." });
test.each([
  ["another record than a name server", { Status: 0, Answer: [{ ...ns("a.co.ke."), type: 1 }] }, "unused"],
  ["neither a record nor NXDOMAIN", { Status: 0 }, "unused"],
  ["name servers of another name", { Status: 0, Answer: [ns("b.co.ke.")] }, "unused"],
  ["name servers of the name in capitals", { Status: 0, Answer: [ns("A.co.KE")] }, "used"],
  ["a refusal of the resolver", { Status: 5 }, undefined],
])("reads %s as %j: the name is %s", async (_what, body, expected) => {
  server.use(http.all("*/public-dns/*", () => HttpResponse.json(body)));
  expect(await newNames()("a.co.ke", "typed")).toBe(expected);
});

test("believes one resolver that returns name servers", async () => {
  server.use(
    http.all("*/public-dns/google/*", () => HttpResponse.json({ Status: 3 })),
    http.all("*/public-dns/cloudflare/*", () => HttpResponse.json({ Status: 0, Answer: [ns("a.co.ke.")] })),
  );
  expect(await newNames()("a.co.ke", "typed")).toBe("used");
});

test("asks the registry about typed Kenyan names that are unused, and ignores unclear replies", async () => {
  const lookUpUse = newNames();
  for (const name of ["taken-a.ke", "mamanjeri.com"]) await lookUpUse(name, "typed");
  expect(await lookUpUse("e.ke", "suggestion")).toBe("unused");
  expect(namesSentToRegistry()).toEqual([]);
  whois.mockResolvedValueOnce("not-found").mockResolvedValueOnce("unclear").mockResolvedValueOnce("registered");
  const uses = [];
  for (const name of ["a.ke", "b.ke", "c.ke", "d.ke"]) uses.push(await lookUpUse(name, "typed"));
  expect(uses).toEqual(["not-found", "unused", "used", "unused"]);
  expect(namesSentToRegistry()).toEqual(["a.ke", "b.ke", "c.ke", "d.ke"]);
});

test("caches results but not failures", async () => {
  const lookUpUse = newNames();
  await Promise.all(["taken-a.ke", "taken-a.ke", "taken-a.ke"].map((name) => lookUpUse(name, "typed")));
  await lookUpUse("taken-a.ke", "typed");
  expect(questions).toHaveLength(2);
  server.use(http.all("*/public-dns/*", () => new HttpResponse(null, { status: 403 })));
  expect(await lookUpUse("b.ke", "typed")).toBeUndefined();
  server.resetHandlers();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
});

const perMinute = { all: 2, suggestions: 1, reserve: 1 };

test("asks no resolver above the budget but returns cached results", async () => {
  const lookUpUse = newNames({ perMinute });
  expect(await lookUpUse("a.ke", "suggestion")).toBe("unused");
  expect(await lookUpUse("b.ke", "suggestion")).toBeUndefined();
  expect(await lookUpUse("b.ke", "typed")).toBe("unused");
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(await lookUpUse("a.ke", "typed")).toBe("unused");
  expect(questions).toHaveLength(4);
});

test("counts parallel lookups of one name once, and typed names and suggestions apart", async () => {
  const lookUpUse = newNames({ perMinute });
  const together = (name: string) =>
    Promise.all((["suggestion", "typed", "typed"] as const).map((purpose) => lookUpUse(name, purpose)));
  expect(await together("a.ke")).toEqual(["unused", "unused", "unused"]);
  expect(await together("b.ke")).toEqual([undefined, "unused", "unused"]);
  expect(await lookUpUse("c.ke", "typed")).toBeUndefined();
  expect(questions).toHaveLength(4);
});
