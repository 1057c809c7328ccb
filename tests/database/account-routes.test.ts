import { isRouteErrorResponse } from "@remix-run/react";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import type { Embedded } from "#app/gateways/supabase/embedded.server.ts";
import type { AuthMail } from "#app/gateways/supabase/mail-queue.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { findVisitor } from "#app/http/visitor.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as logout from "#app/routes/account/logout.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import * as dashboard from "#app/routes/dashboard/overview.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
let mails: AuthMail[];
const PASSWORD = "first password";

beforeAll(async () => {
  ({ database, mails } = await openMemory());
});
afterAll(() => database.close());
beforeEach(() => {
  mails.length = 0;
});

/** What an action or loader gave, or threw, as a browser sees it. */
async function outcome(work: Promise<unknown>) {
  const given = await work.catch((thrown: unknown) => thrown);
  if (given instanceof Response) return { status: given.status, to: given.headers.get("Location"), text: "" };
  if (given instanceof Error && !isRouteErrorResponse(given)) throw given;
  const { init, data } = given as { init?: ResponseInit; data?: unknown };
  return { status: init?.status ?? 200, to: null, text: JSON.stringify(data ?? given) };
}

const newEmail = () => `customer-${crypto.randomUUID()}@example.co.ke`;
const settled = () => new Promise((done) => setTimeout(done, 50));
const linkIn = (mail: AuthMail | undefined) => {
  const [, token_hash = "", type = ""] = /token_hash=([^&"]+)&(?:amp;)?type=(\w+)/.exec(mail?.html ?? "") ?? [];
  return { token_hash, type };
};

async function signIn(browser: Browser, email: string, password = PASSWORD) {
  const { request, context } = browser.visit();
  return accounts.signIn(await supabaseFor(request, context), { email, password });
}

/** Signs up, follows the mail's link and presses its button. */
async function newCustomer() {
  const email = newEmail();
  await accounts.signUp({ name: "Njeri Mwangi", email, password: PASSWORD });
  await settled();
  const browser = newBrowser();
  const link = linkIn(mails.at(-1));
  expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303, to: "/" });
  return { browser, email, link };
}

async function whoIs(browser: Browser) {
  const { request, context } = browser.visit();
  return findVisitor(request, context);
}

describe("/auth/confirm", () => {
  test("looking at the link spends nothing, a press does, and a second press says so", async () => {
    const email = newEmail();
    await accounts.signUp({ name: "Njeri", email, password: PASSWORD });
    await settled();
    const link = linkIn(mails[0]);
    for (let look = 0; look < 3; look++) {
      confirm.loader(newBrowser().visit(`/auth/confirm?${new URLSearchParams(link)}`));
    }
    const browser = newBrowser();
    expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
    expect(await outcome(confirm.action(newBrowser().visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
  });

  test("without an answer the link goes back with the form, and another press may do", async () => {
    vi.spyOn(database.endpoint, "fetch").mockImplementation(async () => new Response("", { status: 503 }));
    const link = { token_hash: "f".repeat(56), type: "recovery" };
    const lost = await outcome(confirm.action(newBrowser().visit("/auth/confirm", link)));
    expect(lost.status).toBe(502);
    expect(JSON.parse(lost.text)).toEqual({ type: "recovery", tokenHash: link.token_hash, isUnknown: true });
  });

  test.each<Record<string, string>>([
    {},
    { token_hash: "x", type: "signup" },
    { token_hash: "f".repeat(56), type: "signup" },
    { token_hash: "<script>", type: "admin" },
  ])("a forged link (%j) is a 400 and signs nobody in", async (link) => {
    const browser = newBrowser();
    expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
    expect(browser.jar.size).toBe(0);
  });
});

describe("/login/forgot and /login/reset", () => {
  test("a link from the mail leads to a new password, and the old one and other devices are out", async () => {
    const { browser: other, email } = await newCustomer();
    mails.length = 0;
    const here = newBrowser();
    expect(await outcome(forgot.action(here.visit("/login/forgot", { email, website_2: "" })))).toMatchObject({
      status: 303,
      to: "/login/forgot",
    });
    await settled();
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await outcome(confirm.action(here.visit("/auth/confirm", linkIn(mails[0]))))).toMatchObject({
      status: 303,
      to: "/login/reset",
    });
    expect((await outcome(reset.loader(here.visit("/login/reset")))).text).toContain(email);
    const short = await outcome(reset.action(here.visit("/login/reset", { password: "1234567" })));
    expect(short).toMatchObject({ status: 400, text: expect.stringContaining("at least 8 characters") });
    expect(short.text).not.toContain("1234567");
    const done = await outcome(reset.action(here.visit("/login/reset", { password: "second password" })));
    expect(done).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: false });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
    expect(await whoIs(here)).toMatchObject({ kind: "known" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
  });

  test("an unknown address gets the same answer, and nobody gets more than two mails a day", async () => {
    const { email } = await newCustomer();
    for (const address of [newEmail(), email]) {
      const ask = () => outcome(forgot.action(newBrowser().visit("/login/forgot", { email: address, website_2: "" })));
      expect([await ask(), await ask()]).toEqual(Array(2).fill({ status: 303, to: "/login/forgot", text: "" }));
      expect(await ask()).toMatchObject({ status: 429, text: expect.stringContaining("sent this address two mails") });
    }
    await settled();
    expect(mails.filter(({ to, subject }) => to === email && /password/.test(subject))).toHaveLength(2);
  });

  test("without the link there is no form that would work", async () => {
    const browser = newBrowser();
    expect((await outcome(reset.loader(browser.visit("/login/reset")))).text).toBe("{}");
    const refused = await outcome(reset.action(browser.visit("/login/reset", { password: "second password" })));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This link no longer works") });
  });

  test("a session is no way round the current password, and a link is good for one new password", async () => {
    const { browser, email } = await newCustomer();
    const set = (who: Browser) => outcome(reset.action(who.visit("/login/reset", { password: "second password" })));
    expect((await outcome(reset.loader(browser.visit("/login/reset")))).text).toBe("{}");
    expect(await set(browser)).toMatchObject({ status: 400 });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
    mails.length = 0;
    await forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" }));
    await settled();
    await confirm.action(browser.visit("/auth/confirm", linkIn(mails[0])));
    expect(await set(browser)).toMatchObject({ status: 303 });
    expect(await set(browser)).toMatchObject({ status: 400 });
  });

  const ASKERS = process.env.LONG === "1" ? 1000 : 50;
  test(`${ASKERS} who ask at once for one address, by two forms, get it two mails`, async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const ask = (_: unknown, turn: number) => {
      const [route, path] = turn % 2 ? [resend, "/login/resend"] : [forgot, "/login/forgot"];
      return outcome(route.action(newBrowser().visit(path, { email, website_2: "" })));
    };
    const statuses = (await Promise.all(Array.from({ length: ASKERS }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(2);
    expect(new Set(statuses)).toEqual(new Set([303, 429]));
    await settled();
    expect(mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(2);
  }, 120_000);
});

describe("/profile", () => {
  const save = (browser: Browser, fields: Record<string, string>) =>
    outcome(
      profile.action(
        browser.visit("/profile", { name: "Njeri Mwangi", currentPassword: "", newPassword: "", ...fields }),
      ),
    );

  test("the name is changed, and shown from then on", async () => {
    const { browser } = await newCustomer();
    expect(await save(browser, { name: "Njeri W." })).toMatchObject({ status: 303, to: "/profile" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri W." } });
  });

  test("a current password alone, which a browser fills in, changes nothing but the name", async () => {
    const { browser, email } = await newCustomer();
    expect(await save(browser, { name: "N.", currentPassword: "whatever" })).toMatchObject({ status: 303 });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test("a new password alone is a mistake at its field, and nothing is saved", async () => {
    const { browser } = await newCustomer();
    const refused = await save(browser, { name: "N.", newPassword: "second password" });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("your current password too") });
    expect(refused.text).not.toContain("second password");
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi" } });
  });

  test("a wrong current password is said, the session goes on, and nothing is changed", async () => {
    const { browser, email } = await newCustomer();
    const refused = await save(browser, { currentPassword: "wrong", newPassword: "second password" });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("Current password is incorrect") });
    expect(refused.text).not.toMatch(/wrong|second password/);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test("the right one changes it and ends the other sessions", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    const saved = await save(browser, { currentPassword: PASSWORD, newPassword: "second password" });
    expect(saved).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
  });

  test.each([
    ["the same", PASSWORD, /different from the old/],
    ["a short", "1234567", /at least 8 characters/i],
    ["a long", "a".repeat(73), /72/],
  ])("%s new password is refused in the auth service's words", async (_what, newPassword, words) => {
    const { browser } = await newCustomer();
    const refused = await save(browser, { currentPassword: PASSWORD, newPassword });
    expect(refused).toMatchObject({ status: 400, text: expect.stringMatching(words) });
  });

  test("guessing the current password has to wait after five tries", async () => {
    const { browser } = await newCustomer();
    const guess = () => save(browser, { currentPassword: "wrong", newPassword: "second password" });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });
});

describe("the guard", () => {
  test.each([
    ["/dashboard", dashboard.loader],
    ["/profile?x=1", profile.loader],
  ])("%s sends strangers to sign in, and back here after", async (path, loader) => {
    const { to, status } = await outcome(loader(newBrowser().visit(path)));
    expect([status, to]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
  });

  test("a stranger's post changes nothing", async () => {
    expect(await outcome(profile.action(newBrowser().visit("/profile", { name: "x" })))).toMatchObject({ status: 302 });
  });
});

describe("/logout", () => {
  test("ends the session here, leaves others alone, and takes every cookie", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    browser.jar.set("sb-auth-token-code-verifier", "left over");
    expect(await outcome(logout.action(browser.visit("/logout", {})))).toMatchObject({ status: 303, to: "/" });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
    expect(await whoIs(other)).toMatchObject({ kind: "known" });
  });

  test("takes the cookies of a session that is over already", async () => {
    const { browser } = await newCustomer();
    await database.query("delete from auth.sessions");
    expect(await outcome(logout.action(browser.visit("/logout", {})))).toMatchObject({ status: 303 });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
  });
});
