import { http } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as close from "#app/routes/account/close.tsx";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as login from "#app/routes/account/login.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { AUTH_MODES, setAuthMode } from "#mocks/database/gotrue.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database, linkIn, mails, newCustomer, newEmail, PASSWORD, pageResult, signIn } from "./customers.ts";
import { pageResult as withNotice } from "./demo-customers.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";

afterEach(() => {
  vi.mocked(console.error).mockClear();
  resetMocks();
});

/** Text of the service, of a library or of a parser, which customers must not see. */
const RAW = "Raw service words (pwned) {}";
const OURS = [200, 303, 400, 429, 503];
const FOREIGN = /Raw service|pwned\)|Unexpected (?:token|end)|JSON|API key|rate limit|undefined|\[object/;

const NEW = "second password";
const TROUBLE = AUTH_MODES.filter((mode) => mode !== "ok");
const SIGN_IN = { password: PASSWORD, stamp: makeStamp("sign-in", 10_000), cookies: "on" };
const signUpStamp = makeStamp("sign-up", 10_000);

type Form = (customer: Browser) => Promise<{ status: number; text: string }>;
const post = (action: typeof login.action, path: string, fields: Record<string, string>, browser = newBrowser()) =>
  pageResult(action(browser.visit(path, { website_2: "", ...fields })));
const FORMS: Record<string, Form> = {
  "sign-in": () => post(login.action, "/login", { ...SIGN_IN, email: newEmail() }),
  "sign-up": () =>
    post(login.action, "/login?tab=signup", { ...SIGN_IN, name: "N", email: newEmail(), stamp: signUpStamp }),
  forgot: () => post(forgot.action, "/login/forgot", { email: newEmail() }),
  resend: () => post(resend.action, "/login/resend", { email: newEmail() }),
  profile: (customer) =>
    post(profile.action, "/profile", { name: "Njeri", currentPassword: PASSWORD, newPassword: NEW }, customer),
  close: (customer) => post(close.action, "/profile/close", { password: PASSWORD }, customer),
};
const CODES = [
  ...["unexpected_failure", "validation_failed", "bad_json", "email_exists", "no_authorization", "user_not_found"],
  ...["signup_disabled", "user_banned", "email_not_confirmed", "captcha_failed", "user_already_exists", "conflict"],
  ...["reauthentication_needed", "same_password", "otp_expired", "weak_password", "over_request_rate_limit"],
  ...[
    "invalid_credentials",
    "email_address_not_authorized",
    "email_address_invalid",
    "request_timeout",
    "hook_timeout",
  ],
  ...["over_email_send_rate_limit", "session_not_found", "current_password_required", "a_code_of_tomorrow", ""],
];

const STATUSES = [400, 401, 422, 429, 500, 540];
const isLong = process.env.LONG === "1";
/** Returns the statuses with which a form gets a code: one, another at each form; all with LONG=1. */
const statusesOf = (code: number, form: number) =>
  STATUSES.filter((_status, index) => isLong || (code + form) % STATUSES.length === index);

describe.each(Object.entries(FORMS))("the reply to the form %s", (name, send) => {
  test("repeats no words of the auth service, whatever its error code and status", async () => {
    const { browser } = await newCustomer();
    for (const [index, code] of CODES.entries()) {
      for (const status of statusesOf(index, Object.keys(FORMS).indexOf(name))) {
        const body = { code: status, error_code: code, msg: RAW, weak_password: { reasons: ["pwned"] } };
        const refused = () => Response.json(body, { status });
        // Reading the session still works; only what the form asks for fails.
        server.use(http.post("*/auth/v1/*", refused), http.put("*/auth/v1/*", refused));
        const { status: told, text } = await send(browser);
        server.resetHandlers();
        expect([code, status, OURS.includes(told), FOREIGN.exec(text)?.[0]]).toEqual([code, status, true, undefined]);
      }
    }
  });

  test.each(TROUBLE)("is in our own words while the project is %s", async (mode) => {
    const { browser } = await newCustomer();
    setAuthMode(mode);
    const { status, text } = await send(browser);
    expect([[429, 503].includes(status), FOREIGN.exec(text)?.[0]]).toEqual([true, undefined]);
  });
});

/** Creates a customer with a mailed link to a new password. */
async function atNewPassword() {
  const { email } = await newCustomer();
  const browser = newBrowser();
  await aMinuteLater();
  mails.length = 0;
  await post(forgot.action, "/login/forgot", { email });
  await mailsSettled();
  const link = linkIn(mails[0]);
  return { browser, email, link, press: () => pageResult(confirm.action(browser.visit("/auth/confirm", link))) };
}

/** Skips the delays between the retries of the auth service's client, which add up to 25 seconds. */
async function withoutDelays<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let isOver = false;
  const running = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await mailsSettled();
    await vi.advanceTimersToNextTimerAsync();
  }
  return running.finally(() => vi.useRealTimers());
}

describe("the link to a new password", () => {
  test.each(TROUBLE)("comes back with the form while the project is %s, and works afterwards", async (mode) => {
    const { press } = await atNewPassword();
    setAuthMode(mode);
    const { status, text } = await press();
    expect(status).toBe(mode === "busy" ? 429 : 503);
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/press the button again|try again/) });
    setAuthMode("ok");
    expect(await press()).toMatchObject({ status: 303, to: "/login/reset" });
  });

  const choose = (browser: Browser) => post(reset.action, "/login/reset", { password: NEW }, browser);

  test.each(TROUBLE)("is not used up by choosing a password while the project is %s", async (mode) => {
    const { browser, email, press } = await atNewPassword();
    await press();
    setAuthMode(mode);
    for (let i = 0; i < 2; i++) {
      const { status } = await withoutDelays(() => choose(browser));
      expect(status).toBe(mode === "busy" ? 429 : 503);
    }
    setAuthMode("ok");
    expect(await choose(browser)).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
  });

  test("is not used up when the session was refreshed and the new password rejected", async () => {
    const { browser, press } = await atNewPassword();
    await press();
    const busy = { error_code: "over_request_rate_limit", msg: RAW };
    server.use(http.put("*/auth/v1/user", () => Response.json(busy, { status: 429 })));
    expect((await choose(browser)).status).toBe(429);
    server.resetHandlers();
    expect(await choose(browser)).toMatchObject({ status: 303, to: "/" });
  });

  test("leads to a message about other devices only if the auth service ended their sessions", async () => {
    for (const [path, isSaid] of [
      ["logout", false],
      ["nothing", true],
    ] as const) {
      const { browser, press } = await atNewPassword();
      await press();
      server.use(http.post(`*/auth/v1/${path}`, () => Response.json({}, { status: 401 })));
      const { flash } = await withNotice(reset.action(browser.visit("/login/reset", { password: NEW, website_2: "" })));
      server.resetHandlers();
      expect(JSON.stringify(flash).includes("Other devices are signed out")).toBe(isSaid);
    }
  });
});

describe("a password check that the auth service does not carry out", () => {
  const WRONG = /Current password is incorrect|This is not your password/;
  test.each([...TROUBLE, "over_request_rate_limit", "email_not_confirmed"])(
    "because of %s counts neither as a wrong password nor as an attempt",
    async (why) => {
      const { browser } = await newCustomer();
      for (const name of ["profile", "close"]) {
        for (let i = 0; i < 6; i++) {
          const refused = () =>
            why === "paused"
              ? new Response("<html>", { status: 540 })
              : Response.json({ error_code: why, msg: RAW }, { status: why === "busy" ? 429 : 401 });
          server.use(http.post("*/auth/v1/token", refused));
          const { text } = (await FORMS[name]?.(browser)) ?? { text: "" };
          expect(WRONG.test(text)).toBe(false);
          server.resetHandlers();
        }
      }
      expect(await FORMS.profile?.(browser)).toMatchObject({ status: 303 });
    },
  );

  test("is a wrong password when the service says so", async () => {
    const { browser } = await newCustomer();
    const wrong = { name: "Njeri", currentPassword: "wrong", newPassword: NEW };
    expect((await post(profile.action, "/profile", wrong, browser)).text).toMatch(WRONG);
  });
});

test("a sign-in that the auth service throttles says when to try again, and is no attempt", async () => {
  const { email } = await newCustomer();
  const address = "198.51.100.9";
  const tryOnce = async () => {
    const { request, context, params } = newBrowser().visit("/login", { ...SIGN_IN, email, website_2: "" });
    const reply = await login.action({ request, context: { ...context, address }, params });
    return reply instanceof Response
      ? { status: reply.status, headers: reply.headers, text: "" }
      : { status: reply.init?.status, headers: new Headers(reply.init?.headers), text: JSON.stringify(reply.data) };
  };
  setAuthMode("busy");
  for (let i = 0; i < 6; i++) {
    const { status, headers, text } = await tryOnce();
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(text).toContain("Too many people are using this from your network right now.");
  }
  setAuthMode("ok");
  expect((await tryOnce()).status).toBe(303);
});

test("a banned customer gets the reply to a wrong password", async () => {
  const { email } = await newCustomer();
  await database.query("update auth.users set banned_until = now() + interval '1 day' where email = $1", [email]);
  const banned = await post(login.action, "/login", { ...SIGN_IN, email, password: "not this one" });
  expect([banned.status, banned.text.includes("Invalid login credentials")]).toEqual([400, true]);
});
