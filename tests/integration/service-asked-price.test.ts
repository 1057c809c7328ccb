/** A customer asks for the price of a next year that has none in the list. Source: docs/product/services.md, "Services". */
import "./mpesa-settings.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser } from "./browser.ts";
import { make, orders, post, row } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";
import { database, first } from "./two-customers.ts";

let wanjiku: Browser;
let path: string;
beforeAll(async () => {
  wanjiku = await staffBrowser(STAFF);
});
beforeEach(async () => {
  path = await make({ kind: "mail", plan: "microsoft-365", seats: 5, ends: 20 });
});

const ask = () => post(path, "renew");
const words = async (at = path) => (await readPage(at, first)).texts("main").join();
const versionOf = async () =>
  String((await database.query("select service_version(services) as version from services"))[0]?.version);
const agree = async (ksh: string, version?: string) =>
  renderPage(
    wanjiku,
    path.replace("/dashboard", "/desk"),
    Object.entries({ form: "price", ksh, reason: "Agreed", version: version ?? (await versionOf()) }),
  );

test("who asked for the price has not ordered the next year", async () => {
  expect((await ask()).to).toBe(path);
  expect(await words()).toContain("You asked for the price. We e-mail it to you, and you decide then.");
  expect(await words()).not.toMatch(/The next year is ordered|moves by a year/);
  expect(await words("/dashboard/services")).toContain("ends in 20 days");
});

test("it is taken back on the page of the order, and asked again", async () => {
  await ask();
  const [to = ""] = (await readPage(path, first)).link("Take it back");
  expect(await words(String(to))).toContain("We e-mail you the price first");
  expect((await renderPage(first, String(to), [["form", "cancel-order"]])).status).toBe(303);
  expect(await orders()).toMatchObject([{ status: "failed" }]);
  expect((await ask()).to).toBe(path);
  expect(await orders()).toMatchObject([{ status: "failed" }, { status: "requested" }]);
});

test.each(["requested", "processing"])("a service whose price was asked for (%s) is ended", async (status) => {
  await ask();
  await database.query("update orders set status = $1, taken_by = $2", [
    status,
    status === "requested" ? null : SECOND_STAFF.id,
  ]);
  expect((await post(path, "end")).to).toBe(path);
  expect(await row()).toMatchObject({ will_end: true });
  expect(await orders()).toMatchObject([{ status: "failed" }]);
});

test("fewer mailboxes keep the question, which is for them then, and its price brings the bill", async () => {
  await ask();
  expect((await post(path, "fewer", { fewerSeats: "3" })).to).toBe(path);
  expect(await row()).toMatchObject({ next_seats: 3 });
  expect(await orders()).toMatchObject([{ status: "failed" }, { status: "requested", payload: { seats: 3 } }]);
  expect(await words()).toContain("You asked for the price.");
  expect((await post(path, "same")).to).toBe(path);
  expect((await post(path, "fewer", { fewerSeats: "2" })).to).toBe(path);
  expect((await agree("20,000")).status).toBe(303);
  const [open, ...ended] = (await orders()).reverse();
  expect(open).toMatchObject({
    status: "requested",
    payload: { seats: 2 },
    price_ksh: 20_000,
    bill_id: expect.anything(),
  });
  expect(ended.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  expect((await readPage(path, first)).link("Pay KSh 20,000")).toHaveLength(1);
});

test("a price that was typed before the customer chose fewer mailboxes is not agreed", async () => {
  await ask();
  const version = await versionOf();
  expect((await post(path, "fewer", { fewerSeats: "3" })).to).toBe(path);
  expect((await agree("45,000", version)).status).toBe(409);
  expect(await row()).toMatchObject({ renew_ksh: null });
  expect((await orders()).at(-1)).toMatchObject({ price_ksh: 0, bill_id: null });
});

test("the price that staff agree on brings the bill at once, with a mail, and once", async () => {
  await ask();
  await database.query("delete from mails");
  const desk = await readPage(path.replace("/dashboard", "/desk"), wanjiku);
  expect(desk.texts("main").join()).toContain("Only for the log. The customer gets the bill by e-mail.");
  expect((await agree("45,000")).status).toBe(303);
  expect((await agree("45,000")).status).toBe(303);
  expect(await orders()).toMatchObject([{ price_ksh: 45_000, status: "requested", bill_id: expect.any(String) }]);
  expect(await row()).toMatchObject({ renew_ksh: 45_000, ends_on: expect.anything() });
  expect(await database.query("select body_text from mails")).toMatchObject([
    { body_text: expect.stringContaining("KSh 45,000") },
  ]);
  expect((await readPage(path, first)).link("Pay KSh 45,000")).toHaveLength(1);
  expect(await words()).toContain("Its last paid day is");
});

test("no price is agreed while a colleague has the order", async () => {
  await ask();
  await database.query("update orders set status = 'processing', taken_by = $1", [SECOND_STAFF.id]);
  const refused = await agree("45,000");
  expect([refused.status, refused.html.includes("A colleague has the order")]).toEqual([409, true]);
  expect(await row()).toMatchObject({ renew_ksh: null });
});
