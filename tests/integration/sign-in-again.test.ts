import { expect, test, vi } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import * as again from "#app/routes/account/again.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import { expireIn, signedIn, whoIs } from "./demo-customers.ts";
import { database, FIRST, SECOND } from "./two-customers.ts";

const TYPED = { name: "Njeri wa Kamau", currentPassword: "first password", newPassword: "second password" };
const HALF_HOUR_MS = 30 * 60_000;
const thrownBy = (work: Promise<unknown>) => work.then(() => undefined).catch((thrown: Response) => thrown);

/** Returns a browser whose session was revoked and whose access token has expired. */
async function endedSession() {
  const browser = await signedIn(FIRST.email);
  await database.query("truncate auth.sessions, auth.refresh_tokens cascade");
  expireIn(-3600, browser);
  return browser;
}

/** Sends the profile's form with an ended session. Returns the form that the sign-in page keeps. */
async function sendTooLate(browser: Browser) {
  const sent = await thrownBy(profile.action(browser.requestArgs("/profile", TYPED)));
  // The auth client logs that the session has ended.
  vi.mocked(console.error).mockClear();
  expect(sent?.status).toBe(307);
  expect(browser.jar.size).toBe(0);
  const to = sent?.headers.get("Location") ?? "";
  expect(to).toMatch(/^\/login\/again\?redirectTo=%2Fprofile&by=/);
  const kept = (await again.action(browser.requestArgs(to, TYPED))) as { draft: string };
  expect(kept.draft).not.toContain("Njeri");
  return kept.draft;
}

function signInAgain(browser: Browser, draft: string, own: Record<string, string> = {}) {
  const known = { email: FIRST.email, password: "sandbox-password", stamp: makeStamp("sign-in", 5000) };
  const fields = { ...known, draft, cookies: "on", website_2: "", ...own };
  return again.action(browser.requestArgs("/login/again?redirectTo=/profile", fields));
}

test("a form sent with an ended session is kept and shown for review after signing in, without passwords", async () => {
  const browser = await endedSession();
  const draft = await sendTooLate(browser);
  const refused = await signInAgain(browser, draft, { password: "not-this-one" });
  expect(refused).toMatchObject({ init: { status: 400 }, data: { draft } });
  const done = (await signInAgain(browser, draft)) as { data: { backAgain: unknown } };
  expect(done.data.backAgain).toEqual({ path: "/profile", fields: [["name", "Njeri wa Kamau"]] });

  const shown = await profile.action(browser.requestArgs("/profile", { backAgain: "1", name: "Njeri wa Kamau" }));
  expect(shown).toMatchObject({
    init: { status: 400 },
    data: { title: "You are signed in again", result: { initialValue: { name: "Njeri wa Kamau" } } },
  });
  expect(await whoIs(browser)).toMatchObject({ account: { name: FIRST.name } });
});

test.each([
  ["another customer signs in", SECOND.email, 0],
  ["more than half an hour has passed", FIRST.email, HALF_HOUR_MS + 60_000],
])("the kept form is not shown if %s, who still reaches the page", async (_why, email, laterMs) => {
  const draft = await sendTooLate(await endedSession());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + laterMs });
  const done = (await signInAgain(newBrowser(), draft, { email })) as Response;
  vi.useRealTimers();
  expect(done.headers.get("Location")).toBe("/profile");
});

test("a form above 64 KB is not kept: it stays in the previous page, and the sign-in page says so", async () => {
  const { request, context } = (await endedSession()).requestArgs("/profile", TYPED);
  request.headers.set("Content-Length", "65537");
  const sent = await thrownBy(profile.action({ request, context, params: {} }));
  vi.mocked(console.error).mockClear();
  expect([sent?.status, sent?.headers.get("Location")]).toEqual([303, "/login/again?redirectTo=%2Fprofile&lost="]);
});

test("a visitor's form is not kept", async () => {
  const sent = await thrownBy(profile.action(newBrowser().requestArgs("/profile", TYPED)));
  expect(sent?.headers.get("Location")).toBe("/login?redirectTo=%2Fprofile");
  const forged = newBrowser().requestArgs("/login/again?redirectTo=/profile&by=made-up", TYPED);
  expect(await again.action(forged)).toEqual({ draft: undefined });
  const garbled = newBrowser();
  garbled.jar.set("sb-auth-token", "base64-%%%");
  vi.spyOn(console, "warn").mockReturnValue();
  const lost = await thrownBy(profile.action(garbled.requestArgs("/profile", TYPED)));
  expect(lost?.headers.get("Location")).toBe("/login?redirectTo=%2Fprofile&ended=");
});
