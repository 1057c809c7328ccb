import { beforeAll, describe, expect, test } from "vitest";
import { purgeDesk } from "#app/desk/log.table.server.ts";
import { type Browser, flashTextOf } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await staffBrowser();
});

describe("a mail that failed for good", () => {
  let mail: string;
  const MAIL = `insert into mails (key, message_id, kind, recipient, subject, body_text, attempts, failed_at, failure)
    values ($1, '<' || $1 || '@x.ke>', 'order', 'njeri@example.co.ke', 'S', 'T', 6, now(), $2) returning id`;
  const newMail = async (key: string, code = 550) => {
    const why = JSON.stringify({ host: "mail.example.co.ke", kind: "status", code });
    const [made] = await database.query(MAIL, [key, why]);
    return String(made?.id);
  };
  const press = async (form: string, by = browser, id = mail) => {
    const response = await renderPage(by, "/desk/mails", [
      ["form", form],
      ["mail", id],
    ]);
    return { status: response.status, flash: flashTextOf(response.headers), html: response.html };
  };
  const rows = () => database.query("select key, attempts, failed_at from mails order by key");

  test("is listed by its reason, goes out again from the first attempt on, or is let go, once", async () => {
    mail = await newMail("given-up-1");
    const { texts } = await readPage("/desk/mails", browser);
    expect(texts("main h2")).toEqual(["The mail server refused it (mail.example.co.ke, 550)"]);
    expect(texts("main li").join()).toMatch(/^njeri@example\.co\.keOrder, /);
    for (let time = 0; time < 2; time++) expect((await press("again")).flash).toContain("goes out again");
    expect(await rows()).toEqual([{ key: "given-up-1", attempts: 0, failed_at: null }]);
    const late = await press("let-go", await staffBrowser(SECOND_STAFF));
    expect([late.status, late.html]).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau sent it again at \d\d:\d\d\./),
    ]);
    mail = await newMail("given-up-2");
    expect((await press("let-go")).flash).toContain("deleted");
    expect(await rows()).toHaveLength(1);
    expect(await press("again", browser, crypto.randomUUID())).toMatchObject({ status: 409 });
    expect(await press("again", browser, "x' or true")).toMatchObject({ status: 400 });
    expect((await database.query("select did from desk_log order by id")).map(({ did }) => did)).toEqual([
      "mail-retried",
      "mail-discarded",
    ]);
    expect(JSON.stringify(await database.query("select * from desk_log"))).not.toContain("njeri@");
  });

  test("goes out again with all others by one button", async () => {
    for (const key of ["given-up-3", "given-up-4"]) await newMail(key);
    expect((await press("again-all")).flash).toContain("2 mails go out again");
    expect((await rows()).filter(({ failed_at }) => failed_at !== null)).toEqual([]);
    expect((await press("again-all")).flash).toContain("0 mails go out again");
  });
});

describe("the log", () => {
  const ORDER = "3f2a91bc-6f0a-4a53-9a41-6d2b7f3c1a01";
  beforeAll(async () => {
    await database.query(
      `insert into desk_log (staff, staff_email, did, about_kind, about_id, at)
       select $1::uuid, $2, 'order-taken', 'order', $3, now() - n * interval '1 hour' from generate_series(1, 120) n`,
      [SECOND_STAFF.id, SECOND_STAFF.email, ORDER],
    );
    await database.query("select log_staff($1, 'order-done', 'order', $2)", [JSON.stringify(STAFF), ORDER]);
  });

  test("says in words who did what, links to it, and has fifty lines on a page", async () => {
    const page = await readPage("/desk/log", browser);
    expect(page.texts("main li")[0]).toMatch(/^Wanjiku Kamau marked order W3F2A-91BC done/);
    expect([page.link("order W3F2A-91BC")[0], page.all("main li").length]).toEqual([`/desk/orders/${ORDER}`, 50]);
    const counts = [];
    for (const query of ["?after=2000-01-01T00:00:00Z~1", "?after=x", "?what=order-done", "?who=%00%27"])
      counts.push((await readPage(`/desk/log${query}`, browser)).all("main li").length);
    expect(counts).toEqual([0, 50, 1, 0]);
    // Each page and back: the same lines.
    const visit = async (path: string) => readPage(path, browser);
    const pages = [await visit(`/desk/log?who=${SECOND_STAFF.email}&what=order-taken`)];
    for (let [older] = pages[0]?.link("Older") ?? []; older; ) {
      const next: (typeof pages)[number] = await visit(String(older));
      pages.push(next);
      [older] = next.link("Older");
    }
    expect(pages.map((one) => one.all("main li").length)).toEqual([50, 50, 20]);
    const [back = ""] = pages[2]?.link("Newer") ?? [];
    expect((await visit(String(back))).texts("main li")).toEqual(pages[1]?.texts("main li"));
  });

  test("is a file with the lines of the filter", async () => {
    const { html, headers } = await renderPage(browser, `/desk/log.csv?who=${STAFF.email}&what=order-done`);
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(html.split("\r\n").slice(1)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,Wanjiku Kamau,marked order W3F2A-91BC done,order,${ORDER}$`,
        ),
      ),
      "",
    ]);
  });

  test("and notes are deleted after 730 days and not before", async () => {
    for (const [about, days] of [
      ["older", 731],
      ["newer", 729],
    ] as const) {
      await database.query(
        "insert into desk_notes (about_kind, about_id, author, body, created_at) values ('order', $1, 'a@b.ke', 'x', now() - $2 * interval '1 day')",
        [about, days],
      );
      await database.query(
        `insert into desk_log (staff, staff_email, did, about_kind, about_id, at) values ($1, 'a@b.ke', 'old-line', 'order', $2, now() - $3 * interval '1 day')`,
        [STAFF.id, about, days],
      );
    }
    await purgeDesk();
    expect(await database.query("select about_id from desk_notes")).toEqual([{ about_id: "newer" }]);
    expect(await database.query("select about_id from desk_log where did = 'old-line'")).toEqual([
      { about_id: "newer" },
    ]);
  });
});
