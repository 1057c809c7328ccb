/** Rows of posts, and a database with a given reply. */
import { createClient } from "@supabase/supabase-js";
import { vi } from "vitest";

/** Returns a client whose every request gets this reply, and its requests. */
export function clientThat(answers: () => Response) {
  const fetch = vi.fn(async () => answers());
  const client = createClient("http://database.invalid", "key", {
    global: { fetch },
    realtime: { transport: class {} as never },
  });
  return { client, fetch };
}

/** A post as in lists of posts. */
export const post = (slug: string) => ({
  slug,
  title: "A title",
  excerpt: null,
  category: "Business",
  created_at: "2026-11-12T06:30:00+00:00",
});

/** A whole post. */
export const row = (slug: string, changes: Record<string, unknown> = {}) => ({
  ...post(slug),
  content: "Its **text**.",
  image_url: null,
  ...changes,
});
