import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openMemory } from "../../tests/database/open-memory.ts";
import { listLatestPosts } from "./posts.server.ts";
import { createRequestClient } from "./supabase/client.server.ts";
import type { Embedded } from "./supabase/embedded.server.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

function clientThat(answers: () => Response) {
  const fetch = vi.fn(async () => answers());
  const client = createClient("http://database.invalid", "key", {
    global: { fetch },
    realtime: { transport: class {} as never },
  });
  return { client, fetch };
}
const post = (slug: string) => ({
  slug,
  title: "A title",
  excerpt: null,
  category: "Business",
  created_at: "2026-11-12T06:30:00+00:00",
});

test("the newest posts of the database come first", async () => {
  const latest = await listLatestPosts(await createRequestClient({ cookies: { getAll: () => [], setAll() {} } }), 3);
  if (!latest.ok) throw new Error(latest.message);
  expect(latest.value).toHaveLength(3);
  expect(latest.value[0]?.slug).toBe("what-are-tlds-and-why-they-matter-for-your-brand");
  const times = latest.value.map(({ createdAt }) => Date.parse(createdAt));
  expect(times).toEqual([...times].sort((one, other) => other - one));
});

test("visitors who come together cost one read, and so do those within five minutes", async () => {
  const { client, fetch } = clientThat(() => Response.json([post("one")]));
  await Promise.all([listLatestPosts(client, 4), listLatestPosts(client, 4)]);
  const again = await listLatestPosts(client, 4);
  expect(again).toEqual({
    ok: true,
    value: [{ ...post("one"), created_at: undefined, createdAt: post("one").created_at }],
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a database in error is hidden by the posts of before, and is a refusal without them", async () => {
  const down = clientThat(() => new Response("no", { status: 500 }));
  expect(await listLatestPosts(down.client, 5)).toEqual({
    ok: false,
    status: 0,
    message: "Something went wrong, hold on a second and try again.",
  });

  const { client } = clientThat(() => Response.json([post("kept")]));
  await listLatestPosts(client, 5);
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 6 * 60_000);
  // The cache looks at the clock once a millisecond.
  await new Promise((done) => setTimeout(done, 5));
  const stale = await listLatestPosts(down.client, 5);
  expect(stale.ok && stale.value[0]?.slug).toBe("kept");
  expect(down.fetch).toHaveBeenCalledTimes(2);
});

test("rows that are not posts are an error", async () => {
  const { client } = clientThat(() => Response.json([{ slug: 1 }]));
  expect((await listLatestPosts(client, 6)).ok).toBe(false);
});
