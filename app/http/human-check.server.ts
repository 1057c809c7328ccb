import type { Submission } from "@conform-to/dom";
import type { FormReply } from "#app/model/form-reply.ts";
import { isAnswered, pickQuestion } from "#app/model/plain-question.ts";

/** Names of the fields that the check adds to a form (drawn by ui/human-check.tsx). */
const TRAP = "website_2";

/**
 * Whether a form may come from a person. A trap field must be there and empty: programs leave it out or fill it in. So
 * does a browser's autofill now and then, therefore a sprung trap asks a plain question, and a right answer lets it pass.
 * Gives back undefined, or the question to be answered.
 */
export function askIfTrapped(submission: Submission<unknown, string[], unknown>): FormReply["question"] {
  const { payload } = submission;
  if (payload[TRAP] === "" || isAnswered(payload.question, payload.answer)) return undefined;
  return pickQuestion(Math.random());
}
