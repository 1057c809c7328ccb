import { HttpResponse } from "msw";

/**
 * How a mock is told to misbehave: by its input, with the same words everywhere. The table is in docs/sandbox.md.
 * A name says it with its beginning ("slow-jina.com"), an e-mail address with the part before the @ ("slow@jina.co.ke").
 */
const NAME_FAULTS = [
  "taken",
  "noprice",
  "unsupported",
  "slow",
  "timeout",
  "ratelimit",
  "forbidden",
  "error500",
  "garbage",
  "nosuggest",
  "empty",
  "many",
  "twice",
  "script",
  "lost",
  "exists",
  "conflict",
  "gone",
  "notfound",
] as const;
/** What the world sees of a zone: its name says it with its beginning. */
const WORLDS = [
  "elsewhere",
  "moving",
  "partly",
  "unregistered",
  "nameless",
  "silent",
  "unreachable",
  "onesided",
] as const;
export type World = (typeof WORLDS)[number] | undefined;
/** What the world sees of a record: its first label says it. */
const SIGHTS = ["old", "unseen"] as const;
const TOKEN_FAULTS = ["refuse", "slow", "timeout", "error500"] as const;
const EMAIL_FAULTS = ["fail", "refuse", "slow", "timeout", "captcha", "lost"] as const;

/** In milliseconds, how long "slow" takes, and the outbox waits for mails that are under way; tests make them short. */
export const sandboxDelays = { slowMs: 3000, mailsMs: 60_000 };

/**
 * The fault word that a domain or record name begins with; undefined for a well-behaved one. It may stand behind
 * "direct-", which asks the site to carry an order out at once.
 */
export function faultOfName(name: string) {
  const rest = name.replace(/^direct-/, "");
  return NAME_FAULTS.find((word) => rest.startsWith(`${word}-`));
}

/** What the world sees of a zone of this name; undefined for what is written in it. */
export function worldOf(zone: string): World {
  return WORLDS.find((word) => zone.replace(/^direct-/, "").startsWith(`${word}-`));
}

/** What the world sees of a record of this name; undefined for what it says. */
export function sightOf(name: string) {
  return SIGHTS.find((word) => name.startsWith(`${word}-`));
}

/** The fault word before the @ of an e-mail address; undefined for a well-behaved one. */
export function faultOfEmail(email: string) {
  return EMAIL_FAULTS.find((word) => email.startsWith(`${word}@`));
}

/** The fault word that a bot check's token begins with; undefined for a good one. */
export function faultOfToken(token: string) {
  return TOKEN_FAULTS.find((word) => token.startsWith(`${word}-`));
}

/** Waits, if the word is "slow". */
export async function waitAs(fault: string | undefined): Promise<void> {
  if (fault === "slow") await new Promise((done) => setTimeout(done, sandboxDelays.slowMs));
}

/** What "timeout" does: nothing, until the caller gives up. */
export async function neverAnswer(request: Request) {
  await new Promise((done) => request.signal.addEventListener("abort", done, { once: true }));
  return HttpResponse.error();
}
