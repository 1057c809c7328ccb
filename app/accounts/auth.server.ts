import { type AppLoadContext, replace } from "@remix-run/node";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { SessionClaims } from "#app/platform/database/session-token.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { sealOwner } from "#app/platform/http/draft.server.ts";
import { keepPosted, outage } from "#app/platform/http/outage.server.ts";
import { LONGEST_URL, MAX_FORM_BYTES } from "#app/platform/http/request-limits.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { type FoundAccount, findAccount } from "./accounts.api.server.ts";
import { findSteppedAt, type SessionStep } from "./second-steps.table.server.ts";
import {
  claimedUser,
  forgetSession,
  hasForeignSession,
  hasSession,
  isRefreshedElsewhere,
  isSessionHeld,
  ownClaims,
  supabaseFor,
} from "./session.server.ts";

/** The longest return path. The rest of the sign-in URL, with the sealed id of the customer, is shorter than 300 characters. */
const LONGEST_GOAL = LONGEST_URL - 300;

/**
 * Who sent a request. "unstepped": the session has not passed the second step of its account, so it may neither read nor do
 * anything. "unreachable": the auth service or the database did not answer.
 */
type Visitor =
  | Exclude<FoundAccount, { kind: "known" }>
  | { kind: "known"; account: Account; step: SessionStep }
  | { kind: "unstepped"; account: Account };

const found = new WeakMap<object, Promise<Visitor>>();

/**
 * Returns the account of a request's session, by one call to the auth service and one to the database per request. A session
 * that this site did not begin counts as signed out. Clears the cookies of a session that has ended. Never throws. Source:
 * docs/product/accounts.md, "Sessions".
 */
export function identifyUser(request: Request, context: AppLoadContext | undefined): Promise<Visitor> {
  const owner = context ?? request;
  const known = found.get(owner) ?? readUser(request, context);
  found.set(owner, known);
  return known;
}

type Customer = { account: Account; supabase: Supabase };

/**
 * Returns the signed-in customer, a database client with their rights, and what is known of the second step. Other visitors
 * are redirected to sign in, or to their second step, and return here afterwards with the form that they submitted. If the
 * auth service or the database does not answer, throws a 503 with that form, because the user may be signed in.
 */
export async function requireUser(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<Customer & { step: SessionStep }> {
  await keepPosted(request, context);
  const visitor = await identifyUser(request, context);
  if (visitor.kind === "known") {
    return { account: visitor.account, step: visitor.step, supabase: supabaseFor(request, context) };
  }
  if (visitor.kind === "unreachable") throw outage(context);
  throw await toSignIn(request, visitor.kind);
}

/** Returns the redirect of a signed-in customer to the second step, together with the submitted form. */
export function toStep(request: Request): Promise<Response> {
  return toSignIn(request, "unstepped");
}

/** Returns the signed-in customer and their client; undefined for anybody else. */
export async function findUserAndClient(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<Customer | undefined> {
  const account = await findUser(request, context);
  return account && { account, supabase: supabaseFor(request, context) };
}

/** Returns the signed-in customer, undefined for anybody else. For pages that also work for visitors without an account. */
export async function findUser(request: Request, context: AppLoadContext | undefined) {
  const visitor = await identifyUser(request, context);
  return visitor.kind === "known" ? visitor.account : undefined;
}

/**
 * Redirects to the sign-in page or to the second step. A form is sent along (307) if its owner is known. A form that is too
 * large for a visitor without a session is not sent along, and the page says so.
 */
async function toSignIn(request: Request, kind: "nobody" | "unstepped"): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // Leaves out a path that is too long, the query first.
  const goal = [pathname + search, pathname].find((path) => encodeURIComponent(path).length <= LONGEST_GOAL);
  const params = new URLSearchParams(goal === undefined ? {} : { redirectTo: goal });
  const isUnstepped = kind === "unstepped";
  const user = request.method === "GET" ? undefined : await claimedUser(request);
  if (user === undefined) {
    // Tells users that their session has ended. Nothing is said about a session that this site did not begin.
    if (hasSession(request) && !isUnstepped && !(await hasForeignSession(request))) params.set("ended", "");
    return replace(`${isUnstepped ? "/login/step" : "/login"}?${params}`);
  }
  if (Number(request.headers.get("Content-Length")) > MAX_FORM_BYTES) {
    params.set("lost", "");
    return replace(`/login/again?${params}`, 303);
  }
  params.set("by", sealOwner(user));
  return replace(`${isUnstepped ? "/login/step" : "/login/again"}?${params}`, 307);
}

async function readUser(request: Request, context: AppLoadContext | undefined): Promise<Visitor> {
  // A session that is held back (`holdSession`) has signed the client in. It must not sign the visitor in yet.
  if (!hasSession(request) || isSessionHeld(request, context)) return NOBODY;
  const claims = await ownClaims(request);
  // Both calls run in parallel, because a page waits for them. The claims are not verified before the account is known.
  const [visitor, step] = await Promise.all([
    claims ? findAccount(supabaseFor(request, context)) : NOBODY,
    claims && findStep(claims),
  ]);
  // `findAccount` returns the owner of the refresh token. A forged access token may name another customer.
  const isForged = visitor.kind === "known" && visitor.account.id !== claims?.userId;
  if (isForged || (visitor.kind === "nobody" && !isRefreshedElsewhere(request, context))) {
    forgetSession(request, context);
    return NOBODY;
  }
  if (visitor.kind !== "known") return visitor;
  if (step === undefined) return { kind: "unreachable" };
  if (step.isOn && step.passedAt === null) return { kind: "unstepped", account: visitor.account };
  return { ...visitor, step };
}

/** What the database last said about each session's second step, by session id. */
const lastSteps = createCache<string, SessionStep>({ max: 10_000, ttl: 10 * 60_000, perf: monotonicMs });

/**
 * Returns a session's second step. If the database does not answer, returns its last answer of the past ten minutes, else
 * undefined.
 */
async function findStep({ userId, sessionId }: SessionClaims): Promise<SessionStep | undefined> {
  const found = await findSteppedAt(userId, sessionId);
  if (found.ok) lastSteps.set(sessionId, found.value);
  return lastSteps.get(sessionId);
}

const NOBODY = { kind: "nobody" } as const;
