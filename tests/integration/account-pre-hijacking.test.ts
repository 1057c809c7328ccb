import { describe, expect, test } from "vitest";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import * as orders from "#app/routes/dashboard/orders/list.tsx";
import * as dashboard from "#app/routes/dashboard/overview.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import { database, mailedLink, newCustomer, newEmail, pageResult, signIn, signUp, whoIs } from "./customers.ts";
import { aMinuteLater } from "./open-memory.ts";

const STRANGERS = "the stranger's password";
const OWN = "the owner's password";

type Link = { token_hash: string; type: string };
const press = (browser: Browser, link: Link) => pageResult(confirm.action(browser.requestArgs("/auth/confirm", link)));
const choose = (browser: Browser, fields: Record<string, string> = {}) =>
  pageResult(reset.action(browser.requestArgs("/login/reset", { password: OWN, ...fields })));
async function askForMail(route: typeof forgot | typeof resend, email: string) {
  await route.action(newBrowser().requestArgs("/login/forgot", { email, website_2: "" }));
  return mailedLink();
}
const opens = async (email: string, password: string) => (await signIn(newBrowser(), email, password)).ok;
const strangerSignsUp = (email: string, browser = newBrowser()) => signUp(browser, email, STRANGERS, "Stranger");
/** Returns a browser with the same cookies. */
function copyOf({ jar }: Browser) {
  const copy = newBrowser();
  for (const [name, value] of jar) copy.jar.set(name, value);
  return copy;
}

/**
 * Presses a link's button and expects that nothing of the stranger opens the account, and that the browser must choose a
 * password.
 */
async function expectReset(browser: Browser, link: Link, email: string) {
  expect(await press(browser, link)).toMatchObject({ status: 303, to: "/login/reset" });
  await expectEmpty(email);
  expect(await whoIs(browser)).toEqual({ kind: "nobody" });
}
async function expectEmpty(email: string) {
  expect(await opens(email, STRANGERS)).toBe(false);
  const [user] = await database.query(
    `select encrypted_password as password, raw_user_meta_data - 'email_verified' as about,
       (select count(*)::int from auth.identities i where i.user_id = u.id and i.identity_data::text ~ 'Stranger') as traces
     from auth.users u where email = $1`,
    [email],
  );
  expect(user).toEqual({ password: "", about: {}, traces: 0 });
}

describe("after a stranger signed up with somebody else's address", () => {
  test("the mail's button resets the account and asks its owner for a new password", async () => {
    const email = newEmail();
    const [stranger, owner] = [newBrowser(), newBrowser()];
    await expectReset(owner, await strangerSignsUp(email, stranger), email);
    for (const { loader } of [dashboard, orders, profile]) {
      expect(await pageResult(loader(owner.requestArgs("/dashboard")))).toMatchObject({ status: 302 });
    }
    expect(await pageResult(profile.action(owner.requestArgs("/profile", { name: "x" })))).toMatchObject({
      status: 302,
    });
    const page = await pageResult(reset.loader(owner.requestArgs("/login/reset")));
    expect(JSON.parse(page.text)).toEqual({ email, isNew: true });

    // Signing up again before the new password changes nothing.
    await strangerSignsUp(email, stranger);
    await expectEmpty(email);
    expect(await choose(owner, { password: "short" })).toMatchObject({ status: 400 });
    expect(await choose(owner)).toMatchObject({ status: 303, to: "/" });
    await strangerSignsUp(email, stranger);
    expect(await whoIs(owner)).toMatchObject({ kind: "known", account: { email, name: undefined } });
    expect([await opens(email, OWN), await opens(email, STRANGERS)]).toEqual([true, false]);
    expect(await whoIs(stranger)).toEqual({ kind: "nobody" });
  });

  test("a later sign-up by the owner does not make the account theirs", async () => {
    const email = newEmail();
    await strangerSignsUp(email);
    const owner = newBrowser();
    await expectReset(owner, await signUp(owner, email, OWN, "Njeri"), email);
    expect(await choose(owner, { name: "Njeri" })).toMatchObject({ to: "/" });
    expect(await whoIs(owner)).toMatchObject({ account: { email, name: "Njeri" } });
  });

  test("neither the cookie of another sign-up nor a forged one makes the account theirs", async () => {
    const [owner, forger, email] = [newBrowser(), newBrowser(), newEmail()];
    await signUp(owner, newEmail(), OWN);
    expect(await press(owner, await strangerSignsUp(newEmail()))).toMatchObject({ to: "/login/reset" });
    const link = await strangerSignsUp(email);
    const [row] = await database.query(
      "select raw_user_meta_data ->> 'sign_up_id' as sign_up_id from auth.users where email = $1",
      [email],
    );
    forger.jar.set("sign-up", Buffer.from(JSON.stringify(row?.sign_up_id)).toString("base64"));
    await expectReset(forger, link, email);
  });

  test("closing the page leaves an account that only a mail to its address opens", async () => {
    const email = newEmail();
    await expectReset(newBrowser(), await strangerSignsUp(email), email);
    const owner = newBrowser();
    expect(await choose(owner)).toMatchObject({ status: 400 });
    expect(await press(owner, await askForMail(forgot, email))).toMatchObject({ to: "/login/reset" });
    expect(JSON.parse((await pageResult(reset.loader(owner.requestArgs()))).text)).toEqual({ email, isNew: false });
    expect(await choose(owner)).toMatchObject({ to: "/" });
    expect(await opens(email, OWN)).toBe(true);
  });

  test.each([
    ["recovery", forgot],
    ["signup", resend],
  ])("a mailed %s link resets the account too, and an earlier link is invalid", async (type, route) => {
    const email = newEmail();
    const first = await strangerSignsUp(email);
    await aMinuteLater();
    const link = await askForMail(route, email);
    expect(link.type).toBe(type);
    if (route === resend) expect(await press(newBrowser(), first)).toMatchObject({ status: 400 });
    await expectReset(newBrowser(), link, email);
  });

  test.each(["recovery", "magiclink"])(
    "its link with the type changed to %s does not keep the password",
    async (type) => {
      const email = newEmail();
      const { to } = await press(newBrowser(), { ...(await strangerSignsUp(email)), type });
      expect(["/login/reset", null]).toContain(to);
      expect(await opens(email, STRANGERS)).toBe(false);
    },
  );

  test("a database that does not reply leaves the link unused and the account unconfirmed", async () => {
    const email = newEmail();
    const link = await strangerSignsUp(email);
    const owner = newBrowser();
    await database.query("alter function public.claim_mailed_link(text, text) rename to away");
    const pressed = await press(owner, link);
    await database.query("alter function public.away(text, text) rename to claim_mailed_link");
    expect([pressed.status, JSON.parse(pressed.text).message]).toEqual([503, "An error occurred. Please try again."]);
    expect(await signIn(newBrowser(), email, STRANGERS)).toMatchObject({ message: "Email not confirmed" });
    await expectReset(owner, link, email);
  });
});

describe("the person who created the account", () => {
  test("is signed in by the button in the same browser, even if a stranger signs up with the address afterwards", async () => {
    const email = newEmail();
    const owner = newBrowser();
    await signUp(owner, email, OWN, "Njeri");
    expect(await press(owner, await strangerSignsUp(email))).toMatchObject({ status: 303, to: "/" });
    expect(await whoIs(owner)).toMatchObject({ account: { email, name: "Njeri" } });
    expect([await opens(email, OWN), await opens(email, STRANGERS)]).toEqual([true, false]);
  });

  test("may sign up again and have the mail re-sent, and still owns the account with the first password", async () => {
    const email = newEmail();
    const owner = newBrowser();
    await signUp(owner, email, OWN);
    await signUp(owner, email, "another password");
    expect(await press(owner, await askForMail(resend, email))).toMatchObject({ to: "/" });
    expect(await opens(email, OWN)).toBe(true);
  });

  test("chooses a password once in another browser, whose session of another account ends", async () => {
    const email = newEmail();
    const { browser } = await newCustomer();
    await press(browser, await signUp(newBrowser(), email, OWN));
    const copies = [copyOf(browser), copyOf(browser)] as const;
    const both = [choose(browser, { name: "Njeri" }), choose(browser, { name: "Njeri" })];
    expect(await Promise.all(both)).toMatchObject([{ to: "/" }, { to: "/" }]);
    expect(await whoIs(browser)).toMatchObject({ account: { email, name: "Njeri" } });
    // The reply was lost with its cookies: sending the same again succeeds.
    expect(await choose(copies[0])).toMatchObject({ status: 303, to: "/" });
    expect(await choose(copies[1], { password: "a thief's password" })).toMatchObject({ status: 400 });
    expect(await opens(email, OWN)).toBe(true);
  });
});
