import { afterAll, beforeAll, expect, test } from "vitest";
import type { Embedded } from "#mocks/database/embedded.ts";
import { newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";
import { renderPage } from "./render-page.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A browser with a forged session that claims to be valid until 2096. */
function forger() {
  const claims = { sub: crypto.randomUUID(), role: "authenticated", exp: 4_000_000_000 };
  const session = {
    access_token: `${inBase64({ alg: "HS256", typ: "JWT" })}.${inBase64(claims)}.${"A".repeat(43)}`,
    refresh_token: "made-up",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: claims.exp,
    user: { id: claims.sub },
  };
  const browser = newBrowser();
  browser.jar.set("sb-auth-token", `base64-${inBase64(session)}`);
  return browser;
}

// These pages are public: a database error for one session must not become everybody's.
test.each([
  ["/blog", 'class="post-card featured"'],
  ["/blog?category=Technology", "post-card"],
  ["/blog?q=domain", "post-card"],
  ["/blog/what-are-tlds-and-why-they-matter-for-your-brand", '"latest-posts"'],
  ["/blog/feed.xml", "<entry>"],
  ["/sitemap.xml", "/blog/what-are-tlds"],
  ["/contact", "/blog/what-are-tlds"],
])("a forged session does not change the posts on %s", async (path, shown) => {
  const { status, html } = await renderPage(forger(), path);
  expect([status, html.includes(shown)]).toEqual([200, true]);
});
