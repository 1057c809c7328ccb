import { getResponse, HttpResponse, http } from "msw";
import { afterEach, describe, expect, test } from "vitest";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { dnsHandlers } from "#mocks/handlers/dns.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { createDns } from "../dns.server.ts";

const ZONE = demoDomains[0]?.zoneId ?? "";
const APPEAR = "We could not confirm it; it may still appear";
const DISAPPEAR = "We could not confirm it; it may still disappear";
let count = 0;

/** A provider of its own for each test, with little patience for writes. */
function newDns(writeMs = 6000) {
  count += 1;
  const deadlines = { writeMs, listMs: 8000, againMs: 4000 };
  const url = `http://lost-${count}.test/proxy/cloudflare`;
  return createDns({ url, authorization: "", account: "a", callsPer5Minutes: 1000, deadlines });
}

const named = (label: string): RecordDraft => ({
  type: "A",
  name: `${label}.mamamboga.co.ke`,
  content: "203.0.113.77",
  ttl: 3600,
  proxied: false,
});
const stored = (label: string) =>
  zones.find(ZONE)?.records.filter(({ name }) => name === `${label}.mamamboga.co.ke`) ?? [];

type Ending = (request: Request) => Response | Promise<Response>;

/** How writes end instead of with the mock's answer, carried out or not; gives back all calls by method. */
function writesEnd(ending: Ending, isDone = false) {
  const calls: string[] = [];
  server.use(
    http.all("*/proxy/cloudflare/*", async ({ request }) => {
      calls.push(request.method);
      if (request.method === "GET") return undefined;
      if (isDone) await getResponse(dnsHandlers, request.clone());
      return ending(request);
    }),
  );
  return calls;
}

const LOST: [string, Ending][] = [
  ["a lost connection", () => HttpResponse.error()],
  ["a proxy's 502", () => new HttpResponse("<h1>", { status: 502 })],
];
const FAILED: [string, Ending] = ["a 500", () => HttpResponse.json({}, { status: 500 })];

async function seeded(label = "a") {
  const added = await newDns().createRecord(ZONE, named(label));
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

afterEach(resetMocks);

const CHANGED = { ...named("a"), ttl: 600 };
type Dns = ReturnType<typeof newDns>;
/** Each write, how the provider has the record after it and without it, and the message for an unknown outcome. */
const WRITES = {
  POST: { write: (dns: Dns) => dns.createRecord(ZONE, named("a")), after: [named("a")], before: [], message: APPEAR },
  PUT: {
    write: (dns: Dns, id: string) => dns.updateRecord(ZONE, id, CHANGED),
    after: [CHANGED],
    before: [named("a")],
    message: APPEAR,
  },
  DELETE: {
    write: (dns: Dns, id: string) => dns.deleteRecord(ZONE, id),
    after: [],
    before: [named("a")],
    message: DISAPPEAR,
  },
};

describe.each(["POST", "PUT", "DELETE"] as const)("a %s", (method) => {
  const { write, after, before, message } = WRITES[method];
  const begin = async () => (method === "POST" ? "" : (await seeded()).id);

  test.each([...LOST, FAILED])("that was carried out before %s is found in the list", async (_fault, ending) => {
    const id = await begin();
    const calls = writesEnd(ending, true);
    expect(await write(newDns(), id)).toMatchObject({ ok: true, value: after[0] ?? null });
    expect(calls).toEqual([method, "GET"]);
    expect(stored("a")).toMatchObject(after);
  });

  test.each(LOST)("that the list does not show after %s is unconfirmed", async (_fault, ending) => {
    const id = await begin();
    const calls = writesEnd(ending);
    const unconfirmed = { ok: false, isUnknown: true, reason: "unconfirmed", message };
    expect(await write(newDns(), id)).toMatchObject(unconfirmed);
    expect(calls).toEqual([method, "GET"]);
    expect(stored("a")).toMatchObject(before);
  });
});

test("reports a record as gone if it vanished while its change was lost", async () => {
  writesEnd(() => HttpResponse.error());
  expect(await newDns().updateRecord(ZONE, "b".repeat(32), named("a"))).toMatchObject({ ok: false, reason: "gone" });
});

test("does not believe a 404 of a proxy for a deletion", async () => {
  const { id } = await seeded();
  writesEnd(() => new HttpResponse("<h1>No such page</h1>", { status: 404 }));
  expect(await newDns().deleteRecord(ZONE, id)).toMatchObject({ status: 404, message: "Failed to delete DNS record" });
});

test("reports failure if a write gets a 500 and the list does not show it", async () => {
  const calls = writesEnd(() => HttpResponse.json({}, { status: 500 }));
  const refused = await newDns().createRecord(ZONE, named("a"));
  expect(refused).toEqual({ ok: false, status: 500, reason: "down", message: "Failed to save DNS record" });
  expect(calls).toEqual(["POST", "GET"]);
});

test.each(["429", "400"])("does not read the list after a %s", async (status) => {
  const calls = writesEnd(() => HttpResponse.json({}, { status: Number(status) }));
  expect(await newDns().createRecord(ZONE, named("a"))).toMatchObject({ ok: false, status: Number(status) });
  expect(calls).toEqual(["POST"]);
});

const unreadable: [string, () => Response][] = [
  ["fails", () => new HttpResponse(null, { status: 400 })],
  [
    "is incomplete",
    () => HttpResponse.json({ success: true, result: [], result_info: { total_pages: 1, total_count: 3 } }),
  ],
];
test.each(unreadable)("reports an unknown outcome if the list after a lost reply %s", async (_title, answer) => {
  const { id } = await seeded();
  for (const ending of [() => HttpResponse.error(), () => new HttpResponse(null, { status: 500 })]) {
    writesEnd(ending);
    server.use(http.get("*/proxy/cloudflare/*", answer));
    const dns = newDns();
    expect(await dns.createRecord(ZONE, named("b"))).toMatchObject({ isUnknown: true, message: APPEAR });
    expect(await dns.updateRecord(ZONE, id, named("a"))).toMatchObject({ isUnknown: true, message: APPEAR });
    expect(await dns.deleteRecord(ZONE, id)).toMatchObject({ isUnknown: true, message: DISAPPEAR });
  }
});

test("treats the existing record as success when a lost create is repeated", async () => {
  const { id } = await seeded();
  const dns = newDns();
  expect(await dns.createRecord(ZONE, named("a"))).toMatchObject({ ok: false, reason: "identical" });
  const again = await dns.createRecord(ZONE, named("a"), { isRetry: true });
  expect(again).toEqual({ ok: true, value: { id, ...named("a") } });
  expect(stored("a")).toHaveLength(1);
});

test('reports "identical" if the list does not show the record', async () => {
  const refused = await newDns().createRecord(ZONE, named("exists-a"), { isRetry: true });
  expect(refused).toMatchObject({ ok: false, reason: "identical" });
});

test("gives the magic words lost-, garbage- and timeout- their documented effect", async () => {
  expect(await newDns().createRecord(ZONE, named("lost-a"))).toMatchObject({ ok: true });
  expect(await newDns().createRecord(ZONE, named("garbage-a"))).toMatchObject({ ok: true });
  expect(await newDns(100).createRecord(ZONE, named("timeout-a"))).toMatchObject({ ok: false, isUnknown: true });
  expect(zones.writes()).toEqual({ create: 3, update: 0, delete: 0, zone: 0 });
  expect([stored("lost-a").length, stored("garbage-a").length, stored("timeout-a").length]).toEqual([1, 1, 0]);
});
