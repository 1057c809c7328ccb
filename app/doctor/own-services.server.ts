import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createConnections } from "#app/pictures/connect.api.server.ts";
import { SITEVERIFY } from "#app/platform/abuse/turnstile.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { openRedis, redisState } from "#app/platform/redis/redis.api.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./report.server.ts";
import { failureFinding, hostOf, probe, tryCall } from "./try-call.api.server.ts";

const projectsSchema = z.object({ success: z.literal(true), result: z.array(z.unknown()) });

/** Returns the checks of the agency's own services, if it has any, and of the hosts of pictures. */
export function ownServiceChecks(): Check[] {
  const { addresses, mail, newsletter, strideMail } = env;
  return [
    ownService("contact service", "CONTACT_URL", addresses.CONTACT_URL, "messages are mailed to BRAND_EMAIL"),
    ownService("mail service", "MAIL_URL", mail?.url, "mails of the site go by SMTP"),
    ownService("newsletter service", "NEWSLETTER_URL", newsletter?.url, "the site keeps its readers itself"),
    ownService("school service", "STRIDE_MAIL_URL", strideMail?.url, "the site writes to schools itself"),
    { name: "projects", why: "The pages of the projects are empty without them.", run: projects },
    { name: "pictures", why: "Pictures of posts, projects and profiles from these hosts are missing.", run: pictures },
  ];
}

/** Checks that a service responds. Whether it accepts our key is known only when something is sent. */
function ownService(name: string, setting: string, url: string | undefined, otherwise: string): Check {
  const why = "What visitors send by it is refused, or waits, while it is away.";
  const check = async (address: string): Promise<Finding> => {
    const { hasResponded, status, why: reason } = await probe(address);
    if (!hasResponded) return failureFinding(setting, address, reason);
    if (status < 500) return good(`${hostOf(address)} answers.`);
    return warning(`${hostOf(address)} answers HTTP ${status}.`, `Look into the log of the service of ${setting}.`);
  };
  return { name, why, run: () => (url ? check(url) : off(setting, otherwise)) };
}

async function projects(): Promise<Finding> {
  const url = env.addresses.PROJECTS_URL;
  if (!url) return off("PROJECTS_URL", "the table “projects” is shown");
  const { result, why } = await tryCall({ base: url, schema: projectsSchema });
  if (!result.ok) return failureFinding("PROJECTS_URL", url, why, result.status);
  return good(`${hostOf(url)} lists ${result.value.result.length}.`);
}

async function pictures(): Promise<Finding> {
  const { origins, isOnThisComputer } = env.images;
  if (origins.length === 0) return off("IMAGE_HOSTS", "pictures of other hosts are not shown");
  const { agent: dispatcher } = createConnections(isOnThisComputer);
  const replies = await Promise.all(origins.map((origin) => probe(origin, { method: "GET", dispatcher })));
  const failed = replies.findIndex(({ hasResponded }) => !hasResponded);
  if (failed < 0) return good(`${origins.map(hostOf).join(", ")} ${origins.length > 1 ? "answer" : "answers"}.`);
  return { ...failureFinding("IMAGE_HOSTS", origins[failed] ?? "", replies[failed]?.why), state: "warning" };
}

/** Returns the check of Redis, where several processes share limits. */
export function redisChecks(): Check[] {
  const why = "Each process counts limits for itself meanwhile, at half: some people are turned away too early.";
  return [{ name: "Redis", why, run: redis }];
}

/** Uses the gateway's own connection, which proves that it may write. */
async function redis(): Promise<Finding> {
  if (env.redisUrl === undefined) return off("REDIS_URL", "each process counts limits for itself");
  await openRedis();
  const state = redisState();
  if (state.is !== "alone") return good(`${new URL(env.redisUrl).host} takes what processes share.`);
  const { message, advice = "" } = failureFinding("REDIS_URL", env.redisUrl, state.why);
  return warning(message, state.why.kind === "key" ? "Look at user and password in REDIS_URL." : advice);
}

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
