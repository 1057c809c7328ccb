import { beforeEach, describe, expect, test } from "vitest";
import { add, change, database, FIRST, logged, row, SECOND } from "./desk-name-fixtures.ts";
import { at, baraka, njeri, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

/** Another name for each test, because lines of the log stay. */
let NAME = "";
let PATH = "";
let tests = 0;
beforeEach(async () => {
  NAME = `duka-safi-${++tests}.co.ke`;
  PATH = `/desk/names/${NAME}`;
  await database.query("delete from domains");
  await add(NAME, FIRST.id, { days: 20 });
});

describe("a name that staff add", () => {
  const page = `/desk/people/${FIRST.id}`;
  const look = () =>
    renderPage(wanjiku, page, [
      ["form", "look"],
      ["reason", "order"],
    ]);
  const addByForm = (fields: Record<string, string> = {}) =>
    renderPage(
      wanjiku,
      page,
      Object.entries({ form: "add-name", name: NAME, until: at(100), held: "us", seen: "on", ...fields }),
    );
  beforeEach(async () => {
    await database.query("delete from domains");
    await look();
  });

  test("in any writing, once, with a line of the log", async () => {
    const typed = NAME.replace("duka", "DUKA");
    for (let time = 0; time < 2; time++) {
      expect(await addByForm({ name: ` ${typed} ` })).toMatchObject({ status: 303, to: PATH });
    }
    expect(await row(NAME)).toMatchObject({ user_id: FIRST.id, name: NAME, held: "us", status: "active" });
    expect(await logged(NAME)).toEqual([["domain-added", { until: at(100), held: "us" }]]);
    expect(await addByForm({ name: "Münze.co.ke" })).toMatchObject({ to: "/desk/names/xn--mnze-0ra.co.ke" });
    expect(await row("xn--mnze-0ra.co.ke")).toMatchObject({ user_id: FIRST.id });
  });

  test.each([
    [{ name: "" }, /Type a name/],
    [{ name: "duka" }, /Type a whole name/],
    [{ name: "-a.co.ke" }, /Type a whole name/],
    [{ name: "10.0.0.1" }, /Type a whole name/],
    [{ until: at(-91) }, /Choose a day from/],
    [{ held: "" }, /Choose one of the list/],
    [{ seen: "" }, /Tick it when you have seen it/],
  ])("is refused with %j", async (fields, message) => {
    const { status, html } = await addByForm(fields);
    expect([status, html]).toEqual([400, expect.stringMatching(message)]);
    expect(await database.query("select * from domains")).toEqual([]);
  });

  test("that another customer has, gets 409 with the link to it", async () => {
    await add(NAME, SECOND.id, { days: 9 });
    const { status, html } = await addByForm({ name: NAME.toUpperCase() });
    expect([status, html]).toEqual([409, expect.stringContaining("A customer has this name already.")]);
    expect(html).toContain(`href="${PATH}"`);
    expect(await row(NAME)).toMatchObject({ user_id: SECOND.id });
  });

  test("needs a reason to look at the customer, and nothing typed is lost without it", async () => {
    const { status, html } = await renderPage(baraka, page, [
      ["form", "add-name"],
      ["name", NAME],
      ["until", at(9)],
      ["held", "us"],
      ["seen", "on"],
    ]);
    expect([status, html]).toEqual([409, expect.stringMatching(/Say once more why you look.*You typed: .*duka-safi/s)]);
    expect(await row(NAME)).toBeUndefined();
  });
});

describe("a name at another provider", () => {
  beforeEach(async () => {
    await database.query("update domains set held = 'elsewhere'");
  });

  test("is renewed there: no renewal and no padlock are sold, and a transfer is offered", async () => {
    const dashboard = await textAt("/dashboard", njeri);
    expect(dashboard).toMatch(/Renew it at your provider by/);
    expect(dashboard).toContain("at your provider");
    expect((await readPage("/dashboard", njeri)).document.querySelector("[name=pick]")).toBeNull();
    expect(await textAt(`/dashboard/domains/${NAME}`, njeri)).toMatch(
      /You renew it at your provider\..*Transfer it to us/,
    );
    const order = (kind: string) => textAt(`/dashboard/orders/new?kind=${kind}&domain=${NAME}`, njeri);
    expect(await order("renew")).toContain("can’t be renewed here");
    expect(await order("certificate")).toContain("at another provider");
    expect(await order("transfer")).toContain("Transfer code");
    expect(await textAt("/dashboard/orders/renew", njeri)).not.toContain(NAME);
  });

  test("is no work of the agency, and its reminder says where to renew it", async () => {
    await database.query("update domains set expiry_date = now() + interval '10 days'");
    expect(await database.query("select id from desk_work(now(), 15, 30) where kind = 'lapsing'")).toEqual([]);
    const [customer] = await database.query(
      "select names from customers_to_remind(current_date, current_date - 80, current_date + 60, null, 50, 7, 30) where user_id = $1",
      [FIRST.id],
    );
    expect(customer?.names).toMatchObject([{ name: NAME, held: "elsewhere" }]);
  });

  test("is with us again by the form", async () => {
    await change(NAME, "held", "us");
    expect(await textAt("/dashboard", njeri)).toMatch(/KSh\s1,500/);
  });
});
