import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import type { FieldFailure } from "#app/platform/result.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { newRegistrar } from "../../tests/registrar-provider.ts";

const KEY = "order-00000001";
const MINE = "mamamboga.co.ke";
let requests: Request[] = [];
let registrar: Registrar;

function replyWith(response: () => Response) {
  server.use(http.all("*/proxy/godaddy/*", response));
}

beforeEach(() => {
  requests = [];
  registrar = newRegistrar();
  // Records each request and leaves it to the mock.
  server.use(http.all("*/proxy/godaddy/*", ({ request }) => void requests.push(request.clone())));
});
afterEach(resetMocks);

const A = { type: "A", name: "duka", data: "203.0.113.9", ttl: 600 };
type Registrar = ReturnType<typeof newRegistrar>;
type Call = (r: Registrar) => Promise<unknown>;

const orders: [Call, request: string, body: object][] = [
  [(r) => r.registerDomain({ domain: "njeri.org", period: 2 }, KEY), "domains", { domain: "njeri.org", period: 2 }],
  [(r) => r.renewDomain(MINE, KEY), `domains/${MINE}/renew`, { years: 1 }],
  [(r) => r.renewDomain(MINE, KEY, 3), `domains/${MINE}/renew`, { years: 3 }],
  [
    (r) => r.transferDomain({ domain: "njeri.org", authCode: "s3cret" }, KEY),
    "domains/transfer",
    { domain: "njeri.org", authCode: "s3cret" },
  ],
  [(r) => r.orderCertificate(MINE, KEY), `domains/${MINE}/certificates`, { certificateType: "DV" }],
  [
    (r) => r.orderHosting({ domain: MINE, planId: "deluxe" }, KEY),
    "hosting/reseller",
    { domain: MINE, planId: "deluxe" },
  ],
];

const calls: [Call, request: string, body?: unknown][] = [
  [(r) => r.listDomains(), "GET /domains"],
  [(r) => r.findDomain(MINE), `GET /domains?domain=${MINE}`],
  [(r) => r.listRecords(MINE), `GET /domains/${MINE}/records`],
  [(r) => r.listRecords(MINE, { type: "A" }), `GET /domains/${MINE}/records/A`],
  [(r) => r.listRecords(MINE, { type: "A", name: "@" }), `GET /domains/${MINE}/records/A/%40`],
  [(r) => r.replaceRecords(MINE, [A]), `PUT /domains/${MINE}/records`, [A]],
  [(r) => r.addRecord(MINE, A), `PATCH /domains/${MINE}/records`, [A]],
  [(r) => r.replaceRecord(MINE, A), `PUT /domains/${MINE}/records/A/duka`, [A]],
  [(r) => r.deleteRecords(MINE, "A", "duka"), `DELETE /domains/${MINE}/records/A/duka`],
  [(r) => r.listCertificates(MINE), `GET /domains/${MINE}/certificates`],
  [(r) => r.listHostingPlans(), "GET /hosting/reseller/plans"],
];

/** Checks that one request with this method and path, body and idempotency key was sent. */
async function expectRequest(line: string, body: unknown, key: string | null) {
  expect(requests).toHaveLength(1);
  const [request] = requests;
  const { pathname, search } = new URL(request?.url ?? "");
  expect(`${request?.method} ${pathname}${search}`).toBe(line.replace(" /", " /proxy/godaddy/v1/"));
  expect([request?.headers.get("Accept"), request?.headers.get("Idempotency-Key")]).toEqual(["application/json", key]);
  const text = await request?.text();
  expect(text ? JSON.parse(text) : undefined).toEqual(body);
}

test.each(calls)("%s sends %s and places no order", async (call, line, body) => {
  expect(await call(registrar)).toMatchObject({ ok: true });
  await expectRequest(line, body, null);
  expect(outbox.list()).toEqual([]);
});

test.each(orders)("%s sends the order to /%s with its idempotency key", async (call, path, body) => {
  expect(await call(registrar)).toMatchObject({ ok: true });
  await expectRequest(`POST /${path}`, body, KEY);
  expect(outbox.list().map(({ kind }) => kind)).toEqual(["order"]);
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
  replyWith(() => HttpResponse.json({ domain: "MamaMboga.co.ke", status: "ACTIVE", expires: null }));
  expect(await registrar.findDomain(MINE)).toMatchObject({ ok: true, value: { status: "ACTIVE" } });
  replyWith(() => HttpResponse.json([null, { domain: "a.com" }, { domain: "b.com", status: "ACTIVE" }]));
  expect(await registrar.listDomains()).toEqual({ ok: true, value: [{ domain: "b.com", status: "ACTIVE" }] });
});

test("returns an order's number and price, and places it once per key", async () => {
  const placed = await registrar.registerDomain({ domain: "njeri.org" }, KEY);
  const order = { orderId: expect.stringMatching(/^\d+$/), itemCount: 1, total: 11_990_000, currency: "USD" };
  expect(placed).toEqual({ ok: true, value: order });
  expect(await registrar.registerDomain({ domain: "njeri.org" }, KEY)).toEqual(placed);
  expect(outbox.list()).toMatchObject([{ kind: "order", subject: "Register njeri.org" }]);
  expect(await registrar.findDomain("njeri.org")).toMatchObject({ ok: true });
});

const WRONG_CODE = { path: "authCode", message: "The authorization code is not valid" };
const SHORT_TTL = { path: "records[0].ttl", message: "ttl must be at least 600" };
test.each<[string, Call, number, string, FieldFailure?]>([
  ["a taken name", (r) => r.registerDomain({ domain: "taken-a.com" }, KEY), 422, "UNAVAILABLE_DOMAIN"],
  ["a domain elsewhere", (r) => r.renewDomain("other.com", KEY), 404, "NOT_FOUND"],
  [
    "a wrong transfer code",
    (r) => r.transferDomain({ domain: "a.com", authCode: "wrong" }, KEY),
    422,
    "INVALID_BODY",
    WRONG_CODE,
  ],
  ["a TTL too short", (r) => r.addRecord(MINE, { ...A, ttl: 60 }), 422, "INVALID_BODY", SHORT_TTL],
  ["too many calls", (r) => r.renewDomain("ratelimit-a.com", KEY), 429, "TOO_MANY_REQUESTS"],
])("fails for %s with the provider's message, code and field", async (_title, call, status, code, field) => {
  const message = expect.stringMatching(/\w+ \w+/);
  expect(await call(registrar)).toEqual({ ok: false, status, code, message, ...(field && { fields: [field] }) });
  expect(requests).toHaveLength(1);
  expect(outbox.list()).toEqual([]);
});

test("treats an error with status 200 as a failure", async () => {
  replyWith(() => HttpResponse.json({ code: "ERROR", message: "No." }));
  expect(await registrar.renewDomain(MINE, KEY)).toMatchObject({ ok: false, message: "No." });
});

test("logs a refused key as an error of the site", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  const message = "The domain provider did not answer as expected. Please try again later.";
  expect(await registrar.listRecords("forbidden-a.com")).toMatchObject({ ok: false, status: 403, message });
  expect(error).toHaveBeenCalledOnce();
});

test.each(["lost-a.com", "error500-a.com"])(
  "sends an order that meets %s once and reports it as unknown",
  async (domain) => {
    expect(await registrar.renewDomain(domain, KEY)).toMatchObject({ ok: false, isUnknown: true });
    expect(requests).toHaveLength(1);
  },
);

test("orders, lists and installs a certificate; orders and finds hosting", async () => {
  const ordered = await registrar.orderCertificate(MINE, KEY, "OV");
  const { certificateId } = ordered.ok ? ordered.value : { certificateId: "" };
  expect(await registrar.installCertificate(MINE)).toEqual({ ok: true, value: null });
  const certificate = { certificateId, commonName: MINE, status: "ISSUED", type: "OV_SSL" };
  expect(await registrar.listCertificates(MINE)).toEqual({ ok: true, value: [certificate] });
  const hosting = await registrar.orderHosting({ domain: MINE, planId: "starter" }, "order-00000002");
  expect(await registrar.findHosting(hosting.ok ? hosting.value.id : "")).toEqual(hosting);
  expect(await registrar.listHostingPlans()).toMatchObject({ ok: true, value: { length: 4 } });
});

test("counts orders in the shared budget", async () => {
  const small = newRegistrar({ callsPerMinute: { all: 1, suggestions: 1, reserve: 0 } });
  await small.listDomains();
  expect(await small.renewDomain(MINE, KEY)).toMatchObject({ ok: false, status: 429 });
  expect(requests).toHaveLength(1);
});
