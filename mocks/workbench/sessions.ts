import { signIn } from "#app/accounts/accounts.api.server.ts";
import { beginSession, supabaseFor } from "#app/accounts/session.server.ts";
import { boundSessionIn } from "#app/accounts/session-binding.server.ts";
import { unsealStepSecret } from "#app/accounts/step.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { bindingCookie } from "#app/platform/http/own-cookies.ts";
import type { Embedded } from "../database/embedded.ts";
import { appCodeOf } from "../demo-staff.ts";
import { WorkbenchError } from "./route.ts";

type Query = Embedded["query"];

/** The password of the sandbox's people, and of those that tests make. */
export const PASSWORD = "sandbox-password";
const STEP_S = 30;

/** Signs a person in as the site does. Returns the session's id, and its cookies as Playwright's `storageState`. */
export async function openSession(email: string) {
  const request = new Request(`${env.origin}/login`);
  const cookies = new Map<string, string>();
  const context = {
    appendCookie(text: string) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (!/Max-Age=0/i.test(text)) cookies.set(name, value);
    },
  };
  beginSession(request, context);
  const signedIn = await signIn(supabaseFor(request, context), { email, password: PASSWORD });
  if (!signedIn.ok) throw new WorkbenchError(`Signing in was refused: ${signedIn.message}`);
  const { hostname } = new URL(env.origin);
  const about = { domain: hostname, path: "/", expires: -1, httpOnly: true, secure: false, sameSite: "Lax" };
  const storageState = { cookies: [...cookies].map(([name, value]) => ({ name, value, ...about })), origins: [] };
  return { id: boundSessionIn(cookies.get(bindingCookie(env.origin)) ?? "") ?? "", storageState };
}

/** Signs somebody in whom the sandbox knows, through their second step too if they have one. Returns the cookies. */
export async function openSessionOf({ query }: { query: Query }, email: string) {
  const [user] = await query("select id from auth.users where lower(email) = lower($1)", [email]);
  if (!user) throw new WorkbenchError(`Nobody has the address ${email}.`);
  const { id, storageState } = await openSession(email);
  await passStep(query, { id: String(user.id), sessionId: id });
  return { storageState };
}

/** Counts the second step of a session as passed, if its person has one. */
export async function passStep(query: Query, { id, sessionId }: { id: string; sessionId: string }): Promise<void> {
  await query(
    `insert into public.stepped_sessions (session_id, user_id, passed_by, passed_at)
      select $1, user_id, 'app', now() from public.second_steps where user_id = $2 and confirmed_at is not null`,
    [sessionId, id],
  );
}

/** Ends all sessions of a person, as if they had run out. Returns false for an unknown address. */
export async function endSessions({ query }: { query: Query }, email: string): Promise<boolean> {
  const [user] = await query("select id from auth.users where lower(email) = lower($1)", [email]);
  if (user) await query("delete from auth.sessions where user_id = $1", [user.id]);
  return user !== undefined;
}

/** Returns the codes of all authenticator apps now, by address, also of those that are being set up. */
export async function codesNow({ query }: { query: Query }) {
  const until = new Date((Math.floor(nowMs() / 1000 / STEP_S) + 1) * STEP_S * 1000).toISOString();
  const steps = await query(
    "select email, secret from public.second_steps join auth.users on id = user_id order by email",
  );
  return Object.fromEntries(
    steps.flatMap(({ email, secret: sealed }) => {
      const secret = unsealStepSecret(String(sealed));
      return secret === undefined ? [] : [[String(email), { code: appCodeOf(secret), until, secret }]];
    }),
  );
}
