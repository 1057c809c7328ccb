import type { AppLoadContext } from "@remix-run/node";
import type { Session } from "@supabase/supabase-js";
import { z } from "zod";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { claimsOf, fitsCookies } from "#app/platform/database/session-token.server.ts";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { authResult, signIn } from "./accounts.api.server.ts";
import { identifyUser } from "./auth.server.ts";
import { deviceFor, rememberDevice } from "./device.server.ts";
import { findSecondStep } from "./second-steps.table.server.ts";
import { beginSession, boundSessionId, holdSession, releaseSession, supabaseFor } from "./session.server.ts";

/** How long a session waits for its code, in ms: customers may have to look for their phone. */
const LIFE_MS = 10 * 60_000;
const waitingSchema = z.object({
  userId: z.string(),
  sessionId: z.guid(),
  email: z.string(),
  tokens: z.object({ access_token: z.string(), refresh_token: z.string() }),
});
/** A session whose password was right and whose second step is not passed. */
export type WaitingSession = z.infer<typeof waitingSchema>;

const sealedSchema = z
  .string()
  .transform((sealed) => unseal(sealed))
  .pipe(waitingSchema);
const cookie = signedCookie({ name: "step", maxAgeSeconds: LIFE_MS / 1000, schema: sealedSchema });

/**
 * Signs in by password. Returns "in" with the session's cookies set or, if the account has a second step, "step": then the
 * session stays encrypted in a cookie of its own, and only `enterWithStep` signs the browser in. If the database does not
 * answer whether there is a second step, fails and signs nobody in. Source: docs/product/accounts.md, "Second step".
 */
export async function enterWithPassword(
  request: Request,
  context: AppLoadContext | undefined,
  credentials: { email: string; password: string },
): Promise<Result<"in" | "step">> {
  const supabase = supabaseFor(request, context);
  holdSession(request, context);
  const signedIn = await signIn(supabase, credentials);
  if (!signedIn.ok) return signedIn;
  const session = await shortSession(request, context);
  if (!session) return failure(503, TOO_LONG);
  const step = await findSecondStep(session.user.id);
  if (!step.ok) return step;
  if (!step.value?.confirmedAt) {
    releaseSession(request, context);
    await rememberDevice(context, credentials.email);
    return success("in");
  }
  const { access_token, refresh_token, user } = session;
  const sessionId = claimsOf(access_token)?.sessionId ?? "";
  const tokens = { access_token, refresh_token };
  await keepWaiting(context, { userId: user.id, sessionId, email: credentials.email, tokens });
  return success("step");
}

const TOO_LONG =
  "We could not sign you in: your account holds more data than a browser can carry. Please try again, or write to us.";

/**
 * Returns the client's session if it fits into cookies. One that is too long is refreshed once: signing in makes the database
 * shorten the account's data, but the first token still has the long data.
 */
async function shortSession(request: Request, context: AppLoadContext | undefined): Promise<Session | undefined> {
  const { auth } = supabaseFor(request, context);
  const first = (await auth.getSession()).data.session;
  if (first === null || fitsCookies(first)) return first ?? undefined;
  log.warn("a session is too long for cookies");
  // The refresh may yield this session only.
  beginSession(request, context, claimsOf(first.access_token)?.sessionId);
  const { session } = (await auth.refreshSession()).data;
  return session && fitsCookies(session) ? session : undefined;
}

async function keepWaiting(context: AppLoadContext | undefined, waiting: WaitingSession): Promise<void> {
  context?.appendCookie?.(await cookie.serialize(seal(waiting, LIFE_MS)));
}

/** Returns the session that waits for its second step in this browser; undefined after ten minutes. */
export function findWaitingSession(request: Request, context?: AppLoadContext): Promise<WaitingSession | undefined> {
  return cookie.read(request, context);
}

/**
 * Asks the auth service whether a waiting session still exists, before its code is checked: a code works once, and must not be
 * spent during an outage. On success `enterWithStep` signs the browser in. Fails with "session-over", or with 503 during an
 * outage.
 */
export async function openWaitingSession(
  request: Request,
  context: AppLoadContext | undefined,
  waiting: WaitingSession,
): Promise<Result<null>> {
  holdSession(request, context, waiting.sessionId);
  const { auth } = supabaseFor(request, context);
  const opened = await authResult(auth.setSession(waiting.tokens));
  if (!opened.ok) return opened.reason === "session-over" ? opened : failure(503, NOT_CHECKED);
  const { session } = (await auth.getSession()).data;
  // The session was refreshed, so the refresh token in the cookie is spent: store the new one.
  if (session && session.refresh_token !== waiting.tokens.refresh_token) {
    const { access_token, refresh_token } = session;
    await keepWaiting(context, { ...waiting, tokens: { access_token, refresh_token } });
  }
  return opened;
}

const NOT_CHECKED = "We could not check your code, and it is not used up. Please try again in a minute.";

/** Signs the browser in with the session of `openWaitingSession`, whose second step was passed. */
export async function enterWithStep(
  request: Request,
  context: AppLoadContext | undefined,
  { email }: WaitingSession,
): Promise<void> {
  releaseSession(request, context);
  await endWaiting(context);
  await rememberDevice(context, email, { hasStepped: true });
}

/** Deletes the cookie of a waiting session. */
export async function endWaiting(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}

/**
 * Returns the session of a signed-in customer whose second step is on, so that the step can be passed again; undefined for
 * other visitors.
 */
export async function findSteppableSession(request: Request, context: AppLoadContext | undefined) {
  const visitor = await identifyUser(request, context);
  const isOn = visitor.kind === "unstepped" || (visitor.kind === "known" && visitor.step.isOn);
  return isOn ? { userId: visitor.account.id, sessionId: currentSessionId(request) } : undefined;
}

/**
 * Returns where codes come from, by which wrong codes are counted. `device`: the known browser, or the session of a signed-in
 * customer; undefined if there is neither. `address`: the IP address.
 */
export async function codeOriginOf(
  request: Request,
  context: AppLoadContext | undefined,
  session: WaitingSession | { sessionId: string },
) {
  const device = "email" in session ? await deviceFor(request, session.email, { hasStepped: true }) : session.sessionId;
  return { device, address: context?.address };
}

/** Returns the id of the request's session, whose owner the caller must have verified. */
export function currentSessionId(request: Request): string {
  return boundSessionId(request) ?? "";
}
