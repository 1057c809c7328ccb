import type { FormReply } from "../http/form-reply.ts";
import { openChallenge, sealChallenge, spendChallenge } from "./challenge.server.ts";

/** The fields of a posted form. */
export type PostedForm = { payload: Record<string, unknown> };
type Challenge = NonNullable<FormReply["question"]>;

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
 * Checks the honeypot field (ui/forms/challenge-fields.tsx), which must be present and empty: bots omit it or fill it in. Browser
 * autofill fills it in now and then, so a filled honeypot leads to a challenge, and a right response passes. Takes the form's
 * name, and whether a rate limit requires a challenge anyway. Returns undefined, or the challenge.
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
  const open = openChallenge(payload.question, form);
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
