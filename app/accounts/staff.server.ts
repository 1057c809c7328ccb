import { type AppLoadContext, data, redirect } from "@remix-run/node";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { requireUser, toStep } from "./auth.server.ts";

/** The address of the agency's desk. */
export const DESK = "/desk";
/** For how many ms a code of the second step opens the desk: a working day. */
const STEP_LIFE_MS = 12 * 3600_000;
/** What staff who only read get for a form or a file. */
const READS_ONLY = "You may read. Nothing was changed: ask a colleague to do it.";

/** Returns whether a path is a page of the desk. */
export function isDeskPath(path: string): boolean {
  return /^\/desk(?=$|[/?#])/i.test(path);
}

/** Returns whether an address is that of a member of staff. The address proves nothing unless the account has confirmed it. */
export function isStaff(email: string | undefined): boolean {
  return mayWrite(email) || (email !== undefined && env.readers.includes(email.toLowerCase()));
}

/** Returns whether an address is that of a member of staff who may change something, and does not only read. */
export function mayWrite(email: string | undefined): boolean {
  return email !== undefined && env.staff.includes(email.toLowerCase());
}

/**
 * Returns the member of staff who sent a request. Every loader and action of the desk calls it first: loaders run in parallel,
 * so a guard of the layout would protect nothing. Redirects a signed-out visitor to sign in. Throws the page of an unknown URL
 * if the visitor is not staff, or if the site has no desk. Redirects staff to set up a second step, or to pass it again 12
 * hours after the last code. `right`: "write" for everything that changes something or gives out a file; staff who only read
 * get 403. If it is left out, a form needs it and a page does not. Source: docs/product/desk.md, "Who sees it".
 */
export async function requireStaff(
  request: Request,
  context: AppLoadContext | undefined,
  right: "read" | "write" = request.method === "GET" ? "read" : "write",
): Promise<Staff> {
  if (env.staff.length + env.readers.length === 0) throw hidden(context);
  const { account, step } = await requireUser(request, context);
  const { id, email, name } = account;
  if (!isStaff(email) || !account.isConfirmed) throw hidden(context);
  if (!step.isOn) throw redirect("/profile/step");
  if (step.passedAt === null || nowMs() - Date.parse(step.passedAt) > STEP_LIFE_MS) throw await stepAgain(request);
  if (right === "write" && !mayWrite(email)) throw data({ message: READS_ONLY }, { status: 403 });
  return { id, email, name: name ?? email };
}

function hidden(context: AppLoadContext | undefined) {
  if (context) context.isHidden = true;
  return data(null, { status: 404 });
}

/** Redirects to the second step. A submitted form is kept; after the code, the member of staff submits it once more. */
async function stepAgain(request: Request): Promise<Response> {
  if (request.method !== "GET") return toStep(request);
  const { pathname, search } = new URL(request.url);
  return redirect(`/login/step?${new URLSearchParams({ redirectTo: pathname.replace(/\.data$/, "") + search })}`);
}
