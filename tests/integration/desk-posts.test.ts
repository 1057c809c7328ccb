import { describe, expect, test } from "vitest";
import { publicClient } from "#app/platform/database/client.api.server.ts";
import { announceChange, onPublicChange } from "#app/platform/redis/changes.server.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { draft, FIELDS, type Fields, log, logged, NEW, press, rows, second, staff, versionOf } from "./desk-posts.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { STAFF } from "./staff.ts";

const atIso = (ms: number) => new Date(Date.now() + ms);
const nairobi = (moment: Date) => new Date(moment.getTime() + 3 * 3_600_000).toISOString();

/** Returns the places where visitors find the post. */
async function publicPlaces(): Promise<string[]> {
  const { loader: feed } = await import("#app/routes/blog/feed.ts");
  const { loader: sitemap } = await import("#app/routes/sitemap.ts");
  const { loader: image } = await import("#app/routes/og-image.ts");
  const SLUG = "bei-ya-majina-m-pesa";
  const args = (path: string) => newBrowser().requestArgs(path);
  const textOf = async (response: unknown) => (response instanceof Response ? response.text() : "");
  const places: Record<string, () => Promise<boolean>> = {
    slug: async () => (await renderPage(newBrowser(), `/blog/${SLUG}`)).status === 200,
    data: async () => (await renderPage(newBrowser(), `/blog/${SLUG}.data`)).html.includes("mazito"),
    list: async () => (await renderPage(newBrowser(), "/blog")).html.includes(SLUG),
    category: async () => (await renderPage(newBrowser(), "/blog?category=Business")).html.includes(SLUG),
    search: async () => (await renderPage(newBrowser(), "/blog?q=mazito")).html.includes(SLUG),
    others: async () => (await renderPage(newBrowser(), "/blog/co-ke-or-com")).html.includes(SLUG),
    footer: async () => (await renderPage(newBrowser(), "/contact")).html.includes(SLUG),
    feed: async () => (await textOf(await feed(args("/blog/feed.xml")))).includes(SLUG),
    sitemap: async () => (await textOf(await sitemap())).includes(SLUG),
    // The image of an unknown page is the home page's, for five minutes.
    card: async () =>
      (await image(args(`/card.png?page=/blog/${SLUG}`))).headers.get("Cache-Control")?.includes("86400") === true,
    "public key": async () => {
      const { data } = await publicClient().from("posts").select("slug").like("content", "%mazito%");
      return data?.length === 1;
    },
    "public search": async () => {
      const { data } = await publicClient().from("posts").select("slug").ilike("search_text", "%mazito%");
      return data?.length === 1;
    },
  };
  const found = await Promise.all(Object.entries(places).map(async ([name, isIn]) => ((await isIn()) ? [name] : [])));
  return found.flat();
}

test("pages are rendered again after a public change, and not after a change of a draft", async () => {
  let changes = 0;
  onPublicChange(() => {
    changes += 1;
  });
  const path = await draft();
  await press("save", path, { content: "Maneno.", expectedVersion: await versionOf(path) });
  expect(changes).toBe(0);
  for (const form of ["publish", "save", "unpublish"]) {
    await press(form, path, { content: `Maneno ya ${form}.`, expectedVersion: await versionOf(path) });
  }
  expect(changes).toBe(3);
});

describe("a post", () => {
  test("is a draft that no visitor finds anywhere, then public everywhere, then a draft again", async () => {
    const path = await draft();
    expect(await publicPlaces()).toEqual([]);
    const response = await press("publish", path, { expectedVersion: await versionOf(path) });
    expect([response.status, response.to]).toEqual([303, path]);
    const places = await publicPlaces();
    expect(places).toEqual([
      ...["slug", "data", "list", "category", "search", "others", "footer", "feed", "sitemap", "card"],
      ...["public key", "public search"],
    ]);
    await press("unpublish", path, { expectedVersion: await versionOf(path) });
    expect(await publicPlaces()).toEqual([]);
    expect(await log()).toEqual(["post-written", "post-published", "post-unpublished"]);
  });

  test("is scheduled for a day and time in Nairobi, hidden until then, and dated by it", async () => {
    const path = await draft();
    const at = nairobi(atIso(3 * 86_400_000));
    const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
    await press("publish", path, { expectedVersion: await versionOf(path), day, time });
    const [row] = await rows();
    expect(nairobi(new Date(String(row?.published_at))).slice(0, 16)).toBe(`${day}T${time}`);
    expect(row?.created_at).toEqual(row?.published_at);
    expect(await publicPlaces()).toEqual([]);
    const page = await readPage(path, staff);
    expect([page.field("Day (optional)").value, page.field("Time in Nairobi (optional)").value]).toEqual([day, time]);
    // Its moment comes without any change by a person.
    await database.query("update posts set published_at = now() - interval '1 minute' where slug like 'bei-%'");
    await announceChange("posts");
    expect(await publicPlaces()).toContain("slug");
    expect(await log()).toEqual(["post-written", "post-scheduled"]);
  });

  test("keeps its address and date once it was public, also as a draft", async () => {
    const path = await draft();
    await press("publish", path, { expectedVersion: await versionOf(path) });
    const [before] = await rows();
    await press("unpublish", path, { expectedVersion: await versionOf(path) });
    const refused = await press("save", path, { expectedVersion: await versionOf(path), slug: "bei-mpya" });
    expect([refused.status, refused.html.includes("its address stays")]).toEqual([409, true]);
    await press("publish", path, { expectedVersion: await versionOf(path), slug: "bei-ya-majina-m-pesa" });
    expect(await rows()).toMatchObject([{ slug: before?.slug, created_at: before?.created_at, was_public: true }]);
  });

  test("is previewed by the blog's own code without being saved", async () => {
    const path = await draft();
    await press("publish", path, { expectedVersion: await versionOf(path) });
    const content = `# Kichwa\n\n<script>hit()</script>\n\n[x](javascript:hit())\n\n![a](/pictures/post-dns.svg)`;
    const expectedVersion = await versionOf(path);
    const { status, html } = await press("preview", path, { content, expectedVersion });
    expect(status).toBe(200);
    expect(html).toContain('id="part-kichwa"');
    expect(html).toContain("It is not saved yet.");
    expect(html).not.toMatch(/<script>hit|href="javascript/);
    expect(await rows()).toMatchObject([{ content: FIELDS.content }]);
    const deep = await press("preview", path, { content: `${">".repeat(500)} deep`, expectedVersion });
    expect(deep.html).toContain("Readers see plain paragraphs");
    const stored = await readPage(path, staff);
    const blog = await readPage("/blog/bei-ya-majina-m-pesa");
    expect(stored.document.querySelector(".text")?.innerHTML).toBe(blog.document.querySelector(".text")?.innerHTML);
  });

  test("that two people change is saved for the first; the second gets both texts and may decide", async () => {
    const path = await draft();
    const expectedVersion = await versionOf(path);
    await press("save", path, { content: "Ya Baraka.", expectedVersion }, second);
    const response = await press("save", path, { content: "Ya Wanjiku.", title: "", expectedVersion });
    expect([response.status, response.html.includes("Ya Baraka."), response.html.includes("Ya Wanjiku.")]).toEqual([
      400,
      true,
      true,
    ]);
    const refused = await press("publish", path, { content: "Ya Wanjiku.", expectedVersion });
    expect(refused.status).toBe(409);
    for (const words of ["staff2@example.co.ke changed this at", "Ya Baraka.", "Ya Wanjiku."]) {
      expect(refused.html).toContain(words);
    }
    expect(await rows()).toMatchObject([{ content: "Ya Baraka.", published_at: null }]);
    const version = /name="expectedVersion" value="([^"]+)"/.exec(refused.html)?.[1] ?? "";
    expect((await press("save", path, { content: "Ya wote.", expectedVersion: version })).status).toBe(303);
    expect(await rows()).toMatchObject([{ content: "Ya wote." }]);
  });

  test("is written, published and deleted once, however often the form is sent", async () => {
    const twice = async (form: string, path: string, fields: Fields) =>
      (await Promise.all([press(form, path, fields), press(form, path, fields)])).map(({ status, to }) => [status, to]);
    const [[, path] = [], again] = await twice("save", NEW, {});
    expect(again).toEqual([303, path]);
    const to = String(path);
    const published = await twice("publish", to, { expectedVersion: await versionOf(to) });
    expect(published).toEqual([
      [303, to],
      [303, to],
    ]);
    await press("unpublish", to, { expectedVersion: await versionOf(to) });
    const deleted = await twice("delete", to, { expectedVersion: await versionOf(to) });
    expect(deleted).toEqual([
      [303, "/desk/posts"],
      [303, "/desk/posts"],
    ]);
    expect(await rows()).toEqual([]);
    expect(await log()).toEqual(["post-written", "post-published", "post-unpublished", "post-deleted"]);
  });

  test("that was deleted meanwhile can be saved as a new draft with what was typed", async () => {
    const path = await draft();
    const expectedVersion = await versionOf(path);
    await press("delete", path, { expectedVersion }, second);
    const response = await press("save", path, { title: "", content: "Ya Wanjiku.", expectedVersion });
    for (const words of ["This post was deleted", "Ya Wanjiku.", `action="${NEW}?posted"`])
      expect(response.html).toContain(words);
    expect((await renderPage(staff, path)).status).toBe(404);
    expect((await press("save", path, { content: "Ya Wanjiku.", expectedVersion })).status).toBe(303);
    expect(await rows()).toMatchObject([{ content: "Ya Wanjiku.", published_at: null }]);
  });

  test("cannot be deleted while it is public", async () => {
    const path = await draft();
    await press("publish", path, { expectedVersion: await versionOf(path) });
    const response = await press("delete", path, { expectedVersion: await versionOf(path) });
    expect([response.status, response.html.includes("is no draft")]).toEqual([409, true]);
  });
});

test("the list has drafts, scheduled and public posts, with hostile titles as text", async () => {
  await draft({ title: '"><script>hit()</script>', slug: "bei-hostile" });
  const path = await draft({ slug: "bei-kesho" });
  await press("publish", path, {
    slug: "bei-kesho",
    day: nairobi(atIso(9 * 86_400_000)).slice(0, 10),
    expectedVersion: await versionOf(path),
  });
  const { texts, html } = await readPage("/desk/posts", staff);
  expect(texts("h2")).toEqual(["Drafts 1", "Scheduled 1", "Public 20"]);
  expect(texts(".pane-rows b")[0]).toBe('"><script>hit()</script>');
  expect(html).not.toContain("<script>hit");
  expect(await database.query("select distinct staff_email from desk_log where id > $1", [logged])).toEqual([
    { staff_email: STAFF.email },
  ]);
});

test.each<[fault: string, form: string, fields: Fields, message: string]>([
  ["no title", "save", { title: " " }, "Please write a title"],
  ["a title without Latin letters", "save", { title: "价格" }, "Please type an address in Latin letters"],
  ["an address with a slash", "save", { slug: "a/b" }, "Please use small letters"],
  ["the address of another post", "save", { slug: "co-ke-or-com" }, "Another post has the address “co-ke-or-com”"],
  ["an unknown category", "save", { category: "business" }, "Please choose a category"],
  ["a picture of another host", "save", { picture: "https://evil.example/a.png" }, "Please use a path of this site"],
  ["a picture outside the folder", "save", { picture: "/pictures/../logo.svg" }, "Please use a path of this site"],
  ["a text above the limit", "save", { content: "x".repeat(100_001) }, "Please use at most 100,000 characters."],
  ["a NUL", "save", { content: "a\0b" }, "characters that cannot be sent"],
])("a form with %s comes back with all that was typed and its message", async (_fault, form, fields, message) => {
  const excerpt = "Maneno ya “kwanza” <b>";
  const { status, html } = await press(form, NEW, { ...fields, excerpt });
  expect([400, 409]).toContain(status);
  expect(html).toContain(message);
  expect(html).toContain("Maneno ya “kwanza” &lt;b&gt;");
  expect(await rows()).toEqual([]);
});

test.each<[fault: string, fields: Fields, message: string]>([
  ["a time that is over", { day: "2020-01-01" }, "This time is over"],
  ["a day that does not exist", { day: "2027-02-31" }, "Please choose a day and a time"],
  ["a time without a day", { time: "08:00" }, "Please choose a day too"],
  ["a day too far away", { day: "2126-01-01" }, "in the next two years"],
  ["no text", { content: " " }, "Please write a text"],
])("a draft is not published with %s", async (_fault, fields, message) => {
  const path = await draft();
  const { status, html } = await press("publish", path, { ...fields, expectedVersion: await versionOf(path) });
  expect([status, html.includes(message)]).toEqual([400, true]);
  expect(await rows()).toMatchObject([{ published_at: null }]);
});
