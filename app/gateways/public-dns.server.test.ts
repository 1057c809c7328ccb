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
/** For answers that come, however busy the machine is, and for those that never do. */
const PATIENT = { attemptMs: 40_000, totalMs: 50_000 };
const IMPATIENT = { attemptMs: 100, totalMs: 50_000 };
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
const answers = async (question = QUESTION) => (await dns.lookUp(question)).map(({ answer }) => answer);

test("both resolvers are asked as they want to be asked, and answer in their order", async () => {
  expect(await dns.lookUp(QUESTION)).toMatchObject([
    { resolver: "Google", answer: { outcome: "answered", lines: [{ type: "A", ttl: 600, data: "198.51.100.7" }] } },
    { resolver: "Cloudflare", answer: { outcome: "answered", lines: [{ type: "A", ttl: 600, data: "198.51.100.7" }] } },
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
  test("that a name does not exist has the time for which that is kept", async () => {
    const before = Date.now();
    const [answer] = await answers({ name: `nobody.${ZONE}`, type: "A" });
    expect(answer).toMatchObject({ outcome: "no-name", lines: [], negativeTtl: 900 });
    expect(answer?.askedAt).toBeGreaterThanOrEqual(before);
  });

  test("that a name has nothing of a type is no failure", async () => {
    expect(await answers({ name: `ofisi.${ZONE}`, type: "TXT" })).toMatchObject([
      { outcome: "answered", lines: [], negativeTtl: 900 },
      { outcome: "answered", lines: [], negativeTtl: 900 },
    ]);
  });

  test.each([2, 5, 23])("with the code %i is that the resolver failed", async (Status) => {
    answerWith(() => json({ Status }));
    expect(await answers()).toMatchObject([{ outcome: "failed", lines: [] }, { outcome: "failed" }]);
    // It is an answer, so nobody is asked again.
    expect(seen).toHaveLength(2);
  });

  test("may have a chain of names, signatures, and lines that are none", async () => {
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
    ["the SOA record's last number", 900, "a. b. 1 2 3 4 300", 300],
    ["what is left of its TTL", 120, "a. b. 1 2 3 4 300", 120],
    ["its TTL where the number is missing", 900, "a. b. x", 900],
  ])("keeps a no for %s", async (_what, TTL, data, expected) => {
    answerWith(() => json({ Status: 3, Authority: [line({ type: 6, TTL, data })] }));
    expect(await answers()).toMatchObject([{ negativeTtl: expected }, { negativeTtl: expected }]);
  });

  test("keeps nothing longer than a week, and has at most 200 lines", async () => {
    answerWith(() => json({ Status: 0, Answer: Array.from({ length: 500 }, () => line({ TTL: 2 ** 31 })) }));
    const [answer] = await answers();
    expect(answer?.records).toHaveLength(200);
    expect(answer?.records[0]?.ttl).toBe(604_800);
  });
});

describe("an answer is remembered for half a minute", () => {
  test("and many who ask at once make one call", async () => {
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

  test("for its own name and type alone", async () => {
    await dns.lookUp(QUESTION);
    await dns.lookUp({ ...QUESTION, type: "TXT" });
    await dns.lookUp({ ...QUESTION, name: ZONE });
    expect(seen).toHaveLength(6);
  });

  test("and what is written is seen after that", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    dns = newDns();
    await dns.lookUp(QUESTION);
    const record = zones.findByName(ZONE)?.records.find(({ name }) => name === QUESTION.name);
    Object.assign(record ?? {}, { content: "198.51.100.99" });
    vi.setSystemTime(Date.now() + 31_000);
    expect(await answers()).toMatchObject([
      { lines: [{ data: "198.51.100.99" }] },
      { lines: [{ data: "198.51.100.99" }] },
    ]);
  });
});

describe("a resolver that fails has no answer, and nothing is thrown", () => {
  const html = () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 });
  test.each<[string, () => Response | Promise<Response>, number]>([
    ["a broken connection", () => HttpResponse.error(), 4],
    ["HTML with 502", html, 4],
    ["HTML with 200", () => new HttpResponse("<h1>Hello</h1>"), 4],
    ["nothing", () => new HttpResponse(""), 4],
    ["JSON of another kind", () => json({ answers: [] }), 4],
    ["JSON that stops", () => new HttpResponse('{"Status":0,"Answer":[{'), 4],
    ["2 MB", () => json({ Status: 0, Comment: "x".repeat(2e6) }), 4],
    ["a redirect", () => new HttpResponse(null, { status: 302, headers: { Location: "http://other.test/" } }), 2],
    ["400", () => json({ error: "Invalid name" }, { status: 400 }), 2],
    ["403", () => new HttpResponse("<h1>Forbidden</h1>", { status: 403 }), 2],
    ["429 that asks to wait", () => json({}, { status: 429, headers: { "Retry-After": "60" } }), 2],
    ["silence", () => new Promise<Response>(() => {}), 4],
  ])("%s", async (what, reply, calls) => {
    if (what === "silence") dns = newDns({ deadlines: IMPATIENT });
    answerWith(reply);
    expect(await answers()).toEqual([undefined, undefined]);
    expect(seen).toHaveLength(calls);
  });

  test.each(["timeout", "error500", "garbage", "ratelimit", "forbidden", "unreachable"])(
    "'%s-' in front of the domain",
    async (word) => {
      if (word === "timeout") dns = newDns({ deadlines: IMPATIENT });
      zones.add(`${word}-duka.co.ke`);
      expect(await answers({ name: `www.${word}-duka.co.ke`, type: "A" })).toEqual([undefined, undefined]);
    },
  );

  test("while the other one answers", async () => {
    zones.add("onesided-duka.co.ke");
    expect(await answers({ name: "onesided-duka.co.ke", type: "NS" })).toMatchObject([
      { outcome: "answered" },
      undefined,
    ]);
  });

  test("is asked again the next time, and twice a time", async () => {
    answerWith(() => (seen.length <= 2 ? html() : json({ Status: 0, Answer: [line()] })));
    expect(await answers()).toMatchObject([{ outcome: "answered" }, { outcome: "answered" }]);
    expect(seen).toHaveLength(4);
    server.resetHandlers();
    dns = newDns();
    answerWith(html);
    expect(await answers()).toEqual([undefined, undefined]);
    server.resetHandlers();
    expect(await answers()).toMatchObject([{ outcome: "answered" }, { outcome: "answered" }]);
  });

  test("is left alone for a while after five failures, and the other one is not", async () => {
    Object.assign(env, { isSandbox: false });
    answerWith((request) => (request.url.includes("google") ? html() : json({ Status: 0, Answer: [line()] })));
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
])("the resolver at %s is called %s", async (url, name) => {
  server.use(
    http.get(url.replace(/:\d+/, ":*"), () => json({ Status: 0 })),
    http.get(url, () => json({ Status: 0 })),
  );
  expect(await newDns({ urls: [url] }).lookUp(QUESTION)).toMatchObject([{ resolver: name }]);
});

test("the site's own resolvers are the sandbox's", async () => {
  expect(await publicDns.lookUp({ name: ZONE, type: "NS" })).toMatchObject([
    { resolver: "Google", answer: { outcome: "answered" } },
    { resolver: "Cloudflare", answer: { outcome: "answered" } },
  ]);
  expect(publicDns.nameServers).toEqual(["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"]);
});
