import "./mpesa-settings.ts";
import { beforeEach, expect, test } from "vitest";
import { baraka, did, page, wanjiku } from "./desk-payment-fixtures.ts";
import { database, PAYER, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const PERSON = `/desk/people/${PAYER.id}`;
const send = (browser: typeof wanjiku, form: string, fields: Record<string, string>) =>
  renderPage(browser, PERSON, [["form", form], ...Object.entries(fields)]);
const credits = () => rows("select ksh, why, payment_code, note from credits order by created_at");
const balance = async () => (await rows("select coalesce(sum(ksh), 0)::int as ksh from credits"))[0]?.ksh;
const asked = async () =>
  String((await rows("select max(id)::text as id from desk_log where did = 'credit-asked'"))[0]?.id);

beforeEach(async () => {
  await database.query("truncate credits");
  for (const browser of [wanjiku, baraka]) await send(browser, "look", { reason: "payment" });
});

test("staff give credit with a reason, once however often they press, and the customer is mailed", async () => {
  const gift = { ksh: "300", reason: "We were slow" };
  expect((await send(wanjiku, "give-credit", { ksh: "300" })).status).toBe(400);
  for (const _press of [1, 2]) expect((await send(wanjiku, "give-credit", gift)).status).toBe(303);
  expect(await credits()).toEqual([{ ksh: 300, why: "goodwill", payment_code: null, note: "We were slow" }]);
  expect(await page(PERSON)).toMatch(/KSh 300, for the next bill.*gave credit to person.*because: We were slow/s);
  expect(await rows("select subject from mails where subject like '%next bill'")).toEqual([
    { subject: "KSh 300 for your next bill" },
  ]);
  const own = await readPage("/profile/data", first);
  expect(own.texts("main").join()).toContain("KSh 300");
  expect(own.html).not.toContain("We were slow");
});

test("above the limit within a day, another member of staff must confirm it", async () => {
  expect((await send(wanjiku, "give-credit", { ksh: "3000", reason: "A gift" })).status).toBe(303);
  const more = { ksh: "2001", reason: "Another gift" };
  for (const _press of [1, 2]) expect((await send(wanjiku, "give-credit", more)).status).toBe(303);
  expect(await balance()).toBe(3000);
  expect(await page("/desk")).toContain("Credit to confirm");
  const id = await asked();
  expect((await send(wanjiku, "confirm-credit", { asked: id })).status).toBe(409);
  expect((await send(baraka, "give-credit", { ksh: "6000", reason: "Mine" })).status).toBe(409);
  expect(await page(PERSON, baraka)).toContain("Wanjiku Kamau asked to give KSh 2,001");
  const both = [send(baraka, "confirm-credit", { asked: id }), send(baraka, "confirm-credit", { asked: id })];
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await balance()).toBe(5001);
  expect(await did()).toEqual(expect.arrayContaining(["credit-given", "credit-asked"]));
  expect(await page("/desk")).not.toContain("Credit to confirm");
});

test("a request that is older than a day is not confirmed", async () => {
  await send(wanjiku, "give-credit", { ksh: "9000", reason: "A gift" });
  const id = await asked();
  await database.query("set session_replication_role = replica");
  await database.query("update desk_log set at = at - interval '25 hours' where did = 'credit-asked'");
  await database.query("set session_replication_role = origin");
  expect((await send(baraka, "confirm-credit", { asked: id })).status).toBe(409);
  expect(await credits()).toEqual([]);
});

test("what was sent to the customer is taken off, never more than there is, and each code once", async () => {
  await send(wanjiku, "give-credit", { ksh: "300", reason: "A gift" });
  const sent = { ksh: "200", code: "SG722NMVXQ" };
  expect((await send(wanjiku, "pay-out-credit", { ...sent, ksh: "301" })).status).toBe(400);
  for (const _press of [1, 2]) expect((await send(wanjiku, "pay-out-credit", sent)).status).toBe(303);
  expect((await send(baraka, "pay-out-credit", { ksh: "100", code: "SG722NMVXQ" })).status).toBe(400);
  expect(await balance()).toBe(100);
  const both = ["SG722NMVXR", "SG722NMVXS"].map((code, at) =>
    send(at === 0 ? wanjiku : baraka, "pay-out-credit", { ksh: "100", code }),
  );
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(await balance()).toBe(0);
  expect(await rows("select subject from mails where subject like 'We sent%' order by subject")).toHaveLength(2);
});

test("nobody changes credit without saying why they look", async () => {
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("set session_replication_role = origin");
  expect((await send(wanjiku, "give-credit", { ksh: "300", reason: "A gift" })).status).toBe(303);
  expect(await credits()).toEqual([]);
});

test("an account with credit is closed without losing it", async () => {
  await send(wanjiku, "give-credit", { ksh: "300", reason: "A gift" });
  await database.query("insert into closing_requests (user_id) values ($1)", [PAYER.id]);
  expect(await page(PERSON)).toContain("The customer has KSh 300 with us: send it first.");
  const [request] = await rows("select id from closing_requests where state = 'open'");
  await database.query("delete from domains where user_id = $1", [PAYER.id]);
  expect(await rows(`select close_account('${request?.id}') as left`)).toEqual([{ left: "an account without a name" }]);
  expect(await balance()).toBe(300);
});
