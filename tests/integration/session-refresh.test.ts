import { delay, http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endSession } from "#app/gateways/accounts.server.ts";
import { listDomains } from "#app/gateways/domains.server.ts";
import { identifyUser } from "#app/http/auth.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { action as signOut } from "#app/routes/account/logout.tsx";
import type { Embedded } from "#mocks/database/embedded.ts";
import { AUTH_MODES, authLimits, setAuthMode } from "#mocks/database/gotrue.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, flashTextOf } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { openMemory } from "./open-memory.ts";

const [{ email }] = demoCustomers;
const limits = { ...authLimits };
let database: Embedded;
let browser: Browser;
let calls: string[];

beforeAll(async () => {
  ({ database } = await openMemory());
  await createDemoCustomers(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  browser = await signedIn(email);
  calls = [];
  server.use(http.all("*/v1/*", ({ request }) => void calls.push(new URL(request.url).pathname)));
});
afterEach(() => {
  Object.assign(authLimits, limits);
  // The auth client logs there what it also returns.
  vi.mocked(console.error).mockClear();
  vi.restoreAllMocks();
  resetMocks();
});

async function whoIs() {
  const { request, context } = browser.visit();
  return (await identifyUser(request, context)).kind;
}

/** Sets the expiry of the browser's access token to so many seconds from now. */
function endIn(seconds: number) {
  const text = (browser.jar.get("sb-auth-token") ?? "").replace("base64-", "");
  const session = JSON.parse(Buffer.from(text, "base64url").toString());
  session.expires_at = Math.floor(Date.now() / 1000) + seconds;
  browser.jar.set("sb-auth-token", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
}
const refreshes = () => calls.filter((path) => path.endsWith("/token")).length;
const answer = (path: string, status: number, error_code: string) =>
  server.use(http.all(`*/auth/v1/${path}`, () => Response.json({ error_code, msg: "x" }, { status })));

describe("a session is kept without knowing its account", () => {
  const MODES = AUTH_MODES.filter((mode) => mode !== "ok");
  test.each(MODES)("while the auth service is %s, with a valid and an expired token", async (mode) => {
    for (const seconds of [3600, -60]) {
      endIn(seconds);
      const kept = new Map(browser.jar);
      setAuthMode(mode);
      expect(await whoIs()).toBe("unreachable");
      expect(browser.jar).toEqual(kept);
      setAuthMode("ok");
    }
  });

  test.each(["over_request_rate_limit", "no_authorization", "hook_timeout", "a_code_of_tomorrow", ""])(
    "when the auth service returns the code %j",
    async (code) => {
      answer("user", 403, code);
      const kept = new Map(browser.jar);
      expect(await whoIs()).toBe("unreachable");
      expect(browser.jar).toEqual(kept);
    },
  );
});

describe("a session is over, and its cookie is deleted", () => {
  test.each(["session_not_found", "session_expired", "user_not_found", "user_banned"])(
    "when the auth service returns the code %s",
    async (code) => {
      answer("user", 403, code);
      expect(await whoIs()).toBe("nobody");
      expect(browser.jar.size).toBe(0);
    },
  );

  test.each(["refresh_token_not_found", "session_expired", "user_banned", "validation_failed"])(
    "when an expired token cannot be refreshed because of %s",
    async (code) => {
      endIn(-60);
      answer("token", 400, code);
      expect(await whoIs()).toBe("nobody");
      expect(browser.jar.size).toBe(0);
    },
  );
});

test("thirty wrong passwords of a stranger sign nobody out", async () => {
  Object.assign(authLimits, { siteBurst: 3 });
  const url = "http://localhost/auth/v1/token?grant_type=password";
  const headers = { apikey: database.keys.publishableKey };
  const body = JSON.stringify({ email, password: "wrong" });
  for (let i = 0; i < 4; i++) await database.answer(new Request(url, { method: "POST", headers, body }));
  endIn(60);
  expect(await whoIs()).toBe("known");
  endIn(-60);
  expect(await whoIs()).toBe("unreachable");
  expect(browser.jar.size).toBe(1);
});

describe("while a refresh fails", () => {
  test.each([
    ["is answered 503", () => new Response("", { status: 503 })],
    ["is answered by a page of a proxy", () => new Response("<html>", { status: 540 })],
    ["is cut off", () => Response.error()],
  ])("and %s, a valid token is used, and one visitor's refresh is tried once", async (_how, reply) => {
    const refresh = vi.fn(reply);
    server.use(http.post("*/auth/v1/token", refresh));
    endIn(60);
    for (let load = 0; load < 6; load++) expect(await whoIs()).toBe("known");
    expect(refresh).toHaveBeenCalledOnce();
  });

  test("and hangs, a valid token is used, and the late result serves the next page", async () => {
    let letGo = () => {};
    const isOver = new Promise<void>((done) => {
      letGo = done;
    });
    server.use(http.post("*/auth/v1/token", () => isOver));
    // The four seconds of a refresh pass at once.
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout.call(AbortSignal, ms === 4000 ? 1 : ms));
    endIn(60);
    expect(await whoIs()).toBe("known");
    letGo();
    endIn(-60);
    await vi.waitFor(async () => expect(await whoIs()).toBe("known"), { timeout: 30_000, interval: 50 });
    expect(refreshes()).toBe(1);
  });
});

describe("an access token that is valid by our clock", () => {
  const listOwn = () => {
    const { request, context } = browser.visit();
    return listDomains(supabaseFor(request, context), demoCustomers[0].id);
  };
  const refuse = (code: string, times: number) => {
    let left = times;
    const refused = () => Response.json({ code, message: "JWT expired" }, { status: 401 });
    server.use(http.get("*/rest/v1/*", () => (left-- > 0 ? refused() : undefined)));
  };

  test.each(["PGRST301", "PGRST303"])("and that the database rejects with %s is refreshed once", async (code) => {
    refuse(code, 1);
    const found = await listOwn();
    expect(found.ok && found.value.length > 0).toBe(true);
    expect(refreshes()).toBe(1);
  });

  test("is refreshed only once when the database rejects the new one too", async () => {
    refuse("PGRST301", 1000);
    expect((await listOwn()).ok).toBe(false);
    expect(refreshes()).toBe(1);
  });

  test("is not refreshed when the database refuses for another reason", async () => {
    refuse("PGRST302", 1);
    expect((await listOwn()).ok).toBe(false);
    expect(refreshes()).toBe(0);
  });

  test("and that the auth service rejects is refreshed once", async () => {
    let isFirst = true;
    server.use(
      http.get("*/auth/v1/user", () => {
        const refused = isFirst && Response.json({ error_code: "bad_jwt", msg: "token is expired" }, { status: 403 });
        isFirst = false;
        return refused || undefined;
      }),
    );
    expect(await whoIs()).toBe("known");
    expect(refreshes()).toBe(1);
  });
});

describe("signing out everywhere", () => {
  const pressed = async () => {
    const reply = await signOut(browser.visit("/logout", { everywhere: "" }));
    return flashTextOf(reply.headers);
  };

  test("is confirmed when the auth service has done it", async () => {
    expect(await pressed()).toContain("You are signed out everywhere");
    expect(browser.jar.size).toBe(0);
  });

  test.each([
    [401, ""],
    [403, "session_not_found"],
    [404, "user_not_found"],
    [429, "over_request_rate_limit"],
    [540, ""],
  ])("is not confirmed when it returns %i %s, and this session has ended", async (status, code) => {
    answer("logout", status, code);
    expect(await pressed()).toContain("You are signed out here");
    expect(browser.jar.size).toBe(0);
  });

  test("is not confirmed when the session had ended and the service was not called", async () => {
    endIn(-60);
    answer("token", 400, "refresh_token_not_found");
    expect(await pressed()).toContain("You are signed out here");
  });

  test("is a failure when the auth service hangs", async () => {
    server.use(http.post("*/auth/v1/logout", () => delay("infinite")));
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    const { request, context } = browser.visit();
    expect(await endSession(supabaseFor(request, context), "global")).toMatchObject({ ok: false, isUnknown: true });
  });
});
