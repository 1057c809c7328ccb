import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import { clientThat, post, row } from "../../tests/integration/post-fixtures.ts";
import { findPost, listLatestPosts, listPosts } from "./posts.table.server.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

const TRY_AGAIN = "Something went wrong, hold on a second and try again.";

/** Replaces the embedded database while a function of this test file calls `from`. */
const replaced = vi.hoisted((): { client?: Supabase | undefined } => ({}));
vi.mock("#app/platform/database/client.api.server.ts", async (original) => {
  const real = await original<typeof import("#app/platform/database/client.api.server.ts")>();
  return {
    ...real,
    publicClient: () => replaced.client ?? real.publicClient(),
    trustedClient: () => replaced.client ?? real.trustedClient(),
  };
});
afterEach(() => {
  replaced.client = undefined;
});

function from<T>(client: Supabase, read: () => T): T {
  replaced.client = client;
  return read();
}

const value = <T>(result: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (!result.ok) throw new Error(result.message);
  return result.value;
};

/** Moves the caches' clock, which they read at most once a millisecond. */
async function advance(ms: number) {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + ms);
  await new Promise((done) => setTimeout(done, 5));
}

test("shares one read between parallel visitors and caches it for five minutes", async () => {
  const { client, fetch } = clientThat(() => Response.json([post("one")]));
  await Promise.all([from(client, () => listLatestPosts(4)), from(client, () => listLatestPosts(4))]);
  const { created_at: createdAt, ...rest } = post("one");
  expect(await from(client, () => listLatestPosts(4))).toEqual({ ok: true, value: [{ ...rest, createdAt }] });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("returns the cached posts while the database fails, and a failure without them", async () => {
  const down = clientThat(() => new Response("no", { status: 500 }));
  const failure = { ok: false, status: 0, message: TRY_AGAIN };
  expect(await from(down.client, () => listLatestPosts(5))).toEqual(failure);
  const { client } = clientThat(() => Response.json([post("kept")]));
  await from(client, () => listLatestPosts(5));
  await advance(6 * 60_000);
  const stale = await from(down.client, () => listLatestPosts(5));
  expect(stale.ok && stale.value[0]?.slug).toBe("kept");
  expect(down.fetch).toHaveBeenCalledTimes(2);
});

test("fails for rows that are not posts", async () => {
  const { client } = clientThat(() => Response.json([{ slug: 1 }]));
  expect((await from(client, () => listLatestPosts(6))).ok).toBe(false);
});

test("lists each post with its excerpt, or the start of its text, and without content", async () => {
  const { posts } = value(await listPosts({ page: 1 }));
  const spam = posts.find(({ slug }) => slug === "why-your-invoices-land-in-spam");
  expect(spam?.excerpt).toMatch(/^You send an invoice\. .{129}…$/);
  expect(spam).toMatchObject({ category: "Technology", imageUrl: "/pictures/post-mail.svg", minutes: 4 });
  expect(spam).not.toHaveProperty("content");
  expect(posts[0]?.excerpt).toMatch(/^The last part of a web address/);
  const { client } = clientThat(() => found([row("blank", { excerpt: "" })]));
  const [blank] = value(await from(client, () => listPosts({ words: ["blank"], page: 1 }))).posts;
  expect(blank?.excerpt).toBe("Its text.");
});

test("compares the category exactly", async () => {
  expect(value(await listPosts({ category: "Technology", page: 1 })).total).toBe(8);
  expect(value(await listPosts({ category: "technology", page: 1 })).total).toBe(0);
});

test.each([
  [["reload"], []],
  [["phishing"], ["how-to-read-a-phishing-mail"]],
  [["LIGHTHOUSE"], ["pages-that-open-on-a-cheap-phone"]],
  [["wobbly"], []],
  [["matatu", "scanned", "slideshow"], ["a-school-website-parents-will-actually-open"]],
  [["matatu", "phishing"], []],
  [["public_html"], ["cpanel-in-one-afternoon"]],
  [["public.html"], []],
  [["p_dlock"], []],
  [["lott%y"], []],
  [["\\"], ["moving-your-website-without-losing-a-day"]],
  [["a,b.c(d)"], []],
  [['title.ilike."%"'], []],
])("finds for the words %j the posts that contain them all literally", async (words, slugs) => {
  const { posts } = value(await listPosts({ words, page: 1 }));
  expect(posts.map(({ slug }) => slug)).toEqual(slugs);
});

/** The reply to a search. */
const found = (posts: object[]) => Response.json({ total: posts.length, posts });
const oneRow = () => Response.json([row("one")], { headers: { "Content-Range": "0-0/1" } });

test("keeps cached pages through 250 random searches", async () => {
  const { client, fetch } = clientThat(oneRow);
  const plain = { category: "Technology", page: 77 };
  await from(client, () => listPosts(plain));
  const { client: searched } = clientThat(() => found([row("one")]));
  for (let n = 0; n < 250; n++) await from(searched, () => listPosts({ words: [`made-up-${n}`], page: 1 }));
  fetch.mockClear();
  expect((await from(client, () => listPosts(plain))).ok).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
});

test("lists posts of one moment in a stable order", async () => {
  await database.query(
    "insert into posts (slug, title, content, category) select 'twin-' || n, 'Twin', 'Mapacha.', 'Business' from generate_series(10, 30) n",
  );
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) => value(await listPosts({ words: ["mapacha"], page }))),
  );
  const slugs = pages.flatMap(({ posts }) => posts.map(({ slug }) => slug));
  expect(slugs).toEqual(Array.from({ length: 21 }, (_, index) => `twin-${index + 10}`));
  await database.query("delete from posts where slug like 'twin-%'");
});

test("leaves out invalid rows and fails if all are invalid", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const rows = [row("good"), row("bad", { title: null }), row("worse", { created_at: "yesterday" })];
  const { client } = clientThat(() => found(rows));
  const read = value(await from(client, () => listPosts({ words: ["odd"], page: 1 })));
  expect(read.posts.map(({ slug }) => slug)).toEqual(["good"]);
  expect(warn).toHaveBeenCalledWith({ rows: 2 }, "rows that are not posts");
  const none = clientThat(() => found([row("bad", { content: 7 })]));
  expect((await from(none.client, () => listPosts({ words: ["none"], page: 1 }))).ok).toBe(false);
});

test("finds a post by its slug, and undefined if it does not exist", async () => {
  expect(value(await findPost("co-ke-or-com"))).toMatchObject({ title: "co.ke or .com: an honest answer" });
  expect(value(await findPost("nothing-here"))).toBeUndefined();
  const { client } = clientThat(() => Response.json({ code: "PGRST116", message: "no rows" }, { status: 406 }));
  expect(await from(client, () => findPost("no-row"))).toEqual({ ok: true, value: undefined });
});

test.each(["", "A", "a b", "a%", "..", "a".repeat(121)])("does not read the invalid slug %j", async (slug) => {
  const { client, fetch } = clientThat(() => Response.json([]));
  expect(await from(client, () => findPost(slug))).toEqual({ ok: true, value: undefined });
  expect(fetch).not.toHaveBeenCalled();
});

test("caches a post for five minutes, and its absence for 15 seconds", async () => {
  const { client, fetch } = clientThat(() => Response.json([]));
  for (const _ of [1, 2]) await from(client, () => findPost("soon"));
  expect(fetch).toHaveBeenCalledTimes(1);
  await advance(20_000);
  const written = clientThat(() => Response.json([row("soon")]));
  expect(value(await from(written.client, () => findPost("soon")))?.slug).toBe("soon");
  expect(value(await from(client, () => findPost("soon")))?.slug).toBe("soon");
});

test.each([
  ["a-refusal", () => Response.json({ code: "42501", message: "permission denied" }, { status: 401 })],
  ["a-lost-connection", () => Promise.reject(new TypeError("fetch failed")) as never],
])("fails with our message if the database replies with %s", async (slug, response) => {
  const { client } = clientThat(response);
  expect(await from(client, () => findPost(slug))).toMatchObject({ ok: false, message: TRY_AGAIN });
});
