import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { findSecondStep } from "#app/accounts/second-steps.table.server.ts";
import { confirmStep, passStep, renewCodes, secondStepOf, startSecondStep } from "#app/accounts/step.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { stampFor } from "#app/platform/abuse/bot-check.server.ts";
import { sealDraft, sealOwner } from "#app/platform/http/draft.server.ts";
import { action as login } from "#app/routes/account/login.tsx";
import { action as ownStep } from "#app/routes/account/own-step.tsx";
import { action as step } from "#app/routes/account/step.tsx";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { newBrowser, submit } from "./browser.ts";
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

test("a second step is in force only after a right code, and shows the same secret until then", async () => {
  const session = await newSession();
  const secret = await begin();
  expect(await begin()).toBe(secret);
  expect(await confirmStep(session, "000000")).toMatchObject({ ok: false, status: 400 });
  expect(await findSecondStep(userId)).toMatchObject({ value: { confirmedAt: null } });
  expect(await confirmStep(session, codeOf(secret))).toMatchObject({ ok: true });
  expect(await findSecondStep(userId)).toMatchObject({ value: { codesLeft: 10, confirmedAt: expect.any(String) } });
  await startSecondStep(userId);
  expect(await secondStepOf(userId)).toMatchObject({ value: { kind: "on", codesLeft: 10 } });
});

test("the database shows a session without the second step no row, also past the pages", async () => {
  const { secret, session } = await switchOn();
  const stolen = await newSession();
  expect(await listDomains(stolen.supabase, userId)).toMatchObject({ ok: true, value: [] });
  expect(await listDomains(session.supabase, userId)).toMatchObject({ value: { length: 8 } });
  expect(await passStep(stolen, codeOf(secret), stranger())).toMatchObject({ ok: true });
  expect(await listDomains(stolen.supabase, userId)).toMatchObject({ value: { length: 8 } });
});

test("of a hundred parallel uses of one code one passes, and an earlier code never does", async () => {
  const { secret } = await switchOn();
  const session = await newSession();
  const code = codeOf(secret, 1);
  // Fewer than the limit of the account at a time, each from another address.
  const results = await Promise.all(Array.from({ length: 15 }, () => passStep(session, code, stranger())));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await passStep(session, codeOf(secret), stranger())).toMatchObject({ ok: false, status: 400 });
});

test("a printed code works once, and new ones replace all", async () => {
  const {
    secret,
    codes: [first = "", second = ""],
  } = await switchOn();
  const session = await newSession();
  expect(await passStep(session, first.toLowerCase(), stranger())).toMatchObject({ ok: true });
  expect(await passStep(session, first, stranger())).toMatchObject({ ok: false, status: 400 });
  expect(await findSecondStep(userId)).toMatchObject({ value: { codesLeft: 9 } });
  expect(await renewCodes(session, codeOf(secret, 1), stranger())).toMatchObject({ value: { length: 10 } });
  expect(await passStep(session, second, stranger())).toMatchObject({ ok: false, status: 400 });
});

test("a right password signs in only with a right code, and the wanted page survives", async () => {
  const { secret } = await switchOn();
  const browser = newBrowser(newAddress());
  const wanted = "?redirectTo=%2Fdashboard";
  const entered = await enterPassword(browser, wanted);
  expect([entered.status, entered.to]).toEqual([303, `/login/step${wanted}`]);
  expect([...browser.jar.keys()]).not.toContain("sb-auth-token");

  const wrong = await submit(step, `/login/step${wanted}`, { code: "000000" }, browser);
  expect(wrong).toMatchObject({
    status: 400,
    data: { result: { error: { code: [expect.stringContaining("wrong or was used")] } } },
  });
  const waiting = browser.jar.get("step") ?? "";
  const passed = await submit(step, `/login/step${wanted}`, { code: codeOf(secret) }, browser);
  expect([passed.status, passed.to]).toEqual([303, "/dashboard"]);
  // The same form again, from a browser that never got the response.
  browser.jar.set("step", waiting);
  expect(await submit(step, `/login/step${wanted}`, { code: codeOf(secret) }, browser)).toMatchObject({ status: 303 });
  expect([...browser.jar.keys()]).toContain("sb-auth-token");
  expect([...browser.jar.keys()]).not.toContain("step");
});

test("the input of a form that was sent after the session ended survives both steps", async () => {
  const { secret } = await switchOn();
  const browser = newBrowser(newAddress());
  const typed = new FormData();
  typed.set("name", "Njeri");
  const draft = sealDraft(sealOwner(userId), "/profile", typed) ?? "";
  const fields = { email, password: "sandbox-password", stamp: stampFor("sign-in"), website_2: "", draft };
  const entered = await submit(login, "/login/again", fields, browser);
  expect(entered.data).toEqual({ needsStep: true, draft });
  const passed = await submit(step, "/login/step", { code: codeOf(secret), draft }, browser);
  expect(passed.data).toEqual({ backAgain: { path: "/profile", fields: [["name", "Njeri"]] } });
});

test("without the database nobody is signed in by a password alone", async () => {
  await switchOn();
  const browser = newBrowser(newAddress());
  server.use(http.get("*/rest/v1/second_steps", () => new HttpResponse(null, { status: 503 })));
  const response = await enterPassword(browser);
  expect([response.status, [...browser.jar.keys()].includes("sb-auth-token")]).toEqual([503, false]);
  resetMocks();
});

test.each([
  ["step-off", "wrong-password", 0, { password: [expect.any(String)] }],
  ["step-off", "sandbox-password", 9, { code: [expect.any(String)] }],
  ["step-renew", "wrong-password", 0, { password: [expect.any(String)] }],
  ["step-renew", "sandbox-password", 9, { code: [expect.any(String)] }],
])("%s needs the password and a code", async (form, password, periods, error) => {
  const { secret } = await switchOn();
  const browser = newBrowser(newAddress());
  await enterPassword(browser);
  await submit(step, "/login/step", { code: codeOf(secret) }, browser);
  const response = await submit(
    ownStep,
    "/profile/step",
    { form, password, code: codeOf(secret, periods + 1) },
    browser,
  );
  expect(response).toMatchObject({ status: 400, data: { result: { error } } });
  expect(await findSecondStep(userId)).toMatchObject({ value: { confirmedAt: expect.any(String) } });
});

test("a begun step is off after half an hour, and its code no longer confirms it", async () => {
  const session = await newSession();
  const secret = await begin();
  await database.query("update second_steps set created_at = now() - interval '31 minutes'");
  expect(await secondStepOf(userId)).toMatchObject({ value: { kind: "off" } });
  expect(await confirmStep(session, codeOf(secret))).toMatchObject({ ok: false, status: 409 });
});
