import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { anyCookieHeader, anyVisit, CRASHING_SESSIONS, headerOf, WELL_FORMED } from "../cookie-arbitraries.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";
import { renderPage } from "./render-page.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 150, seed: 20_261_124, endOnFailure: true };

let close: () => Promise<void>;
beforeAll(async () => {
  close = (await openMemory()).database.close;
});
afterAll(() => close());

/** Returns a browser that always sends this Cookie header, and the names of the cookies that it is told to delete. */
function browserWith(header: string) {
  const forgotten = new Set<string>();
  const { visit, ...browser } = newBrowser();
  const withCookies: Browser["visit"] = (path, fields) => {
    const visited = visit(path, fields);
    visited.request.headers.set("Cookie", header);
    const { appendCookie } = visited.context;
    visited.context.appendCookie = (text) => {
      if (/Max-Age=0/i.test(text)) forgotten.add(text.split("=", 1)[0] ?? "");
      appendCookie?.(text);
    };
    return visited;
  };
  return { browser: { ...browser, visit: withCookies }, forgotten };
}

/** Returns whether a logged error is ours: the auth client logs one for each forged session. */
const ours = (words: unknown[]) => !String(words[0]).startsWith("Auth");

test("every page and form replies to any cookies without a failure, and nobody is signed in", async () => {
  const complaints = vi.mocked(console.error).mockReturnValue();
  const property = fc.asyncProperty(anyCookieHeader(""), anyVisit, async (header, { path, fields }) => {
    const { browser } = browserWith(header);
    const { status, to } = await renderPage(browser, path, fields);
    expect(status, `${path} with ${header}`).toBeLessThan(500);
    if (/^\/(dashboard|profile)/.test(path)) expect(to).toMatch(/^\/login\b/);
  });
  await fc.assert(property, RUNS);
  expect(complaints.mock.calls.filter(ours)).toEqual([]);
  complaints.mockClear();
});

test.each(CRASHING_SESSIONS)("the session %j leads to signing in and is deleted", async (session) => {
  const { browser, forgotten } = browserWith(headerOf("", session));
  expect(await renderPage(browser, "/dashboard")).toMatchObject({
    status: 302,
    to: "/login?redirectTo=%2Fdashboard&ended=",
  });
  expect([...forgotten]).toEqual(["sb-auth-token"]);
});

test.each([
  ["its access token", WELL_FORMED],
  ["its refresh token", { ...WELL_FORMED, expires_at: 1 }],
])(
  "a well-formed session of which the auth service does not know %s leads to signing in each time",
  async (_what, session) => {
    const complaints = vi.mocked(console.error).mockReturnValue();
    const { browser, forgotten } = browserWith(headerOf("", session));
    for (let visit = 0; visit < 3; visit++) expect((await renderPage(browser, "/dashboard")).status).toBe(302);
    expect([...forgotten]).toEqual(["sb-auth-token"]);
    complaints.mockClear();
  },
);

test("a session too large for a request to the auth service is deleted before that service is called", async () => {
  const asked = vi.fn(() => HttpResponse.json({}, { status: 500 }));
  server.use(http.all("*/auth/v1/*", asked));
  const session = { refresh_token: "x", expires_at: 4_000_000_000, user: { id: "x" } };
  for (const access_token of ["a\nb", "ü.ü.ü", "x", "a.b.c.d", `a.b.${"c".repeat(8000)}`]) {
    const { browser } = browserWith(headerOf("", { ...session, access_token }));
    expect(await renderPage(browser, "/dashboard")).toMatchObject({ status: 302 });
  }
  expect(asked).not.toHaveBeenCalled();
});

test.each(["flash", "recovery"])("a %s without our signature is deleted", async (name) => {
  const { browser, forgotten } = browserWith(`${name}=e30%3D.x`);
  expect((await renderPage(browser, "/login/reset")).status).toBe(200);
  expect([...forgotten]).toEqual([name]);
});
