import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { createPublicDns, publicDns } from "./public-dns.server.ts";

const RESOLVERS = "*/public-dns/*";
const ZONE = "mamamboga.co.ke";
const QUESTION = { name: `ofisi.${ZONE}`, type: "A" };
const { isSandbox } = env;
/** Long enough for a busy machine. */
const PATIENT = { attemptMs: 40_000, totalMs: 50_000 };
let seen: Request[] = [];
let count = 0;
let dns: ReturnType<typeof newDns>;

/** Resolvers whose breakers and memory are fresh. */
function newDns(options = {}) {
  count += 1;
  const base = `http://world-${count}.test/public-dns`;
  const urls = [`${base}/google/resolve`, `${base}/cloudflare/dns-query`];
  return createPublicDns({ urls, nameServers: [], deadlines: PATIENT, ...options });
}

beforeEach(() => {
  seen = [];
  dns = newDns();
  // Looks at each call and leaves it to the mock.
  server.use(http.all(RESOLVERS, ({ request }) => void seen.push(request.clone())));
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { isSandbox });
  resetMocks();
});

/** From now on both resolvers answer with this. */
function answerWith(reply: (request: Request) => Response | Promise<Response>) {
  server.use(
    http.all(RESOLVERS, ({ request }) => {
      seen.push(request.clone());
      return reply(request);
    }),
  );
}
const json = (body: object, init?: ResponseInit) => HttpResponse.json(body, init);
const line = (rest: object = {}) => ({ name: "a.example.", type: 1, TTL: 60, data: "192.0.2.1", ...rest });
const answers = async (question = QUESTION) => (await dns.lookUp(question)).map(({ resolution }) => resolution);

test("asks both resolvers in their format and returns their answers in order", async () => {
  expect(await dns.lookUp(QUESTION)).toMatchObject([
    {
      resolver: "Google",
      resolution: { outcome: "answered", records: [{ type: "A", ttl: 600, data: "198.51.100.7" }] },
    },
    {
      resolver: "Cloudflare",
      resolution: { outcome: "answered", records: [{ type: "A", ttl: 600, data: "198.51.100.7" }] },
    },
  ]);
  expect(seen).toHaveLength(2);
  for (const { method, headers, url } of seen) {
    expect([method, headers.get("Accept"), new URL(url).search]).toEqual([
      "GET",
      "application/dns-json",
      `?name=ofisi.${ZONE}&type=A`,
    ]);
  }
});

describe("an answer", () => {
  test("that a name does not exist has its negative TTL", async () => {
    const before = Date.now();
    const [answer] = await answers({ name: `nobody.${ZONE}`, type: "A" });
    expect(answer).toMatchObject({ outcome: "no-name", records: [], negativeTtl: 900 });
    expect(answer?.askedAt).toBeGreaterThanOrEqual(before);
  });

  test("without records of the type is a success", async () => {
    expect(await answers({ name: `ofisi.${ZONE}`, type: "TXT" })).toMatchObject([
      { outcome: "answered", records: [], negativeTtl: 900 },
      { outcome: "answered", records: [], negativeTtl: 900 },
    ]);
  });

  test.each([2, 5, 23])("with the code %i counts as failed", async (Status) => {
    answerWith(() => json({ Status }));
    expect(await answers()).toMatchObject([{ outcome: "failed", records: [] }, { outcome: "failed" }]);
    // It is an answer, so nobody is asked again.
    expect(seen).toHaveLength(2);
  });

  test("keeps a CNAME chain and drops signatures and invalid lines", async () => {
    const chain = [line({ type: 5, data: "b.example." }), line({ name: "b.example." })];
    const odd = [
      line({ type: 46 }),
      line({ type: "A" }),
      line({ TTL: -1 }),
      { name: "a" },
      null,
      "x",
      line({ data: 5 }),
    ];
    answerWith(() => json({ Status: 0, Answer: [...odd, ...chain], Authority: null }));
    const [answer] = await answers();
    expect(answer?.records).toEqual([
      { name: "a.example.", type: "CNAME", ttl: 60, data: "b.example." },
      { name: "b.example.", type: "A", ttl: 60, data: "192.0.2.1" },
    ]);
  });

  test.each([
    ["the SOA record's last field", 900, "a. b. 1 2 3 4 300", 300],
    ["the remaining TTL of the SOA record", 120, "a. b. 1 2 3 4 300", 120],
    ["the SOA record's TTL if the field is invalid", 900, "a. b. x", 900],
  ])("has as its negative TTL %s", async (_what, TTL, data, expected) => {
    answerWith(() => json({ Status: 3, Authority: [line({ type: 6, TTL, data })] }));
    expect(await answers()).toMatchObject([{ negativeTtl: expected }, { negativeTtl: expected }]);
  });

  test("has at most 200 lines and a TTL of at most a week", async () => {
    answerWith(() => json({ Status: 0, Answer: Array.from({ length: 500 }, () => line({ TTL: 2 ** 31 })) }));
    const [answer] = await answers();
    expect(answer?.records).toHaveLength(200);
    expect(answer?.records[0]?.ttl).toBe(604_800);
  });
});

describe("caches an answer for 30 seconds", () => {
  test("and makes one call for parallel lookups", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    dns = newDns();
    await Promise.all([dns.lookUp(QUESTION), dns.lookUp(QUESTION), dns.lookUp({ ...QUESTION })]);
    expect(seen).toHaveLength(2);
    vi.setSystemTime(Date.now() + 29_000);
    const [known] = await answers();
    expect(seen).toHaveLength(2);
    // The memory looks at the clock once a millisecond, by a timer.
    await new Promise((done) => setTimeout(done, 5));
    vi.setSystemTime(Date.now() + 2000);
    const [anew] = await answers();
    expect(seen).toHaveLength(4);
    expect((anew?.askedAt ?? 0) - (known?.askedAt ?? 0)).toBe(31_000);
  });

  test("separately for each name and type", async () => {
    await dns.lookUp(QUESTION);
    await dns.lookUp({ ...QUESTION, type: "TXT" });
    await dns.lookUp({ ...QUESTION, name: ZONE });
    expect(seen).toHaveLength(6);
  });

  test("and then shows a changed record", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    dns = newDns();
    await dns.lookUp(QUESTION);
    const record = zones.findByName(ZONE)?.records.find(({ name }) => name === QUESTION.name);
    Object.assign(record ?? {}, { content: "198.51.100.99" });
    vi.setSystemTime(Date.now() + 31_000);
    expect(await answers()).toMatchObject([
      { records: [{ data: "198.51.100.99" }] },
      { records: [{ data: "198.51.100.99" }] },
    ]);
  });
});

describe("reports no answer of a resolver", () => {
  test.each<[string, () => Response, number]>([
    ["with a lost connection", () => HttpResponse.error(), 4],
    ["with JSON of another shape", () => json({ answers: [] }), 4],
    ["with a 429 and Retry-After", () => json({}, { status: 429, headers: { "Retry-After": "60" } }), 2],
  ])("%s", async (_fault, reply, calls) => {
    answerWith(reply);
    expect(await answers()).toEqual([undefined, undefined]);
    expect(seen).toHaveLength(calls);
  });

  test("while the other resolver answers", async () => {
    zones.add("onesided-duka.co.ke");
    expect(await answers({ name: "onesided-duka.co.ke", type: "NS" })).toMatchObject([
      { outcome: "answered" },
      undefined,
    ]);
  });

  test("whose breaker is open, separately for each resolver", async () => {
    Object.assign(env, { isSandbox: false });
    answerWith((request) =>
      request.url.includes("google") ? HttpResponse.error() : json({ Status: 0, Answer: [line()] }),
    );
    for (let n = 0; n < 5; n++) await dns.lookUp({ ...QUESTION, name: `n${n}.${ZONE}` });
    seen = [];
    expect(await answers()).toMatchObject([undefined, { outcome: "answered" }]);
    expect(seen.map(({ url }) => url.includes("google"))).toEqual([false]);
  });
});

test.each([
  ["https://dns.google/resolve", "Google"],
  ["https://cloudflare-dns.com/dns-query", "Cloudflare"],
  ["https://one.one.one.one/dns-query", "Cloudflare"],
  ["https://dns.quad9.net:5053/dns-query", "Quad9"],
  ["https://resolver.example.co.ke/dns-query", "resolver.example.co.ke"],
])("names the resolver at %s %s", async (url, name) => {
  server.use(
    http.get(url.replace(/:\d+/, ":*"), () => json({ Status: 0 })),
    http.get(url, () => json({ Status: 0 })),
  );
  expect(await newDns({ urls: [url] }).lookUp(QUESTION)).toMatchObject([{ resolver: name }]);
});

test("uses the sandbox's resolvers by default", async () => {
  expect(await publicDns.lookUp({ name: ZONE, type: "NS" })).toMatchObject([
    { resolver: "Google", resolution: { outcome: "answered" } },
    { resolver: "Cloudflare", resolution: { outcome: "answered" } },
  ]);
  expect(publicDns.nameServers).toEqual(["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"]);
});
