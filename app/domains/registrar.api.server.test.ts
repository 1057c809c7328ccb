import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { priceFromMicroUnits } from "#app/platform/money.ts";
import { advanceMinutes, available, newRegistrar, parsedName, replyWith } from "../../tests/registrar-provider.ts";
import { registrarBudget } from "./registrar.api.server.ts";
import { findTldPrice } from "./tld-prices.ts";

const NOT_LOOKED_UP = "Error checking domain availability";
const DEFAULT_PRICE = { ksh: 1800, usdCents: 1499 };

const check = (typed: string, registrar = newRegistrar()) => registrar.checkAvailability(parsedName(typed));
const withStatus = (status: number) => () => new HttpResponse(null, { status });

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
  const requests = replyWith("available", available);
  const ascii = "xn--mnchen-3ya.com";
  expect(await check("münchen.com")).toMatchObject({ kind: "available", domain: ascii, display: "münchen.com" });
  expect(requests[0]?.url).toMatch(new RegExp(`available\\?domain=${ascii}$`));
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
  const price = { ksh: 1500, usdCents: 1154 };
  expect(await check("mamamboga.co.ke")).toMatchObject({ kind: "by-hand", tld: "co.ke", price, renewalPrice: price });
  const papers = expect.stringContaining("Ministry of Education");
  expect(await check("shule.sc.ke")).toMatchObject({ kind: "by-hand", tld: "sc.ke", papers });
});

test("returns the provider's result for a Kenyan name that it can check", async () => {
  replyWith("available", () => HttpResponse.json({ available: false }));
  expect(await check("safaricom.co.ke")).toMatchObject({ kind: "taken" });
});

test.each([
  ["offers a Kenyan name by hand", "jina.co.ke", "by-hand"],
  ["reports another name as unknown", "jina.com", "unknown"],
])("%s while the provider fails, and asks again later", async (_title, name, kind) => {
  const registrar = newRegistrar();
  replyWith("available", withStatus(500));
  expect(await check(name, registrar)).toMatchObject({ kind });
  replyWith("available", available);
  expect(await check(name, registrar)).toMatchObject({ kind: "available" });
});

test.each([undefined, null, 0, -5, "12990000", "free", {}])(
  "shows the default prices for the price %j",
  async (price) => {
    replyWith("available", () => HttpResponse.json({ available: true, price, renewalPrice: price }));
    const prices = { price: DEFAULT_PRICE, renewalPrice: DEFAULT_PRICE };
    expect(await check("njeri.com")).toMatchObject({ kind: "available", ...prices });
  },
);

test("rejects a price below a shilling and logs it once", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const registrar = newRegistrar();
  replyWith("available", () => HttpResponse.json({ available: true, price: 11.99 }));
  for (const _ of [1, 2]) expect(await check("njeri.com", registrar)).toMatchObject({ price: DEFAULT_PRICE });
  replyWith("available", () => HttpResponse.json({ available: true }));
  await check("wanjiru.com", registrar);
  expect(warn.mock.calls.filter(([, event]) => event === "price not usable")).toEqual([
    [{ registrar: { tld: "com", price: "11.99", renewalPrice: "undefined" } }, "price not usable"],
  ]);
});

const forAccountHolder = (status: number) => () =>
  HttpResponse.json({ code: "X", message: "Shopper 12 has no rights" }, { status });
test.each([
  ["an HTML page", () => new HttpResponse("<html>", { status: 502 }), "HTTP error! status: 502"],
  ["a 429", withStatus(429), "Many people are searching just now. Please try again in a minute."],
  ["a 403", withStatus(403), NOT_LOOKED_UP],
  ["a 400 to the account holder", forAccountHolder(400), "The provider cannot look this name up. Is it spelt right?"],
  ["a 409 to the account holder", forAccountHolder(409), NOT_LOOKED_UP],
  ["a reply without a verdict", () => HttpResponse.json({ domain: "jina.com" }), NOT_LOOKED_UP],
  ["a verdict that is a string", () => HttpResponse.json({ available: "no" }), NOT_LOOKED_UP],
])("never reads %s as taken", async (_title, response, message) => {
  replyWith("available", response);
  expect(await check("jina.com")).toMatchObject({ kind: "unknown", message });
});

test("caches a result for ten minutes, and returns it for an hour while the provider fails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const registrar = newRegistrar();
  const requests = replyWith("available", available);
  await check("jina.com", registrar);
  await advanceMinutes(9);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
  expect(requests).toHaveLength(1);
  await advanceMinutes(2);
  await check("jina.com", registrar);
  expect(requests).toHaveLength(2);
  replyWith("available", withStatus(500));
  await advanceMinutes(30);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
  await advanceMinutes(50);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "unknown" });
});

test("makes one call for parallel lookups and returns each name as typed", async () => {
  const registrar = newRegistrar();
  const requests = replyWith("available", available);
  const results = await Promise.all(["münchen.de", "xn--mnchen-3ya.de"].map((name) => check(name, registrar)));
  expect(results.map(({ display }) => display)).toEqual(["münchen.de", "münchen.de"]);
  expect(requests).toHaveLength(1);
});

test("as many names as the provider allows in a minute are looked up for visitors", async () => {
  const registrar = newRegistrar({ callsPerMinute: registrarBudget(60) });
  replyWith("available", available);
  const kinds = await Promise.all(Array.from({ length: 61 }, (_, n) => check(`name${n}.com`, registrar)));
  expect(kinds.filter(({ kind }) => kind === "available")).toHaveLength(60);
});

const budgetOf3 = { callsPerMinute: { all: 3, suggestions: 20, reserve: 15 } };

test("calls nothing above the budget but returns cached results", async () => {
  const registrar = newRegistrar(budgetOf3);
  const requests = replyWith("available", available);
  for (const name of ["a.com", "b.com", "c.com"]) await check(name, registrar);
  const message = expect.stringMatching(/in \d+ seconds?\.$/);
  expect(await check("d.com", registrar)).toMatchObject({ kind: "unknown", message });
  expect(await check("a.com", registrar)).toMatchObject({ kind: "available" });
  expect(requests).toHaveLength(3);
});

test("counts a retry in the budget, and reports the first failure if the budget allows no retry", async () => {
  const registrar = newRegistrar(budgetOf3);
  const requests = replyWith("available", withStatus(500));
  await check("a.com", registrar);
  expect(await check("b.com", registrar)).toMatchObject({ kind: "unknown", message: "HTTP error! status: 500" });
  expect(requests).toHaveLength(3);
});

test("sends the authorization only if there is one", async () => {
  const requests = replyWith("available", available);
  await check("a.com", newRegistrar({ authorization: "sso-key k:s" }));
  await check("b.com");
  expect(requests.map(({ headers }) => headers.get("Authorization"))).toEqual(["sso-key k:s", null]);
});
