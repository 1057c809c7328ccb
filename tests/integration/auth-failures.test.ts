import { http } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import * as close from "#app/routes/account/close.tsx";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as login from "#app/routes/account/login.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { AUTH_MODES, setAuthMode } from "#mocks/database/gotrue.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser, responseOf } from "./browser.ts";
import { database, mailedLink, newCustomer, newEmail, PASSWORD, pageResult, signIn } from "./customers.ts";
import { pageResult as resultWithFlash } from "./demo-customers.ts";
import { aMinuteLater } from "./open-memory.ts";

afterEach(() => {
  vi.mocked(console.error).mockClear();
  resetMocks();
});

/** Text of the service, of a library or of a parser, which customers must not see. */
const RAW = "Raw service words (pwned) {}";
const FOREIGN = /Raw service|pwned\)|Unexpected (?:token|end)|JSON|API key|rate limit|undefined|\[object/;
const EXPECTED_STATUSES = [200, 303, 400, 429, 503];
const FAILING_MODES = AUTH_MODES.filter((mode) => mode !== "ok");
const NEW = "second password";
const SIGN_IN = { password: PASSWORD, stamp: makeStamp("sign-in", 10_000), cookies: "on" };
const SIGN_UP = { name: "N", password: PASSWORD, stamp: makeStamp("sign-up", 10_000) };

type Form = (customer: Browser) => Promise<{ status: number; text: string }>;
const post = (action: typeof login.action, path: string, fields: Record<string, string>, browser = newBrowser()) =>
  pageResult(action(browser.requestArgs(path, { website_2: "", ...fields })));
const FORMS: Record<string, Form> = {
  "sign-in": () => post(login.action, "/login", { ...SIGN_IN, email: newEmail() }),
  "sign-up": () => post(login.action, "/login?tab=signup", { ...SIGN_UP, email: newEmail() }),
  forgot: () => post(forgot.action, "/login/forgot", { email: newEmail() }),
  resend: () => post(resend.action, "/login/resend", { email: newEmail() }),
  profile: (customer) =>
    post(profile.action, "/profile", { name: "Njeri", currentPassword: PASSWORD, newPassword: NEW }, customer),
  close: (customer) => post(close.action, "/profile/close", { password: PASSWORD }, customer),
};
const CODES = `unexpected_failure validation_failed bad_json email_exists no_authorization user_not_found signup_disabled
  user_banned email_not_confirmed captcha_failed user_already_exists conflict reauthentication_needed same_password
  otp_expired weak_password over_request_rate_limit invalid_credentials email_address_not_authorized email_address_invalid
  request_timeout hook_timeout over_email_send_rate_limit session_not_found current_password_required a_code_of_tomorrow`;
const STATUSES = [400, 401, 422, 429, 500, 540];
const isLong = process.env.LONG === "1";
/** Returns the statuses with which a form gets a code: one, another at each form; all with LONG=1. */
const statusesOf = (code: number, form: number) =>
  STATUSES.filter((_status, index) => isLong || (code + form) % STATUSES.length === index);

describe.each(Object.entries(FORMS))("the reply to the form %s", (name, send) => {
  test("repeats no words of the auth service, whatever its error code and status", async () => {
    const { browser } = await newCustomer();
    for (const [index, code] of [...CODES.split(/\s+/), ""].entries()) {
      for (const status of statusesOf(index, Object.keys(FORMS).indexOf(name))) {
        const body = { code: status, error_code: code, msg: RAW, weak_password: { reasons: ["pwned"] } };
        const fail = () => Response.json(body, { status });
        // Reading the session still works; only what the form asks for fails.
        server.use(http.post("*/auth/v1/*", fail), http.put("*/auth/v1/*", fail));
        const response = await send(browser);
        server.resetHandlers();
        const isExpected = EXPECTED_STATUSES.includes(response.status);
        expect([code, status, isExpected, FOREIGN.exec(response.text)?.[0]]).toEqual([code, status, true, undefined]);
      }
    }
  });

  test.each(FAILING_MODES)("is in our own words while the project is %s", async (mode) => {
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
  await post(forgot.action, "/login/forgot", { email });
  const link = await mailedLink();
  return { browser, email, press: () => pageResult(confirm.action(browser.requestArgs("/auth/confirm", link))) };
}

/** The delays between the retries of the auth service's client, which add up to 25 seconds. */
const RETRY_DELAYS = Array.from({ length: 8 }, (_, attempt) => 200 * 2 ** attempt);

/** Skips the delays of RETRY_DELAYS. All other timers, such as deadlines, run as ever. */
function withoutDelays<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout } = globalThis;
  const skipping = (done: () => void, ms = 0) => setTimeout(done, RETRY_DELAYS.includes(ms) ? 0 : ms);
  vi.stubGlobal("setTimeout", skipping);
  return work().finally(() => vi.unstubAllGlobals());
}

describe("the link to a new password", () => {
  const choose = (browser: Browser) => post(reset.action, "/login/reset", { password: NEW }, browser);

  test.each(FAILING_MODES)("works again after its page and its form failed while the project is %s", async (mode) => {
    const { browser, email, press } = await atNewPassword();
    const failed = mode === "busy" ? 429 : 503;
    setAuthMode(mode);
    const { status, text } = await press();
    expect(status).toBe(failed);
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/press the button again|try again/) });
    setAuthMode("ok");
    expect(await press()).toMatchObject({ status: 303, to: "/login/reset" });
    setAuthMode(mode);
    for (let i = 0; i < 2; i++) expect((await withoutDelays(() => choose(browser))).status).toBe(failed);
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

  test.each([
    ["does not say", "logout", false],
    ["says", "nothing", true],
  ])("%s that other devices are signed out if calls of %s fail", async (_what, path, isSaid) => {
    const { browser, press } = await atNewPassword();
    await press();
    server.use(http.post(`*/auth/v1/${path}`, () => Response.json({}, { status: 401 })));
    const chosen = reset.action(browser.requestArgs("/login/reset", { password: NEW, website_2: "" }));
    const { flash } = await resultWithFlash(chosen);
    expect(JSON.stringify(flash).includes("Other devices are signed out")).toBe(isSaid);
  });
});

test.each([...FAILING_MODES, "over_request_rate_limit", "email_not_confirmed"])(
  "a password check that fails because of %s counts neither as a wrong password nor as an attempt",
  async (why) => {
    const { browser } = await newCustomer();
    const fail = () =>
      why === "paused"
        ? new Response("<html>", { status: 540 })
        : Response.json({ error_code: why, msg: RAW }, { status: why === "busy" ? 429 : 401 });
    server.use(http.post("*/auth/v1/token", fail));
    for (const form of [FORMS.profile, FORMS.close]) {
      for (let i = 0; i < 6; i++) {
        expect((await form?.(browser))?.text).not.toMatch(/Current password is incorrect|This is not your password/);
      }
    }
    server.resetHandlers();
    expect(await FORMS.profile?.(browser)).toMatchObject({ status: 303 });
  },
);

test("a sign-in that the auth service throttles says when to try again, and is no attempt", async () => {
  const { email } = await newCustomer();
  const browser = newBrowser();
  const tryOnce = () =>
    responseOf(() => login.action(browser.requestArgs("/login", { ...SIGN_IN, email, website_2: "" })));
  setAuthMode("busy");
  for (let i = 0; i < 6; i++) {
    const { status, headers, data } = await tryOnce();
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(JSON.stringify(data)).toContain("Too many people are using this from your network right now.");
  }
  setAuthMode("ok");
  expect((await tryOnce()).status).toBe(303);
});

test("a banned customer gets the reply to a wrong password", async () => {
  const { email } = await newCustomer();
  await database.query("update auth.users set banned_until = now() + interval '1 day' where email = $1", [email]);
  for (const password of [PASSWORD, "not this one"]) {
    const banned = await post(login.action, "/login", { ...SIGN_IN, email, password });
    expect([banned.status, banned.text.includes("Invalid login credentials")]).toEqual([400, true]);
  }
});
