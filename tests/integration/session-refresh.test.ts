import { delay, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endSession } from "#app/accounts/accounts.api.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { action as signOut } from "#app/routes/account/logout.tsx";
import { AUTH_MODES, authLimits, setAuthMode } from "#mocks/database/gotrue.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { setDeadlines } from "../deadlines.js";
import { type Browser, flashTextOf } from "./browser.ts";
import { clientOf, expireIn, whoIs as findUser, signedIn } from "./demo-customers.ts";
import { database, FIRST } from "./two-customers.ts";

const limits = { ...authLimits };
let browser: Browser;
let refreshes = 0;

beforeEach(async () => {
  browser = await signedIn(FIRST.email);
  refreshes = 0;
  server.use(
    http.post("*/auth/v1/token", () => {
      refreshes += 1;
    }),
  );
});
afterEach(() => {
  Object.assign(authLimits, limits);
  // The auth client also logs the errors that it returns.
  vi.mocked(console.error).mockClear();
  vi.restoreAllMocks();
  resetMocks();
});

const whoIs = async () => (await findUser(browser)).kind;
const endIn = (seconds: number) => expireIn(seconds, browser);
const failWith = (path: string, status: number, error_code: string) =>
  server.use(http.all(`*/auth/v1/${path}`, () => Response.json({ error_code, msg: "x" }, { status })));

describe("a session is kept although its account is unknown", () => {
  test.each(AUTH_MODES.filter((mode) => mode !== "ok"))(
    "while the auth service is %s, with a valid and an expired token",
    async (mode) => {
      for (const seconds of [3600, -60]) {
        endIn(seconds);
        const kept = new Map(browser.jar);
        setAuthMode(mode);
        expect(await whoIs()).toBe("unreachable");
        expect(browser.jar).toEqual(kept);
        setAuthMode("ok");
      }
    },
  );

  test.each(["over_request_rate_limit", "no_authorization", "hook_timeout", "a_code_of_tomorrow", ""])(
    "when the auth service returns the code %j",
    async (code) => {
      failWith("user", 403, code);
      const kept = new Map(browser.jar);
      expect(await whoIs()).toBe("unreachable");
      expect(browser.jar).toEqual(kept);
    },
  );

  test("when thirty wrong passwords of a stranger have used up the site's limit", async () => {
    Object.assign(authLimits, { siteBurst: 3 });
    const url = "http://localhost/auth/v1/token?grant_type=password";
    const headers = { apikey: database.keys.publishableKey };
    const body = JSON.stringify({ email: FIRST.email, password: "wrong" });
    for (let i = 0; i < 4; i++) await database.answer(new Request(url, { method: "POST", headers, body }));
    endIn(60);
    expect(await whoIs()).toBe("known");
    endIn(-60);
    expect(await whoIs()).toBe("unreachable");
    expect(browser.jar.size).toBe(2);
  });
});

test.each([
  ["user", "session_not_found"],
  ["user", "session_expired"],
  ["user", "user_not_found"],
  ["user", "user_banned"],
  ["token", "refresh_token_not_found"],
  ["token", "session_expired"],
  ["token", "user_banned"],
  ["token", "validation_failed"],
])("a session is over and its cookie deleted when the auth service's %s reply has the code %s", async (path, code) => {
  if (path === "token") endIn(-60);
  failWith(path, path === "token" ? 400 : 403, code);
  expect(await whoIs()).toBe("nobody");
  expect(browser.jar.size).toBe(0);
});

describe("while a refresh fails", () => {
  test.each([
    ["gets a 503", () => new Response("", { status: 503 }), 4],
    ["gets a proxy's page", () => new Response("<html>", { status: 540 }), 1],
    ["is cut off", () => Response.error(), 4],
  ])(
    "and %s, a valid token is used, and six pages of a visitor share its attempts",
    async (_how, response, attempts) => {
      const refresh = vi.fn(response);
      server.use(http.post("*/auth/v1/token", refresh));
      endIn(60);
      for (let load = 0; load < 6; load++) expect(await whoIs()).toBe("known");
      expect(refresh).toHaveBeenCalledTimes(attempts);
    },
  );

  test("and hangs, a valid token is used, and the late result serves the next page", async () => {
    let letGo = () => {};
    const isOver = new Promise<void>((done) => {
      letGo = done;
    });
    server.use(http.post("*/auth/v1/token", () => isOver));
    setDeadlines({ sessionRefresh: 1 });
    endIn(60);
    expect(await whoIs()).toBe("known");
    letGo();
    endIn(-60);
    await vi.waitFor(async () => expect(await whoIs()).toBe("known"), { timeout: 30_000, interval: 50 });
    expect(refreshes).toBe(1);
  });
});

describe("an access token that is valid by our clock", () => {
  const listOwn = () => listDomains(clientOf(browser), FIRST.id);
  const rejectTokens = (code: string, times: number) => {
    let left = times;
    const response = () => Response.json({ code, message: "JWT expired" }, { status: 401 });
    server.use(http.get("*/rest/v1/*", () => (left-- > 0 ? response() : undefined)));
  };

  test.each([
    ["PGRST301", 1, true, 1],
    ["PGRST303", 1, true, 1],
    ["PGRST301", 1000, false, 1],
    ["PGRST302", 1, false, 0],
  ])(
    "and that the database rejects with %s %i times: the query succeeds is %s after %i refreshes",
    async (code, times, isRead, expected) => {
      rejectTokens(code, times);
      expect((await listOwn()).ok).toBe(isRead);
      expect(refreshes).toBe(expected);
    },
  );

  test("and that the auth service rejects is refreshed once", async () => {
    const expired = { error_code: "bad_jwt", msg: "token is expired" };
    server.use(http.get("*/auth/v1/user", () => Response.json(expired, { status: 403 }), { once: true }));
    expect(await whoIs()).toBe("known");
    expect(refreshes).toBe(1);
  });
});

describe("signing out everywhere", () => {
  const pressed = async () => flashTextOf((await signOut(browser.requestArgs("/logout", { everywhere: "" }))).headers);

  test("is confirmed when the auth service has done it", async () => {
    expect(await pressed()).toContain("You are signed out everywhere");
    expect(browser.jar.size).toBe(0);
  });

  test.each([
    ["logout", 401, ""],
    ["logout", 404, "user_not_found"],
    ["logout", 429, "over_request_rate_limit"],
    ["logout", 540, ""],
    // The session had ended: the service is not asked to sign out.
    ["token", 400, "refresh_token_not_found"],
  ])("is not confirmed when %s returns %i %j, and this browser is signed out", async (path, status, code) => {
    if (path === "token") endIn(-60);
    failWith(path, status, code);
    expect(await pressed()).toContain("You are signed out here");
    expect(browser.jar.size).toBe(0);
  });

  test("is a failure when the auth service hangs", async () => {
    server.use(http.post("*/auth/v1/logout", () => delay("infinite")));
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    expect(await endSession(clientOf(browser), "global")).toMatchObject({ ok: false, isUnknown: true });
  });
});
