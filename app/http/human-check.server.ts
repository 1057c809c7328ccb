import type { Submission } from "@conform-to/dom";
import type { FormReply } from "#app/model/form-reply.ts";
import { findQuestion, isAnswered, pickQuestion } from "#app/model/plain-question.ts";

/**
 * Whether a form may come from a person. A trap field (ui/human-check.tsx) must be there and empty: programs leave it out
 * or fill it in. So does a browser's autofill now and then, therefore a sprung trap asks a plain question, and a right
 * answer lets it pass. Gives back undefined, or the question to be answered.
 */
export function askIfTrapped(submission: Submission<unknown, string[], unknown>): FormReply["question"] {
  return submission.payload.website_2 === "" ? undefined : askUnlessAnswered(submission);
}

/** A plain question, unless the form brings a right answer. */
export function askUnlessAnswered(submission: Submission<unknown, string[], unknown>): FormReply["question"] {
  const { question, answer } = submission.payload;
  if (isAnswered(question, answer)) return undefined;
  const asked = typeof answer === "string" && answer !== "" ? findQuestion(question) : undefined;
  if (asked) return { ...asked, message: "That is not the answer we have. Please try again." };
  return { ...pickQuestion(Math.random()), message: "Please answer this, so that we know a person is writing." };
}
