import { getResponse, HttpResponse, http } from "msw";
import { afterEach, expect, test } from "vitest";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { neverAnswer } from "#mocks/faults.ts";
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

/** Endings of a write that was carried out all the same. */
const done: [string, Ending][] = [
  ["a cut connection", () => HttpResponse.error()],
  ["silence", neverAnswer],
  ["truncated JSON", () => new HttpResponse('{"success":tr')],
  ["an HTML 502", () => new HttpResponse("<h1>", { status: 502 })],
  ["a 500", () => HttpResponse.json({}, { status: 500 })],
];
/** Endings of a write that was not. */
const undone: [string, Ending][] = [
  ["a cut connection", () => HttpResponse.error()],
  ["silence", neverAnswer],
  ["an HTML 504", () => new HttpResponse("<h1>", { status: 504 })],
];

async function seeded(label = "a") {
  const added = await newDns().createRecord(ZONE, named(label));
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

afterEach(resetMocks);

test.each(done)(
  "a record that was added before %s is found in the list: one call, one record",
  async (_title, ending) => {
    const calls = writesEnd(ending, true);
    const added = await newDns(200).createRecord(ZONE, named("a"));
    expect(added).toEqual({ ok: true, value: { id: stored("a")[0]?.id, ...named("a") } });
    expect(calls).toEqual(["POST", "GET"]);
    expect(stored("a")).toHaveLength(1);
  },
);

test.each(undone)("a record that the list does not show after %s is unconfirmed", async (_title, ending) => {
  const calls = writesEnd(ending);
  const unconfirmed = { ok: false, isUnknown: true, reason: "unconfirmed", message: APPEAR };
  expect(await newDns(200).createRecord(ZONE, named("a"))).toMatchObject(unconfirmed);
  expect(calls).toEqual(["POST", "GET"]);
  expect(stored("a")).toEqual([]);
});

test.each(done)("a change that was made before %s is found in the list", async (_title, ending) => {
  const { id } = await seeded();
  const calls = writesEnd(ending, true);
  const wanted = { ...named("a"), ttl: 600 };
  expect(await newDns(200).updateRecord(ZONE, id, wanted)).toEqual({ ok: true, value: { id, ...wanted } });
  expect(calls).toEqual(["PUT", "GET"]);
});

test.each(undone)("a change that the list does not show after %s is unconfirmed", async (_title, ending) => {
  const { id } = await seeded();
  writesEnd(ending);
  const refused = await newDns(200).updateRecord(ZONE, id, { ...named("a"), ttl: 600 });
  expect(refused).toMatchObject({ ok: false, isUnknown: true, message: APPEAR });
  expect(stored("a")).toMatchObject([{ ttl: 3600 }]);
});

test("a record that vanished while its change was lost is gone", async () => {
  writesEnd(() => HttpResponse.error());
  expect(await newDns().updateRecord(ZONE, "b".repeat(32), named("a"))).toMatchObject({ ok: false, reason: "gone" });
});

test.each(done)("a deletion that was carried out before %s is a success", async (_title, ending) => {
  const { id } = await seeded();
  const calls = writesEnd(ending, true);
  expect(await newDns(200).deleteRecord(ZONE, id)).toEqual({ ok: true, value: null });
  expect(calls).toEqual(["DELETE", "GET"]);
  expect(stored("a")).toEqual([]);
});

test.each(undone)("a deletion that the list does not show after %s is unconfirmed", async (_title, ending) => {
  const { id } = await seeded();
  writesEnd(ending);
  const unconfirmed = { ok: false, isUnknown: true, reason: "unconfirmed", message: DISAPPEAR };
  expect(await newDns(200).deleteRecord(ZONE, id)).toMatchObject(unconfirmed);
});

test("a deletion that is answered 404 by something in between is not believed", async () => {
  const { id } = await seeded();
  writesEnd(() => new HttpResponse("<h1>No such page</h1>", { status: 404 }));
  expect(await newDns().deleteRecord(ZONE, id)).toMatchObject({ status: 404, message: "Failed to delete DNS record" });
});

test("a write that failed with a 500 and is not in the list has failed", async () => {
  const calls = writesEnd(() => HttpResponse.json({}, { status: 500 }));
  const refused = await newDns().createRecord(ZONE, named("a"));
  expect(refused).toEqual({ ok: false, status: 500, reason: "down", message: "Failed to save DNS record" });
  expect(calls).toEqual(["POST", "GET"]);
});

test.each(["429", "400"])("a write that was refused with %s is not looked for", async (status) => {
  const calls = writesEnd(() => HttpResponse.json({}, { status: Number(status) }));
  expect(await newDns().createRecord(ZONE, named("a"))).toMatchObject({ ok: false, status: Number(status) });
  expect(calls).toEqual(["POST"]);
});

const unreadable: [string, () => Response][] = [
  ["that fails", () => new HttpResponse(null, { status: 400 })],
  [
    "that is not complete",
    () => HttpResponse.json({ success: true, result: [], result_info: { total_pages: 1, total_count: 3 } }),
  ],
];
test.each(unreadable)("after a lost answer a list %s confirms nothing", async (_title, answer) => {
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

test("trying again after a lost answer takes the record that is there for that time's success", async () => {
  const { id } = await seeded();
  const dns = newDns();
  expect(await dns.createRecord(ZONE, named("a"))).toMatchObject({ ok: false, reason: "identical" });
  const again = await dns.createRecord(ZONE, named("a"), { isRetry: true });
  expect(again).toEqual({ ok: true, value: { id, ...named("a") } });
  expect(stored("a")).toHaveLength(1);
});

test("trying again is no success when the provider says identical and the list shows none", async () => {
  const refused = await newDns().createRecord(ZONE, named("exists-a"), { isRetry: true });
  expect(refused).toMatchObject({ ok: false, reason: "identical" });
});

test("the sandbox's words lost-, garbage- and timeout- do what their names say", async () => {
  expect(await newDns().createRecord(ZONE, named("lost-a"))).toMatchObject({ ok: true });
  expect(await newDns().createRecord(ZONE, named("garbage-a"))).toMatchObject({ ok: true });
  expect(await newDns(100).createRecord(ZONE, named("timeout-a"))).toMatchObject({ ok: false, isUnknown: true });
  expect(zones.writes()).toEqual({ create: 3, update: 0, delete: 0, zone: 0 });
  expect([stored("lost-a").length, stored("garbage-a").length, stored("timeout-a").length]).toEqual([1, 1, 0]);
});
