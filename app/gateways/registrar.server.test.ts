import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { parseDomainName } from "#app/model/domain-name.ts";
import { priceFromMicroUnits } from "#app/model/money.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { server } from "#mocks/node.ts";
import { createRegistrar } from "./registrar.server.ts";

const NOT_LOOKED_UP = "Error checking domain availability";
const FALLBACK = { ksh: 1800, usdCents: 1499 };
let count = 0;
const budget = (all: number) => ({ all, suggestions: 20, reserve: 15 });

/** A provider of its own for each test: its circuit breaker, memory and budget are fresh. */
function newRegistrar(options = {}) {
  count += 1;
  const url = `http://registrar-${count}.test/proxy/godaddy`;
  return createRegistrar({ url, authorization: "", callsPerMinute: budget(50), ...options });
}

function named(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is no name`);
  return name;
}

function check(typed: string, registrar = newRegistrar()) {
  return registrar.checkAvailability(named(typed));
}

/** Counts the provider's calls and answers with this instead of the mock. */
function provider(answer: () => Response) {
  const calls: Request[] = [];
  const path = "*/proxy/godaddy/v1/domains/available";
  server.use(
    http.get(path, ({ request }) => {
      calls.push(request);
      return answer();
    }),
  );
  return calls;
}

/** Sets the clock forward, and lets the memory, which reads it once a millisecond, see it. */
async function later(minutes: number) {
  vi.advanceTimersByTime(minutes * 60_000);
  await new Promise((done) => setTimeout(done, 5));
}

const free = (more = {}) =>
  HttpResponse.json({ available: true, price: 11_990_000, renewalPrice: 22_990_000, ...more });

afterEach(() => {
  vi.useRealTimers();
});

test("returns the prices of the first and later years for an available name", async () => {
  expect(await check("njeri.org")).toEqual({
    kind: "available",
    domain: "njeri.org",
    display: "njeri.org",
    tld: "org",
    price: { ksh: 1793, usdCents: 1379 },
    renewalPrice: priceFromMicroUnits(22_990_000),
  });
});

test("looks an international name up in ASCII and returns it as typed", async () => {
  const calls = provider(free);
  expect(await check("münchen.com")).toMatchObject({
    kind: "available",
    domain: "xn--mnchen-3ya.com",
    display: "münchen.com",
  });
  expect(calls[0]?.url).toMatch(/available\?domain=xn--mnchen-3ya\.com$/);
});

test.each(["google.com", "taken-jina.com"])("reports %s as taken", async (domain) => {
  expect(await check(domain)).toEqual({ kind: "taken", domain, display: domain, tld: "com" });
});

test("asks the provider about a TLD without a listed price", async () => {
  expect(findTldPrice("xyz")).toBeUndefined();
  expect(await check("njeri.xyz")).toMatchObject({ kind: "available", price: { ksh: 1643 } });
});

test.each(["njeri.zz", "unsupported-jina.com"])("reports that %s is not sold here", async (domain) => {
  expect(await check(domain)).toMatchObject({ kind: "not-sold", domain });
});

test("offers a Kenyan name by hand at the listed price", async () => {
  const listed = { price: { ksh: 1500, usdCents: 1154 }, renewalPrice: { ksh: 1500, usdCents: 1154 } };
  expect(await check("mamamboga.co.ke")).toMatchObject({
    kind: "by-hand",
    tld: "co.ke",

    ...listed,
  });
  expect(await check("shule.sc.ke")).toMatchObject({
    kind: "by-hand",
    tld: "sc.ke",
    papers: expect.stringContaining("Ministry of Education"),
  });
});

test("returns the provider's result for a Kenyan name that it can check", async () => {
  provider(() => HttpResponse.json({ available: false }));
  expect(await check("safaricom.co.ke")).toMatchObject({ kind: "taken" });
});

test("offers a Kenyan name by hand while the provider fails, and asks again later", async () => {
  const registrar = newRegistrar();
  provider(() => new HttpResponse(null, { status: 500 }));
  expect(await check("jina.co.ke", registrar)).toMatchObject({ kind: "by-hand" });
  provider(free);
  expect(await check("jina.co.ke", registrar)).toMatchObject({ kind: "available" });
});

test.each([undefined, null, 0, -5, "12990000", "free", {}])(
  "shows the default prices for the price %j",
  async (price) => {
    provider(() => HttpResponse.json({ available: true, price, renewalPrice: price, definitive: false }));
    expect(await check("njeri.com")).toMatchObject({ kind: "available", price: FALLBACK, renewalPrice: FALLBACK });
  },
);

test("rejects a price below a shilling and logs it once", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const registrar = newRegistrar();
  provider(() => HttpResponse.json({ available: true, price: 11.99, definitive: false }));
  for (const _ of [1, 2])
    expect(await check("njeri.com", registrar)).toMatchObject({ price: FALLBACK, renewalPrice: FALLBACK });
  expect(warn.mock.calls.filter(([, said]) => said === "price not usable")).toEqual([
    [{ registrar: { tld: "com", price: "11.99", renewalPrice: "undefined" } }, "price not usable"],
  ]);
  provider(() => HttpResponse.json({ available: true }));
  await check("wanjiru.com", registrar);
  expect(warn.mock.calls.filter(([, said]) => said === "price not usable")).toHaveLength(1);
});

test("shows the default price for noprice-", async () => {
  expect(await check("noprice-jina.com")).toMatchObject({ kind: "available", price: FALLBACK });
});

test.each([
  ["ratelimit-jina.com", "Many people are searching just now. Please try again in a minute."],
  ["forbidden-jina.com", NOT_LOOKED_UP],
])("reports %s as unknown: %s", async (domain, message) => {
  expect(await check(domain)).toEqual({ kind: "unknown", domain, display: domain, tld: "com", message });
});

const said = (status: number) => HttpResponse.json({ code: "X", message: "Shopper 12 has no rights" }, { status });
test.each([
  ["an HTML page", () => new HttpResponse("<html>Bad gateway</html>", { status: 502 }), "HTTP error! status: 502"],
  [
    "a 400 with a message for the account holder",
    () => said(400),
    "The provider cannot look this name up. Is it spelt right?",
  ],
  ["a 409 with a message for the account holder", () => said(409), NOT_LOOKED_UP],
  ["no verdict", () => HttpResponse.json({ domain: "jina.com" }), NOT_LOOKED_UP],
  ["a verdict that is a string", () => HttpResponse.json({ available: "no" }), NOT_LOOKED_UP],
])("never reads %s as taken", async (_title, answer, message) => {
  provider(answer);
  expect(await check("jina.com")).toMatchObject({ kind: "unknown", message });
});

test("caches a result for ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const registrar = newRegistrar();
  const calls = provider(free);
  await check("jina.com", registrar);
  await later(9);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
  expect(calls).toHaveLength(1);
  await later(2);
  await check("jina.com", registrar);
  expect(calls).toHaveLength(2);
});

test("returns a stale result for up to an hour while the provider fails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const registrar = newRegistrar();
  provider(free);
  await check("jina.com", registrar);
  provider(() => new HttpResponse(null, { status: 500 }));
  await later(30);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
  await later(50);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "unknown" });
});

test("makes one call for parallel lookups and returns each name as typed", async () => {
  const registrar = newRegistrar();
  const calls = provider(free);
  const answers = await Promise.all(
    ["münchen.de", "xn--mnchen-3ya.de", "münchen.de"].map((name) => check(name, registrar)),
  );
  expect(answers.map(({ display }) => display)).toEqual(["münchen.de", "münchen.de", "münchen.de"]);
  expect(calls).toHaveLength(1);
});

test("does not cache a failure", async () => {
  const registrar = newRegistrar();
  provider(() => new HttpResponse(null, { status: 400 }));
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "unknown" });
  provider(free);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
});

test("calls nothing above the budget but returns cached results", async () => {
  const registrar = newRegistrar({ callsPerMinute: budget(3) });
  const calls = provider(free);
  for (const name of ["a.com", "b.com", "c.com"]) await check(name, registrar);
  expect(await check("d.com", registrar)).toMatchObject({
    kind: "unknown",
    message: expect.stringContaining("in a minute"),
  });
  expect(await check("a.com", registrar)).toMatchObject({ kind: "available" });
  expect(calls).toHaveLength(3);
});

test("counts a retry in the budget, and keeps the first failure without one", async () => {
  const registrar = newRegistrar({ callsPerMinute: budget(3) });
  const calls = provider(() => new HttpResponse(null, { status: 500 }));
  await check("a.com", registrar);
  expect(await check("b.com", registrar)).toMatchObject({ kind: "unknown", message: "HTTP error! status: 500" });
  expect(calls).toHaveLength(3);
});

test("sends the authorization only if there is one", async () => {
  const calls = provider(free);
  await check("a.com", newRegistrar({ authorization: "sso-key k:s" }));
  await check("b.com");
  expect(calls.map(({ headers }) => headers.get("Authorization"))).toEqual(["sso-key k:s", null]);
});
