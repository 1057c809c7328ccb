import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { isRecordType } from "#app/model/dns/types.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { createDns } from "../dns.server.ts";

const LIST = "*/proxy/cloudflare/zones/:zoneId/dns_records";
let count = 0;

function list(domain = "mamamboga.co.ke") {
  count += 1;
  const url = `http://list-${count}.test/proxy/cloudflare`;
  const zoneId = demoDomains.find(({ name }) => name === domain)?.zoneId ?? "";
  return createDns({ url, authorization: "", account: "a", callsPer5Minutes: 1000 }).listRecords(zoneId);
}

/** Pages of a provider's list; a number is a record with that id. */
function pages(pageOf: (page: number) => { entries: unknown[]; info?: object | null } | Response) {
  const asked: number[] = [];
  let open = 0;
  let mostOpen = 0;
  server.use(
    http.get(LIST, async ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      asked.push(page);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((done) => setTimeout(done, 5));
      open -= 1;
      const answer = pageOf(page);
      if (answer instanceof Response) return answer;
      const result = answer.entries.map((entry) => (typeof entry === "number" ? record(entry) : entry));
      return HttpResponse.json({ success: true, errors: [], result, result_info: answer.info });
    }),
  );
  return { asked, mostOpen: () => mostOpen };
}

const record = (id: number) => ({ id: String(id), type: "A", name: "a.example", content: "192.0.2.1", ttl: 60 });

afterEach(resetMocks);

test("lists each of 250 records on three pages once", async () => {
  const listed = await list("big-zone-demo.co.ke");
  expect(listed).toMatchObject({ ok: true, value: { isComplete: true } });
  expect(new Set(listed.ok ? listed.value.records.map(({ id }) => id) : []).size).toBe(250);
});

test("returns no records for an empty zone", async () => {
  expect(await list("fundiwaviatu.co.ke")).toEqual({ ok: true, value: { records: [], isComplete: true } });
});

test("lists unsupported types and drops unknown fields", async () => {
  const listed = await list();
  const records = listed.ok ? listed.value.records : [];
  expect(records.filter(({ type }) => !isRecordType(type)).map(({ type }) => type)).toEqual(["LOC", "HTTPS"]);
  const loc = { type: "LOC", content: expect.any(String), ttl: 3600, proxied: false };
  expect(records.find(({ type }) => type === "LOC")).toEqual({
    id: expect.any(String),
    name: expect.any(String),
    ...loc,
  });
});

test("reads a proxied record as Auto, and SRV and CAA with their parts", async () => {
  const listed = await list();
  const records = listed.ok ? listed.value.records : [];
  expect(records.find(({ type }) => type === "A")).toMatchObject({ ttl: 1, proxied: true });
  expect(records.find(({ type }) => type === "SRV")).toMatchObject({ priority: 100, data: { weight: 1, port: 443 } });
  expect(records.find(({ type }) => type === "CAA")?.data).toEqual({
    flags: 0,
    tag: "issue",
    value: "letsencrypt.org",
  });
});

test("replaces invalid fields by defaults and leaves out entries that are not records", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const odd = { id: "1", type: "SRV", name: "a.example", content: null, ttl: "x", proxied: 1, priority: "y", data: [] };
  pages(() => ({ entries: [odd, null, { id: "2" }, { ...odd, id: 3 }, 4] }));
  expect(await list()).toEqual({
    ok: true,
    value: {
      records: [
        { id: "1", type: "SRV", name: "a.example", content: "", ttl: 1, proxied: false },
        { ...record(4), proxied: false },
      ],
      isComplete: true,
    },
  });
  expect(warn).toHaveBeenCalledWith({ dns: { odd: 3 } }, expect.any(String));
});

test("reads three pages at a time and at most 35", async () => {
  const { asked, mostOpen } = pages((page) => ({ entries: [page], info: { total_pages: 99, total_count: 99 } }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete: false, records: { length: 35 } } });
  expect(asked).toHaveLength(35);
  expect(mostOpen()).toBe(3);
});

test("fails if one page fails", async () => {
  const info = { total_pages: 3, total_count: 3 };
  pages((page) => (page === 3 ? new HttpResponse(null, { status: 400 }) : { entries: [page], info }));
  expect(await list()).toEqual({ ok: false, status: 400, message: "Failed to fetch DNS records" });
});

test("lists a record that moved between pages once and marks the list incomplete", async () => {
  pages((page) => ({ entries: [1, page], info: { total_pages: 2, total_count: 3 } }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete: false, records: [{ id: "1" }, { id: "2" }] } });
});

test.each([
  [99, true],
  [100, false],
])("treats a page of %i records without a count as complete: %s", async (length, isComplete) => {
  pages(() => ({ entries: Array.from({ length }, (_, index) => index + 1), info: null }));
  expect(await list()).toMatchObject({ ok: true, value: { isComplete, records: { length } } });
});
