import { type AppLoadContext, data, replace } from "@remix-run/node";
import { type FoundAccount, findAccount } from "#app/gateways/accounts.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import type { Account } from "#app/model/account.ts";
import { LONGEST_URL } from "#app/model/longest-url.ts";
import { MAX_FORM_BYTES } from "#app/model/upload.ts";
import { sealOwner } from "./draft.server.ts";
import { claimedUser, forgetSession, hasSession, isRefreshedElsewhere, supabaseFor } from "./session.server.ts";

/** Longest return path: the sign-in URL also holds the sealed owner. */
const LONGEST_GOAL = LONGEST_URL - 300;

const found = new WeakMap<object, Promise<FoundAccount>>();

/**
 * Returns the account of a request's session, by one call to the auth service per request. Clears the cookies of a
 * session that has ended. Never throws.
 */
export function identifyUser(request: Request, context: AppLoadContext | undefined): Promise<FoundAccount> {
  const owner = context ?? request;
  const known = found.get(owner) ?? readUser(request, context);
  found.set(owner, known);
  return known;
}

type Customer = { account: Account; supabase: Supabase };

/**
 * Returns the signed-in customer and their client. Others are redirected to sign in and return here afterwards with
 * the form they sent. If the auth service does not answer, throws a 503, because the user may be signed in.
 */
export async function requireUser(request: Request, context: AppLoadContext | undefined): Promise<Customer> {
  const visitor = await identifyUser(request, context);
  if (visitor.kind === "known") {
    return { account: visitor.account, supabase: supabaseFor(request, context) };
  }
  if (visitor.kind === "unreachable") throw data({ reference: context?.requestId }, { status: 503 });
  throw await toSignIn(request);
}

/** Returns the signed-in customer and their client; undefined for anybody else. */
export async function findUserAndClient(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<Customer | undefined> {
  const account = await findUser(request, context);
  return account && { account, supabase: supabaseFor(request, context) };
}

/** Returns the signed-in customer, undefined for anybody else. For pages that also work without. */
export async function findUser(request: Request, context: AppLoadContext | undefined) {
  const visitor = await identifyUser(request, context);
  return visitor.kind === "known" ? visitor.account : undefined;
}

/**
 * Redirects to the sign-in page. A form is sent along (307) if its owner is known. A form above the size limit for
 * visitors without a session stays in the browser, and the page says so.
 */
async function toSignIn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // Leaves out a path that is too long, the query first.
  const goal = [pathname + search, pathname].find((path) => encodeURIComponent(path).length <= LONGEST_GOAL);
  const params = new URLSearchParams(goal === undefined ? {} : { redirectTo: goal });
  const user = request.method === "GET" ? undefined : await claimedUser(request);
  if (user === undefined) {
    // Tells users with a session cookie that the session has ended.
    if (hasSession(request)) params.set("ended", "");
    return replace(`/login?${params}`);
  }
  if (Number(request.headers.get("Content-Length")) > MAX_FORM_BYTES) {
    params.set("lost", "");
    return replace(`/login/again?${params}`, 303);
  }
  params.set("by", sealOwner(user));
  return replace(`/login/again?${params}`, 307);
}

async function readUser(request: Request, context: AppLoadContext | undefined): Promise<FoundAccount> {
  if (!hasSession(request)) return { kind: "nobody" };
  const visitor = await findAccount(supabaseFor(request, context));
  if (visitor.kind === "nobody" && !isRefreshedElsewhere(request, context)) forgetSession(request, context);
  return visitor;
}
