import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { setDeadlines } from "../../../tests/deadlines.js";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { isDatabaseReady, missingMigrations } from "./ready.api.server.ts";

const PROJECT = "http://project.example";
const KEYS = { publishableKey: "sb_publishable_one", secretKey: "sb_secret_two" };
const BUILD = ["20260101000000", "20260102000000"];

const before = { ...env.supabase };
let errors: unknown[];
beforeEach(() => {
  errors = [];
  vi.spyOn(log, "error").mockImplementation((facts: unknown) => void errors.push(facts));
  vi.spyOn(log, "info").mockImplementation(() => {});
  Object.assign(env.supabase, { url: PROJECT, ...KEYS });
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env.supabase, before);
});

/** Starts a database that accepts these keys and has these migrations. */
function startDatabase({ keys = KEYS, versions = BUILD, posts = [] as unknown } = {}) {
  const has = (request: Request, key: string) => request.headers.get("apikey") === key;
  const refused = () => HttpResponse.json({ message: "Invalid API key" }, { status: 401 });
  server.use(
    http.get(`${PROJECT}/rest/v1/posts`, ({ request }) =>
      has(request, keys.publishableKey) ? HttpResponse.json(posts as []) : refused(),
    ),
    http.get(`${PROJECT}/rest/v1/schema_versions`, ({ request }) =>
      has(request, keys.secretKey) ? HttpResponse.json(versions.map((version) => ({ version }))) : refused(),
    ),
  );
}

test("is ready with both keys and all migrations, or with later ones", async () => {
  startDatabase({ posts: [{ slug: "a-post" }] });
  expect(await isDatabaseReady(BUILD)).toBe(true);
  startDatabase({ versions: [...BUILD, "20260103000000"] });
  expect(await isDatabaseReady(BUILD)).toBe(true);
  expect(errors).toEqual([]);
});

test.each([
  [{ keys: { ...KEYS, publishableKey: "another" } }, "the publishable key: HTTP 401"],
  [{ keys: { ...KEYS, secretKey: "another" } }, "the secret key, or migrations are missing: HTTP 401"],
  [{ posts: "<html>It works!</html>" }, "the publishable key: HTTP 200, another reply"],
  [{ posts: { message: "no" } }, "the publishable key: HTTP 200, another reply"],
  [{ versions: BUILD.slice(1) }, "migrations are missing: 20260101000000"],
])("is not ready with %j, and logs the reason once", async (wrong, reason) => {
  startDatabase(wrong);
  expect([await isDatabaseReady(BUILD), await isDatabaseReady(BUILD)]).toEqual([false, false]);
  expect(errors).toEqual([{ reason }]);
  startDatabase();
  expect(await isDatabaseReady(BUILD)).toBe(true);
});

test("returns the missing migrations only if the database answers clearly", async () => {
  startDatabase({ versions: ["20260102000000", "20270101000000"] });
  expect(await missingMigrations(BUILD)).toEqual(["20260101000000"]);
  server.use(
    http.get(`${PROJECT}/rest/v1/schema_versions`, () => HttpResponse.json({ code: "PGRST205" }, { status: 404 })),
  );
  expect(await missingMigrations(BUILD)).toEqual(BUILD);
  for (const status of [401, 404, 500, 200]) {
    server.use(http.get(`${PROJECT}/rest/v1/schema_versions`, () => HttpResponse.json({}, { status })));
    expect(await missingMigrations(BUILD)).toEqual([]);
  }
});

test("gives up a database that does not answer", async () => {
  setDeadlines({ databaseReady: 20 });
  server.use(http.get(`${PROJECT}/*`, () => new Promise(() => {})));
  expect(await isDatabaseReady(BUILD)).toBe(false);
  expect(errors).toEqual([{ reason: "no answer (timeout, TimeoutError)" }]);
  startDatabase();
  setDeadlines();
  expect(await isDatabaseReady(BUILD)).toBe(true);
});
