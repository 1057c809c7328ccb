import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seal } from "#app/platform/abuse/site-seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { doctorReport } from "#app/server/request-handler.server.ts";
import { server } from "#mocks/node.ts";
import { serveSmtp } from "#mocks/smtp.ts";
import { clockFinding, nodeFinding } from "./machine.server.ts";
import { runChecks } from "./run-doctor.server.ts";
import { certificateFinding, siteChecks } from "./site.api.server.ts";

const ORIGIN = "https://www.example.co.ke";
const { origin, isSandbox, trustedProxies } = env;
beforeEach(() => void Object.assign(env, { origin: ORIGIN, isSandbox: false, trustedProxies: 1 }));
afterEach(() => void Object.assign(env, { origin, isSandbox, trustedProxies }));

type Proxy = (chain: string[]) => string[];
const appends: Proxy = (chain) => [...chain, "41.90.64.7"];
const replaces: Proxy = () => ["41.90.64.7"];
const isSilent: Proxy = (chain) => chain;
const removes: Proxy = () => [];

/** Puts the site behind these proxies, the outermost first. `ready` is the status of /readyz. */
function startBehind(proxies: Proxy[], ready = 200) {
  server.use(
    http.get(`${ORIGIN}/doctor`, ({ request }) => {
      const chain = proxies.reduce((left, proxy) => proxy(left), [request.headers.get("X-Forwarded-For") ?? ""]);
      const headers = { "x-doctor": request.headers.get("X-Doctor") ?? "", "x-forwarded-for": chain.join(", ") };
      const report = doctorReport({ method: "GET", url: "/doctor", headers } as never);
      return report ? HttpResponse.json(report) : new HttpResponse(null, { status: 404 });
    }),
    http.get(`${ORIGIN}/readyz`, () => new HttpResponse("", { status: ready })),
  );
}

/** Returns state and message of each check but the certificate's, by name. */
async function lines() {
  const found = await runChecks(siteChecks(1).filter(({ name }) => name !== "certificate"));
  return Object.fromEntries(found.map(({ name, state, message }) => [name, `${state} ${message}`]));
}

test("finds a site behind as many proxies as configured good", async () => {
  startBehind([appends]);
  expect(await lines()).toEqual({
    address: `good ${ORIGIN} answers and is this site.`,
    build: `good ${SITE_VERSION} answers, as examined here.`,
    proxies: "good 1 proxy writes where visitors come from, and TRUSTED_PROXIES is 1.",
    ready: "good /readyz says so.",
  });
});

test.each([
  [2, [appends], /^bad 1 proxy writes .* is 2: too many\.$/],
  [1, [appends, appends], /^bad 2 proxies write .* is 1: too few\.$/],
  [0, [appends], /^bad 1 proxy writes .* is 0: too few\.$/],
  [1, [replaces], /^good 1 proxy/],
  [2, [replaces, appends], /^good 2 proxies/],
  [1, [isSilent], /^bad A proxy does not say where visitors come from/],
  [0, [isSilent], /^bad A proxy does not say/],
  [1, [removes], /^bad A proxy does not say/],
])("reports with TRUSTED_PROXIES=%d behind the proxies %o: %s", async (configured, proxies, line) => {
  env.trustedProxies = configured;
  startBehind(proxies);
  expect((await lines()).proxies).toMatch(line);
});

test("reports another site at the address as bad, and warns that dependent checks are unknown", async () => {
  server.use(http.get(`${ORIGIN}/*`, () => new HttpResponse("<html>It works!</html>", { status: 200 })));
  const { address, build, proxies } = await lines();
  expect(address).toBe(`bad ${ORIGIN} answers, and not as this site (HTTP 200).`);
  expect([build, proxies]).toEqual(Array(2).fill("warning Not to be known before the address answers."));
});

test("reports an address that does not answer, with the reason", async () => {
  server.use(http.get(`${ORIGIN}/*`, () => HttpResponse.error()));
  expect((await lines()).address).toMatch(/^bad www\.example\.co\.ke: /);
});

test("reports a site that stays unready as bad, and warns about a hidden /readyz", async () => {
  startBehind([appends], 503);
  expect((await lines()).ready).toBe("bad /readyz says no.");
  startBehind([appends], 404);
  expect((await lines()).ready).toBe("warning /readyz cannot be seen from outside (HTTP 404).");
});

test("/doctor answers only a fresh sealed question of its own", () => {
  const ask = (question: unknown, url = "/doctor", method = "GET") =>
    doctorReport({ method, url, headers: { "x-doctor": question } } as never);
  expect(ask(seal({ doctor: "word" }, 1000))).toMatchObject({ questionId: "word" });
  const expired = seal({ doctor: "word" }, -1);
  for (const other of [undefined, "", "word", expired, seal("word", 1000), seal({ form: 1 }, 1000)]) {
    expect(ask(other)).toBeUndefined();
  }
  expect(ask(seal({ doctor: "word" }, 1000), "/doctor?x")).toBeUndefined();
  expect(ask(seal({ doctor: "word" }, 1000), "/doctor", "POST")).toBeUndefined();
});

test("rates a certificate by its days and by what browsers reject", () => {
  const inDays = (days: number, error?: string) =>
    certificateFinding("www.example.co.ke", Date.now() + (days + 0.5) * 86_400_000, error);
  expect(inDays(60)).toMatchObject({ state: "good", message: "Good for www.example.co.ke, for 60 more days." });
  expect(inDays(5)).toMatchObject({ state: "warning", message: "It ends in 5 days." });
  expect(inDays(-4, "CERT_HAS_EXPIRED")).toMatchObject({ state: "bad", message: "It ended 4 days ago." });
  expect(inDays(60, "ERR_TLS_CERT_ALTNAME_INVALID")).toMatchObject({ state: "bad" });
});

test("reads the certificate of a real connection, and reports a connection without one", async () => {
  const certificate = siteChecks().filter(({ name }) => name === "certificate");
  const lineAt = async (port: number) => {
    env.origin = `https://127.0.0.1:${port}`;
    return (await runChecks(certificate))[0];
  };
  // The smtp-server package's own certificate, self-signed for "localhost".
  const secure = await serveSmtp({ port: 0, onMail: () => undefined, options: { secure: true } });
  expect(await lineAt(secure.port)).toMatchObject({
    state: "bad",
    message: expect.stringMatching(/^(It ended \d+ days ago|Browsers do not take it for 127\.0\.0\.1 \([A-Z_]+\))\.$/),
  });
  await secure.close();
  const plain = createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  expect(await lineAt(port)).toMatchObject({
    message: expect.stringMatching(/its certificate is not good, or it speaks no TLS/),
  });
  plain.close();
  await once(plain, "close");
  expect(await lineAt(port)).toMatchObject({ state: "bad", message: expect.stringMatching(/nobody listens there/) });
});

test("compares the clock with the nearest time that services report", () => {
  expect(clockFinding([2, -400])).toMatchObject({ state: "good" });
  expect(clockFinding([-30])).toMatchObject({ state: "warning", message: "This machine's clock is 30 s ahead." });
  expect(clockFinding([300, 305])).toMatchObject({ state: "bad", message: "This machine's clock is 300 s behind." });
  expect(clockFinding([])).toMatchObject({ state: "warning", message: "No service told the time." });
});

test("accepts the Node versions of package.json and their newer minor versions", () => {
  for (const tried of ["20.19.0", "22.20.1", "24.0.0"]) expect(nodeFinding(tried)).toMatchObject({ state: "good" });
  for (const other of ["20.18.3", "21.0.0", "25.1.0"]) expect(nodeFinding(other)).toMatchObject({ state: "bad" });
});
