import { expect, test } from "vitest";
import { askToPublish, draft, NEW, press, rows, staff } from "./desk-posts.ts";
import { renderPage } from "./render-page.ts";

/** Returns the hidden fields of a page's forms. */
function hiddenFields(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]));
}

test("a post is shown as readers will see it before it is public, and goes back to writing with all that was typed", async () => {
  const asked = await askToPublish(NEW, { content: "Maneno **mapya**.", excerpt: "Kwa ufupi." });
  expect([asked.status, await rows()]).toEqual([200, []]);
  for (const words of ["Publish this post?", "/blog/bei-ya-majina-m-pesa", "<strong>mapya</strong>", "Kwa ufupi."]) {
    expect(asked.html).toContain(words);
  }
  const typed = hiddenFields(asked.html);
  const back = await renderPage(staff, NEW, Object.entries({ ...typed, form: "write" }));
  expect([back.status, back.html.includes("Maneno **mapya**."), await rows()]).toEqual([200, true, []]);
  const { status } = await renderPage(staff, NEW, Object.entries({ ...typed, form: "publish" }));
  expect([status, await rows()]).toMatchObject([
    303,
    [{ content: "Maneno **mapya**.", published_at: expect.anything() }],
  ]);
});

test("the page before publishing has what was typed, although the message of a save was not shown yet", async () => {
  const path = await draft();
  const asked = await askToPublish(path, { content: "Maneno ya pili." });
  expect(asked.html).toContain('name="content" value="Maneno ya pili."');
  expect(asked.html).not.toContain('banner-title">Saved');
});

test("a post is previewed before its first save, also without a title", async () => {
  const { status, html } = await press("preview", NEW, { title: "", content: "Maneno **mapya**." });
  expect([status, html.includes("<strong>mapya</strong>"), await rows()]).toEqual([200, true, []]);
  expect(html).not.toMatch(/name="title"[^>]*value="No title yet"/);
});
