import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { HttpResponse, http, passthrough } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { sandboxWhm } from "#app/platform/settings/whm-settings.ts";
import { neverRespond, sandboxDelays } from "#mocks/faults.ts";
import { server } from "#mocks/node.ts";
import { hostingServer } from "#mocks/whm/hosting-server.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { startOtherServer } from "../../tests/other-server.ts";
import { type HostingProvider, SESSION_APPS, usernamesFor } from "./hosting-account.ts";
import { hostingProvider } from "./whm.api.server.ts";

const TOKEN = "SANDBOXTOKENOFTHEFAKEWHM";
const ANY = "*/whm/json-api/:call";
const ORDER = { username: "mamanjer", domain: "mama-njeri.co.ke", plan: "deluxe", email: "njeri@example.co.ke" };
const OWN = { user: "mamanjer", domain: ORDER.domain, plan: "jirani_deluxe", email: ORDER.email, isSuspended: false };
const before = env.whm;

let calls: Request[] = [];
const names = () => calls.map(({ url }) => new URL(url).pathname.split("/").at(-1));
const provider = () => hostingProvider() as HostingProvider;
/** An order for a domain, with its first username. */
const orderOf = (domain: string) => ({ ...ORDER, domain, username: usernamesFor(domain)[0] ?? "" });

beforeEach(() => {
  setDeadlines();
  sandboxDelays.slowMs = 10;
  env.whm = sandboxWhm(`http://127.0.0.1:${env.sandboxPort}`, { SANDBOX_WHM: "1" });
  hostingServer.reset();
  calls = [];
  server.events.on("request:start", ({ request }) => void calls.push(request.clone()));
});
afterEach(() => {
  server.events.removeAllListeners();
  vi.restoreAllMocks();
  env.whm = before;
});

test("without the settings there is no hosting server, and staff set hosting up", () => {
  env.whm = null;
  expect(hostingProvider()).toBeNull();
});

test("an account is created with one POST, without a password, and can be read", async () => {
  expect(await provider().create(ORDER)).toEqual({ ok: true, value: undefined });
  const [{ method, url, headers } = new Request("http://a.ke")] = calls;
  expect([method, headers.get("Authorization")]).toEqual(["POST", `whm jirani:${TOKEN}`]);
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    ...{ "api.version": "1", username: "mamanjer", domain: ORDER.domain, plan: "jirani_deluxe" },
    ...{ contactemail: ORDER.email, useregns: "0" },
  });
  expect(await provider().read("mamanjer")).toEqual({
    ok: true,
    value: {
      ...{ username: "mamanjer", domain: ORDER.domain, plan: "deluxe", isSuspended: false },
      ...{ diskUsed: 123, diskLimit: 153_600, ip: "203.0.113.24" },
    },
  });
});

test("an account is suspended so that the agency can restore it, restored, and changed to another plan", async () => {
  hostingServer.set(OWN);
  expect(await provider().suspend("mamanjer", "Not paid")).toMatchObject({ ok: true });
  expect(hostingServer.find("mamanjer")).toMatchObject({ isSuspended: true });
  expect(new URL(calls[0]?.url ?? "").searchParams.get("disallowun")).toBe("0");
  expect(await provider().read("mamanjer")).toMatchObject({ value: { isSuspended: true } });
  expect(await provider().restore("mamanjer")).toMatchObject({ ok: true });
  expect(await provider().changePlan("mamanjer", "ultimate")).toMatchObject({ ok: true });
  expect(hostingServer.find("mamanjer")).toMatchObject({ isSuspended: false, plan: "jirani_ultimate" });
});

test.each(SESSION_APPS)("a session of cPanel opens at %s, and its address is not logged", async (app) => {
  hostingServer.set(OWN);
  const lines = vi.spyOn(log, "info");
  const opened = await provider().openSession({ username: "mamanjer", app });
  expect(opened).toMatchObject({ ok: true, value: expect.stringMatching(/\/cpsess\d+\/login\/\?session=mamanjer/) });
  if (!opened.ok) return;
  const page = await (await fetch(opened.value)).text();
  expect(page).toContain(app === "home" ? "cPanel of mamanjer</h1>" : "cPanel of mamanjer: ");
  expect(lines).toHaveBeenCalled();
  expect(JSON.stringify(lines.mock.calls)).not.toMatch(/cpsess|SANDBOXTOKEN|njeri/);
});

test("a session at another server is refused", async () => {
  const url = "https://evil.example/cpsess123/login/?session=x";
  const data = { metadata: { result: 1 }, data: { url } };
  server.use(http.post(ANY, () => HttpResponse.json(data)));
  const refused = await provider().openSession({ username: "mamanjer", app: "home" });
  expect(refused).toMatchObject({ ok: false, problem: "refused" });
  expect(JSON.stringify(refused)).not.toContain("evil");
});

describe("an order for a domain that begins with", () => {
  test.each([
    ["taken", "exists", false],
    ["full", "full", false],
    ["forbidden", "key", false],
    ["ratelimit", "not-sent", false],
    ["error500", "unknown", false],
    ["lost", "unknown", true],
    ["garbage", "unknown", true],
  ])("%s- ends as %s, and an account exists: %s", async (word, problem, isThere) => {
    const order = orderOf(`${word}-duka.co.ke`);
    expect(await provider().create(order)).toMatchObject({ ok: false, problem, reason: expect.stringMatching(/\w/) });
    expect(hostingServer.find(order.username) !== undefined).toBe(isThere);
    expect(names()).toEqual(["createacct"]);
  });

  test("slow- succeeds, because the site waits for a server that takes long", async () => {
    expect(await provider().create(orderOf("slow-duka.co.ke"))).toMatchObject({ ok: true });
  });

  test("timeout- ends as unknown after the deadline, and nothing is asked twice", async () => {
    setDeadlines({ hostingCreate: 200 });
    const order = orderOf("timeout-duka.co.ke");
    expect(await provider().create(order)).toMatchObject({ ok: false, problem: "unknown" });
    expect(names()).toEqual(["createacct"]);
    expect(await provider().read(order.username)).toMatchObject({ ok: false, problem: "missing" });
  });

  test("taken- succeeds with the next username, and lost- is found by a read", async () => {
    const [, second = ""] = usernamesFor("taken-duka.co.ke");
    expect(await provider().create({ ...orderOf("taken-duka.co.ke"), username: second })).toMatchObject({ ok: true });
    const lost = orderOf("lost-duka.co.ke");
    await provider().create(lost);
    expect(await provider().read(lost.username)).toMatchObject({ ok: true, value: { domain: lost.domain } });
  });
});

test("a domain that the server has already is refused, and no other username is tried for it", async () => {
  hostingServer.set(OWN);
  const again = await provider().create({ ...ORDER, username: "maman3xq" });
  expect(again).toMatchObject({ ok: false, problem: "refused", reason: expect.stringContaining("userdata") });
});

test("an account that only the server's owner may restore is locked, and one that would not fit is full", async () => {
  hostingServer.set({ ...OWN, domain: "locked-duka.co.ke", isSuspended: true });
  expect(await provider().restore("mamanjer")).toMatchObject({ ok: false, problem: "locked" });
  hostingServer.set({ ...OWN, domain: "crowded-duka.co.ke" });
  expect(await provider().changePlan("mamanjer", "ultimate")).toMatchObject({ ok: false, problem: "full" });
  expect(await provider().suspend("nobody", "Not paid")).toMatchObject({ ok: false, problem: "missing" });
});

test("a plan without a package is not ordered", async () => {
  expect(await provider().create({ ...ORDER, plan: "huge" })).toMatchObject({ ok: false, problem: "refused" });
  expect(await provider().changePlan("mamanjer", "huge")).toMatchObject({ ok: false, problem: "refused" });
  expect(calls).toEqual([]);
});

/** Returns a port at which nothing listens any more. */
async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  await new Promise((closed) => listener.close(closed));
  return port;
}

/** Every call, as a function of the provider. */
const CALLS: [string, (hosting: HostingProvider) => Promise<unknown>][] = [
  ["createacct", (hosting) => hosting.create(ORDER)],
  ["accountsummary", (hosting) => hosting.read("mamanjer")],
  ["suspendacct", (hosting) => hosting.suspend("mamanjer", "Not paid")],
  ["unsuspendacct", (hosting) => hosting.restore("mamanjer")],
  ["changepackage", (hosting) => hosting.changePlan("mamanjer", "ultimate")],
  ["create_user_session", (hosting) => hosting.openSession({ username: "mamanjer", app: "home" })],
];

/** Replies that every call must understand, with the problem that each is. */
const REPLIES: [string, (request: Request) => Response | Promise<Response>, string][] = [
  ["HTML", () => HttpResponse.html("<html>Login"), "unknown"],
  ["an empty body", () => new HttpResponse(""), "unknown"],
  ["no metadata", () => HttpResponse.json({ data: { url: "x" } }), "unknown"],
  ["result 1 as a text", () => HttpResponse.json({ metadata: { result: "1" } }), "unknown"],
  ["HTTP 500", () => new HttpResponse("", { status: 500 }), "unknown"],
  ["HTTP 503", () => new HttpResponse("", { status: 503 }), "unknown"],
  ["HTTP 502 of a proxy", () => HttpResponse.html("<html>", { status: 502 }), "unknown"],
  ["a broken connection", () => HttpResponse.error(), "unknown"],
  ["no reply", (request) => neverRespond(request), "unknown"],
  ["HTTP 401", () => new HttpResponse("", { status: 401 }), "key"],
  ["HTTP 403", () => HttpResponse.json({ cpanelresult: { error: "Access denied" } }, { status: 403 }), "key"],
  ["a wrong token with HTTP 200", () => HttpResponse.json({ cpanelresult: { error: "Access denied" } }), "key"],
  ["HTTP 429", () => new HttpResponse("", { status: 429 }), "not-sent"],
  ["HTTP 301", () => HttpResponse.redirect("https://evil.example/", 301), "refused"],
  ["HTTP 404", () => new HttpResponse("", { status: 404 }), "refused"],
  ["a refusal without a reason", () => HttpResponse.json({ metadata: { result: 0 } }), "refused"],
  ["a refusal with HTTP 500", () => HttpResponse.json({ metadata: { result: 0 } }, { status: 500 }), "refused"],
];

describe.each(CALLS)("%s", (name, run) => {
  test.each(REPLIES)("sends one call, and %s is no success", async (_title, respond, problem) => {
    setDeadlines({ hostingCreate: 100, hostingChange: 100, write: 100 });
    server.use(http.post(ANY, ({ request }) => respond(request)));
    const lines = (["info", "warn", "error"] as const).map((level) => vi.spyOn(log, level));
    const result = await run(provider());
    expect(result).toMatchObject({ ok: false, problem, reason: expect.stringMatching(/\w/) });
    expect(names()).toEqual([name]);
    const said = JSON.stringify([result, ...lines.map(({ mock }) => mock.calls)]);
    for (const secret of [TOKEN, "njeri"]) expect(said).not.toContain(secret);
    if (problem === "key") expect(said).toContain('"kind":"key"');
  });

  test("is not sent if nothing listens at the server", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    Object.assign(env, { whm: { ...env.whm, url } });
    server.use(http.all(`${url}/*`, () => passthrough()));
    expect(await run(provider())).toMatchObject({ ok: false, problem: "not-sent" });
  });

  test("is not sent to a server that cannot prove its name", async () => {
    const other = await startOtherServer();
    Object.assign(env, { whm: { ...env.whm, url: other.url } });
    server.use(http.all(`${other.url}/*`, () => passthrough()));
    expect(await run(provider())).toMatchObject({ ok: false, problem: "not-sent" });
    expect(other.requests).toEqual([]);
    other.close();
  });
});
