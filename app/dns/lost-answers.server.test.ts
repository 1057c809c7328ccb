import { getResponse, HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { dnsHandlers } from "#mocks/handlers/dns.ts";
import { server } from "#mocks/node.ts";
import { DRAFT, newDns, stored, ZONE } from "../../tests/dns-provider.ts";
import type { RecordDraft } from "./record.ts";

const APPEAR = "We could not confirm it; it may still appear";
const DISAPPEAR = "We could not confirm it; it may still disappear";

const named = (label: string): RecordDraft => ({ ...DRAFT, name: `${label}.mamamboga.co.ke`, proxied: false });
const RECORD = named("a");
const CHANGED = { ...RECORD, ttl: 600 };

type Ending = (request: Request) => Response | Promise<Response>;

/** Ends writes with this reply, after the mock carried them out or without. Returns the methods of all calls. */
function endWritesWith(ending: Ending, isDone = false) {
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

async function storeRecord() {
  const added = await newDns().createRecord(ZONE, RECORD);
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

type Dns = ReturnType<typeof newDns>;
/** Each write, what the provider stores after it and without it, and the message for an unknown outcome. */
const WRITES = {
  POST: { write: (dns: Dns) => dns.createRecord(ZONE, RECORD), after: [RECORD], before: [], message: APPEAR },
  PUT: {
    write: (dns: Dns, id: string) => dns.updateRecord(ZONE, id, CHANGED),
    after: [CHANGED],
    before: [RECORD],
    message: APPEAR,
  },
  DELETE: {
    write: (dns: Dns, id: string) => dns.deleteRecord(ZONE, id),
    after: [],
    before: [RECORD],
    message: DISAPPEAR,
  },
};

describe.each(["POST", "PUT", "DELETE"] as const)("a %s", (method) => {
  const { write, after, before, message } = WRITES[method];
  const begin = async () => (method === "POST" ? "" : (await storeRecord()).id);

  test.each([...LOST, FAILED])("that was carried out before %s is found in the list", async (_fault, ending) => {
    const id = await begin();
    const calls = endWritesWith(ending, true);
    expect(await write(newDns(), id)).toMatchObject({ ok: true, value: after[0] ?? null });
    expect(calls).toEqual([method, "GET"]);
    expect(stored(RECORD.name)).toMatchObject(after);
  });

  test.each(LOST)("that the list does not show after %s is unconfirmed", async (_fault, ending) => {
    const id = await begin();
    const calls = endWritesWith(ending);
    const unconfirmed = { ok: false, isUnknown: true, reason: "unconfirmed", message };
    expect(await write(newDns(), id)).toMatchObject(unconfirmed);
    expect(calls).toEqual([method, "GET"]);
    expect(stored(RECORD.name)).toMatchObject(before);
  });

  test.each([
    ["fails", () => new HttpResponse(null, { status: 400 })],
    [
      "is incomplete",
      () => HttpResponse.json({ success: true, result: [], result_info: { total_pages: 1, total_count: 3 } }),
    ],
  ])("is reported as unknown if the list after a lost reply or a 500 %s", async (_title, list) => {
    const id = await begin();
    for (const ending of [() => HttpResponse.error(), FAILED[1]]) {
      endWritesWith(ending);
      server.use(http.get("*/proxy/cloudflare/*", list));
      expect(await write(newDns(), id)).toMatchObject({ isUnknown: true, message });
    }
  });
});

test("reports a record as gone if it vanished while its change was lost", async () => {
  endWritesWith(() => HttpResponse.error());
  expect(await newDns().updateRecord(ZONE, "b".repeat(32), RECORD)).toMatchObject({ ok: false, reason: "gone" });
});

test("does not believe a 404 of a proxy for a deletion", async () => {
  const { id } = await storeRecord();
  endWritesWith(() => new HttpResponse("<h1>No such page</h1>", { status: 404 }));
  const failure = { status: 404, message: "Failed to delete DNS record" };
  expect(await newDns().deleteRecord(ZONE, id)).toMatchObject(failure);
});

test.each([
  [500, "reads the list", ["POST", "GET"]],
  [429, "does not read the list", ["POST"]],
  [400, "does not read the list", ["POST"]],
])("after a %i that carried out nothing %s and reports the failure", async (status, _what, expected) => {
  const calls = endWritesWith(() => HttpResponse.json({}, { status }));
  const refused = await newDns().createRecord(ZONE, RECORD);
  expect(refused).toMatchObject({ ok: false, status });
  expect(refused).not.toHaveProperty("isUnknown");
  expect(calls).toEqual(expected);
});

test("treats the existing record as success when a lost create is repeated", async () => {
  const { id } = await storeRecord();
  const dns = newDns();
  expect(await dns.createRecord(ZONE, RECORD)).toMatchObject({ ok: false, reason: "identical" });
  expect(await dns.createRecord(ZONE, RECORD, { isRetry: true })).toEqual({ ok: true, value: { id, ...RECORD } });
  expect(stored(RECORD.name)).toHaveLength(1);
});

test('reports "identical" if the list does not show the record', async () => {
  const refused = await newDns().createRecord(ZONE, named("exists-a"), { isRetry: true });
  expect(refused).toMatchObject({ ok: false, reason: "identical" });
});
