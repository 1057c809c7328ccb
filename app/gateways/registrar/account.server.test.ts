import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import type { FieldFailure } from "#app/model/result.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { createRegistrar } from "../registrar.server.ts";

const PROVIDER_FAILED = "The domain provider did not answer as expected. Please try again later.";
const KEY = "order-00000001";
const MINE = "mamamboga.co.ke";
let count = 0;
let seen: Request[] = [];
let registrar: ReturnType<typeof newRegistrar>;

/** A provider of its own for each test: its circuit breaker and budget are fresh. */
function newRegistrar(options = {}) {
  count += 1;
  const url = `http://account-${count}.test/proxy/godaddy`;
  const callsPerMinute = { all: 50, suggestions: 20, reserve: 15 };
  return createRegistrar({ url, authorization: "", callsPerMinute, ...options });
}

function provider(answer: () => Response) {
  server.use(http.all("*/proxy/godaddy/*", answer));
}

beforeEach(() => {
  seen = [];
  registrar = newRegistrar();
  // Looks at each call and leaves it to the mock.
  server.use(http.all("*/proxy/godaddy/*", ({ request }) => void seen.push(request.clone())));
});
afterEach(resetMocks);

const A = { type: "A", name: "duka", data: "203.0.113.9", ttl: 600 };
type Registrar = typeof registrar;
type Case = [call: (r: Registrar) => Promise<unknown>, method: string, path: string, body?: unknown, isOrder?: boolean];

const calls: Case[] = [
  [(r) => r.listDomains(), "GET", "/domains"],
  [(r) => r.findDomain(MINE), "GET", `/domains?domain=${MINE}`],
  [
    (r) => r.registerDomain({ domain: "njeri.org", period: 2 }, KEY),
    "POST",
    "/domains",
    { domain: "njeri.org", period: 2 },
    true,
  ],
  [(r) => r.renewDomain(MINE, KEY), "POST", `/domains/${MINE}/renew`, { years: 1 }, true],
  [(r) => r.renewDomain(MINE, KEY, 3), "POST", `/domains/${MINE}/renew`, { years: 3 }, true],
  [
    (r) => r.transferDomain({ domain: "njeri.org", authCode: "s3cret" }, KEY),
    "POST",
    "/domains/transfer",
    { domain: "njeri.org", authCode: "s3cret" },
    true,
  ],
  [(r) => r.listRecords(MINE), "GET", `/domains/${MINE}/records`],
  [(r) => r.listRecords(MINE, { type: "A" }), "GET", `/domains/${MINE}/records/A`],
  [(r) => r.listRecords(MINE, { type: "A", name: "@" }), "GET", `/domains/${MINE}/records/A/%40`],
  [(r) => r.replaceRecords(MINE, [A]), "PUT", `/domains/${MINE}/records`, [A]],
  [(r) => r.addRecord(MINE, A), "PATCH", `/domains/${MINE}/records`, [A]],
  [(r) => r.replaceRecord(MINE, A), "PUT", `/domains/${MINE}/records/A/duka`, [A]],
  [(r) => r.deleteRecords(MINE, "A", "duka"), "DELETE", `/domains/${MINE}/records/A/duka`],
  [(r) => r.listCertificates(MINE), "GET", `/domains/${MINE}/certificates`],
  [(r) => r.orderCertificate(MINE, KEY), "POST", `/domains/${MINE}/certificates`, { certificateType: "DV" }, true],
  [
    (r) => r.orderHosting({ domain: MINE, planId: "deluxe" }, KEY),
    "POST",
    "/hosting/reseller",
    { domain: MINE, planId: "deluxe" },
    true,
  ],
  [(r) => r.listHostingPlans(), "GET", "/hosting/reseller/plans"],
];

test.each(calls)("%s calls %s %s", async (call, method, path, body, isOrder = false) => {
  expect(await call(registrar)).toMatchObject({ ok: true });
  expect(seen).toHaveLength(1);
  const [request] = seen;
  const { pathname, search } = new URL(request?.url ?? "");
  expect([request?.method, pathname + search]).toEqual([method, `/proxy/godaddy/v1${path}`]);
  expect(request?.headers.get("Accept")).toBe("application/json");
  expect(request?.headers.get("Idempotency-Key")).toBe(isOrder ? KEY : null);
  const text = await request?.text();
  expect(text ? JSON.parse(text) : undefined).toEqual(body);
  expect(outbox.list().map(({ kind }) => kind)).toEqual(isOrder ? ["order"] : []);
});

test("lists the account's domains with state and dates", async () => {
  const listed = await registrar.listDomains();
  const domains = listed.ok ? listed.value : [];
  expect(domains.map(({ domain }) => domain)).toEqual(demoDomains.map(({ name }) => name));
  expect(domains[0]).toMatchObject({ status: "ACTIVE", expires: expect.stringMatching(/^\d{4}-/), nameServers: null });
  expect(await registrar.findDomain("other.com")).toMatchObject({ ok: false, status: 404 });
  expect(await registrar.findDomain(MINE)).toMatchObject({ ok: true, value: { domain: MINE } });
});

test("accepts a single domain in place of a list, and leaves out invalid entries", async () => {
  provider(() => HttpResponse.json({ domain: "MamaMboga.co.ke", status: "ACTIVE", expires: null }));
  expect(await registrar.findDomain(MINE)).toMatchObject({ ok: true, value: { status: "ACTIVE" } });
  provider(() => HttpResponse.json([null, { domain: "a.com" }, { domain: "b.com", status: "ACTIVE" }]));
  expect(await registrar.listDomains()).toEqual({ ok: true, value: [{ domain: "b.com", status: "ACTIVE" }] });
});

test("returns an order's number and price, and places it once per key", async () => {
  const placed = await registrar.registerDomain({ domain: "njeri.org" }, KEY);
  expect(placed).toEqual({
    ok: true,
    value: { orderId: expect.stringMatching(/^\d+$/), itemCount: 1, total: 11_990_000, currency: "USD" },
  });
  expect(await registrar.registerDomain({ domain: "njeri.org" }, KEY)).toEqual(placed);
  expect(outbox.list()).toMatchObject([{ kind: "order", subject: "Register njeri.org" }]);
  expect(await registrar.findDomain("njeri.org")).toMatchObject({ ok: true });
});

test.each<[string, (r: Registrar) => Promise<unknown>, number, string, FieldFailure?]>([
  ["a taken name", (r) => r.registerDomain({ domain: "taken-a.com" }, KEY), 422, "UNAVAILABLE_DOMAIN"],
  ["a domain elsewhere", (r) => r.renewDomain("other.com", KEY), 404, "NOT_FOUND"],
  [
    "a wrong code",
    (r) => r.transferDomain({ domain: "a.com", authCode: "wrong" }, KEY),
    422,
    "INVALID_BODY",
    { path: "authCode", message: "The authorization code is not valid" },
  ],
  ["records elsewhere", (r) => r.listRecords("other.com"), 404, "UNKNOWN_DOMAIN"],
  [
    "a TTL too short",
    (r) => r.addRecord(MINE, { ...A, ttl: 60 }),
    422,
    "INVALID_BODY",
    { path: "records[0].ttl", message: "ttl must be at least 600" },
  ],
  ["no certificate", (r) => r.installCertificate(MINE), 404, "CERTIFICATE_NOT_FOUND"],
  ["no such hosting", (r) => r.findHosting("1"), 404, "NOT_FOUND"],
  ["too many calls", (r) => r.renewDomain("ratelimit-a.com", KEY), 429, "TOO_MANY_REQUESTS"],
])("fails for %s with the provider's message, code and field", async (_title, call, status, code, field) => {
  const message = expect.stringMatching(/\w+ \w+/);
  expect(await call(registrar)).toEqual({ ok: false, status, code, message, ...(field && { fields: [field] }) });
  expect(seen).toHaveLength(1);
  expect(outbox.list()).toEqual([]);
});

test.each<[string, () => Response, object]>([
  ["no message", () => new HttpResponse(null, { status: 400 }), { status: 400, message: "HTTP error! status: 400" }],
  ["only a message", () => HttpResponse.json({ message: "No." }, { status: 409 }), { status: 409, message: "No." }],
  ["an error and status 200", () => HttpResponse.json({ code: "ERROR", message: "No." }), { message: "No." }],
])("fails for a reply with %s", async (_title, answer, expected) => {
  provider(answer);
  expect(await registrar.listDomains()).toMatchObject({ ok: false, ...expected });
  expect(await registrar.renewDomain(MINE, KEY)).toMatchObject({ ok: false, ...expected });
});

test("logs a refused key as an error of the site", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  expect(await registrar.listRecords("forbidden-a.com")).toMatchObject({
    ok: false,
    status: 403,
    message: PROVIDER_FAILED,
  });
  expect(error).toHaveBeenCalledOnce();
});

test.each(["lost-a.com", "error500-a.com"])(
  "sends an order that meets %s once and reports it as unknown",
  async (domain) => {
    expect(await registrar.renewDomain(domain, KEY)).toMatchObject({ ok: false, isUnknown: true });
    expect(seen).toHaveLength(1);
  },
);

test("changes records as requested", async () => {
  const names = async () => {
    const listed = await registrar.listRecords(MINE);
    return listed.ok ? listed.value.map(({ type, name, data }) => `${type} ${name} ${data}`) : [];
  };
  await registrar.addRecord(MINE, A);
  expect(await names()).toEqual(["A @ 203.0.113.24", "CNAME www @", "A duka 203.0.113.9"]);
  await registrar.replaceRecord(MINE, { ...A, data: "203.0.113.10" });
  await registrar.deleteRecords(MINE, "CNAME", "www");
  expect(await names()).toEqual(["A @ 203.0.113.24", "A duka 203.0.113.10"]);
  await registrar.replaceRecords(MINE, [A]);
  expect(await names()).toEqual(["A duka 203.0.113.9"]);
});

test("orders, lists and installs a certificate; orders and finds hosting", async () => {
  const ordered = await registrar.orderCertificate(MINE, KEY, "OV");
  const { certificateId } = ordered.ok ? ordered.value : { certificateId: "" };
  expect(await registrar.installCertificate(MINE)).toEqual({ ok: true, value: null });
  expect(await registrar.listCertificates(MINE)).toEqual({
    ok: true,
    value: [{ certificateId, commonName: MINE, status: "ISSUED", type: "OV_SSL" }],
  });
  const hosting = await registrar.orderHosting({ domain: MINE, planId: "starter" }, "order-00000002");
  expect(await registrar.findHosting(hosting.ok ? hosting.value.id : "")).toEqual(hosting);
  expect(await registrar.listHostingPlans()).toMatchObject({ ok: true, value: { length: 4 } });
});

test("counts orders in the shared budget", async () => {
  const small = newRegistrar({ callsPerMinute: { all: 1, suggestions: 1, reserve: 0 } });
  await small.listDomains();
  expect(await small.renewDomain(MINE, KEY)).toMatchObject({ ok: false, status: 429 });
  expect(seen).toHaveLength(1);
});
