import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { SITEVERIFY } from "#app/gateways/bot-check.server.ts";
import { bad, type Check, type Finding, good, off } from "./finding.server.ts";
import { hostIn, isAnswered, troubleWith, tryCall } from "./try-call.server.ts";

/** Turnstile, "Testing your Turnstile implementation": keys that let everybody or nobody pass. */
const TEST_KEY = /^[123]x0{10,}/;
/** Turnstile, "Error codes": what is wrong with our own side. */
const OF_SECRET = ["missing-input-secret", "invalid-input-secret"];

/** Of a wrong secret Turnstile says so, by a code: without an answer nothing is known of it. */
const REACH_CLOUDFLARE =
  "Nothing is wrong with TURNSTILE_SECRET so far: see whether this machine may reach Cloudflare by https, or wait until it is up.";

const verdictSchema = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).catch([]) });

/** The check for a person. */
export function botCheckChecks(): Check[] {
  const why = "Without it each form asks a question; with a wrong key people who solve the check are not believed.";
  return [{ name: "bot check", why, look: botCheck }];
}

async function botCheck(): Promise<Finding> {
  const { url, secret, siteKey } = env.botCheck;
  if (url !== undefined) return answersAt(url);
  if (secret === "") return off("TURNSTILE_SECRET", "forms are held by a stamp, limits and a question");
  const todo = "Copy both keys of the widget anew: Cloudflare, “Turnstile”.";
  if (TEST_KEY.test(secret) || TEST_KEY.test(siteKey)) return bad("These are Turnstile's keys for tests.", todo);
  const body = { secret, response: "doctor", idempotency_key: randomUUID() };
  const { result, why } = await tryCall({ base: SITEVERIFY, method: "POST", body, schema: verdictSchema });
  if (!result.ok) return { ...troubleWith("TURNSTILE_SECRET", SITEVERIFY, why, result.status), todo: REACH_CLOUDFLARE };
  const code = result.value["error-codes"].find((one) => OF_SECRET.includes(one));
  if (code !== undefined) return bad(`Turnstile does not know the secret (${code}).`, todo);
  return good("Turnstile knows the secret. The site key shows itself at a form alone.");
}

async function answersAt(url: string): Promise<Finding> {
  const { isAnswered: isThere, why } = await isAnswered(url);
  return isThere ? good(`${hostIn(url)} answers.`) : troubleWith("BOT_CHECK_URL", url, why);
}
