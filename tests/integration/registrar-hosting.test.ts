import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { createOrderRun } from "#app/orders/order-run.server.ts";
import { followRegistrarHosting } from "#app/orders/registrar-hosting.server.ts";
import { findDeskService } from "#app/services/desk.table.server.ts";
import { neededAct } from "#app/services/desk-service.ts";
import { server } from "#mocks/node.ts";
import { account } from "#mocks/registrar/account-state.ts";
import { wanjiku } from "./desk-order-fixtures.ts";
import { atProvider, database, made } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";

const { carryOut } = createOrderRun({ direct: /^/, dailyKsh: 100_000, hosting: "registrar" });
const DAY_MS = 86_400_000;
const now = new Date();
const after = (days: number) => new Date(now.getTime() + days * DAY_MS + 60_000);
const asked: string[] = [];

beforeEach(async () => {
  await database.query("delete from services");
  asked.length = 0;
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    if (/\/hosting\/reseller\/\w+$/.test(request.url)) asked.push(request.method);
  });
});

/** Hosting that the provider was asked for. Returns the service's id. */
async function ordered(): Promise<string> {
  const order = await made("hosting", "mamamboga.co.ke");
  expect(await carryOut(order, now)).toEqual({ kind: "done" });
  const [row] = await database.query("select service_id from orders where id = $1", [order.id]);
  return String(row?.service_id);
}
const row = async (id: string) =>
  (await database.query("select problem, next_call_at is null as is_over from services where id = $1", [id]))[0];
const say = (status: string) => {
  for (const hosting of account.hosting) hosting.status = status;
};

test("hosting at the provider is read once a day until it is not pending, and ordered once", async () => {
  const id = await ordered();
  await followRegistrarHosting(now);
  expect(asked).toEqual([]);
  // Two processes on the same day.
  await Promise.all([followRegistrarHosting(after(1)), followRegistrarHosting(after(1))]);
  expect(asked).toEqual(["GET"]);
  await followRegistrarHosting(after(1.5));
  expect(asked).toEqual(["GET"]);
  say("ACTIVE");
  await followRegistrarHosting(after(2.1));
  expect(await row(id)).toEqual({ problem: null, is_over: true });
  await followRegistrarHosting(after(9));
  expect(asked).toEqual(["GET", "GET"]);
  expect(atProvider()).toHaveLength(1);
  const page = await readPage(`/desk/services/${id}`, wanjiku);
  expect(page.texts("main").join()).toMatch(/The domain provider says of its hosting \w+: ACTIVE\. Enter the way in\./);
});

test.each([
  ["that it was cancelled", () => say("CANCELLED"), /CANCELLED/],
  ["that it has none", () => account.hosting.splice(0), /not there/],
])("the provider's word %s is a problem, which staff end by setting it up", async (_what, happens, words) => {
  const id = await ordered();
  happens();
  await followRegistrarHosting(after(1));
  expect(await row(id)).toEqual({ problem: expect.stringMatching(words), is_over: true });
  const found = await findDeskService(id);
  expect(found.ok && found.value && neededAct(found.value, now)).toBe("setup");
});

test.each([
  ["no answer", () => HttpResponse.error()],
  ["a server error", () => HttpResponse.json({ code: "INTERNAL" }, { status: 500 })],
  ["another shape", () => HttpResponse.json({ hosting: [] })],
  ["no state", () => HttpResponse.json({ id: "1" })],
])("after %s the provider is asked again on the next day", async (_what, answer) => {
  const id = await ordered();
  server.use(http.get("*/hosting/reseller/:id", answer));
  await followRegistrarHosting(after(1));
  expect(await row(id)).toEqual({ problem: null, is_over: false });
  server.resetHandlers();
  say("ACTIVE");
  await followRegistrarHosting(after(1.5));
  expect(await row(id)).toEqual({ problem: null, is_over: false });
  await followRegistrarHosting(after(2.1));
  expect(await row(id)).toEqual({ problem: null, is_over: true });
});

test("hosting whose way in staff entered meanwhile is not asked about", async () => {
  const id = await ordered();
  await database.query(`update services set access = '{"panel": "https://web1.example.co.ke:2083"}' where id = $1`, [
    id,
  ]);
  await followRegistrarHosting(after(1));
  expect(asked).toEqual([]);
});
