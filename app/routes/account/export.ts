import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "#app/http/auth.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { OMISSIONS, OWN_DATA_VERSION } from "#app/model/own-data.ts";
import { DATA_SECTION } from "#app/routes/account/ui/profile-sections.tsx";
import { takeOwnData } from "#app/use-cases/account/own-data.server.ts";

/**
 * Downloads everything that is stored about the customer as one file. It is read completely before the first byte is sent;
 * if a part cannot be read, the profile says so. Source: docs/product.md, "Your data".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // After a sign-in the customer comes back to the profile, because a file is not a page.
  const profile = new Request(new URL("/profile", request.url), { headers: request.headers });
  const { account, supabase } = await requireUser(profile, context).catch((thrown: unknown) => {
    throw thrown instanceof Response ? thrown : redirect("/profile");
  });
  const taken = await takeOwnData(supabase, account);
  if (!taken.ok) return reject(taken.message);
  const now = nowDate();
  const { account: own, parts } = taken.value;
  const about = "Your account with us. The phone number is in the international form.";
  const file = { ...headerOf(now), account: { about, ...own }, ...parts };
  return new Response(`${JSON.stringify({ ...file, notInThisFile: OMISSIONS }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${dateOf(dayNumber(now)).iso}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function headerOf(now: Date) {
  return {
    about:
      "What this site keeps about you; notInThisFile says what is elsewhere. Times are ISO 8601 in UTC. If a part is not complete, it has the newest 5,000 rows: write to us for the older ones.",
    version: OWN_DATA_VERSION,
    madeAt: now.toISOString(),
  };
}

function reject(text: string) {
  const title = "We could not make the file";
  return redirectWithFlash(`/profile#${DATA_SECTION}`, {
    about: DATA_SECTION,
    title,
    text,
    isUnsure: true,
    isNear: true,
  });
}
