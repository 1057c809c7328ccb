import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { sandboxWhm } from "#app/platform/settings/whm-settings.ts";
import { server } from "#mocks/node.ts";
import { hostingServer } from "#mocks/whm/hosting-server.ts";
import { mails, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { active, changed, logged, NAME, ordered, post, put, row, SETUP, versionOf } from "./desk-service-fixtures.ts";
import { database, SECOND } from "./order-fixtures.ts";
import { renderPage } from "./render-page.ts";

const before = env.whm;
/** The way in at the hosting server. */
const HERE = { ...SETUP, host: "mock.test" };
beforeEach(() => {
  env.whm = sandboxWhm("https://mock.test", { SANDBOX_WHM: "1" });
  hostingServer.reset();
});
afterEach(() => {
  env.whm = before;
});

function account(user: string, domain: string) {
  hostingServer.set({ user, domain, plan: "jirani_starter", email: "a@example.co.ke", isSuspended: false });
}

/** Another customer's hosting. */
async function otherService(domain: string, access: object) {
  await database.query(
    `insert into services (user_id, kind, domain, plan, state, starts_on, ends_on, access)
     values ($1, 'hosting', $2, 'deluxe', 'active', '2026-01-01', '2030-01-01', $3)`,
    [SECOND.id, domain, JSON.stringify(access)],
  );
}

test("the account of the server that is typed must have the name of the service", async () => {
  const { id } = await ordered();
  account(SETUP.username, "piaduka.co.ke");
  const wrong = await post(id, "setup", HERE);
  expect([wrong.status, wrong.html.includes("has another domain, piaduka.co.ke.")]).toEqual([409, true]);
  const missing = await post(id, "setup", { ...HERE, username: "hakuna" });
  expect([missing.status, missing.html.includes("The server has no account hakuna.")]).toEqual([409, true]);
  server.use(http.post("*/json-api/accountsummary", () => HttpResponse.error()));
  expect((await post(id, "setup", HERE)).status).toBe(503);
  server.resetHandlers();
  expect(await row(id)).toMatchObject({ state: "ordered", access: {} });
  account(SETUP.username, NAME);
  expect((await post(id, "setup", HERE)).status).toBe(303);
  expect((await row(id)).state).toBe("active");
});

test("the username of another customer’s hosting at the same server is refused, and names whose it is", async () => {
  await otherService("piaduka.co.ke", { username: SETUP.username, host: SETUP.host });
  const { id } = await ordered();
  const taken = await post(id, "setup", SETUP);
  expect([taken.status, taken.html.includes("piaduka.co.ke has this username already.")]).toEqual([409, true]);
  expect([await row(id), await mails()]).toMatchObject([{ state: "ordered", access: {} }, []]);
  // Another server may have the same username.
  expect((await post(id, "setup", { ...SETUP, host: "web2.example.co.ke" })).status).toBe(303);
});

test.each([
  [
    "a name",
    () =>
      database.query("insert into domains (user_id, name, expiry_date) values ($1, $2, '2030-01-01')", [
        SECOND.id,
        NAME,
      ]),
  ],
  ["hosting for the name", () => otherService(NAME, { username: "other", host: "web9.example.co.ke" })],
])("staff read that another customer has %s, and decide", async (_what, give) => {
  await give();
  const { id } = await ordered();
  const page = await textAt(`/desk/services/${id}`);
  expect(page).toMatch(new RegExp(`Another customer has this name.*(The name|Hosting): ${SECOND.name}`));
  account(SETUP.username, NAME);
  for (const [form, fields] of [
    ["server", {}],
    ["setup", HERE],
  ] as const) {
    expect((await post(id, form, fields)).status).toBe(400);
  }
  expect(await row(id)).toMatchObject({ state: "ordered", wanted: null });
  expect((await post(id, "setup", { ...HERE, shared: "on" })).status).toBe(303);
  expect((await row(id)).state).toBe("active");
  expect(await textAt(`/desk/services/${id}`)).toContain("before it was paid, whose name another customer has, too");
});

test("a form that was open before another customer had the name saves nothing", async () => {
  const { id } = await ordered();
  const opened = await renderPage(wanjiku, `/desk/services/${id}`);
  expect(opened.html).not.toContain("Another customer");
  await otherService(NAME, {});
  const late = await database.query("select desk_change_service($1, $2, 'server', $3, '[]') as did", [
    JSON.stringify({ id: SECOND.id, email: "staff@example.co.ke" }),
    ...[id, JSON.stringify({ version: await versionOf(id), early: true })],
  ]);
  expect(late).toEqual([{ did: { outcome: "others" } }]);
});

test("an account that is there already is taken by a person, with its way in, if it has the name", async () => {
  const { id } = await ordered();
  await put(id, { provider: "whm", wanted: "create" });
  await put(id, { problem: "It is there.", access: JSON.stringify({ username: "njeriduk" }) });
  expect((await post(id, "there")).html).toContain("The server has no account njeriduk.");
  account("njeriduk", "piaduka.co.ke");
  expect((await post(id, "there")).html).toContain("has another domain, piaduka.co.ke.");
  account("njeriduk", NAME);
  expect((await post(id, "there")).status).toBe(303);
  expect(await row(id)).toMatchObject({
    ...{ state: "active", wanted: null },
    access: { username: "njeriduk", host: "mock.test", panel: "https://mock.test:2083" },
  });
  expect([await logged(id), await changed(id)]).toEqual([["service-there"], ["ordered", "set-up"]]);
});

test("the account of another customer’s hosting for the same name is refused under any name of a server", async () => {
  await otherService(NAME, { username: SETUP.username, host: "mock.test" });
  const { id } = await ordered();
  const taken = await post(id, "setup", { ...SETUP, shared: "on" });
  expect([taken.status, taken.html.includes("has this username already.")]).toEqual([409, true]);
  expect(await row(id)).toMatchObject({ state: "ordered", access: {} });
});

test("hosting at another server than ours is by hand, so that ours is not asked about it", async () => {
  const { id } = await ordered();
  await database.query("update services set provider = 'whm' where id = $1", [id]);
  expect((await post(id, "setup", SETUP)).status).toBe(303);
  const [stored] = await database.query("select provider, state from services where id = $1", [id]);
  expect(stored).toEqual({ provider: "hand", state: "active" });
});

test.each([
  ["restore", { state: "suspended" }, true, "still has the account njeriduk suspended"],
  [
    "there",
    { state: "suspended", wanted: "active", problem: "Locked." },
    true,
    "still has the account njeriduk suspended",
  ],
  ["there", { state: "active", wanted: "suspended", problem: "Locked." }, false, "The account njeriduk still works"],
] as const)("the form %s of %j is saved only once the server says so", async (form, has, isSuspended, words) => {
  const columns = { provider: "whm", access: JSON.stringify({ username: "njeriduk" }), suspended_on: "2026-12-01" };
  const { id } = await active(200, { ...columns, ...has });
  // Something else that is wanted has no problem yet.
  await put(id, has);
  const set = (suspended: boolean) =>
    hostingServer.set({
      ...{ user: "njeriduk", domain: NAME, plan: "jirani_starter", email: "a@example.co.ke" },
      isSuspended: suspended,
    });
  set(isSuspended);
  const early = await post(id, form);
  expect([early.status, early.html.includes(words)]).toEqual([409, true]);
  server.use(http.post("*/json-api/accountsummary", () => HttpResponse.error()));
  expect((await post(id, form)).status).toBe(503);
  server.resetHandlers();
  expect([await row(id), await mails()]).toMatchObject([has, []]);
  set(!isSuspended);
  expect((await post(id, form)).status).toBe(303);
  expect((await row(id)).state).toBe(isSuspended ? "active" : "suspended");
});
