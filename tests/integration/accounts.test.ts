import { http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { identifyUser } from "#app/accounts/auth.server.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { expireIn, signedIn, whoIs } from "./demo-customers.ts";
import { FIRST } from "./two-customers.ts";

const { id, email, name } = FIRST;
let refreshes = 0;
beforeEach(() => {
  refreshes = 0;
  server.use(
    http.all("*/v1/*", ({ request }) => {
      if (request.url.includes("grant_type=refresh_token")) refreshes += 1;
    }),
  );
  vi.spyOn(console, "warn").mockReturnValue();
});

describe("a session", () => {
  test("is stored in cookies that scripts cannot read, and identifies its account", async () => {
    const browser = await signedIn(email);
    expect([...browser.jar.keys()]).toEqual(["sb-auth-token", "sb-binding"]);
    expect(browser.setCookies[0]).toMatch(/^sb-auth-token=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await whoIs(browser)).toEqual({
      kind: "known",
      step: { isOn: false, passedAt: null },
      account: { id, email, name, avatarUrl: undefined, isConfirmed: true },
    });
  });

  test.each(["x", "base64-bm9uc2Vuc2U", "base64-%%%", "x".repeat(8000)])(
    "is cleared with all its cookies when it is unreadable",
    async (value) => {
      const browser = newBrowser();
      for (const cookie of ["sb-auth-token", "sb-auth-token.0", "sb-auth-token.1"]) browser.jar.set(cookie, value);
      expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
      expect([...browser.jar.keys()]).toEqual([]);
    },
  );

  test.each(["0", "1"])("is cleared when only the cookie chunk %s is left", async (left) => {
    const browser = await signedIn(email);
    const whole = browser.jar.get("sb-auth-token") ?? "";
    browser.jar.clear();
    browser.jar.set(`sb-auth-token.${left}`, left === "0" ? whole.slice(0, 100) : whole.slice(100));
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect([...browser.jar.keys()]).toEqual([]);
  });
});

describe("a session that is about to end", () => {
  const LOADS = process.env.LONG === "1" ? 1000 : 20;
  test(`is refreshed once for ${LOADS} page loads of eight requests each, and nobody is signed out`, async () => {
    const browser = await signedIn(email);
    for (let load = 0; load < LOADS; load++) {
      expireIn(load % 2 ? 60 : -3600, browser);
      // All requests are sent with one cookie before the first response arrives.
      const requests = Array.from({ length: 8 }, () => browser.requestArgs());
      const visitors = await Promise.all(requests.map(({ request, context }) => identifyUser(request, context)));
      expect(new Set(visitors.map(({ kind }) => kind))).toEqual(new Set(["known"]));
      expect(refreshes).toBe(load + 1);
    }
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("is refreshed once for nested loaders of one request", async () => {
    const browser = await signedIn(email);
    expireIn(60, browser);
    const { request, context } = browser.requestArgs();
    await Promise.all([1, 2, 3].map(() => identifyUser(request, context)));
    expect(refreshes).toBe(1);
  });

  test("is refreshed once although a page stopped waiting, and the next request gets the new tokens", async () => {
    const browser = await signedIn(email);
    expireIn(60, browser);
    await identifyUser(browser.requestArgs().request, { appendCookie: () => undefined });
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(refreshes).toBe(1);
  });

  test("is kept when another process has just refreshed it", async () => {
    const browser = await signedIn(email);
    expireIn(60, browser);
    const kept = new Map(browser.jar);
    const used = { error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" };
    server.use(http.all("*/v1/*", () => Response.json(used, { status: 400 })));
    expect(await whoIs(browser)).toEqual({ kind: "nobody" });
    expect(browser.jar).toEqual(kept);
  });
});
