import { afterEach, expect, test, vi } from "vitest";
import { demoDomains } from "../demo-customers.ts";
import { resetMocks } from "../handlers.ts";
import { zones } from "../zones.ts";

const BASE = "http://mock.test/proxy/cloudflare/zones";
const json = { "Content-Type": "application/json", Accept: "application/json" };
const zoneOf = (domain: string) => demoDomains.find(({ name }) => name === domain)?.zoneId ?? "";
const ZONE = zoneOf("mamamboga.co.ke");
const A = { type: "A", name: "x.mamamboga.co.ke", content: "203.0.113.9", ttl: 600, proxied: false };

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = json) {
  return fetch(`${BASE}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
const add = async (changes: object, zone = ZONE) =>
  (await call("POST", `/${zone}/dns_records`, { ...A, ...changes })).json();

afterEach(resetMocks);

test("each demo zone has only names of its domain and no record twice", () => {
  for (const { name, zoneId } of demoDomains) {
    if (zoneId === null) continue;
    const records = zones.find(zoneId)?.records ?? [];
    expect(records.every((record) => record.name === name || record.name.endsWith(`.${name}`))).toBe(true);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(JSON.stringify(records)).not.toContain("$-");
  }
});

test("returns a record as the provider normalises it", async () => {
  const web = { name: "web.mamamboga.co.ke", ttl: 1, proxied: true, proxiable: true, comment: null };
  expect((await add({ name: "WEB", proxied: true })).result).toMatchObject(web);
  const { content: _, ...rest } = A;
  const srv = { priority: 1, weight: 2, port: 3, target: "SIP.example." };
  const made = await call("POST", `/${ZONE}/dns_records`, { ...rest, type: "SRV", data: srv });
  expect((await made.json()).result).toMatchObject({ content: "2 3 sip.example", priority: 1, data: { port: 3 } });
  expect((await add({ type: "MX", content: ".", priority: 0 })).result.content).toBe(".");
  expect((await add({ type: "TXT", content: "As Given" })).result.content).toBe("As Given");
});

test("a CNAME at the apex conflicts only with addresses", async () => {
  const empty = zoneOf("fundiwaviatu.co.ke");
  const apex = { name: "@" };
  await add({ ...apex, type: "TXT", content: "v=spf1 -all" }, empty);
  expect((await add({ ...apex, type: "CNAME", content: "b.example.com" }, empty)).success).toBe(true);
  expect((await add({ ...apex, type: "MX", content: "mail.example.com", priority: 1 }, empty)).success).toBe(true);
  expect((await add(apex, empty)).errors[0].code).toBe(81_054);
});

test("limits the TXT records of one name to 8,192 characters together", async () => {
  for (const letter of "abcd") await add({ type: "TXT", content: letter.repeat(2048) });
  expect((await add({ type: "TXT", content: "e" })).errors[0].code).toBe(83_011);
});

test("answers 404 for an unknown record and 403 for an unknown zone", async () => {
  for (const [method, body] of [["PUT", A], ["DELETE"]] as const) {
    const response = await call(method, `/${ZONE}/dns_records/${"a".repeat(32)}`, body);
    expect([response.status, (await response.json()).errors[0].code]).toEqual([404, 81_044]);
  }
  expect((await call("GET", `/${"b".repeat(32)}/dns_records`)).status).toBe(403);
});

const { content: _content, ...withoutContent } = A;
const RECORDS = `/${ZONE}/dns_records`;
const RECORD = `${RECORDS}/${"a".repeat(32)}`;
test.each<[string, ...Parameters<typeof call>]>([
  ["an unknown path", "GET", "/x/y/z"],
  ["another method", "PATCH", RECORD, A],
  ["an invalid zone id", "GET", "/zone-1/dns_records"],
  ["an unknown parameter", "GET", `${RECORDS}?type=A`],
  ["a page that is too large", "GET", `${RECORDS}?per_page=5000001`],
  ["a request without an Accept header", "GET", RECORDS, undefined, {}],
  ["a body that is not JSON", "POST", RECORDS, A, { Accept: json.Accept, "Content-Type": "text/plain" }],
  ["a priority without MX", "POST", RECORDS, { ...A, priority: 1 }],
  ["MX without a priority", "POST", RECORDS, { ...A, type: "MX", content: "a.example" }],
  ["SRV as text", "POST", RECORDS, { ...A, type: "SRV", content: "1 2 a.example" }],
  ["a type that the site does not offer", "POST", RECORDS, { ...A, type: "LOC" }],
  ["a record without content", "POST", RECORDS, withoutContent],
  ["an unknown field", "PUT", RECORD, { ...A, id: "a" }],
  ["a deletion with a body", "DELETE", RECORD, {}],
  ["a zone without an account", "POST", "", { name: "a.co.ke", type: "full" }],
])("refuses %s as malformed and counts no write", async (_title, ...request) => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect((await call(...request)).status).toBe(400);
  expect(console.error).toHaveBeenCalledOnce();
  expect(zones.writes()).toEqual({ create: 0, update: 0, delete: 0, zone: 0 });
  vi.mocked(console.error).mockClear();
});
