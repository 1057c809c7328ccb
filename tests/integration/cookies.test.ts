import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { anyCookieHeader, anyVisit, CRASHING_SESSIONS, headerOf, WELL_FORMED } from "../cookie-arbitraries.ts";
import { type Browser, newBrowser } from "./browser.ts";
import "./database.ts";
import { renderPage } from "./render-page.ts";

const RUNS = { numRuns: process.env.LONG === "1" ? 10_000 : 150, seed: 20_261_124, endOnFailure: true };

/** Returns a browser that always sends this Cookie header, and the names of the cookies that it is told to delete. */
function browserWith(header: string) {
  const deleted = new Set<string>();
  const { requestArgs, ...browser } = newBrowser();
  const withCookies: Browser["requestArgs"] = (path, fields) => {
    const args = requestArgs(path, fields);
    args.request.headers.set("Cookie", header);
    const { appendCookie } = args.context;
    args.context.appendCookie = (text) => {
      if (/Max-Age=0/i.test(text)) deleted.add(text.split("=", 1)[0] ?? "");
      appendCookie?.(text);
    };
    return args;
  };
  return { browser: { ...browser, requestArgs: withCookies }, deleted };
}

test("every page and form replies to any cookies without a failure, and nobody is signed in", async () => {
  const logged = vi.mocked(console.error).mockReturnValue();
  const property = fc.asyncProperty(anyCookieHeader(""), anyVisit, async (header, { path, fields }) => {
    const { browser } = browserWith(header);
    const { status, to } = await renderPage(browser, path, fields);
    expect(status, `${path} with ${header}`).toBeLessThan(500);
    if (/^\/(dashboard|profile)/.test(path)) expect(to).toMatch(/^\/login\b/);
  });
  await fc.assert(property, RUNS);
  // The auth client logs an error for each forged session.
  expect(logged.mock.calls.filter(([words]) => !String(words).startsWith("Auth"))).toEqual([]);
  logged.mockClear();
});

test.each(CRASHING_SESSIONS)("the session %j leads to signing in and is deleted", async (session) => {
  const { browser, deleted } = browserWith(headerOf("", session));
  const to = "/login?redirectTo=%2Fdashboard&ended=";
  expect(await renderPage(browser, "/dashboard")).toMatchObject({ status: 302, to });
  expect([...deleted]).toEqual(["sb-auth-token"]);
});

test.each([
  ["access token", WELL_FORMED],
  ["refresh token", { ...WELL_FORMED, expires_at: 1 }],
])("a session whose %s the auth service does not know leads to signing in each time", async (_what, session) => {
  const logged = vi.mocked(console.error).mockReturnValue();
  const { browser, deleted } = browserWith(headerOf("", session));
  for (let visit = 0; visit < 3; visit++) expect((await renderPage(browser, "/dashboard")).status).toBe(302);
  expect([...deleted]).toEqual(["sb-auth-token"]);
  logged.mockClear();
});

test.each(["a\nb", "ü.ü.ü", "x", "a.b.c.d", `a.b.${"c".repeat(8000)}`])(
  "a session with the malformed access token %j is rejected without a call to the auth service",
  async (access_token) => {
    const called = vi.fn(() => HttpResponse.json({}, { status: 500 }));
    server.use(http.all("*/auth/v1/*", called));
    const session = { access_token, refresh_token: "x", expires_at: 4_000_000_000, user: { id: "x" } };
    expect((await renderPage(browserWith(headerOf("", session)).browser, "/dashboard")).status).toBe(302);
    expect(called).not.toHaveBeenCalled();
  },
);

test.each(["flash", "recovery"])("a %s cookie without our signature is deleted", async (name) => {
  const { browser, deleted } = browserWith(`${name}=e30%3D.x`);
  expect((await renderPage(browser, "/login/reset")).status).toBe(200);
  expect([...deleted]).toEqual([name]);
});

/** A session that claims to be valid until 2096, with a signature that is not ours. */
function forgedSession() {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: crypto.randomUUID(), role: "authenticated", exp: 4_000_000_000 };
  const access_token = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.${"A".repeat(43)}`;
  return { access_token, refresh_token: "made-up", expires_at: claims.exp, user: { id: claims.sub } };
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
  const { status, html } = await renderPage(browserWith(headerOf("", forgedSession())).browser, path);
  expect([status, html.includes(shown)]).toEqual([200, true]);
});
