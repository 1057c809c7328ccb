import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "#app/accounts/auth.server.ts";
import { ownDataFile, takeOwnData } from "#app/accounts/take-own-data.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { DATA_SECTION } from "#app/routes/account/ui/profile-sections.tsx";

/**
 * Downloads everything that is stored about the customer as one file. All parts are read before the first byte is sent. If a
 * part cannot be read, the customer returns to the profile, which says so. Source: docs/product/accounts.md, "Your data".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // After a sign-in the customer comes back to the profile, because a file is not a page.
  const profile = new Request(new URL("/profile", request.url), { headers: request.headers });
  const { account, supabase } = await requireUser(profile, context).catch((thrown: unknown) => {
    throw thrown instanceof Response ? thrown : redirect("/profile");
  });
  const taken = await takeOwnData(supabase, account);
  return taken.ok ? ownDataFile(taken.value) : reject(taken.message);
}

function reject(text: string) {
  const title = "We could not make the file";
  return redirectWithFlash(`/profile#${DATA_SECTION}`, {
    about: DATA_SECTION,
    title,
    text,
    isUnsure: true,
    isInline: true,
  });
}
