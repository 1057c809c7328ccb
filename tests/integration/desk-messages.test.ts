import { describe, expect, test } from "vitest";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { hiddenOf, newThread, pathOf, press, second, staff } from "./desk-threads.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

test("the list shows threads by state and words, notices apart, and no address", async () => {
  await newThread({ subject: "First open" });
  const closed = await newThread({ subject: "Is closed", email: "other@example.co.ke" });
  await newThread({ kind: "order", subject: "Order of x.co.ke" });
  await press(staff, closed, "close");
  const list = async (query: string) =>
    (await readPage(`/desk/messages${query}`, staff)).document.querySelector(".pane-list")?.innerHTML ?? "";
  for (const [query, shown] of [
    ["", ["First open"]],
    ["?state=closed", ["Is closed"]],
    ["?state=notices", ["Order of x.co.ke"]],
    ["?state=answered", []],
    ["?q=OTHER@example", []],
    ["?state=closed&q=OTHER@example", ["Is closed"]],
    ["?q=%25", []],
    ["?q=%00&page=-1&state=x", ["First open"]],
    ["?after=2026-01-01T00:00:00Z~x", ["First open"]],
    ["?after=2999-01-01T00:00:00Z~00000000-0000-4000-8000-000000000000", []],
  ] as const) {
    const html = await list(query);
    const found = ["First open", "Is closed", "Order of x.co.ke"].filter((words) => html.includes(words));
    expect([query, found]).toEqual([query, shown]);
    expect(html).not.toMatch(/@example\.co\.ke</);
  }
});

describe("saved answers", () => {
  const PATH = "/desk/messages/answers";
  const save = (browser: Browser, fields: Record<string, string>, path = PATH) =>
    renderPage(browser, path, Object.entries(fields));
  const all = () => database.query("select title, body from saved_answers order by title");

  test("are added once, changed and deleted, with a line in the log, and fill the answer's form", async () => {
    for (const _press of [1, 2])
      expect((await save(staff, { title: "Price", body: "1,500 a year." })).status).toBe(303);
    expect(await all()).toEqual([{ title: "Price", body: "1,500 a year." }]);
    const titled = await save(staff, { title: "PRICE", body: "Other" });
    expect([titled.status, titled.html.includes("Another saved answer has this title.")]).toEqual([400, true]);

    const [row] = await database.query("select id from saved_answers");
    const id = await newThread();
    expect((await renderPage(staff, `${pathOf(id)}?use=${row?.id}`)).html).toContain("1,500 a year.</textarea>");
    const edit = `${PATH}?edit=${row?.id}`;
    const { html } = await renderPage(staff, edit);
    const [own, expectedVersion] = [hiddenOf(html, "id") ?? "", hiddenOf(html, "expectedVersion") ?? ""];
    expect((await save(second, { id: own, expectedVersion, title: "Price", body: "1,600 a year." }, edit)).status).toBe(
      303,
    );
    const lost = await save(staff, { id: own, expectedVersion, title: "Price", body: "1,700 a year." }, edit);
    expect([lost.status, lost.html.includes("1,700 a year.</textarea>")]).toEqual([409, true]);
    expect(lost.html).toMatch(/Baraka Otieno changed it at/);
    expect((await save(staff, { form: "delete", id: own, expectedVersion }, edit)).status).toBe(409);
    const now = hiddenOf((await renderPage(staff, edit)).html, "expectedVersion") ?? "";
    for (const _press of [1, 2])
      expect((await save(staff, { form: "delete", id: own, expectedVersion: now }, edit)).status).toBe(303);
    expect(await all()).toEqual([]);
    expect((await renderPage(staff, edit)).status).toBe(404);
    const log = await database.query("select did from desk_log where about_kind = 'saved-answer' order by id");
    expect(log.map(({ did }) => did)).toEqual(["saved-answer-changed", "saved-answer-changed", "saved-answer-deleted"]);
  });

  test("begin with an answer that was sent, and with nothing else of a message", async () => {
    const id = await newThread({ subject: "Bei ya .co.ke" });
    await press(staff, id, "note", "Only for us");
    await press(staff, id, "answer", "1,500 a year.");
    const { link } = await readPage(pathOf(id), staff);
    const [href] = link("Save this answer for next time");
    const filled = await readPage(String(href), staff);
    expect([filled.field("Title").value, filled.field("Answer").value]).toEqual(["Bei ya .co.ke", "1,500 a year."]);
    for (const part of ["0", "1", "x"]) {
      const { html } = await renderPage(staff, `${PATH}?from=${id}&part=${part}`);
      expect(html).not.toMatch(/Only for us|Habari|1,500 a year/);
    }
  });
});
