import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outbox } from "#mocks/outbox.ts";
import { serveMocks } from "#mocks/serve.ts";
import { schemaVersions } from "../../scripts/build-facts.js";
import { postRow } from "./posts-database.ts";
import { contactFields, httpRequest, postForm, type Reply } from "./request.ts";
import { makeFolder, REAL, runSite, runToEnd } from "./run-site.ts";
import { waitFor } from "./wait-for.ts";

const LAYOUT = /<header[\s\S]*<footer[\s\S]*<\/html>/;
/** A hosted database as far as the footer uses it, whose response a test can change. */
const database = { status: 500, calls: 0, versions: schemaVersions() };
let server: Server;
let settings: Record<string, string>;
beforeAll(async () => {
  server = createServer((req, res) => {
    // The background loops ask for other tables.
    if (req.url?.includes("/posts")) database.calls += 1;
    const rows = req.url?.includes("/schema_versions")
      ? database.versions.map((version) => ({ version }))
      : [postRow()];
    res.writeHead(database.status, { "Content-Type": "application/json" }).end(JSON.stringify(rows));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const mocks = await serveMocks({ port: 0, dataDir: await makeFolder() });
  settings = {
    ...REAL,
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    CONTACT_URL: `http://127.0.0.1:${mocks.port}/contact`,
    LOG_LEVEL: "warn",
  };
});
afterAll(() => server.close());

test("while the database fails, every page works without its posts, makes few queries, and messages are delivered", async () => {
  const site = await runSite("real", settings);
  database.calls = 0;
  for (const path of ["/", "/contact", "/domains", "/nothing-here", "/login", "/nothing-here-either", "/privacy"]) {
    const response = await httpRequest(site, path);
    expect([path, response.status]).toEqual([path, path.startsWith("/nothing") ? 404 : 200]);
    expect(response.text).toMatch(LAYOUT);
    expect(response.text).not.toContain("A post");
  }
  expect(database.calls).toBeGreaterThan(0);
  expect(database.calls).toBeLessThanOrEqual(5);
  expect((await httpRequest(site, "/readyz")).status).toBe(503);
  expect((await httpRequest(site, "/healthz")).status).toBe(200);

  const fields = contactFields();
  expect((await postForm(site, "/contact", fields)).status).toBe(303);
  expect(outbox.list().map((entry) => entry.subject)).toEqual([fields.subject]);
  await site.waitForOutput('"event":"posts not read"');
});

test("a site is ready without Redis, and when its database is back with the footer's posts; not with a migration missing", async () => {
  database.status = 500;
  // Nothing listens at the address of Redis.
  const site = await runSite("real", { ...settings, REDIS_URL: "redis://:a-password-of-redis@127.0.0.1:9" });
  expect((await httpRequest(site, "/nothing-here")).text).not.toContain("A post");
  database.status = 200;
  expect((await httpRequest(site, "/nothing-here")).text).toContain("A post");
  const ready = await httpRequest(site, "/readyz");
  expect([ready.status, ready.text]).toEqual([200, "ok, limits not shared\n"]);
  await site.waitForOutput('"event":"limits not shared"');
  expect(site.output().split('"event":"limits not shared"')).toHaveLength(2);
  expect(site.output()).not.toContain("a-password-of-redis");

  const last = database.versions.pop();
  // The result of a check is reused for a second.
  await waitFor(async () => (await httpRequest(site, "/readyz")).text === "not ready\n");
  expect((await httpRequest(site, "/readyz")).status).toBe(503);
  await site.waitForOutput(`"reason":"migrations are missing: ${last}"`);
});

function expectErrorPage(response: Reply) {
  expect(response.status).toBe(500);
  expect(response.text).toContain("<h1>Something went wrong</h1>");
  expect(response.text).toMatch(LAYOUT);
  expect(response.text).not.toMatch(/a secret of the program|\bat .+:\d+:\d+/);
}

test("a section that fails to render or to load leaves the layout around a plain 500 page", async () => {
  const site = await runSite(["tests/resilience/broken-sections.js"], settings);
  expectErrorPage(await httpRequest(site, "/"));
  const search = await httpRequest(site, "/domains?q=njeri.com");
  expectErrorPage(search);
  expect(search.text).toContain('value="njeri.com"');
  const contact = await httpRequest(site, "/contact");
  expect([contact.status, contact.text.includes("<h1>Contact us</h1>")]).toEqual([200, true]);
  await site.waitForOutput('"event":"page failed"', 2);
});

test("a schema that is older than the build prevents the start with one sentence", async () => {
  database.status = 200;
  database.versions = schemaVersions().slice(0, -1);
  const { code, output } = await runToEnd("real", settings);
  expect(output).toBe(
    `The database lacks migrations of this version (${schemaVersions().at(-1)}): run supabase db push.\n`,
  );
  expect(code).toBe(1);
});
