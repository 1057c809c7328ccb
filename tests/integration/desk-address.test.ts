import { beforeEach, describe, expect, test, vi } from "vitest";
import { demoStaff } from "#mocks/demo-staff.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";
import { database, FIRST, first, SECOND } from "./two-customers.ts";

const PAGE = `/desk/people/${FIRST.id}`;
const NEW = "njeri.new@example.co.ke";
let browser: Browser;
let second: Browser;

beforeEach(async () => {
  // Without triggers: the log refuses it.
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("update auth.users set email = $2 where id = $1", [FIRST.id, FIRST.email]);
  await database.query("set session_replication_role = default");
  await database.query("delete from account_changes");
  [browser, second] = [await staffBrowser(), await staffBrowser(SECOND_STAFF)];
  for (const by of [browser, second]) await post(by, { form: "look", reason: "security" });
});

const post = (by: Browser, fields: Record<string, string>, page = PAGE) => renderPage(by, page, Object.entries(fields));
const ask = (email = NEW, by = browser) => post(by, { form: "address", email });
const confirm = (email = NEW, by = second) => post(by, { form: "address", email, confirms: "1" });
const lines = async () =>
  (await database.query("select did from desk_log where did like 'address%' order by id")).map(({ did }) => did);
const addressOf = async (id: string = FIRST.id) =>
  (await database.query("select email from auth.users where id = $1", [id]))[0]?.email;

test("one asks, another types the same address: it is changed once, mailed to both, and the log has no address", async () => {
  expect((await ask(` ${NEW.toUpperCase()}`)).status).toBe(303);
  expect(await ask()).toMatchObject({ status: 303 });
  expect([await addressOf(), await lines()]).toEqual([FIRST.email, ["address-asked"]]);
  expect((await readPage(PAGE, second)).texts("main").join()).toContain("asked for it");
  const waiting = () => database.query("select kind, id from desk_work(now(), 15, 30) where kind = 'address'");
  expect(await waiting()).toEqual([{ kind: "address", id: FIRST.id }]);
  expect((await readPage("/desk", second)).texts("main").join()).toContain("Address to change");
  const presses = await Promise.all([confirm(), confirm()]);
  expect(await waiting()).toEqual([]);
  expect([...presses, await confirm()].map(({ status }) => status)).toEqual([303, 303, 303]);
  expect([await addressOf(), await lines()]).toEqual([NEW, ["address-asked", "address-changed"]]);
  expect(await database.query("select kind, email, new_email from account_changes")).toEqual([
    { kind: "address", email: FIRST.email, new_email: NEW },
  ]);
  expect(JSON.stringify(await database.query("select * from desk_log"))).not.toContain("njeri.new");
});

test("the person's page has the second address for mails about money, and whether it is confirmed", async () => {
  await database.query("insert into billing_contacts (user_id, email) values ($1, 'hesabu@example.co.ke')", [FIRST.id]);
  const text = async () => (await readPage(PAGE, browser)).texts("main").join();
  expect(await text()).toMatch(/hesabu@example\.co\.ke.*Not confirmed yet/s);
  await database.query("update billing_contacts set confirmed_at = now()");
  expect(await text()).not.toContain("Not confirmed yet");
  await database.query("delete from billing_contacts");
});

describe("is refused", () => {
  test.each([
    ["confirmed by the one who asked", () => confirm(NEW, browser), 409, "somebody else must confirm it"],
    ["confirmed with another address", () => confirm("other@example.co.ke"), 409, "not the address that was asked for"],
    ["asked again by somebody else", () => ask(NEW, second), 409, "Confirm it below"],
    ["no address", () => confirm("njeri"), 400, "valid email address"],
  ])("when %s", async (_what, act, status, words) => {
    await ask();
    const response = await act();
    expect([response.status, response.html.includes(words)]).toEqual([status, true]);
    expect([await addressOf(), await lines()]).toEqual([FIRST.email, ["address-asked"]]);
  });

  test("without a request, and a day after it", async () => {
    expect((await confirm()).status).toBe(409);
    await ask();
    await database.query("set session_replication_role = replica");
    await database.query("update desk_log set at = at - interval '25 hours' where did = 'address-asked'");
    await database.query("set session_replication_role = default");
    expect((await confirm()).status).toBe(409);
    expect(await addressOf()).toBe(FIRST.email);
  });

  test("for the address of another account, with what was typed", async () => {
    await ask(SECOND.email);
    const { status, html } = await confirm(SECOND.email);
    expect([status, html.includes("Another account has this address")]).toEqual([409, true]);
    expect(html).toContain(`value="${SECOND.email}"`);
    expect([await addressOf(), await addressOf(SECOND.id)]).toEqual([FIRST.email, SECOND.email]);
  });

  test("for an address of staff, for an account of staff, and for an account that nobody confirmed", async () => {
    expect((await ask(STAFF.email)).html).toContain("an address of staff");
    const colleague = `/desk/people/${demoStaff[1].id}`;
    await post(browser, { form: "look", reason: "security" }, colleague);
    expect((await post(browser, { form: "address", email: NEW }, colleague)).html).toContain("an address of staff");
    await database.query("update auth.users set email_confirmed_at = null where id = $1", [FIRST.id]);
    expect((await ask()).status).toBe(409);
    await database.query("update auth.users set email_confirmed_at = now() where id = $1", [FIRST.id]);
    expect(await lines()).toEqual([]);
  });

  test("to a customer, a visitor and staff who have not said why they look", async () => {
    await ask();
    for (const by of [first, newBrowser(), await staffBrowser(SECOND_STAFF, null)])
      expect((await confirm(NEW, by)).status).not.toBe(200);
    const unseen = `/desk/people/${SECOND.id}`;
    expect(await post(browser, { form: "address", email: NEW }, unseen)).toMatchObject({ status: 303, to: unseen });
    expect(await addressOf()).toBe(FIRST.email);
  });
});

test("a lost answer leaves the request open, and the same press changes the address once", async () => {
  await ask();
  const send = globalThis.fetch;
  const lost = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await send(input, init);
    if (String(input instanceof Request ? input.url : input).includes("/admin/users/"))
      throw new TypeError("fetch failed");
    return response;
  });
  const { status, html } = await confirm();
  lost.mockRestore();
  vi.mocked(console.error).mockClear();
  expect([status, html.includes("press again")]).toEqual([503, true]);
  expect(await lines()).toEqual(["address-asked"]);
  expect((await confirm()).status).toBe(303);
  expect([await addressOf(), await lines()]).toEqual([NEW, ["address-asked", "address-changed"]]);
  expect(await database.query("select from account_changes")).toHaveLength(1);
});
