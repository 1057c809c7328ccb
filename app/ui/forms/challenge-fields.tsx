import type { FormReply } from "#app/platform/http/form-reply.ts";
import { Field } from "./field.tsx";

type Question = FormReply["question"];

/**
 * The honeypot field, and the challenge when the server asks for one. `platform/abuse/form-proofs.server.ts` reads
 * the fields.
 */
export function ChallengeFields({ form, question }: { form: string; question: Question }) {
  const id = `${form}-website-2`;
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={id}>Leave this empty</label>
        <input id={id} name="website_2" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      {question && (
        <>
          <input type="hidden" name="question" value={question.id} />
          <Field
            id={responseId(form)}
            name="answer"
            label={question.text}
            error={question.message}
            required
            autoComplete="off"
          />
        </>
      )}
    </>
  );
}

/** Returns the challenge as an entry of the form's error summary. */
export function challengeProblems(form: string, question: Question) {
  return question ? [{ id: responseId(form), label: question.text, errors: [question.message] }] : [];
}

function responseId(form: string): string {
  return `${form}-answer`;
}
