import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import { clientThat, post, row } from "../../tests/integration/post-fixtures.ts";
import { findPost, listLatestPosts, listOtherPosts, listPosts } from "./posts.server.ts";
import type { Supabase } from "./supabase/client.server.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

/** The database that posts are read from: the embedded one, or one whose moods a test decides. */
const asked = vi.hoisted((): { client?: Supabase | undefined } => ({}));
vi.mock("./supabase/client.server.ts", async (original) => {
  const real = await original<typeof import("./supabase/client.server.ts")>();
  return { ...real, publicClient: () => asked.client ?? real.publicClient() };
});
afterEach(() => {
  asked.client = undefined;
});

function from<T>(client: Supabase, read: () => T): T {
  asked.client = client;
  return read();
}

test("returns the newest posts first", async () => {
  const latest = await listLatestPosts(3);
  if (!latest.ok) throw new Error(latest.message);
  expect(latest.value).toHaveLength(3);
  expect(latest.value[0]?.slug).toBe("what-are-tlds-and-why-they-matter-for-your-brand");
  const times = latest.value.map(({ createdAt }) => Date.parse(createdAt));
  expect(times).toEqual([...times].sort((one, other) => other - one));
});

test("shares one read between parallel visitors and caches it for five minutes", async () => {
  const { client, fetch } = clientThat(() => Response.json([post("one")]));
  await Promise.all([from(client, () => listLatestPosts(4)), from(client, () => listLatestPosts(4))]);
  const again = await from(client, () => listLatestPosts(4));
  expect(again).toEqual({
    ok: true,
    value: [{ ...post("one"), created_at: undefined, createdAt: post("one").created_at }],
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("returns the cached posts while the database fails, and a failure without them", async () => {
  const down = clientThat(() => new Response("no", { status: 500 }));
  expect(await from(down.client, () => listLatestPosts(5))).toEqual({
    ok: false,
    status: 0,
    message: "Something went wrong, hold on a second and try again.",
  });

  const { client } = clientThat(() => Response.json([post("kept")]));
  await from(client, () => listLatestPosts(5));
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 6 * 60_000);
  // The cache looks at the clock once a millisecond.
  await new Promise((done) => setTimeout(done, 5));
  const stale = await from(down.client, () => listLatestPosts(5));
  expect(stale.ok && stale.value[0]?.slug).toBe("kept");
  expect(down.fetch).toHaveBeenCalledTimes(2);
});

test("fails for rows that are not posts", async () => {
  const { client } = clientThat(() => Response.json([{ slug: 1 }]));
  expect((await from(client, () => listLatestPosts(6))).ok).toBe(false);
});

const value = <T>(answer: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
};

describe("a page of the list", () => {
  test("has six posts, newest first, and the total", async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map(async (page) => value(await listPosts({ page }))));
    expect(pages.map(({ posts, total }) => [posts.length, total])).toEqual([
      [6, 20],
      [6, 20],
      [6, 20],
      [2, 20],
      [0, 0],
    ]);
    const all = pages.flatMap(({ posts }) => posts);
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(20);
    const times = all.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  test("has each post's excerpt, or the start of its text, and no content", async () => {
    const { posts } = value(await listPosts({ page: 1 }));
    const spam = posts.find(({ slug }) => slug === "why-your-invoices-land-in-spam");
    expect(spam?.excerpt).toMatch(/^You send an invoice\. .{129}…$/);
    expect(spam).toMatchObject({ category: "Technology", imageUrl: "/pictures/post-mail.svg", minutes: 4 });
    expect(spam).not.toHaveProperty("content");
    expect(posts[0]?.excerpt).toMatch(/^The last part of a web address/);
  });

  test.each([
    ["Technology", 8],
    ["Business", 7],
    ["#ThatsTheSPIRIT", 5],
    ["technology", 0],
    ["Technology,Business", 0],
  ])("of the category %s has only posts of exactly that category", async (category, total) => {
    const found = value(await listPosts({ category, page: 1 }));
    expect(found.total).toBe(total);
    expect(found.posts.every((listed) => listed.category === category)).toBe(true);
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
  ])("with the words %j has the posts that contain them all literally", async (words, slugs) => {
    const { posts } = value(await listPosts({ words, page: 1 }));
    expect(posts.map(({ slug }) => slug)).toEqual(slugs);
  });

  test("is not evicted by random searches", async () => {
    const { client, fetch } = clientThat(() => Response.json([row("one")], { headers: { "Content-Range": "0-0/1" } }));
    const plain = { category: "Technology", page: 77 };
    await from(client, () => listPosts(plain));
    for (let number = 0; number < 250; number++)
      await from(client, () => listPosts({ words: [`made-up-${number}`], page: 1 }));
    fetch.mockClear();
    expect((await from(client, () => listPosts(plain))).ok).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("is read once for parallel requests", async () => {
    const { client, fetch } = clientThat(() => Response.json([row("one")], { headers: { "Content-Range": "0-0/1" } }));
    const ask = (page: number) => from(client, () => listPosts({ category: "Business", words: ["x"], page }));
    await Promise.all([ask(1), ask(1), ask(2)]);
    await ask(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    const [url] = fetch.mock.calls[1] as unknown as [string];
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      category: "eq.Business",
      order: "created_at.desc,slug.asc",
      offset: "6",
      limit: "6",
    });
  });

  test("has posts of one moment in a stable order", async () => {
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

  test("has the start of the text if the excerpt is empty", async () => {
    const { client } = clientThat(() => Response.json([row("blank", { excerpt: "" })]));
    const { posts } = value(await from(client, () => listPosts({ words: ["blank"], page: 1 })));
    expect(posts[0]?.excerpt).toBe("Its text.");
  });

  test("leaves out invalid rows and fails if all are invalid", async () => {
    const rows = [row("good"), row("bad", { title: null }), row("worse", { created_at: "yesterday" })];
    const { client } = clientThat(() => Response.json(rows));
    const found = value(await from(client, () => listPosts({ words: ["odd"], page: 1 })));
    expect(found.posts.map(({ slug }) => slug)).toEqual(["good"]);
    const none = clientThat(() => Response.json([row("bad", { content: 7 })]));
    expect((await from(none.client, () => listPosts({ words: ["none"], page: 1 }))).ok).toBe(false);
  });
});

describe("one post", () => {
  test("comes with its text, or undefined if it does not exist", async () => {
    expect(value(await findPost("co-ke-or-com"))).toMatchObject({ title: "co.ke or .com: an honest answer" });
    expect(value(await findPost("nothing-here"))).toBeUndefined();
  });

  test("is not read for an invalid slug", async () => {
    const { client, fetch } = clientThat(() => Response.json([]));
    for (const slug of ["", "A", "a b", "a%", "..", "a".repeat(121)]) {
      expect(await from(client, () => findPost(slug))).toEqual({ ok: true, value: undefined });
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  test("is cached for five minutes, and its absence for 15 seconds", async () => {
    const { client, fetch } = clientThat(() => Response.json([]));
    await from(client, () => findPost("soon"));
    await from(client, () => findPost("soon"));
    expect(fetch).toHaveBeenCalledTimes(1);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 20_000);
    await new Promise((done) => setTimeout(done, 5));
    const written = clientThat(() => Response.json([row("soon")]));
    expect(value(await from(written.client, () => findPost("soon")))?.slug).toBe("soon");
    expect(value(await from(client, () => findPost("soon")))?.slug).toBe("soon");
  });

  test.each([
    ["a message of its own", () => Response.json({ code: "42501", message: "permission denied" }, { status: 401 })],
    ["no reply", () => Promise.reject(new TypeError("fetch failed")) as never],
  ])("fails with our message if the database returns %s", async (what, reply) => {
    const { client } = clientThat(reply);
    const message = "Something went wrong, hold on a second and try again.";
    expect(await from(client, () => findPost(`a-${what.replace(/\W/g, "-")}`))).toMatchObject({ ok: false, message });
  });

  test("is undefined if the database reports no row", async () => {
    const body = { code: "PGRST116", message: "JSON object requested, multiple (or no) rows returned" };
    const { client } = clientThat(() => Response.json(body, { status: 406 }));
    expect(await from(client, () => findPost("no-row"))).toEqual({ ok: true, value: undefined });
  });

  test("is followed by the five newest others", async () => {
    const newest = value(await listLatestPosts(6)).map(({ slug }) => slug);
    const others = value(await listOtherPosts(newest[2] ?? ""));
    expect(others.map(({ slug }) => slug)).toEqual(newest.filter((_slug, index) => index !== 2));
  });
});
