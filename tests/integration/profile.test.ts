import { http } from "msw";
import { describe, expect, test } from "vitest";
import * as logout from "#app/routes/account/logout.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database, newCustomer, PASSWORD, pageResult, signIn, whoIs } from "./customers.ts";

const NEW = "second password";
const CHANGE = { currentPassword: PASSWORD, newPassword: NEW };
const post = (browser: Browser, fields: Record<string, string>) =>
  pageResult(profile.action(browser.requestArgs("/profile", fields)));

/** Sends the form that holds name and password. */
const save = (browser: Browser, fields: Record<string, string>) =>
  post(browser, { name: "Njeri Mwangi", currentPassword: "", newPassword: "", ...fields });
const savePhone = (browser: Browser, phone: string, name = "Njeri Mwangi") =>
  post(browser, { form: "you", name, phone });
const profileOf = async (browser: Browser) =>
  JSON.parse((await pageResult(profile.loader(browser.requestArgs("/profile")))).text);

/** Returns a customer who is also signed in in another browser. */
async function inTwoBrowsers() {
  const customer = await newCustomer();
  const other = newBrowser();
  await signIn(other, customer.email);
  return { ...customer, other };
}

describe("the profile page", () => {
  test("stores a phone number in one form, shows it as it is dialled, and can delete it", async () => {
    const { browser } = await newCustomer();
    expect(await savePhone(browser, "+254 712-345678")).toMatchObject({ status: 303, to: "/profile#you" });
    expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi", phone: "+254712345678" } });
    expect(await profileOf(browser)).toMatchObject({ phone: "0712 345678" });
    expect(await savePhone(browser, "")).toMatchObject({ status: 303 });
    expect(await profileOf(browser)).toMatchObject({ name: "Njeri Mwangi", phone: "" });
  });

  test.each([
    ["/profile", { name: "N.", ...CHANGE }, "N."],
    ["/profile#password", { form: "password", ...CHANGE }, "Njeri Mwangi"],
    // Browsers fill in the current password by themselves.
    ["/profile", { name: "N.", currentPassword: "whatever", newPassword: "" }, "N."],
  ])("redirects to %s, changes only what %j names, and keeps the phone number", async (to, fields, name) => {
    const { browser, email } = await newCustomer();
    await savePhone(browser, "0712345678");
    expect(await post(browser, fields)).toMatchObject({ status: 303, to });
    expect(await whoIs(browser)).toMatchObject({ account: { name, phone: "+254712345678" } });
    expect(await signIn(newBrowser(), email, fields.newPassword || PASSWORD)).toMatchObject({ ok: true });
  });

  test.each(["0712 345 678 9", "1".repeat(60)])(
    "refuses %j at the number's field with all input, and saves nothing",
    async (phone) => {
      const { browser } = await newCustomer();
      const { status, text } = await savePhone(browser, phone, "N.");
      const { form, result } = JSON.parse(text);
      expect([status, form, Object.keys(result.error)]).toEqual([400, "you", ["phone"]]);
      expect(result.initialValue).toMatchObject({ name: "N.", phone });
      expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi", phone: undefined } });
    },
  );

  test("refuses a wrong current password, keeps the session, and changes nothing", async () => {
    const { browser, email } = await newCustomer();
    const refused = await save(browser, { currentPassword: "wrong", newPassword: NEW });
    expect([refused.status, Object.keys(JSON.parse(refused.text).result.error)]).toEqual([400, ["currentPassword"]]);
    expect(refused.text).toContain("Current password is incorrect");
    expect(refused.text).not.toMatch(/wrong|second password/);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test.each([
    ["the current one", PASSWORD, PASSWORD, "newPassword", /your password already/],
    ["too short", PASSWORD, "1234567", "newPassword", /choose a longer password/],
    ["too long", PASSWORD, "a".repeat(73), "newPassword", /72/],
    ["without the current one", "", NEW, "currentPassword", /your current password too/],
  ])(
    "refuses a new password that is %s with our own message at its field, and saves nothing",
    async (_what, currentPassword, newPassword, field, words) => {
      const { browser } = await newCustomer();
      const { status, text } = await save(browser, { name: "N.", currentPassword, newPassword });
      expect([status, Object.keys(JSON.parse(text).result.error)]).toEqual([400, [field]]);
      expect(text).toMatch(words);
      expect(text).not.toContain(newPassword);
      expect(await whoIs(browser)).toMatchObject({ account: { name: "Njeri Mwangi" } });
    },
  );

  test("requires both passwords in their own form, each at its field", async () => {
    const { browser } = await newCustomer();
    const { status, text } = await post(browser, { form: "password", currentPassword: "", newPassword: "" });
    const { form, result } = JSON.parse(text);
    expect([status, form, Object.keys(result.error)]).toEqual([400, "password", ["currentPassword", "newPassword"]]);
  });

  test("changes the password once for repeated submissions, and ends the other sessions", async () => {
    const { browser, email, other } = await inTwoBrowsers();
    const both = await Promise.all([save(browser, CHANGE), save(browser, CHANGE)]);
    expect([...both, await save(browser, CHANGE)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect([(await whoIs(browser)).kind, (await whoIs(other)).kind]).toEqual(["known", "nobody"]);
    expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
  });

  test("calls a change unconfirmed when the auth service made it without replying, and confirms it the next time", async () => {
    const { browser, email, other } = await inTwoBrowsers();
    server.use(
      http.put("*/auth/v1/*", async ({ request }) => {
        await database.answer(request);
        return new Response("", { status: 504 });
      }),
    );
    const lost = await save(browser, { ...CHANGE, name: "N." });
    expect(lost).toMatchObject({ status: 503, text: expect.stringContaining("We could not confirm it") });
    expect(lost.text).not.toMatch(/incorrect|should be different/);
    server.resetHandlers();
    expect(await save(browser, { ...CHANGE, name: "N." })).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { name: "N." } });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
    expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
  });
});

describe("signing out", () => {
  const signOut = (browser: Browser, fields = {}) => pageResult(logout.action(browser.requestArgs("/logout", fields)));

  test("ends this session only, and deletes every cookie", async () => {
    const { browser, other } = await inTwoBrowsers();
    browser.jar.set("sb-auth-token-code-verifier", "left over");
    expect(await signOut(browser)).toMatchObject({ status: 303, to: "/" });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
    expect(await whoIs(other)).toMatchObject({ kind: "known" });
  });

  test("ends every session when asked to", async () => {
    const { browser, email, other } = await inTwoBrowsers();
    const kept = new Map(browser.jar);
    expect(await signOut(browser, { everywhere: "1" })).toMatchObject({ to: "/" });
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect([await whoIs(other), await whoIs(browser)]).toEqual([{ kind: "nobody" }, { kind: "nobody" }]);
    expect(await signIn(browser, email)).toMatchObject({ ok: true });
  });

  test("deletes the cookies of a session that is over", async () => {
    const { browser } = await newCustomer();
    await database.query("delete from auth.sessions");
    expect(await signOut(browser)).toMatchObject({ status: 303 });
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
  });
});
