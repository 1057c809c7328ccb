import { describe, expect, test } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import { publicClient } from "#app/gateways/supabase/client.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import * as orders from "#app/routes/dashboard/orders/list.tsx";
import * as dashboard from "#app/routes/dashboard/overview.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import { database, linkIn, mails, newCustomer, newEmail, pageResult, signIn, signUp, whoIs } from "./customers.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";

const STRANGERS = "the stranger's password";
const OWN = "the owner's password";

type Link = { token_hash: string; type: string };
const press = (browser: Browser, link: Link) => pageResult(confirm.action(browser.visit("/auth/confirm", link)));
const choose = (browser: Browser, fields: Record<string, string> = {}) =>
  pageResult(reset.action(browser.visit("/login/reset", { password: OWN, ...fields })));
const ask = async (route: typeof forgot | typeof resend, email: string) => {
  await route.action(newBrowser().visit("/login/forgot", { email, website_2: "" }));
  await mailsSettled();
  return linkIn(mails.at(-1));
};
const opens = async (email: string, password: string) => (await signIn(newBrowser(), email, password)).ok;

/** Expects that no password or session opens the account, and that nothing of the stranger is left. */
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

/** Expects that a browser that still has to choose a password is signed out. */
async function expectNobody(browser: Browser) {
  expect(await whoIs(browser)).toEqual({ kind: "nobody" });
  for (const { loader } of [dashboard, orders, profile]) {
    expect(await pageResult(loader(browser.visit("/dashboard")))).toMatchObject({ status: 302 });
  }
  expect(await pageResult(profile.action(browser.visit("/profile", { name: "x" })))).toMatchObject({ status: 302 });
}

describe("a stranger signs up with somebody else's address", () => {
  test("pressing the mail's button resets the account and asks for a new password", async () => {
    const email = newEmail();
    const stranger = newBrowser();
    const link = await signUp(stranger, email, STRANGERS, "Stranger");
    const owner = newBrowser();
    expect(await press(owner, link)).toMatchObject({ status: 303, to: "/login/reset" });
    await expectEmpty(email);
    await expectNobody(owner);
    const page = await pageResult(reset.loader(owner.visit("/login/reset")));
    expect(JSON.parse(page.text)).toEqual({ email, isNew: true });

    expect(await choose(owner, { password: "short" })).toMatchObject({ status: 400 });
    expect(await choose(owner)).toMatchObject({ status: 303, to: "/" });
    expect(await whoIs(owner)).toMatchObject({ kind: "known", account: { email, name: undefined } });
    expect(await opens(email, OWN)).toBe(true);
    expect(await opens(email, STRANGERS)).toBe(false);
    expect(await whoIs(stranger)).toEqual({ kind: "nobody" });
  });

  test("a later sign-up by the owner does not make the account theirs, and its cookie does not count", async () => {
    const email = newEmail();
    await signUp(newBrowser(), email, STRANGERS, "Stranger");
    const owner = newBrowser();
    const link = await signUp(owner, email, OWN, "Njeri");
    expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
    await expectEmpty(email);
    expect(await choose(owner, { name: "Njeri" })).toMatchObject({ to: "/" });
    expect(await whoIs(owner)).toMatchObject({ account: { email, name: "Njeri" } });
  });

  test("the cookie of an earlier sign-up in the same browser does not count, nor a forged one", async () => {
    const owner = newBrowser();
    await signUp(owner, newEmail(), OWN);
    const [email, link] = [newEmail(), await signUp(newBrowser(), newEmail(), STRANGERS)];
    expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
    const forger = newBrowser();
    const theirs = await signUp(newBrowser(), email, STRANGERS, "Stranger");
    const [row] = await database.query(
      "select raw_user_meta_data ->> 'sign_up_mark' as mark from auth.users where email = $1",
      [email],
    );
    forger.jar.set("sign-up", Buffer.from(JSON.stringify(row?.mark)).toString("base64"));
    expect(await press(forger, theirs)).toMatchObject({ to: "/login/reset" });
    await expectEmpty(email);
  });

  test("closing the page leaves an account that only a mail to its address opens", async () => {
    const email = newEmail();
    await press(newBrowser(), await signUp(newBrowser(), email, STRANGERS, "Stranger"));
    await expectEmpty(email);
    const owner = newBrowser();
    expect(await choose(owner)).toMatchObject({ status: 400 });
    expect(await press(owner, await ask(forgot, email))).toMatchObject({ to: "/login/reset" });
    expect(JSON.parse((await pageResult(reset.loader(owner.visit()))).text)).toEqual({ email, isNew: false });
    expect(await choose(owner)).toMatchObject({ to: "/" });
    expect(await opens(email, OWN)).toBe(true);
  });

  test("a recovery link, which also confirms, resets the account too", async () => {
    const email = newEmail();
    await signUp(newBrowser(), email, STRANGERS, "Stranger");
    const link = await ask(forgot, email);
    expect(link.type).toBe("recovery");
    const owner = newBrowser();
    expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
    await expectEmpty(email);
    await expectNobody(owner);
  });

  test.each(["recovery", "signup", "magiclink"])("a link of the type %s resets the account too", async (type) => {
    const email = newEmail();
    const link = await signUp(newBrowser(), email, STRANGERS, "Stranger");
    const pressed = await press(newBrowser(), { ...link, type });
    if (pressed.status === 303) expect(pressed.to).toBe("/login/reset");
    expect(await opens(email, STRANGERS)).toBe(false);
  });

  test("signing up again between the press and the new password changes nothing", async () => {
    const email = newEmail();
    const stranger = newBrowser();
    const owner = newBrowser();
    await press(owner, await signUp(stranger, email, STRANGERS, "Stranger"));
    await signUp(stranger, email, STRANGERS, "Stranger");
    await expectEmpty(email);
    await choose(owner);
    await signUp(stranger, email, STRANGERS, "Stranger");
    expect(await opens(email, STRANGERS)).toBe(false);
    expect(await opens(email, OWN)).toBe(true);
  });

  test("a re-sent mail works like the first, and the earlier link is invalid", async () => {
    const email = newEmail();
    const first = await signUp(newBrowser(), email, STRANGERS, "Stranger");
    await aMinuteLater();
    const link = await ask(resend, email);
    const owner = newBrowser();
    expect(await press(owner, first)).toMatchObject({ status: 400 });
    expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
    await expectEmpty(email);
  });

  test("a database that does not reply leaves the link unused and the account unconfirmed", async () => {
    const email = newEmail();
    const link = await signUp(newBrowser(), email, STRANGERS, "Stranger");
    await database.query("alter function public.claim_mailed_link(text, text) rename to away");
    const owner = newBrowser();
    const pressed = await press(owner, link);
    await database.query("alter function public.away(text, text) rename to claim_mailed_link");
    expect(pressed).toMatchObject({
      status: 503,
      text: expect.stringContaining("An error occurred. Please try again."),
    });
    expect(await accounts.signIn(await clientOf(newBrowser()), { email, password: STRANGERS })).toMatchObject({
      message: "Email not confirmed",
    });
    expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
  });
});

test("only the server may ask which account a link belongs to", async () => {
  const link = await signUp(newBrowser(), newEmail());
  const { browser } = await newCustomer();
  for (const client of [publicClient(), await clientOf(browser)]) {
    const { data, error } = await client.rpc("claim_mailed_link", { link: link.token_hash, mark: "x" });
    expect([data, error?.code]).toEqual([null, expect.stringMatching(/42501|PGRST202/)]);
  }
});

const clientOf = (browser: Browser) => {
  const { request, context } = browser.visit();
  return supabaseFor(request, context);
};

describe("the person who made the account", () => {
  test("is signed in by the button in the same browser, even if somebody else signs up with the address afterwards", async () => {
    const email = newEmail();
    const owner = newBrowser();
    await signUp(owner, email, OWN, "Njeri");
    const link = await signUp(newBrowser(), email, STRANGERS, "Stranger");
    expect(await press(owner, link)).toMatchObject({ status: 303, to: "/" });
    expect(await whoIs(owner)).toMatchObject({ account: { email, name: "Njeri" } });
    expect(await opens(email, OWN)).toBe(true);
    expect(await opens(email, STRANGERS)).toBe(false);
  });

  test("may sign up again and have the mail re-sent, and still owns the account", async () => {
    const email = newEmail();
    const owner = newBrowser();
    await signUp(owner, email, OWN);
    await signUp(owner, email, "another password");
    expect(await press(owner, await ask(resend, email))).toMatchObject({ to: "/" });
    expect(await opens(email, OWN)).toBe(true);
  });

  test("chooses a new password in another browser, once and within half an hour", async () => {
    const email = newEmail();
    const phone = newBrowser();
    await press(phone, await signUp(newBrowser(), email, OWN, "Njeri"));
    const kept = new Map(phone.jar);
    expect(await choose(phone, { password: "another password", name: "Njeri" })).toMatchObject({ to: "/" });
    const copy = newBrowser();
    for (const [name, value] of kept) copy.jar.set(name, value);
    expect(await choose(copy, { password: "a thief's password" })).toMatchObject({ status: 400 });
    expect(await opens(email, "another password")).toBe(true);
    expect(await whoIs(phone)).toMatchObject({ account: { name: "Njeri" } });
  });
});

test("choosing a password twice changes it once, and both replies confirm it", async () => {
  const email = newEmail();
  const browser = newBrowser();
  await press(browser, await signUp(newBrowser(), email, STRANGERS));
  const kept = new Map(browser.jar);
  const both = await Promise.all([choose(browser), choose(browser)]);
  expect(both).toMatchObject([{ to: "/" }, { to: "/" }]);
  expect(await whoIs(browser)).toMatchObject({ account: { email } });
  // The response was lost, with its cookies.
  const unaware = newBrowser();
  for (const [name, value] of kept) unaware.jar.set(name, value);
  expect(await choose(unaware)).toMatchObject({ status: 303, to: "/" });
  expect(await opens(email, OWN)).toBe(true);
});

test("choosing a password for one account ends the browser's session of another account", async () => {
  const browser = newBrowser();
  const first = newEmail();
  await press(browser, await signUp(browser, first, OWN));
  const second = newEmail();
  await press(browser, await signUp(newBrowser(), second, STRANGERS));
  expect(await whoIs(browser)).toMatchObject({ account: { email: first } });
  await choose(browser, { password: "a second password" });
  expect(await whoIs(browser)).toMatchObject({ account: { email: second } });
});
