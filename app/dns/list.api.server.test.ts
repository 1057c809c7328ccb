import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { server } from "#mocks/node.ts";
import { dns, zoneOf } from "../../tests/dns-provider.ts";
import { isRecordType } from "./types.ts";

const list = (domain = "mamamboga.co.ke") => dns.listRecords(zoneOf(domain));

async function recordsOf(domain?: string) {
  const listed = await list(domain);
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.records;
}

const record = (id: number) => ({ id: String(id), type: "A", name: "a.example", content: "192.0.2.1", ttl: 60 });

/** Replaces the pages of the provider's list. Numbers stand for records. Returns the pages that were requested. */
function replyWith(pageOf: (page: number) => { entries: unknown[]; info?: object | null } | Response) {
  const requested: number[] = [];
  let open = 0;
  let mostOpen = 0;
  server.use(
    http.get("*/proxy/cloudflare/zones/:zoneId/dns_records", async ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      requested.push(page);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((done) => setTimeout(done, 5));
      open -= 1;
      const response = pageOf(page);
      if (response instanceof Response) return response;
      const result = response.entries.map((entry) => (typeof entry === "number" ? record(entry) : entry));
      return HttpResponse.json({ success: true, errors: [], result, result_info: response.info });
    }),
  );
  return { requested, mostOpen: () => mostOpen };
}

test("lists each of 250 records once", async () => {
  expect(await list("big-zone-demo.co.ke")).toMatchObject({ ok: true, value: { isComplete: true } });
  expect(new Set((await recordsOf("big-zone-demo.co.ke")).map(({ id }) => id)).size).toBe(250);
});

test("returns no records for an empty zone", async () => {
  expect(await list("fundiwaviatu.co.ke")).toEqual({ ok: true, value: { records: [], isComplete: true } });
});

test("lists unsupported types and drops unknown fields", async () => {
  const unsupported = (await recordsOf()).filter(({ type }) => !isRecordType(type));
  expect(unsupported.map(({ type }) => type)).toEqual(["LOC"]);
  const text = expect.any(String);
  expect(unsupported[0]).toEqual({ id: text, name: text, type: "LOC", content: text, ttl: 3600, proxied: false });
});

test("reads a proxied record as Auto, and SRV and CAA with their parts", async () => {
  const records = await recordsOf();
  const first = (wanted: string) => records.find(({ type }) => type === wanted);
  expect(first("A")).toMatchObject({ ttl: 1, proxied: true });
  expect(first("SRV")).toMatchObject({ priority: 100, data: { weight: 1, port: 443 } });
  expect(first("CAA")?.data).toEqual({ flags: 0, tag: "issue", value: "letsencrypt.org" });
});

test("replaces invalid fields by defaults and leaves out entries that are not records", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const odd = { id: "1", type: "SRV", name: "a.example", content: null, ttl: "x", proxied: 1, priority: "y", data: [] };
  replyWith(() => ({ entries: [odd, null, { id: "2" }, { ...odd, id: 3 }, 4] }));
  expect(await recordsOf()).toEqual([
    { id: "1", type: "SRV", name: "a.example", content: "", ttl: 1, proxied: false },
    { ...record(4), proxied: false },
  ]);
  expect(warn).toHaveBeenCalledWith({ dns: { odd: 3 } }, expect.any(String));
});

test("reads three pages at a time and at most seven", async () => {
  const { requested, mostOpen } = replyWith((page) => ({
    entries: [page],
    info: { total_pages: 99, total_count: 99 },
  }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete: false, records: { length: 7 } } });
  expect(requested).toHaveLength(7);
  expect(mostOpen()).toBe(3);
});

test("reads a zone of 3,003 records by one call, though the reply is longer than others may be", async () => {
  const comment = "x".repeat(500);
  const { requested } = replyWith(() => ({
    entries: Array.from({ length: 3003 }, (_, index) => ({ ...record(index + 1), comment })),
    info: { total_pages: 1, total_count: 3003 },
  }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete: true, records: { length: 3003 } } });
  expect(requested).toEqual([1]);
});

test("fails if one page fails", async () => {
  const info = { total_pages: 3, total_count: 3 };
  replyWith((page) => (page === 3 ? new HttpResponse(null, { status: 400 }) : { entries: [page], info }));
  expect(await list()).toEqual({ ok: false, status: 400, message: "Failed to fetch DNS records" });
});

test("lists a record that moved between pages once and marks the list incomplete", async () => {
  replyWith((page) => ({ entries: [1, page], info: { total_pages: 2, total_count: 3 } }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete: false, records: [{ id: "1" }, { id: "2" }] } });
});

test.each([
  [4999, true],
  [5000, false],
])("treats a page of %i records without a count as complete: %s", async (length, isComplete) => {
  replyWith(() => ({ entries: Array.from({ length }, (_, index) => index + 1), info: null }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete, records: { length } } });
});
