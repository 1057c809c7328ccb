import { type AppLoadContext, data } from "@remix-run/node";

/** What a page behind a mail's link knows of it. Without a token the link is spent, or none of ours. */
type LinkFailure = { token?: string; message?: string; reference?: string | undefined };

/** What a mail's link carries, for its page to hand on: the page itself looks nothing up. */
export function tokenOf(request: Request): { token: string } {
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

/** The longest is a sealed address of 254 characters, three bytes each: about 1,100. */
const TOKEN = /^[\w-]{20,1200}$/;

/** The token that the button of such a page has sent; an empty text when it is no token at all. */
export async function tokenIn(request: Request): Promise<string> {
  const token = (await request.formData()).get("token");
  return typeof token === "string" && TOKEN.test(token) ? token : "";
}

/** Gives the page back: with its token it may be tried again, without one the link is of no use. */
export function linkFailed(context: AppLoadContext | undefined, failure: Omit<LinkFailure, "reference">) {
  if (failure.token === undefined) return data<LinkFailure>(failure, { status: 400 });
  return data<LinkFailure>({ ...failure, reference: context?.requestId }, { status: 503 });
}
