import { randomInt } from "node:crypto";
import { fetch } from "undici";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { failureOf } from "#app/gateways/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding, good, unseen } from "./finding.server.ts";
import { hostIn, PATIENCE_MS, readHead, troubleWith, tryCall } from "./try-call.server.ts";

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
    {
      name: "visitors' addresses",
      why: "Without them the auth service counts all visitors as one: 30 wrong passwords, and nobody can sign in.",
      look: forwarding,
    },
  ];
}

async function settings(): Promise<Finding> {
  const { url, publishableKey } = env.supabase;
  const base = `${url}/auth/v1/settings`;
  const { result, why } = await tryCall({ base, headers: { apikey: publishableKey }, schema: settingsSchema });
  if (!result.ok) return troubleWith("SUPABASE_URL", url, why, result.status);
  const { disable_signup, mailer_autoconfirm, external } = result.value;
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

/** Documentation addresses (RFC 5737): nobody has them. */
const NOBODYS = () => `192.0.2.${randomInt(1, 255)}`;
/** More than the auth service lets through at once. */
const CALLS = 35;

/**
 * Uses up what one made-up visitor has of a limit, and looks whether another has it still. The limit is that of `/otp`, of which
 * the site has no use, and without an address in it nothing is sent (Supabase, "Auth: Rate limits").
 */
async function forwarding(): Promise<Finding> {
  const { url, secretKey } = env.supabase;
  const askAs = async (visitor: string) => {
    const headers = { apikey: secretKey, "Sb-Forwarded-For": visitor, "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const call = { method: "POST", headers, body: "{}", signal };
    const reply = await fetch(`${url}/auth/v1/otp`, call).catch(() => undefined);
    // Not waited for: nobody needs the rest of it.
    reply?.body?.cancel().catch(() => {});
    return reply?.status === 429;
  };
  const one = NOBODYS();
  const isUsedUp = (await Promise.all(Array.from({ length: CALLS }, () => askAs(one)))).includes(true);
  if (!isUsedUp) return unseen("No limit was met in 35 calls, so it cannot be told.", FORWARDING);
  const isShared = await askAs("198.51.100.1");
  if (!isShared) return good("The auth service counts each visitor by itself.");
  return bad("The auth service counts all visitors as one.", FORWARDING);
}

const FORWARDING = `${SETTINGS_AT}, “Rate limits”: “IP address forwarding” on.`;

function templates(): Finding {
  if (env.isSandbox) return good("The sandbox sends those of supabase/templates.");
  return unseen(
    "No key of this site may read them, nor captcha, mail limits and SMTP of the auth service.",
    `Ask for a new password at ${env.origin}/login/forgot and see that the link leads to ${env.origin}/auth/confirm; else push supabase/config.toml.`,
  );
}
