import { beforeEach, describe, expect, test } from "vitest";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { TAGS } from "../hostile-texts.ts";
import { act, mails, NAME, page, post, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { database, FIRST, made, SECOND } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

describe("the list", () => {
  beforeEach(async () => {
    for (let index = 0; index < 3; index++) await made("renew", `open-${index}.co.ke`, 1500);
    await database.query("update orders set created_at = now() - interval '3 days' where domain = 'open-2.co.ke'");
    const done = await made("hosting", "old.co.ke", 0);
    await database.query("update orders set status = 'done' where id = $1", [done.id]);
  });
  const names = async (query: string) => (await readPage(`/desk/orders?${query}`, wanjiku)).texts(".pane-rows b");

  test("has the open orders with the oldest first, and finds by state, kind, part of a name and number", async () => {
    expect(await names("")).toEqual(["open-2.co.ke", "open-0.co.ke", "open-1.co.ke"]);
    expect(await names("state=done")).toEqual(["old.co.ke"]);
    expect((await names("state=all")).at(-1)).toBe("open-2.co.ke");
    expect(await names("state=all&kind=hosting")).toEqual(["old.co.ke"]);
    expect(await names("q=OPEN-1")).toEqual(["open-1.co.ke"]);
    const [first] = await database.query("select id from orders where domain = 'open-0.co.ke'");
    const number = orderNumber(String(first?.id));
    for (const typed of [number, number.toLowerCase(), number.slice(1), number.slice(1).replace("-", "")]) {
      expect(await names(`q=${typed}`)).toEqual(["open-0.co.ke"]);
    }
    expect(await textAt("/desk/orders")).toContain("Renew, 2 years · KSh 1,500");
    for (const odd of ["state=constructor&kind=x&page=-1", "after=x", "q=%00%25_'", `q=${"a".repeat(3000)}`]) {
      expect((await renderPage(wanjiku, `/desk/orders?${odd}`)).status).toBe(200);
    }
  });

  test("has fifty orders a page", async () => {
    for (let index = 0; index < 50; index++) await made("hosting", `more-${index}.co.ke`);
    const first = await readPage("/desk/orders", wanjiku);
    expect(first.link("Previous 50")).toEqual([]);
    expect(first.texts(".pane-rows b")).toHaveLength(50);
    const [next = ""] = first.link("Next 50");
    const second = await readPage(String(next), wanjiku);
    expect([second.texts(".pane-rows b").length, second.link("Next 50")]).toEqual([3, []]);
    expect(second.texts(".pane-heading").join()).toContain("51 to 53 of 53");
    // A new order moves nothing on the second page, and the way back has the first fifty.
    const [back = ""] = second.link("Previous 50");
    expect((await readPage(String(back), wanjiku)).texts(".pane-rows b")).toEqual(first.texts(".pane-rows b"));
    const late = "after=2999-01-01T00:00:00Z~00000000-0000-4000-8000-000000000000";
    expect(await textAt(`/desk/orders?${late}`)).toContain("The first page");
  });

  test("says no address and no phone number, in the file neither", async () => {
    await database.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"contact_phone":"+254712345678"}' where id = $1`,
      [FIRST.id],
    );
    const csv = await renderPage(wanjiku, "/desk/orders.csv?state=all");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.html.trim().split("\r\n")).toHaveLength(5);
    const list = (await readPage("/desk/orders?state=all", wanjiku)).texts(".pane-list").join();
    for (const text of [csv.html, list]) {
      expect(text).not.toMatch(/customer@example|712 ?345|Njeri Mwangi/);
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

test("where customers do not pay on the site, no form opens a bill", async () => {
  const order = await made("register", NAME, 1500);
  expect(await page(order)).not.toContain("Accept");
  expect((await post(wanjiku, order, "accept")).status).toBe(400);
  await act(wanjiku, await made("certificate", "mamamboga.co.ke", 0), "price", { ksh: "4500" });
  expect(await database.query("select id from bills")).toEqual([]);
  expect((await mails())[0]?.body_text).toContain("Answer this e-mail with “yes”.");
});
