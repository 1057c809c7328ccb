import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { keyedHash, redisKey } from "#app/platform/redis/names.server.ts";
import { withRedisOrLocal } from "#app/platform/redis/redis.api.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import type { FormReply } from "../http/form-reply.ts";
import { seal, unseal } from "./site-seal.server.ts";

/** The fields of a posted form. */
export type PostedForm = { payload: Record<string, unknown> };
type Challenge = NonNullable<FormReply["challenge"]>;

/** A question that people answer easily and most bots do not. */
type Question = { id: string; text: string; answers: readonly string[] };

const FIRST: Question = { id: "sum", text: "How much is three plus four?", answers: ["7", "seven", "saba"] };

const QUESTIONS: readonly Question[] = [
  FIRST,
  { id: "legs", text: "How many legs has a goat?", answers: ["4", "four", "nne"] },
  { id: "week", text: "Which day comes after Monday?", answers: ["tuesday", "jumanne"] },
  {
    id: "tea",
    text: "Chai is a drink made with which leaves?",
    answers: ["tea", "tea leaves", "chai", "majani ya chai"],
  },
  { id: "capital", text: "What is the capital of Kenya?", answers: ["nairobi"] },
];

/**
 * Checks the honeypot field (ui/forms/challenge-fields.tsx), which must be present and empty: bots omit it or fill it in.
 * Browser autofill fills it in now and then, so a filled honeypot leads to a challenge, and a right response passes. Takes the
 * form's name, and whether a rate limit requires a challenge anyway. Returns undefined, or the challenge.
 */
export async function checkFormProofs(
  submission: PostedForm,
  form: string,
  requiresChallenge = false,
): Promise<Challenge | undefined> {
  return submission.payload.website_2 === "" && !requiresChallenge ? undefined : requireChallenge(submission, form);
}

/** Returns a challenge, unless the form has a right response to an unspent challenge of this form. */
export async function requireChallenge({ payload }: PostedForm, form: string): Promise<Challenge | undefined> {
  const open = openChallenge(payload.challenge, form);
  const { answer } = payload;
  if (!open || typeof answer !== "string" || answer === "") return newChallenge(form);
  const question = QUESTIONS.find(({ id }) => id === open.questionId);
  if (isCorrectResponse(question, answer))
    return (await spendChallenge(open, payload)) ? undefined : newChallenge(form);
  return challengeOf(question, form, "That is not the right answer. Please try again.");
}

/** Only a rejected form has a challenge: a cached page would show the same one to everybody. */
function newChallenge(form: string): Challenge {
  return challengeOf(undefined, form, "Please answer this, so that we know a person is writing.");
}

function challengeOf(question: Question | undefined, form: string, message: string): Challenge {
  const { id, text } = question ?? QUESTIONS[Math.floor(Math.random() * QUESTIONS.length)] ?? FIRST;
  return { id: sealChallenge(id, form), text, message };
}
/** Compares a challenge response; case, outer spaces and a full stop do not matter. */
function isCorrectResponse(question: Question | undefined, response: string): boolean {
  return question?.answers.includes(response.trim().toLowerCase().replace(/\.$/, "")) === true;
}

/** How long a response is accepted. */
const LIFE_MS = 3600_000;

const challengeSchema = z.object({ id: z.string(), questionId: z.string(), form: z.string() });
type OpenChallenge = z.infer<typeof challengeSchema>;

type Spent = { by: string; isNow: boolean };

/** Spent challenges of this process and the submissions that spent them; kept until they would expire anyway. */
const spentHere = createCache<string, Promise<Spent>>({ max: 50_000, ttl: LIFE_MS, perf: monotonicMs });

/** Seals a challenge for one form and one use. */
export function sealChallenge(questionId: string, form: string): string {
  return seal({ id: randomUUID(), questionId, form } satisfies OpenChallenge, LIFE_MS);
}

/** Opens a sealed challenge; undefined if it is invalid, of another form, or expired. */
export function openChallenge(sealed: unknown, form: string): OpenChallenge | undefined {
  const open = challengeSchema.safeParse(unseal(sealed)).data;
  return open?.form === form ? open : undefined;
}

/**
 * Spends a challenge with a right response. Returns whether the response counts. It counts once. It counts again for an
 * identical submission (a double press), which is carried out only once anyway; but not for a sign-in, because each sign-in is
 * carried out. Source: docs/product/forms.md, "The bot check" and "Sent once".
 */
export async function spendChallenge({ id, form }: OpenChallenge, payload: Record<string, unknown>): Promise<boolean> {
  const by = keyedHash(createHash("sha256").update(JSON.stringify(payload)).digest("hex"));
  const known = spentHere.get(id);
  const spending = known ?? spend(id, by);
  if (!known) spentHere.set(id, spending);
  const spent = await spending;
  return (!known && spent.isNow) || (spent.by === by && form !== "sign-in");
}

/**
 * Returns which submission spent a challenge (`by`), and whether this call did so (`isNow`). Without Redis each process knows
 * only the challenges that it has spent.
 */
function spend(id: string, by: string): Promise<Spent> {
  const key = redisKey("challenge", id);
  const isNow = { by, isNow: true };
  return withRedisOrLocal<Spent>(
    async (redis) => {
      if (await redis.set(key, by, { condition: "NX", expiration: { type: "PX", value: LIFE_MS } })) return isNow;
      return { by: (await redis.get(key)) ?? by, isNow: false };
    },
    () => isNow,
  );
}

/** The name of a form; its stamps are valid for this form only. */
type Form = string;

/**
 * Returns the signed time at which a form was rendered. All visitors who get the same cached page share a stamp: it proves that
 * the page was fetched, not by whom. `ageMs` makes an older stamp.
 */
export function makeStamp(form: Form, ageMs = 0): string {
  const at = (nowMs() - ageMs).toString(36);
  return `${at}.${sign(form, at)}`;
}

/** Returns the age of a stamp of this form in milliseconds; undefined if it is not valid. */
export function ageOfStamp(form: Form, stamp: unknown): number | undefined {
  if (typeof stamp !== "string") return undefined;
  const [at = "", signature = "", ...rest] = stamp.split(".");
  if (rest.length > 0 || !isSame(signature, sign(form, at))) return undefined;
  return nowMs() - Number.parseInt(at, 36);
}

function sign(form: Form, at: string): string {
  return createHmac("sha256", env.appSecret).update(`stamp ${form} ${at}`).digest("base64url");
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
