import { findChallenge, isCorrectResponse, pickChallenge } from "#app/model/challenge.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { openChallenge, sealChallenge, spendChallenge } from "./challenge.server.ts";

/** The fields of a form that was posted, by their names. */
export type Posted = { payload: Record<string, unknown> };
type Question = NonNullable<FormReply["question"]>;

/**
 * Whether a form may come from a person. A trap field (ui/forms/human-check.tsx) must be there and empty: programs leave it
 * out or fill it in. So does a browser's autofill now and then, therefore a sprung trap asks a plain question, and a right
 * answer lets it pass. Takes the name of the form, and whether a limit asks the question in any case; gives back undefined,
 * or the question to be answered.
 */
export async function checkFormProofs(
  submission: Posted,
  form: string,
  mustAnswer = false,
): Promise<Question | undefined> {
  return submission.payload.website_2 === "" && !mustAnswer ? undefined : requireChallenge(submission, form);
}

/** A plain question, unless the form brings a right answer to one that it was asked and that nobody has answered yet. */
export async function requireChallenge({ payload }: Posted, form: string): Promise<Question | undefined> {
  const asked = openChallenge(payload.question, form);
  const { answer } = payload;
  if (!asked || typeof answer !== "string" || answer === "") return askPlainly(form);
  if (isCorrectResponse(asked.asks, answer))
    return (await spendChallenge(asked, payload)) ? undefined : askPlainly(form);
  return toAsk(findChallenge(asked.asks), form, "That is not the right answer. Please try again.");
}

/** A question for whoever is drawn this form now. Only a refused form has one: a page that is kept would show it to all. */
function askPlainly(form: string): Question {
  return toAsk(undefined, form, "Please answer this, so that we know a person is writing.");
}

function toAsk(again: { id: string; text: string } | undefined, form: string, message: string): Question {
  const { id, text } = again ?? pickChallenge(Math.random());
  return { id: sealChallenge(id, form), text, message };
}
