import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { parseDomainName } from "#app/model/domain-name.ts";
import { priceFromMicroUnits } from "#app/model/money.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { sandboxDelays } from "#mocks/faults.ts";
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
  sandboxDelays.slowMs = 3000;
});

test("a free name has the price of the first year and of each year after", async () => {
  expect(await check("njeri.org")).toEqual({
    kind: "available",
    domain: "njeri.org",
    display: "njeri.org",
    tld: "org",
    price: { ksh: 1793, usdCents: 1379 },
    renewalPrice: priceFromMicroUnits(22_990_000),
  });
});

test("an international name is asked for in ASCII and answered as it was typed", async () => {
  const calls = provider(free);
  expect(await check("münchen.com")).toMatchObject({
    kind: "available",
    domain: "xn--mnchen-3ya.com",
    display: "münchen.com",
  });
  expect(calls[0]?.url).toMatch(/available\?domain=xn--mnchen-3ya\.com$/);
});

test.each(["google.com", "taken-jina.com"])("%s is taken", async (domain) => {
  expect(await check(domain)).toEqual({ kind: "taken", domain, display: domain, tld: "com" });
});

test("an ending that only the provider knows is answered by the provider", async () => {
  expect(findTldPrice("xyz")).toBeUndefined();
  expect(await check("njeri.xyz")).toMatchObject({ kind: "available", price: { ksh: 1643 } });
});

test.each(["njeri.zz", "unsupported-jina.com"])("%s is not sold here", async (domain) => {
  expect(await check(domain)).toMatchObject({ kind: "not-sold", domain });
});

test("a Kenyan name is registered by hand at the listed price", async () => {
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

test("a Kenyan name that the provider can check is answered by the provider", async () => {
  provider(() => HttpResponse.json({ available: false }));
  expect(await check("safaricom.co.ke")).toMatchObject({ kind: "taken" });
});

test("a Kenyan name is offered by hand while the provider fails, and asked for again later", async () => {
  const registrar = newRegistrar();
  provider(() => new HttpResponse(null, { status: 500 }));
  expect(await check("jina.co.ke", registrar)).toMatchObject({ kind: "by-hand" });
  provider(free);
  expect(await check("jina.co.ke", registrar)).toMatchObject({ kind: "available" });
});

test.each([undefined, null, 0, -5, "12990000", "free", {}])(
  "with the price %j the constants are shown",
  async (price) => {
    provider(() => HttpResponse.json({ available: true, price, renewalPrice: price, definitive: false }));
    expect(await check("njeri.com")).toMatchObject({ kind: "available", price: FALLBACK, renewalPrice: FALLBACK });
  },
);

test("a price below a shilling is none, and the log says so once for the answer", async () => {
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

test("noprice- is free at the constant price", async () => {
  expect(await check("noprice-jina.com")).toMatchObject({ kind: "available", price: FALLBACK });
});

test.each([
  ["ratelimit-jina.com", "Many people are searching just now. Please try again in a minute."],
  ["error500-jina.com", NOT_LOOKED_UP],
  ["forbidden-jina.com", NOT_LOOKED_UP],
  ["garbage-jina.com", NOT_LOOKED_UP],
])("%s could not be checked: %s", async (domain, message) => {
  expect(await check(domain)).toEqual({ kind: "unknown", domain, display: domain, tld: "com", message });
});

test("timeout- could not be checked, and the answer comes within the deadline", async () => {
  const registrar = newRegistrar({ deadlines: { attemptMs: 50, totalMs: 500 } });
  expect(await check("timeout-jina.com", registrar)).toMatchObject({ kind: "unknown", message: NOT_LOOKED_UP });
});

test("slow- is answered after a while", async () => {
  sandboxDelays.slowMs = 20;
  expect(await check("slow-jina.com")).toMatchObject({ kind: "available" });
});

const said = (status: number) => HttpResponse.json({ code: "X", message: "Shopper 12 has no rights" }, { status });
test.each([
  ["an HTML page", () => new HttpResponse("<html>Bad gateway</html>", { status: 502 }), "HTTP error! status: 502"],
  ["a 400 with words for us", () => said(400), "The provider cannot look this name up. Is it spelt right?"],
  ["a 409 with words for us", () => said(409), NOT_LOOKED_UP],
  ["an HTML page that says OK", () => new HttpResponse("<html></html>"), NOT_LOOKED_UP],
  ["an empty body", () => new HttpResponse(""), NOT_LOOKED_UP],
  ["no verdict", () => HttpResponse.json({ domain: "jina.com" }), NOT_LOOKED_UP],
  ["a verdict in words", () => HttpResponse.json({ available: "no" }), NOT_LOOKED_UP],
  ["a broken connection", () => HttpResponse.error(), NOT_LOOKED_UP],
])("%s is never read as taken", async (_title, answer, message) => {
  provider(answer);
  expect(await check("jina.com")).toMatchObject({ kind: "unknown", message });
});

test("an answer is remembered for ten minutes", async () => {
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

test("while the provider fails an old answer stands in for an hour, not for ever", async () => {
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

test("many who ask for one name at once make one call, and all see the name as people read it", async () => {
  const registrar = newRegistrar();
  const calls = provider(free);
  const answers = await Promise.all(
    ["münchen.de", "xn--mnchen-3ya.de", "münchen.de"].map((name) => check(name, registrar)),
  );
  expect(answers.map(({ display }) => display)).toEqual(["münchen.de", "münchen.de", "münchen.de"]);
  expect(calls).toHaveLength(1);
});

test("a failure is not remembered", async () => {
  const registrar = newRegistrar();
  provider(() => new HttpResponse(null, { status: 400 }));
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "unknown" });
  provider(free);
  expect(await check("jina.com", registrar)).toMatchObject({ kind: "available" });
});

test("when the minute's budget is used up nothing is called, and names already known are still answered", async () => {
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

test("a second attempt counts in the budget, and without one the first failure stands", async () => {
  const registrar = newRegistrar({ callsPerMinute: budget(3) });
  const calls = provider(() => new HttpResponse(null, { status: 500 }));
  await check("a.com", registrar);
  expect(await check("b.com", registrar)).toMatchObject({ kind: "unknown", message: "HTTP error! status: 500" });
  expect(calls).toHaveLength(3);
});

test("the authorization is sent when there is one", async () => {
  const calls = provider(free);
  await check("a.com", newRegistrar({ authorization: "sso-key k:s" }));
  await check("b.com");
  expect(calls.map(({ headers }) => headers.get("Authorization"))).toEqual(["sso-key k:s", null]);
});
