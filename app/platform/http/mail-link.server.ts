import { type AppLoadContext, data } from "@remix-run/node";

/** Data of a page that a mailed link opens. If `token` is missing, the link is spent or invalid. */
type LinkFailure = { token?: string; message?: string; reference?: string | undefined };

/** Returns the token in the URL, for the page's form. Nothing is looked up. */
export function tokenInUrl(request: Request): { token: string } {
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

/** The longest token is a sealed address of 254 characters with three bytes each: about 1,100 characters. */
const TOKEN = /^[\w-]{20,1200}$/;

/** Returns the token of the posted form; empty if it is malformed. */
export async function tokenInForm(request: Request): Promise<string> {
  const token = (await request.formData()).get("token");
  return typeof token === "string" && TOKEN.test(token) ? token : "";
}

/** Re-renders the page. If `failure` has a token, the user may try again (503); otherwise the link is invalid (400). */
export function linkFailureReply(context: AppLoadContext | undefined, failure: Omit<LinkFailure, "reference">) {
  if (failure.token === undefined) return data<LinkFailure>(failure, { status: 400 });
  return data<LinkFailure>({ ...failure, reference: context?.requestId }, { status: 503 });
}
