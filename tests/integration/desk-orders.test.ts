import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settleOrder } from "#app/gateways/order-claims.server.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { type Order, type OrderKind, orderNumber } from "#app/model/order.ts";
import { TAGS } from "../hostile-texts.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { database, FIRST, made, named, SECOND, stored } from "./order-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

let wanjiku: Browser;
let baraka: Browser;
let njeri: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser(STAFF);
  baraka = await staffBrowser(SECOND_STAFF);
});
beforeEach(async () => {
  await database.query("delete from mails");
  njeri ??= await signedIn(FIRST.email);
});

const NAME = "njeri-duka.co.ke";
const at = (days: number) => dateOf(dayNumber(new Date()) + days).iso;
const post = (browser: Browser, { id }: Pick<Order, "id">, form: string, fields: Record<string, string> = {}) =>
  renderPage(browser, `/desk/orders/${id}`, [["form", form], ...Object.entries(fields)]);
/** Posts a form that must succeed. */
async function act(...form: Parameters<typeof post>) {
  expect((await post(...form)).status).toBe(303);
}
const textAt = async (path: string, browser = wanjiku) => {
  const { document } = await readPage(path, browser);
  return textOf(document.querySelector("main") ?? document.body);
};
const page = ({ id }: Order, browser = wanjiku) => textAt(`/desk/orders/${id}`, browser);
const reads = async () => textAt("/dashboard/orders", njeri);
const row = async ({ id }: Order) => (await database.query("select * from orders where id = $1", [id]))[0];
const mails = () => database.query("select recipient, subject, body_text, key from mails order by created_at");
const trail = async ({ id }: Order) =>
  await database.query("select did, staff_email, customer, detail from desk_log where about_id = $1 order by id", [id]);
const leave = ({ id }: Order, minutes: number) =>
  database
    .query(`update orders set status = 'processing' where id = $1`, [id])
    .then(() =>
      database.query("update orders set updated_at = now() - $2 * interval '1 minute' where id = $1", [id, minutes]),
    );
const seenOf = async (name: string) => new Date((await named(name))?.expiry_date ?? "").toISOString();

test("an order goes from requested to done, and says beforehand what the customer then reads", async () => {
  const order = await made("register", NAME, 1500);
  expect(await page(order)).toMatch(/Nobody has it.*We check it.*Then the customer reads: We are working on it/);
  await act(wanjiku, order, "take");
  expect(await reads()).toContain("We are working on it. We e-mail you when it is done.");
  expect(await page(order)).toMatch(
    /You have it, taken at \d\d:\d\d.*Then the customer reads: Your name is registered\./,
  );
  expect(await page(order, baraka)).toMatch(/Wanjiku Kamau has it(?!.*It is done)/);
  await act(wanjiku, order, "done", { until: at(365), seen: "" });
  expect(await reads()).toContain("Your name is registered.");
  expect(await named(NAME)).toMatchObject({ user_id: FIRST.id, status: "active" });
  expect(dateOf(dayNumber(new Date(await seenOf(NAME)))).iso).toBe(at(365));
  const until = expect.stringContaining("It is yours until");
  expect(await mails()).toMatchObject([
    { recipient: FIRST.email, subject: `Done: Registration of ${NAME}`, body_text: until },
  ]);
  expect(await trail(order)).toMatchObject([
    { did: "order-taken", staff_email: STAFF.email, customer: FIRST.id, detail: { from: "requested" } },
    { did: "order-done", detail: { until: at(365) } },
  ]);
  expect(await page(order)).toMatch(/Done at .*A later correction is not possible here/);
});

describe("of two members of staff", () => {
  test("the second gets 409 with who and when, at every button, and nothing is stored or sent", async () => {
    const order = await made("register", NAME, 1500);
    await act(wanjiku, order, "take");
    const before = JSON.stringify([await row(order), await trail(order)]);
    const typed = { until: at(365), seen: "", why: "other", words: "Words of Baraka", ksh: "5" };
    for (const form of ["take", "give-back", "done", "failed", "refund", "refunded", "price", "code"]) {
      const reply = await post(baraka, order, form, typed);
      expect([form, reply.status]).toEqual([form, 409]);
      expect(reply.html).toMatch(/Wanjiku Kamau took it at \d\d:\d\d\. Nothing was saved/);
      if (form === "failed") expect(reply.html).toContain("Words of Baraka");
    }
    expect(JSON.stringify([await row(order), await trail(order)])).toBe(before);
    expect(await mails()).toEqual([]);
  });

  test("an ending that is sent again by the same person answers as the first; another ending is refused", async () => {
    const order = await made("transfer", NAME, 1500);
    await act(wanjiku, order, "take");
    const ending = { why: "code", words: "", ksh: "1,500" };
    for (const _press of [1, 2]) await act(wanjiku, order, "failed", ending);
    for (const [browser, form, fields] of [
      [wanjiku, "failed", { ...ending, why: "locked" }],
      [wanjiku, "failed", { ...ending, ksh: "1499" }],
      [wanjiku, "failed", { ...ending, words: "Otherwise" }],
      [wanjiku, "done", { until: at(365), seen: "" }],
      [baraka, "failed", ending],
    ] as const) {
      const reply = await post(browser, order, form, fields);
      expect(reply.status).toBe(409);
      expect(reply.html).toMatch(/(You|Wanjiku Kamau) set it to not done at/);
    }
    expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-failed"]);
    expect(await mails()).toHaveLength(1);
  });
});

test("an order that is given back can be taken by anybody, and both presses count once", async () => {
  const order = await made("renew", "mamamboga.co.ke", 1500);
  await act(wanjiku, order, "take");
  for (const _press of [1, 2]) await act(wanjiku, order, "give-back");
  expect(await reads()).toContain("We check it and e-mail you.");
  for (const _press of [1, 2]) await act(baraka, order, "take");
  expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-given-back", "order-taken"]);
});

test("a price is named once, with a mail, and only where there was none", async () => {
  const order = await made("certificate", "mamamboga.co.ke", 0);
  for (const ksh of ["0", "1000001", "1.5", "-4", "", "99999999999", "4 500 bob"]) {
    const reply = await post(wanjiku, order, "price", { ksh });
    expect([ksh, reply.status]).toEqual([ksh, 400]);
    expect(reply.html).toContain("from 1 to 1,000,000");
  }
  for (const ksh of ["4,500", "KSh 4500"]) await act(wanjiku, order, "price", { ksh });
  expect(await row(order)).toMatchObject({ price_ksh: 4500, status: "requested" });
  expect(await reads()).toMatch(/KSh 4,500, named on .*We have e-mailed you the price/);
  const [mail, ...more] = await mails();
  expect([mail, more]).toMatchObject([{ subject: "KSh 4,500: SSL certificate of mamamboga.co.ke" }, []]);
  expect((await post(wanjiku, order, "price", { ksh: "4600" })).status).toBe(409);
  expect((await post(baraka, order, "price", { ksh: "4500" })).html).toMatch(/Wanjiku Kamau named the price at/);
});

describe("the last day of a name", () => {
  test.each<[OrderKind, string, number, string]>([
    ["register", NAME, 0, "Choose a day from"],
    ["register", NAME, 3661, "Choose a day from"],
    ["transfer", NAME, Number.NaN, "Choose a day from"],
    ["renew", "mamamboga.co.ke", 214, "Choose a day from"],
  ])("of %s of %s is refused %d days from today, with what was typed", async (kind, name, days, message) => {
    const order = await made(kind, name, 1500);
    await act(wanjiku, order, "take");
    const until = Number.isNaN(days) ? "2027-02-30" : at(days);
    const reply = await post(wanjiku, order, "done", { until, seen: await seenOf(name).catch(() => "") });
    expect([reply.status, (await row(order))?.status]).toEqual([400, "processing"]);
    expect(reply.html).toContain(message);
    expect(reply.html).toContain(`value="${until}"`);
  });

  test("of a renewal moves only from the date that was shown", async () => {
    const order = await made("renew", "mamamboga.co.ke", 1500);
    await act(wanjiku, order, "take");
    const seen = await seenOf("mamamboga.co.ke");
    await database.query(
      "update domains set expiry_date = expiry_date + interval '1 day' where name = 'mamamboga.co.ke'",
    );
    const moved = await post(wanjiku, order, "done", { until: at(700), seen });
    expect([moved.status, await mails()]).toEqual([409, []]);
    expect(moved.html).toContain(`changed meanwhile to ${dateOf(dayNumber(new Date()) + 215).words}`);
    const fresh = await readPage(`/desk/orders/${order.id}`, wanjiku);
    const shown = fresh.document.querySelector<HTMLInputElement>("[name=seen]")?.value ?? "";
    for (const _press of [1, 2]) await act(wanjiku, order, "done", { until: at(700), seen: shown });
    expect(dateOf(dayNumber(new Date(await seenOf("mamamboga.co.ke")))).iso).toBe(at(700));
  });

  test.each<[string, OrderKind, string, RegExp]>([
    ["another customer has", "register", "oumaelectronics.co.ke", /Another customer has this name in our list/],
    ["another customer has", "renew", "oumaelectronics.co.ke", /Another customer has this name in our list/],
    ["nobody has", "renew", "nobody-has.co.ke", /no such name/],
    ["nobody has", "certificate", "nobody-has.co.ke", /no such name/],
  ])("that %s: %s of %s stays open with 409", async (_who, kind, name, message) => {
    const order = await made(kind, name, 1500);
    await act(wanjiku, order, "take");
    const reply = await post(wanjiku, order, "done", { until: at(365), seen: "" });
    expect([reply.status, (await row(order))?.status, await mails()]).toEqual([409, "processing", []]);
    expect(reply.html).toMatch(message);
  });

  test("that appeared since the page was shown is not written over", async () => {
    const order = await made("register", "mamamboga.co.ke", 1500);
    await act(wanjiku, order, "take");
    const before = await seenOf("mamamboga.co.ke");
    expect((await post(wanjiku, order, "done", { until: at(365), seen: "" })).status).toBe(409);
    expect(await seenOf("mamamboga.co.ke")).toBe(before);
    await act(wanjiku, order, "done", { until: at(365), seen: before });
    expect(await named("mamamboga.co.ke")).toMatchObject({ user_id: FIRST.id });
  });
});

test("a certificate that is done is active, and hosting needs no name", async () => {
  for (const [kind, name] of [
    ["certificate", "fundiwaviatu.co.ke"],
    ["hosting", NAME],
  ] as const) {
    const order = await made(kind, name, 1500);
    await act(wanjiku, order, "take");
    await act(wanjiku, order, "done");
  }
  expect((await named("fundiwaviatu.co.ke"))?.ssl_status).toBe("active");
  expect(await named(NAME)).toBeUndefined();
  expect(await reads()).toMatch(/Your hosting is set up\..*Your certificate is in place\./);
});

test("a refund is at most the price, entered once, and the customer reads it until it is paid and afterwards", async () => {
  const order = await made("hosting", NAME, 1500);
  await act(wanjiku, order, "take");
  await act(wanjiku, order, "failed", { why: "other", words: "We ran out of  disks\nsorry", ksh: "" });
  expect(await reads()).toContain("We ran out of disks sorry. Nothing was charged.");
  expect((await post(wanjiku, order, "refund", { ksh: "1501" })).status).toBe(400);
  for (const _press of [1, 2]) await act(wanjiku, order, "refund", { ksh: "1000" });
  expect((await post(wanjiku, order, "refund", { ksh: "1500" })).status).toBe(409);
  expect(await reads()).toContain("We ran out of disks sorry. We pay you back KSh 1,000.");
  expect(await textAt("/desk/orders?state=refund")).toContain("KSh 1,000 to pay back");
  for (const _press of [1, 2]) await act(baraka, order, "refunded");
  expect((await post(wanjiku, order, "refunded")).html).toMatch(/Baraka Otieno entered that it was paid back at/);
  expect(await reads()).toMatch(/We paid you back KSh 1,000 on \d+ \w+ \d+\./);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    `Not done: Hosting of ${NAME}`,
    `We pay you back KSh 1,000: Hosting of ${NAME}`,
  ]);
});

test("an order that the site carries out is offered after ten minutes, and a late reply then changes nothing", async () => {
  const order = await made("register", NAME, 1500);
  await leave(order, 9);
  expect(await page(order)).toMatch(/The site began to carry it out.*You can take it from \d\d:\d\d/);
  expect((await post(wanjiku, order, "take")).html).toMatch(/The site has been carrying it out since/);
  await leave(order, 10);
  expect(await page(order)).toContain("Look at the provider’s account before you end it.");
  await act(wanjiku, order, "take");
  await act(wanjiku, order, "give-back");
  expect(await row(order)).toMatchObject({ status: "processing", taken_by: null });
  await act(wanjiku, order, "take");
  expect(await settleOrder(order.id, { status: "done" })).toBe(false);
  await act(wanjiku, order, "failed", { why: "refused", words: "", ksh: "" });
  expect(await row(order)).toMatchObject({ status: "failed", reason: "The registry refused it" });
});

test("a transfer's code is shown to who has the order, once for each press, and is in no list, log or file", async () => {
  const order = await made("transfer", NAME, 1500);
  const CODE = "aB3!x";
  expect((await post(wanjiku, order, "code")).status).toBe(409);
  await act(wanjiku, order, "take");
  const shown = await post(wanjiku, order, "code");
  expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(shown.html).toContain(CODE);
  expect((await post(baraka, order, "code")).html).not.toContain(CODE);
  const csv = await renderPage(wanjiku, "/desk/orders.csv?state=all");
  const others = [
    await page(order),
    await textAt("/desk/orders?state=all"),
    csv.html,
    JSON.stringify(await trail(order)),
  ];
  for (const one of others) expect(one).not.toContain(CODE);
  expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-code-shown"]);
  await act(wanjiku, order, "failed", { why: "code", words: "" });
  expect(await stored(order)).toMatchObject({ payload: {} });
  expect((await post(wanjiku, order, "code")).status).toBe(409);
});

test("a note is kept once, for staff only", async () => {
  const order = await made("hosting", NAME, 1500);
  for (const _press of [1, 2]) await act(baraka, order, "note", { body: "Called her.\r\nCall again." });
  expect((await post(baraka, order, "note", { body: "x".repeat(2001) })).status).toBe(400);
  expect((await page(order)).split("Called her.")).toHaveLength(2);
  expect(await reads()).not.toContain("Called her");
});

describe("the list", () => {
  beforeEach(async () => {
    for (let index = 0; index < 3; index++) await made("renew", `open-${index}.co.ke`, 1500);
    await database.query("update orders set created_at = now() - interval '3 days' where domain = 'open-2.co.ke'");
    const done = await made("hosting", "old.co.ke", 0);
    await database.query("update orders set status = 'done' where id = $1", [done.id]);
  });
  const names = async (query: string) => (await readPage(`/desk/orders?${query}`, wanjiku)).texts(".desk-list .cover");

  test("has the open orders with the oldest first, and finds by state, kind, part of a name and number", async () => {
    expect(await names("")).toEqual(["open-2.co.ke", "open-0.co.ke", "open-1.co.ke"]);
    expect(await names("state=done")).toEqual(["old.co.ke"]);
    expect((await names("state=all")).at(-1)).toBe("open-2.co.ke");
    expect(await names("state=all&kind=hosting")).toEqual(["old.co.ke"]);
    expect(await names("q=OPEN-1")).toEqual(["open-1.co.ke"]);
    const [first] = await database.query("select id from orders where domain = 'open-0.co.ke'");
    expect(await names(`q=${orderNumber(String(first?.id))}`)).toEqual(["open-0.co.ke"]);
    expect(await textAt("/desk/orders")).toContain("Renewal · KSh 1,500");
    for (const odd of ["state=constructor&kind=x&page=-1", "page=1e9", "q=%00%25_'", `q=${"a".repeat(3000)}`]) {
      expect((await renderPage(wanjiku, `/desk/orders?${odd}`)).status).toBe(200);
    }
  });

  test("has fifty orders a page", async () => {
    for (let index = 0; index < 50; index++) await made("hosting", `more-${index}.co.ke`);
    const first = await readPage("/desk/orders", wanjiku);
    expect(first.link("Next 50")).toEqual(["/desk/orders?page=2"]);
    expect(first.texts(".desk-list .cover")).toHaveLength(50);
    expect(await names("page=2")).toHaveLength(3);
    expect(await textAt("/desk/orders?page=9")).toContain("The first page");
  });

  test("says no address and no phone number, in the file neither", async () => {
    await database.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"contact_phone":"+254712345678"}' where id = $1`,
      [FIRST.id],
    );
    const csv = await renderPage(wanjiku, "/desk/orders.csv?state=all");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.html.trim().split("\r\n")).toHaveLength(5);
    for (const text of [csv.html, await textAt("/desk/orders?state=all")]) {
      expect(text).not.toMatch(/customer@example|712|Njeri Mwangi/);
    }
    const [{ id }] = (await database.query("select id from orders limit 1")) as [{ id: string }];
    expect(await textAt(`/desk/orders/${id}`)).toMatch(/customer@example\.co\.ke.*0712 345678/);
  });
});

/** All of them with LONG=1. */
const HOSTILE = TAGS.filter((_tag, index) => process.env.LONG === "1" || index % 8 === 0);

test.each([[...HOSTILE, '=HYPERLINK("http://example.com")', "+1", "-1", "@SUM(A1)", "\t=1"]])(
  "hostile texts of customers and staff are shown as text on the order's page, the list and the file",
  async (...texts) => {
    const order = await made("renew", "x", 1500);
    await act(wanjiku, order, "take");
    const [plain, ...parts] = ["script", "img", "svg", "iframe", "meta", "base", "link[rel=stylesheet]", "style"];
    const shape = async (path: string) => {
      const { document } = await readPage(path, wanjiku);
      const main = document.querySelector("main");
      const found = [plain, ...parts].map((part) => main?.querySelectorAll(part ?? "").length);
      return { found, text: main?.textContent ?? "" };
    };
    const paths = [`/desk/orders/${order.id}`, "/desk/orders?state=all"];
    const before = await Promise.all(paths.map(async (path) => (await shape(path)).found));
    for (const text of texts.map((one) => one.replaceAll("\0", ""))) {
      const short = text.slice(0, 250);
      await database.query(
        "update auth.users set raw_user_meta_data = jsonb_build_object('full_name', $2::text, 'contact_phone', $2::text) where id = $1",
        [FIRST.id, text],
      );
      await database.query(
        "update orders set domain = $2, reason = $2, payload = jsonb_build_object('plan', $2::text) where id = $1",
        [order.id, short],
      );
      await database.query("delete from desk_notes");
      await database.query(
        "insert into desk_notes (about_kind, about_id, author, body) values ('order', $1, 'a@b.ke', $2)",
        [order.id, text],
      );
      for (const [index, path] of paths.entries()) {
        const now = await shape(path);
        expect([text, now.found]).toEqual([text, before[index]]);
        expect(now.text).toContain(short);
      }
      const cell = (await renderPage(wanjiku, "/desk/orders.csv?state=all")).html.split("\r\n").slice(1).join("\r\n");
      expect(cell).not.toMatch(/(^|,)"?[=+\-@\t]/);
    }
    await database.query('update auth.users set raw_user_meta_data = \'{"full_name":"Njeri Mwangi"}\' where id = $1', [
      FIRST.id,
    ]);
  },
);

test("what is no order, no form or no number answers 404 or 400", async () => {
  const order = await made("hosting", NAME);
  expect((await renderPage(wanjiku, `/desk/orders/${SECOND.id}`)).status).toBe(404);
  expect((await renderPage(wanjiku, "/desk/orders/1%00")).status).toBe(404);
  expect((await post(wanjiku, { id: SECOND.id }, "take")).status).toBe(404);
  for (const form of ["", "delete", "constructor"]) expect((await post(wanjiku, order, form)).status).toBe(400);
});
