import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { DRAFT, newDns, stored, ZONE } from "../../tests/dns-provider.ts";
import type { RecordDraft } from "./record.ts";

const named = (label: string): RecordDraft => ({ ...DRAFT, name: `${label}.mamamboga.co.ke`, proxied: false });
const RECORD = named("a");
/** Replies to every write with this response, and carries none out. Returns the methods of all calls. */
function endWritesWith(ending: () => Response) {
  const calls: string[] = [];
  server.use(
    http.all("*/proxy/cloudflare/*", ({ request }) => {
      calls.push(request.method);
      return request.method === "GET" ? undefined : ending();
    }),
  );
  return calls;
}

async function storeRecord() {
  const added = await newDns().createRecord(ZONE, RECORD);
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

type Dns = ReturnType<typeof newDns>;
const WRITES: [method: string, write: (dns: Dns, id: string) => Promise<unknown>, message: string][] = [
  ["POST", (dns) => dns.createRecord(ZONE, RECORD), "We could not confirm it; it may still appear"],
  ["PUT", (dns, id) => dns.updateRecord(ZONE, id, RECORD), "We could not confirm it; it may still appear"],
  ["DELETE", (dns, id) => dns.deleteRecord(ZONE, id), "We could not confirm it; it may still disappear"],
];

test.each(WRITES)(
  "a %s is unknown if the list after a lost reply or a 500 fails or is incomplete",
  async (method, write, message) => {
    const { id } = method === "POST" ? { id: "" } : await storeRecord();
    const short = { success: true, result: [], result_info: { total_pages: 1, total_count: 3 } };
    for (const list of [() => new HttpResponse(null, { status: 400 }), () => HttpResponse.json(short)]) {
      for (const ending of [() => HttpResponse.error(), () => HttpResponse.json({}, { status: 500 })]) {
        endWritesWith(ending);
        server.use(http.get("*/proxy/cloudflare/*", list));
        expect(await write(newDns(), id)).toMatchObject({ isUnknown: true, message });
      }
    }
  },
);

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
