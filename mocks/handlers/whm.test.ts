import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { sandboxWhm } from "#app/platform/settings/whm-settings.ts";
import { outboxPage } from "../outbox-page.ts";
import { hostingServer } from "../whm/hosting-server.ts";

const KEY = "whm jirani:SANDBOXTOKENOFTHEFAKEWHM";
const OWN = { user: "duka", domain: "duka.co.ke", plan: "jirani_starter", email: "a@example.co.ke", isSuspended: true };
const CREATE = "username=duka&domain=duka.co.ke&plan=jirani_starter&contactemail=a%40example.co.ke&useregns=0";
const before = env.whm;

beforeEach(() => {
  env.whm = sandboxWhm("http://mock.test", { SANDBOX_WHM: "1" });
  hostingServer.reset();
});
afterEach(() => {
  env.whm = before;
});

function send(call: string, query: string, { key = KEY, method = "POST", body = null as string | null } = {}) {
  const url = `http://mock.test/whm/json-api/${call}?${query}`;
  return fetch(url, { method, headers: { Authorization: key }, body });
}

test.each([
  ["a GET", "listpkgs", "api.version=1&want=creatable", { method: "GET" }],
  ["no version", "listpkgs", "want=creatable", {}],
  ["parameters in the body", "listpkgs", "api.version=1", { body: "want=creatable" }],
  ["a call that the site must never make", "removeacct", "api.version=1&user=duka", {}],
  ["a password", "createacct", `api.version=1&${CREATE}&password=x`, {}],
  ["a username that cPanel refuses", "createacct", `api.version=1&${CREATE.replace("=duka&", "=testduka&")}`, {}],
  ["a suspension that only the owner could end", "suspendacct", "api.version=1&user=duka&reason=x&disallowun=1", {}],
])("refuses %s, and fails the test that sent it", async (_title, call, query, more) => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect((await send(call, query, more)).status).toBe(400);
  expect(console.error).toHaveBeenCalledOnce();
  expect(hostingServer.list()).toEqual([]);
  vi.mocked(console.error).mockClear();
});

test("knows one token, and none without SANDBOX_WHM=1", async () => {
  for (const key of ["", "whm jirani:other", "whm root:SANDBOXTOKENOFTHEFAKEWHM"]) {
    const response = await send("createacct", `api.version=1&${CREATE}`, { key });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("cpanelresult")]);
  }
  env.whm = null;
  expect((await send("createacct", `api.version=1&${CREATE}`)).status).toBe(403);
  expect(hostingServer.list()).toEqual([]);
});

test("accounts are kept in the data folder, and a damaged file is an empty one", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hosting-"));
  hostingServer.keepIn(folder);
  hostingServer.set(OWN);
  hostingServer.keepIn(folder);
  expect(hostingServer.list()).toEqual([OWN]);
  writeFileSync(path.join(folder, "hosting.json"), '[{"user":');
  hostingServer.keepIn(folder);
  expect(hostingServer.list()).toEqual([]);
});

test("the outbox page lists the accounts, escaped, only if the server is switched on", () => {
  expect(outboxPage([])).toContain("<p>None yet.</p>");
  hostingServer.set({ ...OWN, plan: "<b>" });
  expect(outboxPage([])).toContain("<li>duka: duka.co.ke, &#60;b&#62;, suspended</li>");
  env.whm = null;
  expect(outboxPage([])).not.toContain("hosting server");
});

test("a session leads to a page of its user, and an invented one to none", async () => {
  hostingServer.set(OWN);
  const opened = await send("create_user_session", "api.version=1&user=duka&service=cpaneld&app=%3Cb%3E");
  const { data } = (await opened.json()) as { data: { url: string } };
  expect(await (await fetch(data.url)).text()).toContain("<h1>cPanel of duka: &#60;b&#62;</h1>");
  expect((await fetch("http://mock.test/cpsess1/login/?session=duka:1")).status).toBe(403);
});
