import { expect, test } from "vitest";
import { zones } from "#mocks/zones.ts";
import { ACCOUNT, DRAFT, dns, newDns, seen, stored, ZONE } from "../../tests/dns-provider.ts";
import type { RecordDraft } from "./record.ts";

async function expectCall(method: string, path: string, body?: unknown) {
  expect(seen).toHaveLength(1);
  const [request] = seen;
  const { pathname, search } = new URL(request?.url ?? "");
  expect([request?.method, pathname + search]).toEqual([method, `/proxy/cloudflare${path}`]);
  expect(request?.headers.get("Accept")).toBe("application/json");
  const text = await request?.text();
  expect(text ? JSON.parse(text) : undefined).toEqual(body);
}

test("adds a record with exactly its fields and returns it as stored", async () => {
  const added = await dns.createRecord(ZONE, DRAFT);
  await expectCall("POST", `/zones/${ZONE}/dns_records`, DRAFT);
  expect(added).toEqual({ ok: true, value: { ...DRAFT, id: expect.stringMatching(/^[0-9a-f]{32}$/), ttl: 1 } });
  expect(stored(DRAFT.name)).toHaveLength(1);
});

const NAME = "x.mamamboga.co.ke";
const plain = { name: NAME, ttl: 300, proxied: false };
const srv = { priority: 10, weight: 5, port: 5060, target: "sip.example.com" };
const caa = { flags: 0, tag: "issue", value: "letsencrypt.org" };
const MX = { ...plain, type: "MX", content: "mail.example.com" };
const SRV = { ...plain, type: "SRV", content: "5 5060 sip.example.com" };
const TXT = { ...plain, type: "TXT", content: '"v=spf1 -all"' };
const CAA = { ...plain, type: "CAA", data: caa, comment: "For the shop" };

test.each<[string, RecordDraft, object]>([
  ["MX has its priority, also 0", { ...MX, priority: 0 }, { ...MX, priority: 0 }],
  ["TXT has no priority and is not proxied", { ...TXT, proxied: true, priority: 10 }, TXT],
  ["SRV has its parts in place of content", { ...SRV, priority: 10, data: srv }, { ...plain, type: "SRV", data: srv }],
  ["CAA has its parts in place of content", { ...CAA, content: "" }, CAA],
])("sends the body in which %s", async (_title, draft, body) => {
  expect(await dns.createRecord(ZONE, draft)).toMatchObject({ ok: true, value: { type: draft.type, name: NAME } });
  await expectCall("POST", `/zones/${ZONE}/dns_records`, body);
});

/** Stores the draft and returns its id. */
async function storeDraft() {
  const added = await dns.createRecord(ZONE, DRAFT);
  seen.length = 0;
  return added.ok ? added.value.id : "";
}

test("replaces a record by PUT", async () => {
  const id = await storeDraft();
  const changed = { ...DRAFT, content: "203.0.113.78", proxied: false, ttl: 600 };
  expect(await dns.updateRecord(ZONE, id, changed)).toEqual({ ok: true, value: { id, ...changed } });
  await expectCall("PUT", `/zones/${ZONE}/dns_records/${id}`, changed);
  expect(stored(DRAFT.name)).toMatchObject([{ id, content: "203.0.113.78" }]);
});

test("deletes a record without a body, and succeeds if it is already deleted", async () => {
  const id = await storeDraft();
  expect(await dns.deleteRecord(ZONE, id)).toEqual({ ok: true, value: null });
  await expectCall("DELETE", `/zones/${ZONE}/dns_records/${id}`);
  expect(stored(DRAFT.name)).toEqual([]);
  expect(await dns.deleteRecord(ZONE, id)).toEqual({ ok: true, value: null });
});

test("creates a zone under the site's account and returns its name servers", async () => {
  const made = await dns.createZone("kilimobora.or.ke");
  await expectCall("POST", "/zones", { name: "kilimobora.or.ke", account: { id: ACCOUNT }, type: "full" });
  expect(made).toEqual({
    ok: true,
    value: { id: zones.findByName("kilimobora.or.ke")?.id, nameServers: [expect.any(String), expect.any(String)] },
  });
});

test.each(["mamamboga.co.ke", "exists-jina.com"])("does not adopt the existing zone of %s", async (name) => {
  expect(await dns.createZone(name)).toMatchObject({ ok: false, status: 400, code: "1061", reason: "zone-exists" });
});

test("reports a zone as unknown if its reply was lost", async () => {
  expect(await dns.createZone("lost-jina.com")).toMatchObject({ ok: false, isUnknown: true, reason: "down" });
  expect(zones.writes().zone).toBe(1);
});

test("sends the authorization only if there is one", async () => {
  await newDns({ authorization: "Bearer key" }).listRecords(ZONE);
  await dns.listRecords(ZONE);
  expect(seen.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer key", null]);
});

test.each([{ ...plain, type: "HTTPS", content: '1 . alpn="h3"' }, MX, SRV])(
  "rejects a $type record that cannot be written without a call",
  async (draft) => {
    const refused = { ok: false, status: 400, reason: "invalid", message: expect.stringContaining(draft.type) };
    expect(await dns.createRecord(ZONE, draft)).toMatchObject(refused);
    expect(await dns.updateRecord(ZONE, "a".repeat(32), draft)).toMatchObject(refused);
    expect(seen).toEqual([]);
  },
);
