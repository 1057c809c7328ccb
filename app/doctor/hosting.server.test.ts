import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { sandboxWhm } from "#app/platform/settings/whm-settings.ts";
import { server } from "#mocks/node.ts";
import { hostingServer } from "#mocks/whm/hosting-server.ts";
import { hostingChecks } from "./hosting.server.ts";
import { runChecks } from "./run-doctor.server.ts";

const ANY = "https://server7.example.com:2087/*";
const HOST = "server7.example.com:2087";
const before = { whm: env.whm, hosting: env.hosting, orders: env.orders };

beforeEach(() => {
  env.hosting = "whm";
  env.whm = sandboxWhm("https://server7.example.com:2087", { SANDBOX_WHM: "1" });
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env, before);
});

/** Runs the check. Its line never has the token. */
async function line() {
  const [found] = await runChecks(hostingChecks());
  expect(JSON.stringify(found)).not.toContain("SANDBOXTOKEN");
  return found;
}

test("a server that accepts the token and has every package is good, and nothing is created there", async () => {
  const calls: string[] = [];
  server.events.on("request:start", ({ request }) => void calls.push(new URL(request.url).pathname));
  expect(await line()).toMatchObject({
    state: "good",
    message: `${HOST} accepts the token and has a package for each plan.`,
  });
  server.events.removeAllListeners();
  expect(calls).toEqual(["/whm/json-api/listpkgs"]);
  expect(hostingServer.list()).toEqual([]);
});

test.each([
  ["HTTP 403", 403, { cpanelresult: { error: "Access denied" } }],
  ["HTTP 401", 401, {}],
  ["HTTP 200, as WHM does", 200, { cpanelresult: { error: "Access denied" } }],
])("a token that is refused with %s is bad", async (_how, status, body) => {
  server.use(http.post(ANY, () => HttpResponse.json(body, { status })));
  expect(await line()).toMatchObject({
    state: "bad",
    message: `${HOST} does not accept the token.`,
    advice: expect.stringContaining("WHM_TOKEN"),
  });
});

test("a package that the server does not have is named with its plan, and so are those that it has", async () => {
  const pkg = ["jirani_starter", "jirani_deluxe", "jirani_ultimate", "jirani_Economy"].map((name) => ({ name }));
  server.use(http.post(ANY, () => HttpResponse.json({ metadata: { result: 1 }, data: { pkg } })));
  expect(await line()).toMatchObject({
    state: "bad",
    message: `${HOST} has no package jirani_economy for economy.`,
    advice: expect.stringMatching(/WHM_PACKAGES.*It has jirani_starter, .*jirani_Economy\.$/),
  });
  server.use(http.post(ANY, () => HttpResponse.json({ metadata: { result: 1 }, data: { pkg: [] } })));
  expect(await line()).toMatchObject({ state: "bad", advice: expect.stringMatching(/It shows none\.$/) });
});

test("a token that may not list packages is bad, with the server's words", async () => {
  const metadata = { result: 0, reason: "You do not have permission to list packages." };
  server.use(http.post(ANY, () => HttpResponse.json({ metadata })));
  expect(await line()).toMatchObject({
    state: "bad",
    message: expect.stringContaining("You do not have permission"),
    advice: expect.stringContaining("let the token list packages"),
  });
});

test("a server that is down, unreadable or slow is bad, and the token is not blamed", async () => {
  const advice = expect.stringContaining("WHM_URL");
  for (const respond of [
    () => HttpResponse.error(),
    () => new HttpResponse("<html>", { status: 503 }),
    () => HttpResponse.html("<html>a page in front of it"),
  ]) {
    server.use(http.post(ANY, respond));
    expect(await line()).toMatchObject({ state: "bad", message: expect.stringMatching(`^${HOST}: `), advice });
  }
  server.resetHandlers();
  const timedOut = () => AbortSignal.abort(new DOMException("too long", "TimeoutError"));
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timedOut);
  expect(await line()).toMatchObject({ state: "bad", message: `${HOST}: it did not answer in time (TimeoutError).` });
});

test("without the settings the line is off, and nobody is called", async () => {
  env.whm = null;
  env.hosting = "desk";
  const message = "Off, because WHM_URL is not set: staff set hosting up by hand.";
  expect(await line()).toMatchObject({ state: "off", message });
});

test("the line says who gets new hosting, and that HOSTING=registrar without ORDERS=direct does nothing", async () => {
  env.hosting = "desk";
  expect(await line()).toMatchObject({
    state: "good",
    message: expect.stringContaining("New hosting is set up by staff"),
  });
  Object.assign(env, { hosting: "registrar", whm: null });
  expect(await line()).toEqual(
    expect.objectContaining({ state: "good", message: expect.stringContaining("HOSTING=registrar") }),
  );
  env.orders = { ...env.orders, direct: null };
  expect(await line()).toMatchObject({ state: "warning", advice: "Set ORDERS=direct, or take HOSTING away." });
});
