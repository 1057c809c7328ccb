import { type AppLoadContext, data, replace } from "@remix-run/node";
import { type FoundAccount, findAccount } from "#app/gateways/accounts.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import type { Account } from "#app/model/account.ts";
import { LONGEST_URL } from "#app/model/longest-url.ts";
import { MAX_FORM_BYTES } from "#app/model/upload.ts";
import { sealOwner } from "./draft.server.ts";
import { claimedUser, forgetSession, hasSession, isRefreshedElsewhere, supabaseFor } from "./session.server.ts";

/** What is left for where to go back to, once the seal and the names beside it have their place. */
const LONGEST_GOAL = LONGEST_URL - 300;

const found = new WeakMap<object, Promise<FoundAccount>>();

/**
 * Who asks: one question to the auth service for a request, shared by all its loaders, and none without a session. What
 * is left of a session that is over is taken out of the browser. Never throws.
 */
export function findVisitor(request: Request, context: AppLoadContext | undefined): Promise<FoundAccount> {
  const owner = context ?? request;
  const known = found.get(owner) ?? ask(request, context);
  found.set(owner, known);
  return known;
}

type Customer = { account: Account; supabase: Supabase };

/**
 * The customer who asks, with a client that acts for them. Everybody else is sent to sign in and comes back here after,
 * with the form they had sent; while the auth service does not answer it is a 503 instead, because they may well be
 * signed in.
 */
export async function requireUser(request: Request, context: AppLoadContext | undefined): Promise<Customer> {
  const visitor = await findVisitor(request, context);
  if (visitor.kind === "known") {
    return { account: visitor.account, supabase: supabaseFor(request, context) };
  }
  if (visitor.kind === "unreachable") throw data({ reference: context?.requestId }, { status: 503 });
  throw await toSignIn(request);
}

/** The customer who asks, with a client that acts for them; undefined for anybody else. */
export async function findOwn(request: Request, context: AppLoadContext | undefined): Promise<Customer | undefined> {
  const account = await findCustomer(request, context);
  return account && { account, supabase: supabaseFor(request, context) };
}

/** The customer who asks, undefined for anybody else: for what is nicer when known and works without. */
export async function findCustomer(request: Request, context: AppLoadContext | undefined) {
  const visitor = await findVisitor(request, context);
  return visitor.kind === "known" ? visitor.account : undefined;
}

/**
 * A form comes along to the sign-in page (307 sends it once more), unless nothing says whose it is. One that is longer than
 * what is read of somebody without a session stays where it was typed, and the page says so.
 */
async function toSignIn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // An address that would be too long for us is left out, the query first.
  const goal = [pathname + search, pathname].find((path) => encodeURIComponent(path).length <= LONGEST_GOAL);
  const params = new URLSearchParams(goal === undefined ? {} : { redirectTo: goal });
  const user = request.method === "GET" ? undefined : await claimedUser(request);
  if (user === undefined) {
    // Whoever brings a session is told why it does not let them in.
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

async function ask(request: Request, context: AppLoadContext | undefined): Promise<FoundAccount> {
  if (!hasSession(request)) return { kind: "nobody" };
  const visitor = await findAccount(supabaseFor(request, context));
  if (visitor.kind === "nobody" && !isRefreshedElsewhere(request, context)) forgetSession(request, context);
  return visitor;
}
