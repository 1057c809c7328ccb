import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signIn } from "#app/gateways/accounts.server.ts";
import { findSecondStep, findSteppedAt } from "#app/gateways/second-steps.server.ts";
import { type Result, success } from "#app/model/result.ts";
import { seal, unseal } from "#app/use-cases/seal.server.ts";
import { identifyUser } from "./auth.server.ts";
import { holdSession, releaseSession, supabaseFor } from "./session.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";

/** How long a customer may look for the phone. */
const LIFE_MS = 10 * 60_000;
const waitingSchema = z.object({
  userId: z.string(),
  sessionId: z.uuid(),
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
 * Signs in by password. Returns "in" with the session's cookies set or, if the account has a second step, "step": then the session
 * stays sealed in a cookie of its own, and the browser is signed in by `enterWithStep`. Fails without a session if the database
 * does not say whether there is a second step. Source: docs/product.md, "Second step".
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
  const { session } = (await supabase.auth.getSession()).data;
  const step = await findSecondStep(session?.user.id ?? "");
  if (!step.ok) return step;
  if (!session || !step.value?.confirmedAt) {
    releaseSession(request, context);
    return success("in");
  }
  const { access_token, refresh_token, user } = session;
  const waiting = { userId: user.id, sessionId: sessionIdOf(access_token), tokens: { access_token, refresh_token } };
  context?.appendCookie?.(await cookie.serialize(seal(waiting satisfies WaitingSession, LIFE_MS)));
  return success("step");
}

/** Returns the session that waits for its second step in this browser; undefined after ten minutes. */
export function findWaitingSession(request: Request, context?: AppLoadContext): Promise<WaitingSession | undefined> {
  return cookie.read(request, context);
}

/** Signs the browser in with a session whose second step was passed. */
export async function enterWithStep(
  request: Request,
  context: AppLoadContext | undefined,
  { tokens }: WaitingSession,
): Promise<boolean> {
  const { error } = await supabaseFor(request, context).auth.setSession(tokens);
  context?.appendCookie?.(await cookie.ended());
  return !error;
}

/** Returns the session of a signed-in customer whose second step is on, so that it can be passed again; undefined for others. */
export async function findSteppableSession(request: Request, context: AppLoadContext | undefined) {
  const visitor = await identifyUser(request, context);
  if (visitor.kind !== "known") return undefined;
  const session = { userId: visitor.account.id, sessionId: await currentSessionId(request, context) };
  const stepped = await findSteppedAt(session.userId, session.sessionId);
  return stepped.ok && stepped.value.isOn ? session : undefined;
}

/** Returns the id of the request's session, whose owner the caller must have verified. */
export async function currentSessionId(request: Request, context: AppLoadContext | undefined): Promise<string> {
  const { data } = await supabaseFor(request, context).auth.getSession();
  return data.session ? sessionIdOf(data.session.access_token) : "";
}

/** Returns the id of the session that an access token belongs to; "" if it names none. The token is our auth service's own. */
export function sessionIdOf(accessToken: string): string {
  const claims = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  return z.object({ session_id: z.string() }).safeParse(claims).data?.session_id ?? "";
}
