import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findSecondStep } from "#app/accounts/second-steps.table.server.ts";
import { passStep } from "#app/accounts/step.server.ts";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { action as ownStep } from "#app/routes/account/own-step.tsx";
import { action as step } from "#app/routes/account/step.tsx";
import { sendAccountNotifications } from "#app/server/notification-run.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { setDeadlines } from "../deadlines.js";
import { untilTestEnds } from "../until-test-ends.ts";
import { type Browser, newBrowser, submit } from "./browser.ts";
import { signedIn, whoIs } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import {
  begin,
  codeOf,
  database,
  email,
  enterPassword,
  newAddress,
  newSession,
  stranger,
  switchOn,
  userId,
} from "./second-step-fixtures.ts";

const PASSWORD = "sandbox-password";
const changes = async () =>
  (await database.query("select kind from account_changes where user_id = $1 order by created_at", [userId])).map(
    ({ kind }) => kind,
  );

beforeEach(() => database.query("delete from account_changes"));
afterEach(() => {
  // The auth client also logs the errors that it returns.
  vi.mocked(console.error).mockClear();
  vi.restoreAllMocks();
  resetMocks();
});

describe("an outage of the auth service at the right code", () => {
  const OUTAGES: Record<string, () => Response | Promise<Response>> = {
    "answers 429": () => Response.json({ error_code: "over_request_rate_limit", msg: "x" }, { status: 429 }),
    "answers 500": () => Response.json({ error_code: "unexpected_failure", msg: "x" }, { status: 500 }),
    "answers 503": () => new HttpResponse(null, { status: 503 }),
    "answers a proxy's page": () => new HttpResponse("<html>", { status: 540 }),
    "drops the connection": () => HttpResponse.error(),
    hangs: untilTestEnds,
  };

  test.each(Object.entries(OUTAGES))(
    "that %s is a 503, and the same code signs in afterwards",
    async (how, response) => {
      const { secret } = await switchOn();
      const browser = newBrowser(newAddress());
      await enterPassword(browser);
      server.use(http.all("*/auth/v1/*", response));
      if (how === "hangs") setDeadlines({ account: 1 });
      const code = codeOf(secret);
      const failed = await submit(step, "/login/step", { code }, browser);
      expect([failed.status, failed.data?.result?.initialValue]).toEqual([503, expect.objectContaining({ code })]);
      expect([...browser.jar.keys()]).toEqual(["step"]);
      setDeadlines();
      server.resetHandlers();
      expect(await submit(step, "/login/step", { code }, browser)).toMatchObject({ status: 303, to: "/" });
      expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    },
  );

  test("is not assumed when the waiting session was ended: the password is asked again", async () => {
    const { secret } = await switchOn();
    const browser = newBrowser(newAddress());
    await enterPassword(browser);
    await database.query("delete from auth.sessions where user_id = $1", [userId]);
    const refused = await submit(step, "/login/step", { code: codeOf(secret) }, browser);
    expect(refused).toMatchObject({ status: 400 });
    expect([...browser.jar.keys()]).toEqual([]);
  });
});

describe("wrong codes", () => {
  const guess = (session: { userId: string; sessionId: string }, code: string, origin = stranger()) =>
    passStep(session, code, origin);
  const wrong = (index: number) => String(100_000 + index);
  const unwait = () => refund("stepsOfUser", userId, 20);

  test("of strangers make neither a known device nor a printed code wait", async () => {
    const { secret, codes } = await switchOn();
    const session = await newSession();
    for (let i = 0; i < 20; i++) await guess(session, wrong(i));
    expect(await guess(session, codeOf(secret))).toMatchObject({ status: 429 });
    expect(await guess(session, codes[0] ?? "")).toMatchObject({ ok: true });
    expect(await passStep(session, codeOf(secret), { device: "known", address: "x" })).toMatchObject({ ok: true });
  });

  test("of a known device wait after five, from whatever address", async () => {
    const { secret } = await switchOn();
    const session = await newSession();
    const origin = () => ({ device: "stolen", address: newAddress() });
    for (let i = 0; i < 5; i++) expect(await guess(session, wrong(i), origin())).toMatchObject({ status: 400 });
    expect(await guess(session, codeOf(secret), origin())).toMatchObject({ status: 429 });
  });

  test("are at most a hundred in a day from strangers", async () => {
    const { secret } = await switchOn();
    const session = await newSession();
    for (let i = 0; i < 100; i++) {
      if (i % 20 === 0) await unwait();
      expect(await guess(session, wrong(i))).toMatchObject({ status: 400 });
    }
    await unwait();
    expect(await guess(session, codeOf(secret))).toMatchObject({ status: 429 });
    expect(await passStep(session, codeOf(secret), { device: "known", address: "x" })).toMatchObject({ ok: true });
  });

  test("are told to the owner once, after the fifth behind a right password", async () => {
    await switchOn();
    const session = await newSession();
    for (let i = 0; i < 4; i++) await guess(session, wrong(i));
    expect(await changes()).not.toContain("wrong-codes");
    for (let i = 4; i < 12; i++) await guess(session, wrong(i));
    expect((await changes()).filter((kind) => kind === "wrong-codes")).toHaveLength(1);
  });

  test("count for the device only after it has passed the second step", async () => {
    const { secret } = await switchOn();
    const browser = newBrowser(newAddress());
    await enterPassword(browser);
    expect([...browser.jar.keys()]).toEqual(["step"]);
    await submit(step, "/login/step", { code: codeOf(secret) }, browser);
    expect([...browser.jar.keys()]).toContain("device");
    // From the same browser at another address, while strangers are tried out.
    const session = await newSession();
    for (let i = 0; i < 20; i++) await guess(session, wrong(i));
    const device = browser.jar.get("device") ?? "";
    const again = newBrowser(newAddress());
    again.jar.set("device", device);
    await enterPassword(again);
    expect(await submit(step, "/login/step", { code: codeOf(secret, 1) }, again)).toMatchObject({ status: 303 });
  });
});

describe("the printed codes", () => {
  /** Returns the codes on the page that answers a form. */
  async function post(browser: Browser, fields: Record<string, string>) {
    const { data, ...response } = await submit<{ codes?: string[] }>(ownStep, "/profile/step", fields, browser);
    return { ...response, codes: data?.codes };
  }

  test("come again when the same form is sent again, and are stored nowhere in clear", async () => {
    const browser = await signedIn(email);
    const secret = await begin();
    const fields = { form: "step-confirm", password: PASSWORD, code: codeOf(secret, -1) };
    const first = await post(browser, fields);
    expect(first.codes).toHaveLength(10);
    expect(await post(browser, fields)).toMatchObject({ codes: first.codes });
    const renew = { form: "step-renew", password: PASSWORD, code: codeOf(secret) };
    const second = await post(browser, renew);
    expect(second.codes).not.toEqual(first.codes);
    expect(await post(browser, renew)).toMatchObject({ codes: second.codes });
    const [stored] = await database.query("select json_agg(submissions)::text as all from submissions");
    for (const code of [first, second].flatMap(({ codes = [] }) => codes))
      expect(String(stored?.all)).not.toContain(code);
    // They were replaced, so they are not shown as if they worked.
    expect(await post(browser, fields)).toMatchObject({ status: 409, codes: undefined });
    expect(await post(browser, { ...renew, password: "wrong" })).toMatchObject({ status: 400, codes: undefined });
    expect(await changes()).toEqual(["step-on", "step-codes"]);
    await sendAccountNotifications();
    const mails = await database.query("select recipient, subject from mails where kind = 'change' order by subject");
    expect(mails).toContainEqual({ recipient: email, subject: "You have new printed codes" });
  });

  test("are told to the owner when one was used", async () => {
    const { codes } = await switchOn();
    expect(await passStep(await newSession(), codes[3] ?? "", stranger())).toMatchObject({ ok: true });
    expect(await changes()).toEqual(["step-on", "step-code-used"]);
  });
});

test("switching the second step on needs the password", async () => {
  const browser = await signedIn(email);
  const secret = await begin();
  const form = { form: "step-confirm", code: codeOf(secret) };
  for (const password of [undefined, "", "wrong-password"]) {
    const response = await submit(ownStep, "/profile/step", { ...form, password }, browser);
    expect(response).toMatchObject({ status: 400, data: { result: { error: { password: [expect.any(String)] } } } });
  }
  expect(await findSecondStep(userId)).toMatchObject({ value: { confirmedAt: null } });
});

test("a begun second step has a link that opens the app on the same phone", async () => {
  const browser = await signedIn(email);
  const secret = await begin();
  const page = await readPage("/profile/step", browser);
  const [address = ""] = page.link("Open your authenticator app");
  expect(address).toMatch(/^otpauth:\/\/totp\//);
  expect(new URL(address ?? "").searchParams.get("secret")).toBe(secret);
});
