import { http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { supabaseFor } from "#app/accounts/session.server.ts";
import { stampFor } from "#app/platform/abuse/bot-check.server.ts";
import { env } from "#app/platform/env.server.ts";
import { action as login } from "#app/routes/account/login.tsx";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { cookieHeader } from "../cookie-jar.ts";
import { type Browser, newBrowser, submit } from "./browser.ts";
import { database } from "./database.ts";
import { expireIn, signedIn, whoIs } from "./demo-customers.ts";

const [OWNER] = demoCustomers;
const PASSWORD = "sandbox-password";
/** Bytes. Proxies reject a header line above 8 KB, and pages set other cookies beside the session's. */
const LONGEST_COOKIES = 6000;

async function callAuthService(method: string, path: string, body: object, token = env.supabase.publishableKey) {
  const headers = { apikey: env.supabase.publishableKey, Authorization: `Bearer ${token}` };
  const init = { method, body: JSON.stringify(body), headers };
  return database.answer(new Request(`http://localhost/auth/v1/${path}`, init));
}

/** Stores this about the owner at the auth service, as anybody can who knows the password. */
async function writeAbout(data: object): Promise<void> {
  const response = await callAuthService("POST", "token?grant_type=password", {
    email: OWNER.email,
    password: PASSWORD,
  });
  const { access_token } = await response.json();
  expect((await callAuthService("PUT", "user", { data }, access_token)).status).toBe(200);
}

/** Signs in by the form. */
async function enter(browser: Browser) {
  const fields = { website_2: "", email: OWNER.email, password: PASSWORD, stamp: stampFor("sign-in"), cookies: "on" };
  return submit(login, "/login", fields, browser);
}

const cookieBytes = ({ jar }: Browser) => Buffer.byteLength(cookieHeader(jar) ?? "");
const stored = async () => {
  const [row] = await database.query("select raw_user_meta_data as about from auth.users where email = $1", [
    OWNER.email,
  ]);
  return typeof row?.about === "string" ? JSON.parse(row.about) : row?.about;
};

const NOTES: Record<string, object> = {
  "one long text": { note: "x".repeat(12_000) },
  "many texts": Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`note ${at}`, "x".repeat(40)])),
  "lists in lists": { note: Array.from({ length: 300 }, (_, at) => [[at, ["deep", { deeper: at }]]]) },
  "a long name": { full_name: "ŵ".repeat(12_000) },
  "a name of emojis": { full_name: "👩🏾‍💻".repeat(3000) },
  "a list for a name": { full_name: Array.from({ length: 4000 }, () => "a") },
  "a long phone number": { contact_phone: "+254712345678".repeat(2000) },
  "a long picture address": { avatar_url: `https://x.ke/${"a".repeat(20_000)}` },
  "every field at once": {
    full_name: "\u{1F600}".repeat(9000),
    contact_phone: "1".repeat(9000),
    avatar_url: `https://x.ke/${"é".repeat(9000)}`,
    sign_up_id: "x".repeat(9000),
  },
};

beforeEach(async () => {
  await createDemoCustomers(database);
  await database.query("update auth.users set raw_user_meta_data = '{}'");
  vi.spyOn(console, "error").mockReturnValue();
});

afterEach(resetMocks);

describe.each(Object.entries(NOTES))("somebody with the password stores %s about the owner", (_what, data) => {
  test("and the owner still signs in, and stays signed in where they were", async () => {
    const before = await signedIn(OWNER.email);
    await writeAbout(data);
    expireIn(-60, before);
    expect(await whoIs(before)).toMatchObject({ kind: "known" });
    const browser = newBrowser();
    expect((await enter(browser)).status).toBe(303);
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email: OWNER.email } });
    expect([cookieBytes(before), cookieBytes(browser)].filter((bytes) => bytes > LONGEST_COOKIES)).toEqual([]);
    // Hosted projects put it into the access token too, in base64.
    expect(Buffer.byteLength(JSON.stringify(await stored()))).toBeLessThan(2600);
  });
});

test("the name and the phone number stay when the rest is too long", async () => {
  const about = { full_name: "Amina Odhiambo", contact_phone: "+254712345678" };
  await writeAbout({ ...about, note: "x".repeat(12_000) });
  expect(await stored()).toEqual(about);
});

test("what fits is stored as it is", async () => {
  await writeAbout({ full_name: "Amina Odhiambo", theme: { dark: true } });
  expect(await stored()).toMatchObject({ full_name: "Amina Odhiambo", theme: { dark: true } });
});

test("the cookie has nothing of the account but its id", async () => {
  const browser = await signedIn(OWNER.email);
  const text = Buffer.from((browser.jar.get("sb-auth-token") ?? "").replace("base64-", ""), "base64url").toString();
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(["access_token", "expires_at", "refresh_token", "user"]);
  expect(JSON.parse(text).user).toEqual({ id: OWNER.id });
});

/** Makes the auth service put long notes into its access tokens, as a hosted project does, from which `isLong` is true. */
function lengthenTokens(isLong: (grant: string | null) => boolean): void {
  server.use(
    http.post("*/auth/v1/token", async ({ request }) => {
      const grant = new URL(request.url).searchParams.get("grant_type");
      const response = await database.answer(request.clone());
      const session = await response.json();
      if (!isLong(grant)) return Response.json(session, { status: response.status });
      const [head, payload = "", signature] = session.access_token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const longer = { ...claims, user_metadata: { note: "x".repeat(12_000) } };
      const access_token = [head, Buffer.from(JSON.stringify(longer)).toString("base64url"), signature].join(".");
      return Response.json({ ...session, access_token }, { status: response.status });
    }),
  );
}

describe("an account that was filled before the database shortened it", () => {
  test("is signed in to: the next token of the session is short", async () => {
    lengthenTokens((grant) => grant === "password");
    const browser = newBrowser();
    expect((await enter(browser)).status).toBe(303);
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email: OWNER.email } });
  });

  test("gets a sentence and no cookie while the tokens stay too long", async () => {
    lengthenTokens(() => true);
    const browser = newBrowser();
    const { status, data } = await enter(browser);
    const words =
      "We could not sign you in: your account holds more data than a browser can carry. Please try again, or write to us.";
    expect([status, data?.result.error?.[""]]).toEqual([503, [words]]);
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-"))).toEqual([]);
  });

  test("loses its cookies when a refreshed token is too long, and keeps no chunk of it", async () => {
    const browser = await signedIn(OWNER.email);
    lengthenTokens((grant) => grant === "refresh_token");
    expireIn(-60, browser);
    await whoIs(browser);
    expect([...browser.jar.keys()]).toEqual([]);
    expect(await whoIs(browser)).toEqual({ kind: "nobody" });
  });
});

test("chunks of a longer session are deleted when a shorter one is set", async () => {
  const browser = newBrowser();
  for (const at of [0, 1, 2]) browser.jar.set(`sb-auth-token.${at}`, "x".repeat(3000));
  await enter(browser);
  expect([...browser.jar.keys()].filter((name) => name.startsWith("sb-")).sort()).toEqual([
    "sb-auth-token",
    "sb-binding",
  ]);
});

test("another cookie of the auth service's client leaves the session as it is", async () => {
  const browser = await signedIn(OWNER.email);
  const kept = new Map(browser.jar);
  const { request, context } = browser.requestArgs();
  const { auth } = supabaseFor(request, context);
  // Writes a code verifier alone, as for a link by PKCE.
  await auth.resetPasswordForEmail(OWNER.email);
  expect(browser.jar).toEqual(kept);
});
