import { http } from "msw";
import { describe, expect, test } from "vitest";
import * as logout from "#app/routes/account/logout.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as dashboard from "#app/routes/dashboard/overview.tsx";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database, newCustomer, PASSWORD, pageResult, signIn, whoIs } from "./customers.ts";

describe("/profile", () => {
  const save = (browser: Browser, fields: Record<string, string>) =>
    pageResult(
      profile.action(
        browser.visit("/profile", { name: "Njeri Mwangi", currentPassword: "", newPassword: "", ...fields }),
      ),
    );

  const saveYou = (browser: Browser, fields: Record<string, string>) =>
    pageResult(profile.action(browser.visit("/profile", { form: "you", name: "Njeri Mwangi", phone: "", ...fields })));
  const profileOf = async (browser: Browser) =>
    JSON.parse((await pageResult(profile.loader(browser.visit("/profile")))).text);

  test("stores a phone number in one form, and shows it as it is dialled", async () => {
    const { browser } = await newCustomer();
    expect(await saveYou(browser, { phone: "+254 712-345678" })).toMatchObject({ status: 303, to: "/profile#you" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi", phone: "+254712345678" } });
    expect(await profileOf(browser)).toMatchObject({ phone: "0712 345678" });
  });

  test("can delete the number, and changing the password or the name leaves it alone", async () => {
    const { browser } = await newCustomer();
    await saveYou(browser, { phone: "0712345678" });
    await save(browser, { name: "N.", currentPassword: PASSWORD, newPassword: "second password" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "N.", phone: "+254712345678" } });
    const change = { form: "password", currentPassword: "second password", newPassword: "third password" };
    const changed = pageResult(profile.action(browser.visit("/profile", change)));
    expect(await changed).toMatchObject({ status: 303, to: "/profile#password" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "N.", phone: "+254712345678" } });
    expect(await saveYou(browser, { name: "N.", phone: "" })).toMatchObject({ status: 303 });
    expect(await profileOf(browser)).toMatchObject({ name: "N.", phone: "" });
  });

  test.each(["0712 345 678 9", "1".repeat(60)])(
    "refuses %j at the number's field with all input, and saves nothing",
    async (phone) => {
      const { browser } = await newCustomer();
      const { status, text } = await saveYou(browser, { name: "N.", phone });
      const { form, result } = JSON.parse(text);
      expect([status, form, Object.keys(result.error)]).toEqual([400, "you", ["phone"]]);
      expect(result.initialValue).toMatchObject({ name: "N.", phone });
      expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi", phone: undefined } });
    },
  );

  test("requires both passwords in its own form, each at its field", async () => {
    const { browser } = await newCustomer();
    const empty = { form: "password", currentPassword: "", newPassword: "" };
    const { status, text } = await pageResult(profile.action(browser.visit("/profile", empty)));
    const { form, result } = JSON.parse(text);
    expect([status, form, Object.keys(result.error)]).toEqual([400, "password", ["currentPassword", "newPassword"]]);
  });

  test("changes the name everywhere", async () => {
    const { browser } = await newCustomer();
    expect(await save(browser, { name: "Njeri W." })).toMatchObject({ status: 303, to: "/profile" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri W." } });
  });

  test("changes only the name with a current password alone, which a browser fills in", async () => {
    const { browser, email } = await newCustomer();
    expect(await save(browser, { name: "N.", currentPassword: "whatever" })).toMatchObject({ status: 303 });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test("refuses a new password alone at its field, and saves nothing", async () => {
    const { browser } = await newCustomer();
    const refused = await save(browser, { name: "N.", newPassword: "second password" });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("your current password too") });
    expect(refused.text).not.toContain("second password");
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi" } });
  });

  test("refuses a wrong current password, keeps the session, and changes nothing", async () => {
    const { browser, email } = await newCustomer();
    const refused = await save(browser, { currentPassword: "wrong", newPassword: "second password" });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("Current password is incorrect") });
    expect(refused.text).not.toMatch(/wrong|second password/);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test("changes the password and ends the other sessions", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    const saved = await save(browser, { currentPassword: PASSWORD, newPassword: "second password" });
    expect(saved).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
  });

  const CHANGE = { currentPassword: PASSWORD, newPassword: "second password" };

  test("changes the password once when it is sent twice or again after a lost reply", async () => {
    const { browser, email } = await newCustomer();
    const both = await Promise.all([save(browser, CHANGE), save(browser, CHANGE)]);
    expect([...both, await save(browser, CHANGE)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await signIn(newBrowser(), email, CHANGE.newPassword)).toMatchObject({ ok: true });
  });

  test("reports no failure when the auth service made a change without replying, and confirms it the next time", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    const isLost = http.put("*/auth/v1/*", async ({ request }) => {
      await database.answer(request);
      return new Response("", { status: 504 });
    });
    server.use(isLost);
    const lost = await save(browser, { ...CHANGE, name: "N." });
    expect(lost).toMatchObject({ status: 503, text: expect.stringContaining("We could not confirm it") });
    expect(lost.text).not.toMatch(/incorrect|should be different/);
    server.resetHandlers();
    expect(await save(browser, { ...CHANGE, name: "N." })).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { name: "N." } });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
    expect(await signIn(newBrowser(), email, CHANGE.newPassword)).toMatchObject({ ok: true });
  });

  test.each([
    [{ currentPassword: "wrong", newPassword: "second password" }, "currentPassword"],
    [{ currentPassword: PASSWORD, newPassword: PASSWORD }, "newPassword"],
    [{ currentPassword: PASSWORD, newPassword: "1234567" }, "newPassword"],
  ])("refuses %j at its field", async (fields, field) => {
    const { browser } = await newCustomer();
    const { status, text } = await save(browser, fields);
    expect([status, Object.keys(JSON.parse(text).result.error)]).toEqual([400, [field]]);
  });

  test.each([
    ["the same", PASSWORD, /your password already/],
    ["a short", "1234567", /choose a longer password/],
    ["a long", "a".repeat(73), /72/],
  ])("refuses %s new password with our own message", async (_what, newPassword, words) => {
    const { browser } = await newCustomer();
    const refused = await save(browser, { currentPassword: PASSWORD, newPassword });
    expect(refused).toMatchObject({ status: 400, text: expect.stringMatching(words) });
  });

  test("throttles guesses of the current password after five", async () => {
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
  ])("sends a visitor of %s to sign in, and back afterwards", async (path, loader) => {
    const { to, status } = await pageResult(loader(newBrowser().visit(path)));
    expect([status, to]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
  });

  test("ignores a visitor's POST", async () => {
    expect(await pageResult(profile.action(newBrowser().visit("/profile", { name: "x" })))).toMatchObject({
      status: 302,
    });
  });
});

describe("/logout", () => {
  test("ends this session only, and deletes every cookie", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    browser.jar.set("sb-auth-token-code-verifier", "left over");
    expect(await pageResult(logout.action(browser.visit("/logout", {})))).toMatchObject({ status: 303, to: "/" });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
    expect(await whoIs(other)).toMatchObject({ kind: "known" });
  });

  test("ends every session when asked to", async () => {
    const { browser, email } = await newCustomer();
    const other = newBrowser();
    await signIn(other, email);
    const kept = new Map(browser.jar);
    expect(await pageResult(logout.action(browser.visit("/logout", { everywhere: "1" })))).toMatchObject({ to: "/" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect(await signIn(browser, email)).toMatchObject({ ok: true });
  });

  test("deletes the cookies of a session that is over", async () => {
    const { browser } = await newCustomer();
    await database.query("delete from auth.sessions");
    expect(await pageResult(logout.action(browser.visit("/logout", {})))).toMatchObject({ status: 303 });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
  });
});
