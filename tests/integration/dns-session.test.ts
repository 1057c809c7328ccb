import { expect, test, vi } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import * as again from "#app/routes/account/again.tsx";
import { zones } from "#mocks/zones.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import {
  DOMAIN,
  database,
  FIRST,
  type Fields,
  formOf,
  idOf,
  load,
  newRecord,
  post,
  SECOND,
  stored,
  upstreamCalls,
} from "./dns-pages.ts";
import { spendLimit } from "./spend-limit.ts";

const NO_WRITES = { create: 0, update: 0, delete: 0, zone: 0 };
type Draft = { path: string; fields: [string, string][] };

/** Revokes every session, and makes the browser's access token expire. */
async function endSessions({ jar }: Browser) {
  await database.query("delete from auth.sessions");
  await database.query("delete from auth.refresh_tokens");
  const [[name, value] = ["", ""]] = [...jar].filter(([key]) => key.startsWith("sb-"));
  const session = JSON.parse(Buffer.from(value.replace("base64-", ""), "base64url").toString());
  const old = { ...session, expires_at: 1_000_000 };
  jar.set(name, `base64-${Buffer.from(JSON.stringify(old)).toString("base64url")}`);
}

/** Sends a form with an ended session and signs in again. Returns the input that the page restores. */
async function sendTooLate(browser: Browser, record: string, fields: Fields): Promise<Draft> {
  await endSessions(browser);
  const sent = await post("edit", fields, { browser, record });
  // The auth client logs that the session has ended.
  vi.mocked(console.error).mockClear();
  expect(sent.status).toBe(307);
  expect(sent.to).toMatch(/^\/login\/again\?redirectTo=%2Fdashboard%2Fdomains%2Fmamamboga/);
  const { draft } = (await again.action(browser.requestArgs(sent.to ?? "", fields))) as { draft: string };
  const signIn = { email: FIRST.email, password: "sandbox-password", cookies: "on", website_2: "" };
  const path = `/login/again?${new URL(`http://a${sent.to}`).searchParams}`.replace(/&by=.*/, "");
  const visit = browser.requestArgs(path, { ...signIn, draft, stamp: makeStamp("sign-in", 5000) });
  const done = (await again.action(visit)) as { data: { backAgain: Draft } };
  return done.data.backAgain;
}

test("a session that ends during a change loses no input, and sends nothing by itself", async () => {
  const browser = await signedIn(FIRST.email);
  const record = idOf("ofisi", "A");
  const form: Fields = { ...(await formOf(record, { browser })), content: "41.90.64.99", ttl: "300" };
  const calls = upstreamCalls();
  const { path, fields } = await sendTooLate(browser, record, form);
  expect(path).toBe(`/dashboard/domains/${DOMAIN}/dns/${record}/edit`);
  expect(calls).toEqual([]);

  const back = await post("edit", { ...Object.fromEntries(fields), backAgain: "1" }, { browser, record });
  expect(back).toMatchObject({
    status: 400,
    typed: { content: "41.90.64.99", ttl: "300", type: "A" },
    data: { title: "You are signed in again" },
    carry: { expectedVersion: form.expectedVersion },
  });
  expect(zones.writes()).toEqual(NO_WRITES);

  const { proxied, ...plain } = form;
  expect((await post("edit", { ...plain, ...back.carry }, { browser, record })).status).toBe(303);
  expect(stored("ofisi")).toMatchObject([{ content: "41.90.64.99", ttl: 300 }]);
});

test("an invalid form does not count as a change, and viewing is never throttled", async () => {
  const browser = await signedIn(SECOND.email);
  const where = { domain: "oumaelectronics.co.ke", browser, isCounted: true };
  await spendLimit("dnsWritesOfUser", SECOND.id);
  expect((await post("add", newRecord({ content: "x" }), where)).status).toBe(400);
  expect((await post("add", newRecord({ type: "MX", intent: "type" }), where)).status).toBe(200);
  expect((await load("list", where)).status).toBe(200);
});
