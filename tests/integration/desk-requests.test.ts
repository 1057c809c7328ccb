import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { requestAge } from "#app/requests/desk-view.ts";
import { openDueRequests } from "#app/requests/requests.table.server.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { add, database, FIRST } from "./desk-name-fixtures.ts";
import { baraka, njeri, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { renderPage } from "./render-page.ts";

const PASSWORD = { password: "sandbox-password" };
const CODE = "Kx9#secret-Code_42!";
const DAY_MS = 86_400_000;
let NAME = "";
let PATH = "";
let tests = 0;

beforeEach(async () => {
  NAME = `soko-${++tests}.com`;
  PATH = `/dashboard/domains/${NAME}/control`;
  await add(NAME, FIRST.id, { days: 100 });
});
afterEach(async () => {
  await database.query("delete from name_requests");
  await database.query("delete from account_changes");
});

type Fields = Record<string, string>;
const post = (path: string, form: string, fields: Fields = {}, browser: Browser = wanjiku) =>
  renderPage(browser, path, [["form", form], ...Object.entries(fields)]);
const desk = async (form: string, fields?: Fields, browser?: Browser) =>
  post(`/desk/requests/${(await row())?.id}`, form, fields, browser);
const row = async () => (await database.query("select * from name_requests order by created_at desc limit 1"))[0];
/** Asks for something and lets its delay pass. */
async function opened(kind: string, fields: Fields = {}) {
  expect((await post(PATH, kind, fields, njeri)).status).toBe(303);
  await openDueRequests(new Date(nowMs() + 25 * 3_600_000));
}
const mails = () => database.query("select * from mails order by created_at");
const stopPath = async () => /\/stop\/[\w-]+/.exec(JSON.stringify(await mails()))?.[0] ?? "";
const readCode = async () => post(PATH, "read", { request: String((await row())?.id), ...PASSWORD }, njeri);
const logged = async () =>
  (await database.query("select did from desk_log where about_id = $1 order by id", [(await row())?.id])).map(
    ({ did }) => did,
  );

describe("a request at the desk", () => {
  test("cannot be taken or ended before its delay", async () => {
    await post(PATH, "unlock", {}, njeri);
    for (const form of ["take", "done", "refuse", "give-back"]) {
      const { status, html } = await desk(form, { why: "holder" });
      expect([form, status, html.includes("Its customer may still stop it")]).toEqual([form, 409, true]);
    }
    expect([(await row())?.state, await logged()]).toEqual(["waiting", []]);
    expect(await textAt("/desk/requests")).not.toContain(NAME);
    const work = "select id from desk_work(now() + interval '2 days', 15, 30) where kind = 'request'";
    expect(await database.query(work)).toEqual([]);
  });

  test("is taken by one of two who press at once, and the other reads who and when", async () => {
    await opened("unlock");
    const both = await Promise.all([desk("take", {}, wanjiku), desk("take", {}, baraka)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(both.find(({ status }) => status === 409)?.html).toMatch(/took it at \d\d:\d\d\. Nothing was changed/);
    expect(await logged()).toEqual(["request-taken"]);
    const other = both[0]?.status === 303 ? baraka : wanjiku;
    expect((await desk("done", {}, other)).status).toBe(409);
  });

  test("is given back, done once, logged and mailed once", async () => {
    await opened("servers", { servers: "ns1.example.com\nns2.example.com" });
    await database.query("delete from mails");
    for (const form of ["take", "give-back", "take", "done", "done"]) expect((await desk(form)).status).toBe(303);
    expect(await logged()).toEqual(["request-taken", "request-given-back", "request-taken", "request-done"]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([`It is done: ${NAME}`]);
    expect(await textAt(PATH, njeri)).toContain("Done on");
  });

  test("is refused by a listed reason, which the customer reads", async () => {
    await opened("code", PASSWORD);
    await desk("take");
    expect((await desk("refuse", { why: "not-renewed" })).status).toBe(400);
    expect((await desk("refuse", { why: "other" })).status).toBe(400);
    expect((await desk("refuse", { why: "recent" })).status).toBe(303);
    expect(await textAt(PATH, njeri)).toContain("It was registered or moved in the last 60 days.");
    expect((await post(PATH, "code", PASSWORD, njeri)).status).toBe(303);
  });

  test("tells staff that its customer stopped it meanwhile", async () => {
    await opened("unlock");
    await desk("take");
    await renderPage(newBrowser(), await stopPath(), [["stop", "1"]]);
    const { status, html } = await desk("done");
    expect([status, /The customer stopped it at \d\d:\d\d\. Change nothing/.test(html)]).toEqual([409, true]);
  });

  test("is late from the third day", () => {
    const level = (days: number) => requestAge(new Date(nowMs() - days * DAY_MS).toISOString(), nowDate()).level;
    expect([level(0.5), level(1.5), level(3)]).toEqual(["new", "soon", "late"]);
  });
});

describe("a transfer code", () => {
  async function ready() {
    await opened("code", PASSWORD);
    await desk("take");
    expect((await desk("done", { code: CODE })).status).toBe(303);
  }

  test("is read by its customer after the password only, and no cache keeps the page", async () => {
    await ready();
    expect((await renderPage(njeri, PATH)).html).not.toContain(CODE);
    const wrong = await post(PATH, "read", { request: String((await row())?.id), password: "wrong" }, njeri);
    expect([wrong.status, wrong.html.includes(CODE)]).toEqual([400, false]);
    const shown = await readCode();
    expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(shown.html).toContain(CODE);
    expect((await row())?.read_at).not.toBeNull();
  });

  test("is in no list, mail, log or page of the desk, and sealed in the database", async () => {
    await ready();
    const tables = ["name_requests", "mails", "desk_log", "desk_notes", "submissions"];
    for (const table of tables)
      expect(JSON.stringify(await database.query(`select * from ${table}`))).not.toContain(CODE);
    const id = (await row())?.id;
    for (const path of [`/desk/requests/${id}`, "/desk/requests?view=all", "/desk/log", "/desk/log.csv", "/desk"]) {
      expect((await renderPage(wanjiku, path)).html).not.toContain("secret-Code");
    }
    expect((await renderPage(njeri, "/profile/export")).html).not.toContain('secret_sealed":"');
    expect((await mails()).at(-1)?.subject).toBe(`The code of ${NAME} is ready`);
  });

  test.each(["", "two words", "x".repeat(256), "naïve"])("is rejected at the field: %j", async (code) => {
    await opened("code", PASSWORD);
    await desk("take");
    const { status, html } = await desk("done", { code });
    expect([status, html.includes("Paste the code") || html.includes("at most")]).toEqual([400, true]);
    if (code !== "") expect(html).not.toContain(code);
  });

  test("pasted in a second tab replaces the first only if staff say so", async () => {
    await ready();
    await database.query("delete from mails");
    expect((await desk("done", { code: CODE })).status).toBe(303);
    for (const by of [wanjiku, baraka]) {
      const { status, html } = await desk("done", { code: "another-Code_1" }, by);
      expect([status, /gave a code at \d\d:\d\d\. It was not changed/.test(html)]).toEqual([409, true]);
      expect([html.includes("another-Code_1"), html.includes('name="replaces"')]).toEqual([false, true]);
    }
    expect((await readCode()).html).toContain(CODE);
    expect([await mails(), await logged()]).toEqual([[], ["request-taken", "request-done"]]);

    const page = (await renderPage(baraka, `/desk/requests/${(await row())?.id}`)).html;
    const seen = /name="replaces" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const both = await Promise.all(
      ["right-Code_2", "right-Code_3"].map((code) => desk("replace", { code, replaces: seen }, baraka)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    const right = both[0]?.status === 303 ? "right-Code_2" : "right-Code_3";
    expect((await desk("replace", { code: right, replaces: seen }, baraka)).status).toBe(303);
    expect((await readCode()).html).toContain(right);
    expect((await logged()).slice(2)).toEqual(["request-code-replaced"]);
    expect((await mails()).map(({ body_text }) => String(body_text).includes("before was wrong"))).toEqual([true]);
  });

  test("that its customer stopped by the mail cannot be replaced", async () => {
    await ready();
    const replaces = new Date(String((await row())?.ended_at)).toISOString();
    await renderPage(newBrowser(), await stopPath(), [["stop", "1"]]);
    for (const form of ["done", "replace"]) expect((await desk(form, { code: CODE, replaces })).status).toBe(409);
    expect((await row())?.secret_sealed).toBeNull();
  });

  test("is never shown to a thief whose request the owner stops by the mail", async () => {
    const change = "insert into account_changes (user_id, kind, email) values ($1, 'password', $2)";
    await database.query(change, [FIRST.id, FIRST.email]);
    await post(PATH, "code", PASSWORD, njeri);
    await openDueRequests(new Date(nowMs() + 71 * 3_600_000));
    expect((await row())?.state).toBe("waiting");
    expect((await desk("take")).status).toBe(409);
    await renderPage(newBrowser(), await stopPath(), [["stop", "1"]]);
    await openDueRequests(new Date(nowMs() + 100 * 3_600_000));
    expect((await row())?.state).toBe("cancelled");
    expect((await desk("take")).status).toBe(409);
    expect((await desk("done", { code: CODE })).status).toBe(409);
    expect((await readCode()).html).not.toContain(CODE);
  });

  test("that is ready is deleted by the link of the mail, by leaving, and after 30 days", async () => {
    await ready();
    expect((await renderPage(newBrowser(), await stopPath())).html).toContain("nobody has read it");
    await renderPage(newBrowser(), await stopPath(), [["stop", "1"]]);
    expect([(await readCode()).status, (await row())?.secret_sealed]).toEqual([409, null]);
    const after = (await renderPage(newBrowser(), await stopPath())).html;
    expect([after.includes("The code is deleted"), after.includes("Stop it</button>")]).toEqual([true, false]);

    await ready();
    await database.query("update name_requests set ended_at = now() - interval '31 days'");
    await database.query("select forget_name_requests(10)");
    expect((await row())?.secret_sealed).toBeNull();

    await ready();
    await database.query("update domains set status = 'left' where name = $1", [NAME]);
    expect([(await row())?.secret_sealed, (await readCode()).status]).toEqual([null, 404]);
  });
});
