import { signIn } from "#app/accounts/accounts.api.server.ts";
import { currentSessionId } from "#app/accounts/step-cookie.server.ts";
import { createDemoStaff, demoStaff } from "#mocks/demo-staff.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { clientOf } from "./demo-customers.ts";

export const [STAFF, SECOND_STAFF, READER] = demoStaff;

/**
 * Returns a browser in which a member of staff is signed in and has passed the second step `hoursAgo` hours ago. If it is null,
 * the step is not passed.
 */
export async function staffBrowser(who: { id: string; email: string } = STAFF, hoursAgo: number | null = 0) {
  await createDemoStaff(database);
  const browser = newBrowser();
  const signedIn = await signIn(clientOf(browser), { email: who.email, password: "sandbox-password" });
  if (!signedIn.ok) throw new Error(signedIn.message);
  if (hoursAgo === null) return browser;
  const { request } = browser.requestArgs("/");
  await database.query(
    `insert into public.stepped_sessions (session_id, user_id, passed_by, passed_at)
     values ($1, $2, 'app', now() - $3 * interval '1 hour')`,
    [currentSessionId(request), who.id, hoursAgo],
  );
  return browser;
}
