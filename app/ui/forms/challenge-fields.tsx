import type { FormReply } from "#app/platform/http/form-reply.ts";
import { Field } from "./field.tsx";

type Challenge = FormReply["challenge"];

/**
 * The honeypot field, and the challenge when the server asks for one. `platform/abuse/form-proofs.server.ts` reads
 * the fields.
 */
export function ChallengeFields({ form, challenge }: { form: string; challenge: Challenge }) {
  const id = `${form}-website-2`;
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={id}>Leave this empty</label>
        <input id={id} name="website_2" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      {challenge && (
        <>
          <input type="hidden" name="challenge" value={challenge.id} />
          <Field
            id={responseId(form)}
            name="answer"
            label={challenge.text}
            error={challenge.message}
            required
            autoComplete="off"
          />
        </>
      )}
    </>
  );
}

/** Returns the challenge as an entry of the form's error summary. */
export function challengeProblems(form: string, challenge: Challenge) {
  return challenge ? [{ id: responseId(form), label: challenge.text, errors: [challenge.message] }] : [];
}

function responseId(form: string): string {
  return `${form}-answer`;
}
