import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signIn } from "#app/gateways/accounts.server.ts";
import { identifyUser } from "#app/http/auth.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import * as again from "#app/routes/account/again.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
const PASSWORD = "sandbox-password";
const [njeri, ouma] = demoCustomers;

beforeAll(async () => {
  ({ database } = await openMemory());
  await createDemoCustomers(database);
});
afterAll(() => database.close());

async function signedIn() {
  const browser = newBrowser();
  const { request, context } = browser.visit();
  await signIn(supabaseFor(request, context), { email: njeri.email, password: PASSWORD });
  return browser;
}

/** Revokes every session, and makes the browser's access token expire. */
async function endSessions({ jar }: Browser) {
  await database.query("delete from auth.sessions");
  await database.query("delete from auth.refresh_tokens");
  const [[name, value]] = [...jar].filter(([key]) => key.startsWith("sb-")) as [[string, string]];
  const session = JSON.parse(Buffer.from(value.replace("base64-", ""), "base64url").toString());
  const old = { ...session, expires_at: 1_000_000 };
  jar.set(name, `base64-${Buffer.from(JSON.stringify(old)).toString("base64url")}`);
}

const thrownBy = (work: Promise<unknown>) => work.then(() => undefined).catch((thrown: Response) => thrown);
const typed = { name: "Njeri wa Kamau", currentPassword: "first password", newPassword: "second password" };

/** Sends the profile's form with an ended session. Returns the form that the sign-in page keeps. */
async function sendTooLate(browser: Browser) {
  await endSessions(browser);
  const sent = await thrownBy(profile.action(browser.visit("/profile", typed)));
  // The auth client logs that the session has ended.
  vi.mocked(console.error).mockClear();
  expect(sent?.status).toBe(307);
  expect(browser.jar.size).toBe(0);
  const to = sent?.headers.get("Location") ?? "";
  expect(to).toMatch(/^\/login\/again\?redirectTo=%2Fprofile&by=/);
  const kept = (await again.action(browser.visit(to, typed))) as { draft: string };
  expect(kept.draft).not.toContain("Njeri");
  return kept.draft;
}

const signInAgain = (browser: Browser, draft: string, email: string = njeri.email, password = PASSWORD) =>
  again.action(
    browser.visit("/login/again?redirectTo=/profile", {
      email,
      password,
      draft,
      cookies: "on",
      website_2: "",
      stamp: makeStamp("sign-in", 5000),
    }),
  );

test("a form sent with an ended session is kept and shown for review after signing in, without passwords", async () => {
  const browser = await signedIn();
  const draft = await sendTooLate(browser);

  const refused = await signInAgain(browser, draft, njeri.email, "not-this-one");
  expect(refused).toMatchObject({ init: { status: 400 }, data: { draft } });

  const done = (await signInAgain(browser, draft)) as { data: { backAgain: unknown } };
  expect(done.data.backAgain).toEqual({ path: "/profile", fields: [["name", "Njeri wa Kamau"]] });

  const shown = await profile.action(browser.visit("/profile", { backAgain: "1", name: "Njeri wa Kamau" }));
  expect(shown).toMatchObject({
    init: { status: 400 },
    data: { title: "You are signed in again", result: { initialValue: { name: "Njeri wa Kamau" } } },
  });
  const { request, context } = browser.visit();
  expect(await identifyUser(request, context)).toMatchObject({ account: { name: njeri.name } });
});

test("another customer who signs in does not get the form", async () => {
  const draft = await sendTooLate(await signedIn());
  const browser = newBrowser();
  const done = await signInAgain(browser, draft, ouma.email);
  expect(done).toBeInstanceOf(Response);
  expect((done as Response).headers.get("Location")).toBe("/profile");
});

test("the form is deleted after half an hour, and the customer still reaches the page", async () => {
  const browser = await signedIn();
  const draft = await sendTooLate(browser);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
  const done = (await signInAgain(browser, draft)) as Response;
  vi.useRealTimers();
  expect(done.headers.get("Location")).toBe("/profile");
});

test("a form above 64 KB is not kept: it stays in the previous page, and the sign-in page says so", async () => {
  const browser = await signedIn();
  await endSessions(browser);
  const { request, context } = browser.visit("/profile", typed);
  request.headers.set("Content-Length", "65537");
  const sent = await thrownBy(profile.action({ request, context, params: {} }));
  vi.mocked(console.error).mockClear();
  expect([sent?.status, sent?.headers.get("Location")]).toEqual([303, "/login/again?redirectTo=%2Fprofile&lost="]);
});

test("a visitor's form is not kept", async () => {
  const sent = await thrownBy(profile.action(newBrowser().visit("/profile", typed)));
  expect(sent?.headers.get("Location")).toBe("/login?redirectTo=%2Fprofile");
  const forged = newBrowser();
  expect(await again.action(forged.visit("/login/again?redirectTo=/profile&by=made-up", typed))).toEqual({
    draft: undefined,
  });
  const garbled = newBrowser();
  garbled.jar.set("sb-auth-token", "base64-%%%");
  vi.spyOn(console, "warn").mockReturnValue();
  const lost = await thrownBy(profile.action(garbled.visit("/profile", typed)));
  expect(lost?.headers.get("Location")).toBe("/login?redirectTo=%2Fprofile&ended=");
});
