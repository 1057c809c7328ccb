import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { server } from "#mocks/node.ts";
import { DRAFT, dns, newDns, seen, stored, ZONE } from "../../tests/dns-provider.ts";
import type { RecordDraft } from "./record.ts";

/** Replaces the mock's replies by this one. */
function replyWith(response: () => Response) {
  server.use(http.all("*/proxy/cloudflare/*", response));
}

test.each<[Partial<RecordDraft>, string, string]>([
  [{ name: "a b.mamamboga.co.ke" }, "9000", "name"],
  [{ content: "192.168.1.4" }, "9003", "proxied"],
  [{ content: "300.1.1.1" }, "9005", "content"],
  [{ type: "AAAA", content: "203.0.113.4" }, "9006", "content"],
  [{ type: "CNAME", content: "203.0.113.4" }, "9007", "content"],
  [{ type: "TXT", content: "x".repeat(4097) }, "9015", "content"],
  [{ ttl: 59 }, "9021", "ttl"],
])("refuses %j with Cloudflare's code %s at the field %s, in our words", async (changes, code, field) => {
  const refused = await dns.createRecord(ZONE, { ...DRAFT, ...changes });
  expect(refused).toEqual({ ok: false, status: 400, code, reason: "invalid", field, message: expect.any(String) });
  expect(refused.ok ? "" : refused.message).not.toMatch(/invalid|must be a valid/);
  expect(seen).toHaveLength(1);
});

test("names the record that exists already", async () => {
  await dns.createRecord(ZONE, DRAFT);
  const message = "This record exists already: A duka2.mamamboga.co.ke.";
  const refused = { ok: false, status: 400, code: "81058", reason: "identical", field: "content", message };
  expect(await dns.createRecord(ZONE, DRAFT)).toEqual(refused);
  expect(await dns.createRecord(ZONE, { ...DRAFT, name: "exists-a.mamamboga.co.ke" })).toMatchObject({
    code: "81057",
    reason: "identical",
  });
  expect(stored(DRAFT.name)).toHaveLength(1);
});

test.each<[Partial<RecordDraft>, string]>([
  [{ type: "CNAME", name: "ofisi.mamamboga.co.ke", content: "example.com" }, "81053"],
  [{ name: "duka.mamamboga.co.ke" }, "81054"],
  [{ name: "conflict-x.mamamboga.co.ke" }, "81053"],
])("reports for %j the conflict %s at the field name", async (changes, code) => {
  const message = expect.stringContaining(`${changes.name}.`);
  const refused = { ok: false, status: 400, code, reason: "conflict", field: "name", message };
  expect(await dns.createRecord(ZONE, { ...DRAFT, ...changes })).toEqual(refused);
});

test("refuses to change a record that was deleted meanwhile", async () => {
  const added = await dns.createRecord(ZONE, { ...DRAFT, name: "gone-x.mamamboga.co.ke" });
  const id = added.ok ? added.value.id : "";
  expect(await dns.updateRecord(ZONE, id, DRAFT)).toMatchObject({ ok: false, status: 404, reason: "gone" });
  expect(await dns.deleteRecord(ZONE, id)).toEqual({ ok: true, value: null });
  expect(stored(DRAFT.name)).toEqual([]);
});

const SAVE_FAILED = "Failed to save DNS record";
const CODE_9999 = "Failed to save DNS record: the DNS provider refused it (code 9999).";
const chain = [{ code: 9021, message: "TTL must be between 60 and 86400 seconds, or 1 for Automatic." }];
test.each<[string, object, object]>([
  ["in a flat error", { errors: chain }, { code: "9021", field: "ttl" }],
  ["in the chain of a general one", { errors: [{ code: 1004, message: "x", error_chain: chain }] }, { code: "9021" }],
  ["that we do not know", { errors: [{ code: 9999, message: "Words." }] }, { code: "9999", message: CODE_9999 }],
  ["without words", { errors: [{ code: 9999 }] }, { message: CODE_9999 }],
  ["without an error", { errors: [] }, { message: SAVE_FAILED }],
  ["without errors", {}, { message: SAVE_FAILED }],
])("treats a code %s as a failure with any status, also 200", async (_title, body, expected) => {
  for (const status of [200, 400]) {
    replyWith(() => HttpResponse.json({ success: false, result: null, ...body }, { status }));
    expect(await dns.createRecord(ZONE, DRAFT)).toMatchObject({ ok: false, status, ...expected });
    expect(await dns.listRecords(ZONE)).toMatchObject({ ok: false, status });
  }
});

test("does not show a hostile message of the provider", async () => {
  const message = `<script>alert(1)</script>${"x".repeat(10_000)}`;
  replyWith(() => HttpResponse.json({ success: false, errors: [{ code: 1, message }] }, { status: 400 }));
  const refused = await dns.createRecord(ZONE, DRAFT);
  expect(refused.ok ? "" : refused.message).toBe("Failed to save DNS record: the DNS provider refused it (code 1).");
});

test("replaces a reply without a verdict by the default message", async () => {
  replyWith(() => HttpResponse.json({ result: [] }));
  expect(await dns.listRecords(ZONE)).toMatchObject({ ok: false, message: "Failed to fetch DNS records" });
  const message = "We could not confirm it; it may still appear";
  expect(await dns.createRecord(ZONE, DRAFT)).toMatchObject({ ok: false, isUnknown: true, message });
});

test.each<[string, () => Response]>([
  ["401", () => HttpResponse.json({ errors: [{ code: 9109, message: "Secret" }] }, { status: 401 })],
  ["403", () => HttpResponse.json({ errors: [{ code: 9005, message: "Secret" }] }, { status: 403 })],
  ["code 10000", () => HttpResponse.json({ success: false, errors: [{ code: 10_000, message: "Secret" }] })],
])("logs a refused key (%s) as an error of the site", async (_title, response) => {
  const error = vi.spyOn(log, "error").mockReturnValue();
  replyWith(response);
  const refused = await dns.createRecord(ZONE, DRAFT);
  expect(refused).toMatchObject({ ok: false, message: SAVE_FAILED, reason: "access-denied" });
  expect(refused).not.toHaveProperty("field");
  expect(error).toHaveBeenCalledOnce();
});

test("reports a rate limit in our words and does not repeat the write", async () => {
  expect(await dns.createRecord(ZONE, { ...DRAFT, name: "ratelimit-x.mamamboga.co.ke" })).toMatchObject({
    ok: false,
    status: 429,
    reason: "busy",
    message: expect.stringContaining("in a few minutes"),
  });
  expect(seen).toHaveLength(1);
});

test("calls nothing when the site's own budget is used up", async () => {
  const small = newDns({ callsPer5Minutes: 2 });
  await small.listRecords(ZONE);
  await small.listRecords(ZONE);
  const message = expect.stringMatching(/try again in \d+ (seconds?|minutes)\.$/);
  const busy = { ok: false, status: 429, reason: "busy", message };
  expect(await small.listRecords(ZONE)).toMatchObject(busy);
  expect(await small.createRecord(ZONE, DRAFT)).toMatchObject(busy);
  expect(seen).toHaveLength(2);
});
