import { randomUUID } from "node:crypto";
import { z } from "zod";
import { SITEVERIFY } from "#app/platform/abuse/turnstile.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { bad, type Check, type Finding, good, off } from "./finding.server.ts";
import { failureFinding, hostOf, probe, tryCall } from "./try-call.api.server.ts";

/** Turnstile, "Testing your Turnstile implementation": keys that accept or reject every token. */
const TEST_KEY = /^[123]x0{10,}/;
/** Turnstile, "Error codes": the codes about our secret. */
const SECRET_CODES = ["missing-input-secret", "invalid-input-secret"];

/** For a failed call: Turnstile reports a wrong secret by a code, so a missing response says nothing about the secret. */
const REACH_CLOUDFLARE =
  "Nothing is wrong with TURNSTILE_SECRET so far: see whether this machine may reach Cloudflare by https, or wait until it is up.";

const verdictSchema = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).catch([]) });

/** Returns the check of the bot check: Turnstile's, or that of the agency's own worker. */
export function botCheckChecks(): Check[] {
  const why = "Without it each form asks a question; with a wrong key people who solve the check are not believed.";
  return [{ name: "bot check", why, run: botCheck }];
}

async function botCheck(): Promise<Finding> {
  const { url, secret, siteKey } = env.botCheck;
  if (url !== undefined) return probeWorker(url);
  if (secret === "") return off("TURNSTILE_SECRET", "forms are held by a stamp, limits and a question");
  const advice = "Copy both keys of the widget anew: Cloudflare, “Turnstile”.";
  if (TEST_KEY.test(secret) || TEST_KEY.test(siteKey)) return bad("These are Turnstile's keys for tests.", advice);
  const body = { secret, response: "doctor", idempotency_key: randomUUID() };
  const { result, why } = await tryCall({ base: SITEVERIFY, method: "POST", body, schema: verdictSchema });
  if (!result.ok)
    return { ...failureFinding("TURNSTILE_SECRET", SITEVERIFY, why, result.status), advice: REACH_CLOUDFLARE };
  const code = result.value["error-codes"].find((one) => SECRET_CODES.includes(one));
  if (code !== undefined) return bad(`Turnstile does not know the secret (${code}).`, advice);
  return good("Turnstile knows the secret. The site key shows itself at a form alone.");
}

async function probeWorker(url: string): Promise<Finding> {
  const { hasResponded, why } = await probe(url);
  return hasResponded ? good(`${hostOf(url)} answers.`) : failureFinding("BOT_CHECK_URL", url, why);
}
