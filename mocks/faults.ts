import { HttpResponse } from "msw";

/**
 * The magic words, which make a mock misbehave; they mean the same everywhere (table in docs/sandbox.md). A name begins with
 * one ("slow-jina.com"), an e-mail address has one before the @ ("slow@jina.co.ke").
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
/** At the beginning of a zone's name: what public resolvers return for the whole zone. */
const ZONE_SCENARIOS = [
  "elsewhere",
  "moving",
  "partly",
  "unregistered",
  "nameless",
  "silent",
  "unreachable",
  "onesided",
] as const;
export type ZoneScenario = (typeof ZONE_SCENARIOS)[number] | undefined;
/** At the beginning of a record's name: what public resolvers return for the record. */
const RECORD_SCENARIOS = ["old", "unseen"] as const;
const TOKEN_FAULTS = ["refuse", "slow", "timeout", "error500"] as const;
const EMAIL_FAULTS = ["fail", "refuse", "slow", "timeout", "captcha", "lost"] as const;

/**
 * Milliseconds, which tests shorten. `slowMs`: the delay of "slow". `mailsMs`: how long the outbox waits for queued mails.
 * `payMs`: how long a payment prompt is on the phone. `lateMs`: how much later its callback comes with the digits 996.
 */
export const sandboxDelays = { slowMs: 3000, mailsMs: 60_000, payMs: 3000, lateMs: 60_000 };

/**
 * Returns the magic word of a domain or record name, if it has one. It may follow "direct-", which makes the site carry out an
 * order at once.
 */
export function faultOfName(name: string) {
  const rest = name.replace(/^direct-/, "");
  return NAME_FAULTS.find((word) => rest.startsWith(`${word}-`));
}

/** Returns the scenario of a zone; undefined if resolvers return its own records. */
export function scenarioOfZone(zone: string): ZoneScenario {
  return ZONE_SCENARIOS.find((word) => zone.replace(/^direct-/, "").startsWith(`${word}-`));
}

/** Returns the scenario of a record; undefined if resolvers return its own value. */
export function scenarioOfRecord(name: string) {
  return RECORD_SCENARIOS.find((word) => name.startsWith(`${word}-`));
}

/** Returns the magic word before the @ of an e-mail address, if there is one. */
export function faultOfEmail(email: string) {
  return EMAIL_FAULTS.find((word) => email.startsWith(`${word}@`));
}

/** Returns the magic word at the beginning of a bot-check token, if there is one. */
export function faultOfToken(token: string) {
  return TOKEN_FAULTS.find((word) => token.startsWith(`${word}-`));
}

/** Waits for `slowMs` if the magic word is "slow". */
export async function delayIfSlow(fault: string | undefined): Promise<void> {
  if (fault === "slow") await new Promise((done) => setTimeout(done, sandboxDelays.slowMs));
}

/** Does not respond until the caller gives up: the fault "timeout". */
export async function neverRespond(request: Request) {
  await new Promise((done) => request.signal.addEventListener("abort", done, { once: true }));
  return HttpResponse.error();
}
