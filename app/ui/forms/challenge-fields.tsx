import type { FormReply } from "#app/model/form-reply.ts";
import { Field } from "./field.tsx";

type Question = FormReply["question"];

/**
 * A field that people don't see and don't fill in, and, when something filled it in all the same, a plain question.
 * The names are read by use-cases/bot-protection/check-visitor.server.ts.
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
            id={answerId(form)}
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

/** The question as one of the form's problems, for the list over the form. */
export function challengeProblems(form: string, question: Question) {
  return question ? [{ id: answerId(form), label: question.text, errors: [question.message] }] : [];
}

function answerId(form: string): string {
  return `${form}-answer`;
}
