import "./mpesa-settings.ts";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { sandboxWhm } from "#app/platform/settings/whm-settings.ts";
import { server } from "#mocks/node.ts";
import { hostingServer } from "#mocks/whm/hosting-server.ts";
import { make, post, row } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { first } from "./two-customers.ts";

const AT_SERVER = `provider = 'whm', access = '{"username": "duka", "panel": "https://mock.test:2083"}'`;
const before = env.whm;
/** The calls to the server, by name. */
let calls: string[] = [];

beforeEach(() => {
  env.whm = sandboxWhm("https://mock.test", { SANDBOX_WHM: "1" });
  hostingServer.reset();
  hostingServer.set({
    ...{ user: "duka", domain: "duka.co.ke", plan: "jirani_starter" },
    ...{ email: "a@example.co.ke", isSuspended: false },
  });
  calls = [];
  server.events.on("request:start", ({ request }) => {
    const [, call] = /json-api\/(\w+)/.exec(request.url) ?? [];
    if (call !== undefined) calls.push(call);
  });
});
afterEach(() => {
  env.whm = before;
  server.events.removeAllListeners();
});

test.each(["home", "mail", "files"])(
  "opens cPanel at its page for %s by a document that no cache keeps",
  async (app) => {
    const path = await make({ more: AT_SERVER });
    const opened = await post(path, "open", { app });
    const [, to = ""] = /<a class="button" href="([^"]+)"/.exec(opened.html) ?? [];
    const session = to.replaceAll("&amp;", "&");
    expect([opened.status, opened.headers.get("Refresh")]).toEqual([200, `0; url=${session}`]);
    expect(opened.headers.get("Cache-Control")).toContain("no-store");
    expect(session).toMatch(/^https:\/\/mock\.test\/(?:\w+\/)*cpsess\d+\/login\//);
    const panel = await (await fetch(session)).text();
    expect(panel).toContain(app === "home" ? "cPanel of duka" : `cPanel of duka: `);
  },
);

test("does not open, or read the disk of, an account that has another domain, and tells staff", async () => {
  const path = await make({ more: AT_SERVER });
  hostingServer.set({
    ...{ user: "duka", domain: "piaduka.co.ke", plan: "jirani_starter" },
    ...{ email: "b@example.co.ke", isSuspended: false },
  });
  expect((await readPage(path, first)).texts("main dl").join()).not.toContain("MB of");
  const refused = await post(path, "open", { app: "home" });
  expect([refused.status, refused.html.includes("We have to look at this account")]).toEqual([409, true]);
  expect(refused.html).not.toContain("piaduka");
  expect(calls).not.toContain("create_user_session");
  expect((await row()).problem).toBe("The account duka has another domain, piaduka.co.ke.");
});

test("without an answer of the server the page says so, with the address of the panel", async () => {
  const path = await make({ more: AT_SERVER });
  server.use(http.post("*/json-api/create_user_session", () => HttpResponse.error()));
  const silent = await post(path, "open", { app: "home" });
  expect([silent.status, silent.html.includes("cPanel does not answer")]).toEqual([503, true]);
  expect(silent.html).toContain("https://mock.test:2083");
});

test("shows the disk in use with its minute, and asks for it once in ten minutes", async () => {
  const path = await make({ more: AT_SERVER });
  for (const _visit of [1, 2]) {
    expect((await readPage(path, first)).texts("main dl").join()).toMatch(
      /Storage.*\d+(?:\.\d)? [MG]B of 50 GB, at \d\d:\d\d/,
    );
  }
  expect(calls.filter((call) => call === "accountsummary")).toHaveLength(1);
});

test("leaves the disk out while the server is silent", async () => {
  const path = await make({ more: AT_SERVER });
  server.use(http.post("*/json-api/accountsummary", () => HttpResponse.error()));
  const page = await readPage(path, first);
  expect(page.texts("h1").join()).toContain("Starter hosting");
  expect(page.texts("main dl").join()).not.toContain("MB of");
});
