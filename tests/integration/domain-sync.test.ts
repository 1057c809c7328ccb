import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { registrar } from "#app/domains/registrar.api.server.ts";
import { syncDomains } from "#app/orders/sync-domains.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { server } from "#mocks/node.ts";
import { add, change, database, expiryDay, FIRST, logged, made, postName, row, shownAt } from "./desk-name-fixtures.ts";
import { at, njeri, textAt, wanjiku } from "./desk-order-fixtures.ts";

let NAME = "";
let tests = 0;
beforeEach(async () => {
  NAME = `soko-${++tests}.com`;
  await database.query("delete from domains");
});

const later = (days: number) => new Date(nowDate().getTime() + days * 86_400_000);
type Listed = { status?: string; days: number };
/** Sets what the provider lists; a status that is not 200 fails the call. */
function list(domains: Record<string, Listed>, status = 200) {
  const rows = Object.entries(domains).map(([domain, { status: state = "ACTIVE", days }]) => ({
    ...{ domain, status: state, expires: later(days).toISOString() },
  }));
  server.use(http.get("*/proxy/godaddy/v1/domains", () => HttpResponse.json(rows, { status })));
}
const sync = (ahead = 0) => syncDomains(later(ahead));
const work = async () =>
  (await database.query("select kind from desk_work(now(), 15, 30) where title = $1", [NAME])).map(({ kind }) => kind);
const mails = async () =>
  (await database.query("select subject, recipient from mails where subject like $1", [`%${NAME}%`])).length;

describe("the provider's list", () => {
  test("moves a last day forward only, from the day that was read", async () => {
    await add(NAME, FIRST.id, { days: 20 });
    list({ [NAME]: { days: 385 } });
    for (let time = 0; time < 2; time++) expect(await sync()).toBe(true);
    expect(expiryDay(await row(NAME))).toBe(at(385));
    expect(await logged(NAME)).toEqual([["domain-synced", { from: at(20), to: at(385) }]]);
    expect((await row(NAME))?.checked_at).not.toBeNull();
    expect(await textAt(`/desk/names/${NAME}`)).toContain("the server took the provider’s last day of this name");
    list({ [NAME.toUpperCase()]: { days: 100 } });
    await sync();
    expect([expiryDay(await row(NAME)), await work()]).toEqual([at(385), ["name-differs"]]);
    expect(await textAt(`/desk/names/${NAME}`)).toMatch(/The provider saysuntil/);
    expect(await textAt("/desk")).toContain("The provider says otherwise");
    await change(NAME, "date", at(100));
    expect(await work()).toEqual([]);
  });

  test("leaves the day to a renewal that is open", async () => {
    await add(NAME, FIRST.id, { days: 20 });
    await made("renew", NAME);
    list({ [NAME]: { days: 385 } });
    await sync();
    expect(expiryDay(await row(NAME))).toBe(at(20));
  });

  test("never writes another status: it is work for staff", async () => {
    await add(NAME, FIRST.id, { days: 20 });
    list({ [NAME]: { status: "CANCELLED", days: 385 } });
    await sync();
    expect(await row(NAME)).toMatchObject({ status: "active", differs: { status: "CANCELLED" } });
    expect([expiryDay(await row(NAME)), await work()]).toEqual([at(20), ["name-differs"]]);
    list({ [NAME]: { days: 20 } });
    await sync();
    expect(await work()).toEqual([]);
  });

  test("makes a name that is missing on three days work for staff, once a day, and not if the list is unreadable", async () => {
    await add(NAME, FIRST.id, { days: 200 });
    await add(`by-hand-${NAME.replace(".com", ".co.ke")}`, FIRST.id, { days: 200 });
    list({ [NAME]: { days: 200 } });
    await sync();
    list({});
    for (const day of [1, 1, 2, 2]) await sync(day);
    list({}, 500);
    for (const day of [3, 4, 5]) expect(await sync(day)).toBe(false);
    expect(await work()).toEqual([]);
    list({});
    await sync(6);
    expect(await work()).toEqual(["name-missing"]);
    expect(await database.query("select name from domains where missing_days > 0")).toEqual([{ name: NAME }]);
    list({ [NAME]: { days: 200 } });
    await sync(7);
    expect(await work()).toEqual([]);
  });

  test("leaves names alone that have left or are at another provider", async () => {
    await add(NAME, FIRST.id, { days: 20, status: "left" });
    await add(`other-${NAME}`, FIRST.id, { days: 20 });
    await database.query("update domains set held = 'elsewhere' where status <> 'left'");
    const before = await database.query("select * from domains order by id");
    list({ [NAME]: { days: 99 }, [`other-${NAME}`]: { days: 99 } });
    await sync();
    expect(await database.query("select * from domains order by id")).toEqual(before);
  });

  test("and staff who change a day at once never lose the later change", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 21, max: 400 }), fc.integer({ min: 21, max: 400 }), async (listed, typed) => {
        await database.query("delete from domains");
        await add(NAME, FIRST.id, { days: 20 });
        list({ [NAME]: { days: listed } });
        const expected = await shownAt(NAME, "date");
        const [done, changed] = await Promise.all([
          sync(),
          postName(wanjiku, NAME, "date", { value: at(typed), reason: `Race ${listed} ${typed}`, expected }),
        ]);
        const end = expiryDay(await row(NAME));
        expect(done).toBe(true);
        // Staff were first and the list overtook them only on what it read after that; or staff got 409.
        expect(end).toBe(changed.status === 303 && end === at(typed) ? at(typed) : at(listed));
      }),
      { numRuns: 8 },
    );
  });
});

describe("a transfer to us", () => {
  const moving = async (since: string) => {
    await add(NAME, FIRST.id, { days: 300, status: "moving" });
    await database.query("update domains set moving_since = $1", [since]);
  };

  test("ends when the list says active: the new last day, one mail, and a line of the log", async () => {
    await moving(at(-2));
    list({ [NAME]: { status: "PENDING_TRANSFER", days: 400 } });
    await sync();
    expect([(await row(NAME))?.status, await mails()]).toEqual(["moving", 0]);
    list({ [NAME]: { days: 250 } });
    await Promise.all([sync(), sync()]);
    expect(await row(NAME)).toMatchObject({ status: "active", moving_since: null, moving_step: null });
    expect([expiryDay(await row(NAME)), await mails()]).toEqual([at(250), 1]);
    expect((await logged(NAME)).map(([did]) => did)).toEqual(["domain-arrived"]);
    const [sent] = await database.query("select recipient from mails where subject = $1", [`${NAME} has moved to us`]);
    expect(sent).toEqual({ recipient: FIRST.email });
  });

  test("shows its steps to the customer and is work for staff after a week", async () => {
    await moving(nairobiDay(later(-7)).iso);
    const page = () => textAt(`/dashboard/domains/${NAME}`, njeri);
    expect(await page()).toMatch(
      /Moving to us.*Code accepted.*Your old provider lets it go.*They have up to 5 days.*Moved/,
    );
    expect(await work()).toEqual([]);
    await change(NAME, "step", "asked");
    expect(await page()).toContain("Code sent");
    await database.query("update domains set moving_since = $1", [nairobiDay(later(-8)).iso]);
    expect(await work()).toEqual(["name-moving"]);
    expect(await textAt("/desk")).toContain("Transfer for over a week");
  });

  test("that is refused ends its order as not done, tells the customer once, and can be ordered again", async () => {
    const order = await made("transfer", NAME);
    await database.query("update orders set status = 'done' where id = $1", [order.id]);
    await moving(at(-3));
    const typed = { value: "refused", reason: "Locked", expected: await shownAt(NAME, "step") };
    for (let time = 0; time < 2; time++) expect((await postName(wanjiku, NAME, "step", typed)).status).toBe(303);
    const [failed] = await database.query("select status, reason from orders where id = $1", [order.id]);
    expect(failed).toEqual({ status: "failed", reason: "Your old provider refused the transfer" });
    expect(await mails()).toBe(1);
    expect(await textAt(`/dashboard/domains/${NAME}`, njeri)).toMatch(/Your old provider refused.*Send a new code/);
    expect(await textAt(`/dashboard/orders/new?kind=transfer&domain=${NAME}`, njeri)).toContain("Transfer code");
    const again = "select add_ordered_domain($1, $2, 'moving', now() + interval '1 year') as it";
    expect(await database.query(again, [FIRST.id, NAME])).toEqual([{ it: true }]);
    expect(await database.query(again, [FIRST.id, NAME])).toEqual([{ it: false }]);
    expect(await row(NAME)).toMatchObject({ status: "moving", moving_step: null });
  });
});

test("the sandbox's provider has names that move, are stuck, disappear and are renewed", async () => {
  const { account } = await import("#mocks/registrar/account-state.ts");
  for (const word of ["moving", "stuck", "gone", "later"]) {
    account.domains.set(`direct-${word}-x.com`, 1);
    account.transfers.add(`direct-${word}-x.com`);
  }
  const read = async () => {
    const listed = await registrar?.listDomains();
    const rows = listed?.ok ? listed.value.filter(({ domain }) => domain.startsWith("direct-")) : [];
    return rows.map(({ domain, status, expires }) => [
      domain.split("-")[1],
      status,
      nairobiDay(new Date(expires ?? 0)).iso,
    ]);
  };
  const year = at(365);
  expect(await read()).toEqual([
    ["moving", "PENDING_TRANSFER", year],
    ["stuck", "PENDING_TRANSFER", year],
    ["gone", "ACTIVE", year],
    ["later", "ACTIVE", at(730)],
  ]);
  expect((await read()).map(([word, status]) => `${word} ${status}`)).toEqual([
    "moving ACTIVE",
    "stuck PENDING_TRANSFER",
    "later ACTIVE",
  ]);
});
