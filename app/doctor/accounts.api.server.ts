import { randomInt } from "node:crypto";
import { fetch } from "undici";
import { z } from "zod";
import { readStaffState } from "#app/desk/work-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding, good, manual, off, warning } from "./report.server.ts";
import { failureFinding, hostOf, readHead, tryCall } from "./try-call.api.server.ts";

/** The public settings of the auth service (Supabase, "Auth: Settings"). */
const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ email: z.boolean() }),
});

const SETTINGS_AT = "Supabase, “Authentication”";

/** Returns the checks of the auth service's settings. Source: docs/going-live.md, "The database". */
export function accountChecks(): Check[] {
  return [
    { name: "accounts", why: "People sign up with an address, and prove by a mail that it is theirs.", run: settings },
    { name: "site URL", why: "The links in mails for accounts lead there.", run: siteUrl },
    {
      name: "mail templates",
      why: "A link that leads elsewhere confirms nobody, and a mail scanner may use it up.",
      run: templates,
    },
    {
      name: "visitors' addresses",
      why: "Without them the auth service counts all visitors as one: 30 wrong passwords, and nobody can sign in.",
      run: forwarding,
    },
  ];
}

async function settings(): Promise<Finding> {
  const { url, publishableKey } = env.supabase;
  const base = `${url}/auth/v1/settings`;
  const { result, why } = await tryCall({ base, headers: { apikey: publishableKey }, schema: settingsSchema });
  if (!result.ok) return failureFinding("SUPABASE_URL", url, why, result.status);
  const { disable_signup, mailer_autoconfirm, external } = result.value;
  const problems = [
    ...(disable_signup ? ["nobody can sign up"] : []),
    ...(external.email ? [] : ["nobody can sign in by e-mail"]),
    ...(mailer_autoconfirm ? ["addresses count as confirmed without a mail"] : []),
  ];
  if (problems.length === 0) return good("People can sign up, and confirm their address.");
  return bad(
    `As it is set, ${problems.join(", and ")}.`,
    `${SETTINGS_AT}: allow sign-ups by e-mail, “Confirm email” on.`,
  );
}

/** Opens an invalid link: the auth service redirects to its Site URL, and nothing changes. */
async function siteUrl(): Promise<Finding> {
  const { url, publishableKey } = env.supabase;
  const address = `${url}/auth/v1/verify?token=doctor&type=signup`;
  const head = await readHead(address, { apikey: publishableKey }).catch(failureOf);
  if ("kind" in head) return failureFinding("SUPABASE_URL", url, head);
  const { location, status } = head;
  const advice = `${SETTINGS_AT}, “URL Configuration”: the Site URL must be PUBLIC_ORIGIN.`;
  if (location === null || !URL.canParse(location)) return manual(`It was not told (HTTP ${status}).`, advice);
  if (new URL(location).origin === env.origin) return good(`It is ${env.origin}.`);
  return bad(`Links lead to ${hostOf(location)}.`, advice);
}

/** Returns a documentation address (RFC 5737), which no visitor has. */
const randomTestAddress = () => `192.0.2.${randomInt(1, 255)}`;
/** More than the auth service's burst limit of 30. */
const CALLS = 35;

/**
 * Uses up the rate limit of one invented client address, and checks that another address still has its own. The endpoint is
 * `/otp`, which the site does not use; without an e-mail address in the body nothing is sent (Supabase, "Auth: Rate limits").
 */
async function forwarding(): Promise<Finding> {
  const { url, secretKey } = env.supabase;
  const isLimited = async (visitor: string) => {
    const headers = { apikey: secretKey, "Sb-Forwarded-For": visitor, "Content-Type": "application/json" };
    const signal = deadline("doctorCall");
    const init = { method: "POST", headers, body: "{}", signal };
    const response = await fetch(`${url}/auth/v1/otp`, init).catch(() => undefined);
    // Not awaited: the body is not needed.
    response?.body?.cancel().catch(() => {});
    return response?.status === 429;
  };
  const first = randomTestAddress();
  const isUsedUp = (await Promise.all(Array.from({ length: CALLS }, () => isLimited(first)))).includes(true);
  if (!isUsedUp) return manual("No limit was met in 35 calls, so it cannot be told.", FORWARDING);
  const isShared = await isLimited("198.51.100.1");
  if (!isShared) return good("The auth service counts each visitor by itself.");
  return bad("The auth service counts all visitors as one.", FORWARDING);
}

const FORWARDING = `${SETTINGS_AT}, “Rate limits”: “IP address forwarding” on.`;

function templates(): Finding {
  if (env.isSandbox) return good("The sandbox sends those of supabase/templates.");
  return manual(
    "No key of this site may read them, nor captcha, mail limits and SMTP of the auth service.",
    `Ask for a new password at ${env.origin}/login/forgot and see that the link leads to ${env.origin}/auth/confirm; else push supabase/config.toml.`,
  );
}

/** Returns the check of the agency's staff. Source: docs/product/desk.md, "The desk". */
export function staffChecks(): Check[] {
  return [
    { name: "staff", why: "Staff without a confirmed account and a second step cannot use the desk.", run: staff },
  ];
}

async function staff(): Promise<Finding> {
  const addresses = [...env.staff, ...env.readers];
  const all = addresses.length;
  if (all === 0) return off("STAFF", "there is no desk, and orders and messages arrive by mail alone");
  const states = await Promise.all(addresses.map((address) => readStaffState([address])));
  if (states.includes(undefined))
    return bad("The database did not say who has an account.", "See the lines about the database.");
  const without = (what: "confirmed" | "stepped") => addresses.filter((_, index) => states[index]?.[what] === 0);
  const [unconfirmed, unstepped] = [without("confirmed"), without("stepped")];
  if (unconfirmed.length > 0) {
    return warning(
      `No confirmed account, of ${all} in STAFF: ${unconfirmed.join(", ")}.`,
      "Sign up with each at /login and open the link in the mail. Nobody else can: an address that is not confirmed is no staff.",
    );
  }
  if (unstepped.length > 0) {
    return warning(
      `No second step, of ${all} staff: ${unstepped.join(", ")}. Their password alone could set one up.`,
      "Switch it on at /profile/step.",
    );
  }
  if (env.staff.length < 2)
    return warning(
      "There is no second member of staff who may change something.",
      "Add a second one: only another can help with a lost phone.",
    );
  return good(`${all} members of staff have a confirmed account and a second step.`);
}
