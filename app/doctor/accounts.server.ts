import { z } from "zod";
import { env } from "#app/env.server.ts";
import { failureOf } from "#app/gateways/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding, good, unseen } from "./finding.server.ts";
import { hostIn, readHead, troubleWith, tryCall } from "./try-call.server.ts";

/** What the auth service tells whoever has a key (Supabase, "Auth: Settings"). */
const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ email: z.boolean() }),
});

const SETTINGS_AT = "Supabase, “Authentication”";

/** The settings of the auth service that the site relies on: docs/going-live.md, "The database". */
export function accountChecks(): Check[] {
  return [
    { name: "accounts", why: "People sign up with an address, and prove by a mail that it is theirs.", look: settings },
    { name: "site URL", why: "The links in mails for accounts lead there.", look: siteUrl },
    {
      name: "mail templates",
      why: "A link that leads elsewhere confirms nobody, and a mail scanner may use it up.",
      look: templates,
    },
  ];
}

async function settings(): Promise<Finding> {
  const { url, publishableKey } = env.supabase;
  const base = `${url}/auth/v1/settings`;
  const { answer, why } = await tryCall({ base, headers: { apikey: publishableKey }, schema: settingsSchema });
  if (!answer.ok) return troubleWith("SUPABASE_URL", url, why, answer.status);
  const { disable_signup, mailer_autoconfirm, external } = answer.value;
  const wrong = [
    ...(disable_signup ? ["nobody can sign up"] : []),
    ...(external.email ? [] : ["nobody can sign in by e-mail"]),
    ...(mailer_autoconfirm ? ["addresses count as confirmed without a mail"] : []),
  ];
  if (wrong.length === 0) return good("People can sign up, and confirm their address.");
  return bad(`As it is set, ${wrong.join(", and ")}.`, `${SETTINGS_AT}: allow sign-ups by e-mail, “Confirm email” on.`);
}

/** A link that is none is answered with a redirect to the Site URL, and changes nothing. */
async function siteUrl(): Promise<Finding> {
  const { url, publishableKey } = env.supabase;
  const address = `${url}/auth/v1/verify?token=doctor&type=signup`;
  const head = await readHead(address, { apikey: publishableKey }).catch(failureOf);
  if ("kind" in head) return troubleWith("SUPABASE_URL", url, head);
  const { location, status } = head;
  const todo = `${SETTINGS_AT}, “URL Configuration”: the Site URL must be PUBLIC_ORIGIN.`;
  if (location === null || !URL.canParse(location)) return unseen(`It was not told (HTTP ${status}).`, todo);
  if (new URL(location).origin === env.origin) return good(`It is ${env.origin}.`);
  return bad(`Links lead to ${hostIn(location)}.`, todo);
}

function templates(): Finding {
  if (env.isSandbox) return good("The sandbox sends those of supabase/templates.");
  return unseen(
    "No key of this site may read them, nor captcha, mail limits and SMTP of the auth service.",
    `Ask for a new password at ${env.origin}/login/forgot and see that the link leads to ${env.origin}/auth/confirm; else push supabase/config.toml.`,
  );
}
