import { expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { database } from "./database.ts";
import { draft, markOf, NEW, press, progress, staff, subscribe } from "./newsletter-issues.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, staffBrowser } from "./staff.ts";

test("two people who write one issue: the second gets both texts, and no other text is sent than the one pressed", async () => {
  await subscribe(1);
  const path = await draft();
  const seen = await markOf(path);
  await press("save", path, { content: "Ya Baraka.", seen }, await staffBrowser(SECOND_STAFF));
  const { status, html } = await press("send", path, { content: "Ya Wanjiku.", seen, ready: "yes" });
  expect([status, html.includes("Ya Baraka."), html.includes("Ya Wanjiku.")]).toEqual([409, true, true]);
  expect(await progress()).toMatchObject({ state: "draft" });
  await press("continue", path);
  expect(await progress()).toMatchObject({ state: "draft" });
});

test("an issue can be made of a post, and shows its mail in a frame that runs nothing", async () => {
  const [post] = await database.query("select id from posts where slug = 'co-ke-or-com'");
  const made = await readPage(`${NEW}?post=${post?.id}`, staff);
  expect(made.field("Text").value).toContain("[Read it on our site](/blog/co-ke-or-com)");
  const path = await draft();
  const mail = await renderPage(staff, `${path}/mail`);
  expect([mail.status, mail.html.includes("Hello Wanjiku,")]).toEqual([200, true]);
  expect(mail.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
  expect((await readPage(path, staff)).headers.get("Content-Security-Policy")).toMatch(/frame-src [^;]*'self'/);
});

test("where a worker keeps the list, the desk says so, takes no form and sends nothing", async () => {
  await subscribe(1);
  const path = await draft();
  env.newsletter = { url: "https://worker.example" };
  const { texts } = await readPage("/desk/newsletter", staff);
  const statuses = [(await renderPage(staff, path)).status, (await press("send", path, { ready: "yes" })).status];
  env.newsletter = null;
  expect([texts(".empty-title"), statuses]).toEqual([["A worker keeps the list of subscribers"], [404, 404]]);
  expect(await progress()).toMatchObject({ state: "draft" });
});
