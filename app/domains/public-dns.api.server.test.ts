import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { createPublicDns } from "./public-dns.api.server.ts";

const RESOLVERS = "*/public-dns/*";
const ZONE = "mamamboga.co.ke";
const QUESTION = { name: `ofisi.${ZONE}`, type: "A" };
const { isSandbox } = env;
let seen: Request[] = [];
let count = 0;
let dns: ReturnType<typeof newDns>;

/** Returns a gateway to resolvers with a fresh circuit breaker and cache. */
function newDns(options = {}) {
  count += 1;
  const base = `http://resolvers-${count}.test/public-dns`;
  const urls = [`${base}/google/resolve`, `${base}/cloudflare/dns-query`];
  return createPublicDns({ urls, nameServers: [], ...options });
}

beforeEach(() => {
  seen = [];
  dns = newDns();
  // Records each request and leaves it to the mock.
  server.use(http.all(RESOLVERS, ({ request }) => void seen.push(request.clone())));
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { isSandbox });
  resetMocks();
});

/** Replaces the replies of both resolvers by this one. */
function replyWith(reply: (request: Request) => Response | Promise<Response>) {
  server.use(
    http.all(RESOLVERS, ({ request }) => {
      seen.push(request.clone());
      return reply(request);
    }),
  );
}
const json = (body: object, init?: ResponseInit) => HttpResponse.json(body, init);
const line = (rest: object = {}) => ({ name: "a.example.", type: 1, TTL: 60, data: "192.0.2.1", ...rest });
const resolutions = async (question = QUESTION) => (await dns.lookUp(question)).map(({ resolution }) => resolution);

test("asks both resolvers in their format and returns their resolutions in order", async () => {
  const resolution = { outcome: "answered", records: [{ type: "A", ttl: 600, data: "198.51.100.7" }] };
  expect(await dns.lookUp(QUESTION)).toMatchObject([
    { resolver: "Google", resolution },
    { resolver: "Cloudflare", resolution },
  ]);
  const request = ["GET", "application/dns-json", `?name=ofisi.${ZONE}&type=A`];
  const sent = seen.map(({ method, headers, url }) => [method, headers.get("Accept"), new URL(url).search]);
  expect(sent).toEqual([request, request]);
});

test("reads that a name does not exist, with the negative TTL", async () => {
  const before = Date.now();
  const [resolution] = await resolutions({ name: `nobody.${ZONE}`, type: "A" });
  expect(resolution).toMatchObject({ outcome: "no-name", records: [], negativeTtl: 900 });
  expect(resolution?.askedAt).toBeGreaterThanOrEqual(before);
});

test("reads a name without records of the type as answered", async () => {
  const empty = { outcome: "answered", records: [], negativeTtl: 900 };
  expect(await resolutions({ name: `ofisi.${ZONE}`, type: "TXT" })).toMatchObject([empty, empty]);
});

test.each([2, 5, 23])("reads the status %i as failed, without asking again", async (Status) => {
  replyWith(() => json({ Status }));
  expect(await resolutions()).toMatchObject([{ outcome: "failed", records: [] }, { outcome: "failed" }]);
  expect(seen).toHaveLength(2);
});

test("keeps a CNAME chain and drops signatures and invalid lines", async () => {
  const chain = [line({ type: 5, data: "b.example." }), line({ name: "b.example." })];
  const odd = [line({ type: 46 }), line({ type: "A" }), line({ TTL: -1 }), { name: "a" }, null, "x", line({ data: 5 })];
  replyWith(() => json({ Status: 0, Answer: [...odd, ...chain], Authority: null }));
  const [resolution] = await resolutions();
  expect(resolution?.records).toEqual([
    { name: "a.example.", type: "CNAME", ttl: 60, data: "b.example." },
    { name: "b.example.", type: "A", ttl: 60, data: "192.0.2.1" },
  ]);
});

test.each([
  ["the SOA record's last field", 900, "a. b. 1 2 3 4 300", 300],
  ["the remaining TTL of the SOA record", 120, "a. b. 1 2 3 4 300", 120],
  ["the SOA record's TTL if the field is invalid", 900, "a. b. x", 900],
])("takes as the negative TTL %s", async (_what, TTL, data, negativeTtl) => {
  replyWith(() => json({ Status: 3, Authority: [line({ type: 6, TTL, data })] }));
  expect(await resolutions()).toMatchObject([{ negativeTtl }, { negativeTtl }]);
});

test("returns at most 200 records and a TTL of at most a week", async () => {
  replyWith(() => json({ Status: 0, Answer: Array.from({ length: 500 }, () => line({ TTL: 2 ** 31 })) }));
  const [resolution] = await resolutions();
  expect(resolution?.records).toHaveLength(200);
  expect(resolution?.records[0]?.ttl).toBe(604_800);
});

test("caches a resolution of a name and type for 30 seconds and makes one call for parallel lookups", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await Promise.all([dns.lookUp(QUESTION), dns.lookUp(QUESTION), dns.lookUp({ ...QUESTION })]);
  vi.setSystemTime(Date.now() + 29_000);
  const [cached] = await resolutions();
  expect(seen).toHaveLength(2);
  await dns.lookUp({ ...QUESTION, type: "TXT" });
  await dns.lookUp({ ...QUESTION, name: ZONE });
  expect(seen).toHaveLength(6);

  const record = zones.findByName(ZONE)?.records.find(({ name }) => name === QUESTION.name);
  Object.assign(record ?? {}, { content: "198.51.100.99" });
  // The cache reads the clock at most once a millisecond, by a real timer.
  await new Promise((done) => setTimeout(done, 5));
  vi.setSystemTime(Date.now() + 2000);
  const [fresh] = await resolutions();
  expect(fresh?.records).toMatchObject([{ data: "198.51.100.99" }]);
  expect((fresh?.askedAt ?? 0) - (cached?.askedAt ?? 0)).toBe(31_000);
});

test.each<[string, () => Response, number]>([
  ["a lost connection", () => HttpResponse.error(), 4],
  ["JSON of another shape", () => json({ answers: [] }), 4],
  ["a 429 with a long Retry-After", () => json({}, { status: 429, headers: { "Retry-After": "60" } }), 2],
])("returns no resolution after %s", async (_fault, reply, calls) => {
  replyWith(reply);
  expect(await resolutions()).toEqual([undefined, undefined]);
  expect(seen).toHaveLength(calls);
});

test("does not call a resolver whose breaker is open, but still calls the other one", async () => {
  Object.assign(env, { isSandbox: false });
  const isGoogle = ({ url }: Request) => url.includes("google");
  replyWith((request) => (isGoogle(request) ? HttpResponse.error() : json({ Status: 0, Answer: [line()] })));
  for (let n = 0; n < 5; n++) await dns.lookUp({ ...QUESTION, name: `n${n}.${ZONE}` });
  seen = [];
  expect(await resolutions()).toMatchObject([undefined, { outcome: "answered" }]);
  expect(seen.map(isGoogle)).toEqual([false]);
});

test.each([
  ["https://dns.google/resolve", "Google"],
  ["https://cloudflare-dns.com/dns-query", "Cloudflare"],
  ["https://one.one.one.one/dns-query", "Cloudflare"],
  ["https://dns.quad9.net:5053/dns-query", "Quad9"],
  ["https://resolver.example.co.ke/dns-query", "resolver.example.co.ke"],
])("names the resolver at %s %s", async (url, name) => {
  server.use(http.get(url.replace(/:\d+/, ":*"), () => json({ Status: 0 })));
  expect(await newDns({ urls: [url] }).lookUp(QUESTION)).toMatchObject([{ resolver: name }]);
});
