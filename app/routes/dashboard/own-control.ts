import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { matchPassword } from "#app/accounts/own-password.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import type { requireDomain } from "./dns/own-zone.ts";
import { domainPath } from "./ui/domain-path.ts";

/** The owner of the domain whose Control page sent a form. */
export type Owner = Awaited<ReturnType<typeof requireDomain>>;

/** Returns what a form says if the typed password is not that of the account; undefined if it is. */
export async function passwordProblem({ account, context }: Owner, current: string | undefined) {
  const found = await matchPassword(account, { current }, context?.address);
  if (found.kind === "current") return undefined;
  if (found.kind === "wait") {
    const message = `Wrong password too many times. Please wait ${waitInWords(found.seconds)}, then try again.`;
    return { message, status: 429, retryAfterSeconds: found.seconds };
  }
  if (found.kind === "lost") return formErrorsOf(found.why, {});
  return { fieldErrors: { password: ["This is not your password"] } };
}

/** Redirects to the Control page with a flash message. */
export function backToControl({ domain }: Owner, about: string, title: string, text?: string) {
  return redirectWithFlash(`${domainPath(domain.name)}/control`, { about, title, ...(text !== undefined && { text }) });
}
