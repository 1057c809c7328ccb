import { beforeEach, describe, expect, test } from "vitest";
import {
  add,
  change,
  database,
  expiryDay,
  FIRST,
  logged,
  made,
  postName,
  row,
  SECOND,
  shownAt,
} from "./desk-name-fixtures.ts";
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

describe("the list of names", () => {
  const names = async (query: string) => (await readPage(`/desk/names?${query}`, wanjiku)).texts(".pane-rows b");

  test("has the names of all customers, the earliest last day first, and finds a part in any writing", async () => {
    await add("soko.com", SECOND.id, { days: -3 });
    await add("xn--mnze-0ra.example.com", SECOND.id, { days: 300 });
    await add("gone.co.ke", SECOND.id, { days: 9, status: "left" });
    expect(await names("")).toEqual(["soko.com", NAME, "münze.example.com"]);
    expect(await names("q=DUKA-S")).toEqual([NAME]);
    // A name whose last day is over is not called active.
    const words = (await readPage("/desk/names", wanjiku)).texts(".pane-words");
    expect(words.map(String).slice(0, 2)).toEqual(["Not renewed", "Active"]);
    expect(await names("q=M%C3%BCnze.example.com")).toEqual(["münze.example.com"]);
    // A name that has left is found by its name, so that a wrong press can be undone.
    expect(await names("q=gone")).toEqual(["gone.co.ke"]);
    for (const odd of ["after=x", "q=%00%25_'", `q=${"a".repeat(3000)}`]) {
      expect((await renderPage(wanjiku, `/desk/names?${odd}`)).status).toBe(200);
    }
    expect(await textAt("/desk/names?q=nothing")).toContain("No name is like that");
  });

  test("has fifty names a page, and says no address", async () => {
    for (let index = 0; index < 52; index++) await add(`many-${index}.co.ke`, FIRST.id, { days: 30 });
    const first = await readPage("/desk/names", wanjiku);
    const second = await readPage(String(first.link("Next 50")[0]), wanjiku);
    expect([first, second].map(({ texts }) => texts(".pane-rows b").length)).toEqual([50, 3]);
    expect((await readPage(String(second.link("Previous 50")[0]), wanjiku)).texts(".pane-rows b")).toEqual(
      first.texts(".pane-rows b"),
    );
    expect(first.texts("main").join()).not.toMatch(/@|\+254/);
  });
});

describe("the page of a name", () => {
  test("has its facts, orders and customer, in any writing of the name", async () => {
    await made("renew", NAME, 1500);
    const page = await readPage(PATH.replace("duka", "DUKA").replace("co.ke", "co.KE"), wanjiku);
    expect(page.texts("main").join()).toMatch(/Active.*duka-safi-\d+\.co\.ke.*A year costsKSh\s1,500/s);
    expect(page.texts(".pane-side").join()).toContain("Renewal");
    expect(page.html).toContain(`href="/desk/people/${FIRST.id}"`);
    expect(page.texts("main").join()).not.toContain(FIRST.email);
    for (const none of ["nobody.co.ke", "a%00b", "x".repeat(300)]) {
      expect((await renderPage(wanjiku, `/desk/names/${none}`)).status).toBe(404);
    }
    const odd = await renderPage(wanjiku, PATH, [["form", "constructor"]]);
    expect(odd.status).toBe(400);
  });

  test("corrects the last day, logs it with the reason, and does it once", async () => {
    const typed = { value: at(400), reason: "The registry\r\nsays so", expected: await shownAt(NAME, "date") };
    for (let time = 0; time < 2; time++) {
      expect(await postName(wanjiku, NAME, "date", typed)).toMatchObject({ status: 303, to: PATH });
    }
    expect(expiryDay(await row(NAME))).toBe(at(400));
    expect(await logged(NAME)).toEqual([["domain-date", expect.objectContaining({ reason: "The registry says so" })]]);
    expect(await textAt(PATH)).toMatch(
      /Wanjiku Kamau changed the last day of this name: .* to .*\. The registry says so/,
    );
    expect(await textAt("/desk/log")).toContain(`changed the last day of name ${NAME}`);
  });

  test.each([
    ["date", { value: at(-91) }, /Choose a day from/],
    ["date", { value: at(3700) }, /Choose a day from/],
    ["date", { value: "2026-02-31" }, /Choose a day from/],
    ["date", { value: at(20) }, /It is that already/],
    ["date", { value: at(30), reason: " " }, /Type why/],
    ["date", { value: at(30), reason: "x".repeat(201) }, /200 characters/],
    ["date", { value: at(30), expected: "now" }, /Open the page again/],
    ["status", { value: "mine" }, /Choose one of the list/],
    ["price", { value: "1,000,001" }, /Type a whole number/],
    ["price", { value: "-5" }, /Type a whole number/],
    ["ssl", { value: "sold" }, /Choose one of the list/],
  ])("refuses a %s of %j and keeps what was typed", async (part, fields, message) => {
    const before = await row(NAME);
    const shown = await shownAt(NAME, part);
    const refused = await postName(wanjiku, NAME, part, { reason: "Why", expected: shown, ...fields });
    expect([refused.status, refused.html]).toEqual([400, expect.stringMatching(message)]);
    expect([await row(NAME), await logged(NAME)]).toEqual([before, []]);
  });

  test("a second person who changes what they no longer see gets 409 with who and when", async () => {
    const expected = await shownAt(NAME, "date");
    const forms = [wanjiku, baraka].map((who, index) =>
      postName(who, NAME, "date", { value: at(40 + index), reason: "Both", expected }),
    );
    const sent = await Promise.all(forms);
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(sent.find(({ status }) => status === 409)?.html).toMatch(/(Wanjiku|Baraka) \w+ changed it at \d\d:\d\d/);
    expect(await logged(NAME)).toHaveLength(1);
    // The site's own change is no line of the log, so an older line is not blamed for it.
    await database.query("update domains set expiry_date = expiry_date + interval '1 year'");
    const late = await postName(baraka, NAME, "date", { value: at(50), reason: "Late", expected });
    expect([late.status, late.html]).toEqual([409, expect.stringContaining("It was changed after you opened")]);
  });

  test("an agreed price counts in orders and on the dashboard, until it is that of the list again", async () => {
    await change(NAME, "price", "KSh 1,200");
    expect(await textAt(`/dashboard/orders/new?kind=renew&domain=${NAME}`, njeri)).toMatch(/KSh\s1,200/);
    expect(await textAt("/dashboard", njeri)).toContain("1,200");
    await change(NAME, "price", "");
    expect(await textAt(`/dashboard/orders/new?kind=renew&domain=${NAME}`, njeri)).toMatch(/KSh\s1,500/);
    expect((await logged(NAME)).map(([, detail]) => detail)).toMatchObject([
      { from: "the price list", to: "KSh\u00a01,200" },
      { from: "KSh\u00a01,200", to: "the price list" },
    ]);
  });

  test("a name that has left is on no page of the customer, and its name is free", async () => {
    await change(NAME, "status", "left");
    expect(await textAt("/dashboard", njeri)).not.toContain(NAME);
    expect((await renderPage(njeri, `/dashboard/domains/${NAME}`)).status).toBe(404);
    await add(NAME, SECOND.id, { days: 50 });
    // It cannot come back while another row has the name.
    const [left] = await database.query("select id from domains where status = 'left'");
    const [outcome] = await database.query(
      "select desk_change_domain($1, $2, 'status', 'left', 'active', '{}', '[]') as it",
      [JSON.stringify({ id: FIRST.id, email: FIRST.email }), left?.id],
    );
    expect(outcome?.it).toEqual({ outcome: "named" });
    expect(await textAt(PATH)).toContain("Active");
  });

  test("“Moving to us” notes since when, and another status ends it", async () => {
    await change(NAME, "status", "moving");
    expect((await row(NAME))?.moving_since).not.toBeNull();
    await change(NAME, "status", "active");
    expect(await row(NAME)).toMatchObject({ status: "active", moving_since: null, moving_step: null });
  });
});

test("a name of 253 characters has a log too", async () => {
  const long = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.ke`.slice(0, 253);
  await add(long, FIRST.id, { days: 9 });
  await change(long, "ssl", "active");
  expect(await logged(long)).toHaveLength(1);
});
